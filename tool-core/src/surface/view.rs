//! One surface rendered over one snapshot of the registry: made once per change, read by every list and call.

use std::{
    collections::{BTreeMap, HashMap},
    fmt,
    sync::Arc,
};

use serde_json::{Map, Value};

use super::{Listed, Origin, builder::Settings, names, target_argument::TargetArgument};
use crate::{
    BuildError, Effect, Registered, Snapshot, ToolName,
    build_error::Side,
    schema::{self, Checker, Written},
};

/// One surface over one snapshot. Holds every tool, also those that nobody may see: admission decides, not absence.
pub(crate) struct View {
    origin: Origin,
    generation: u64,
    ordered: Vec<Arc<Rendered>>,
    by_public_name: HashMap<String, Arc<Rendered>>,
    by_name: HashMap<ToolName, Arc<Rendered>>,
}

/// One tool as one surface writes it.
pub(crate) struct Rendered {
    pub(crate) entry: Arc<Registered>,
    pub(crate) listed: Arc<Listed>,
    pub(crate) checker: Arc<Checker>,
    pub(crate) target_argument: Option<String>,
    /// Whether arguments that are nearly right are repaired.
    pub(crate) repairs_arguments: bool,
    pub(crate) allowed: bool,
    pub(crate) hidden_namespace: Option<String>,
    /// Why an operator switched it off.
    pub(crate) disabled: Option<Arc<str>>,
}

impl View {
    /// Renders what can be rendered. What cannot is left out, so that it is unknown to everybody, and logged.
    pub(super) fn of(settings: &Settings, snapshot: &Snapshot) -> Self {
        let (view, faults) = Self::with_faults(settings, snapshot);
        for fault in faults {
            tracing::error!(surface = settings.name, %fault, "a tool cannot be offered");
        }
        view
    }

    /// Renders what can be rendered, and names what cannot.
    pub(super) fn with_faults(settings: &Settings, snapshot: &Snapshot) -> (Self, Vec<BuildError>) {
        let (mut names, mut faults) = names::table(snapshot, settings.longest_name);
        let mut ordered = Vec::new();
        let mut unnameable = BTreeMap::<String, Vec<String>>::new();
        for entry in snapshot.entries() {
            let Some(public_name) = names.remove(entry.name()) else { continue };
            match Rendered::of(settings, entry, public_name, snapshot.disabled(entry.name())) {
                Ok(tool) if tool.allowed && settings.leaves_unnameable(entry.host()) => {
                    let kind = entry.host().target.clone().unwrap_or_default();
                    unnameable.entry(kind).or_default().push(format!("`{}`", entry.name()));
                }
                Ok(tool) => ordered.push(Arc::new(tool)),
                Err(fault) => faults.push(fault),
            }
        }
        faults.extend(unnameable.into_iter().map(|(kind, tools)| settings.unnameable(kind, tools)));
        ordered.sort_by(|a, b| a.listed.name.cmp(&b.listed.name));
        let by_public_name =
            ordered.iter().map(|tool| (tool.listed.name.clone(), Arc::clone(tool))).collect();
        let by_name = ordered.iter().map(|tool| (tool.entry.name().clone(), Arc::clone(tool))).collect();
        let (origin, generation) = (settings.origin, snapshot.generation());
        (Self { origin, generation, ordered, by_public_name, by_name }, faults)
    }

    pub(crate) fn origin(&self) -> Origin {
        self.origin
    }

    pub(crate) fn generation(&self) -> u64 {
        self.generation
    }

    pub(crate) fn get(&self, public_name: &str) -> Option<&Arc<Rendered>> {
        self.by_public_name.get(public_name)
    }

    /// Returns the tool of this name in the registry.
    pub(crate) fn registered(&self, name: &str) -> Option<&Arc<Rendered>> {
        self.by_name.get(name)
    }

    /// Returns the public name of the tool of this name in the registry.
    pub(crate) fn public_name(&self, name: &str) -> Option<&str> {
        self.registered(name).map(|tool| tool.listed.name.as_str())
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &Arc<Rendered>> {
        self.ordered.iter()
    }
}

impl Rendered {
    fn of(
        settings: &Settings,
        entry: &Arc<Registered>,
        public_name: String,
        disabled: Option<&Arc<str>>,
    ) -> Result<Self, BuildError> {
        let target_argument = settings.target_argument(entry.host());
        let input_schema = input(entry, target_argument)?;
        let checker = match target_argument {
            None => Arc::clone(&entry.checker),
            Some(_) => Checker::compile_as(&input_schema, entry.checker.written()).map(Arc::new).map_err(
                |fault| BuildError::schema(entry.name().as_str(), Side::Input, fault, entry.source()),
            )?,
        };
        let description = description(entry, target_argument);
        Ok(Self {
            entry: Arc::clone(entry),
            listed: Arc::new(Listed::new(public_name, description, input_schema, entry)),
            checker,
            target_argument: target_argument.map(|argument| argument.name().to_owned()),
            repairs_arguments: settings.repairs_arguments && entry.host().effect != Effect::Destructive,
            allowed: settings.allow.admits(entry.name()),
            hidden_namespace: settings
                .hidden_namespaces
                .iter()
                .find(|hidden| entry.name().is_within(hidden))
                .cloned(),
            disabled: disabled.cloned(),
        })
    }
}

impl Rendered {
    /// Returns what the tool's own arguments are checked against, beside what the surface advertises.
    pub(crate) fn exact(&self) -> Option<&Arc<Checker>> {
        // What the surface adds to a schema that is kept as written must not stand in for what the schema says.
        let verbatim = || Some(&self.entry.checker).filter(|checker| checker.written() == Written::Verbatim);
        self.entry.exact.as_ref().or_else(|| self.target_argument.as_ref().and_then(|_| verbatim()))
    }
}

fn input(entry: &Registered, added: Option<&TargetArgument>) -> Result<Map<String, Value>, BuildError> {
    // Canonical, so an object; anything else would be refused by the checker.
    let mut schema = entry.definition().input_schema.as_object().cloned().unwrap_or_default();
    if let Some(argument) = added {
        if argument.collides_with(&schema) || entry.definition().aliases.contains_key(argument.name()) {
            let (tool, argument) = (entry.name().to_string(), argument.name().to_owned());
            return Err(BuildError::ArgumentCollision { tool, argument });
        }
        if entry.checker.written() == Written::Verbatim
            && let Some(fault) = schema::refuses(&schema, argument.name())
        {
            return Err(BuildError::schema(entry.name().as_str(), Side::Input, fault, entry.source()));
        }
        argument.add_to(&mut schema);
    }
    Ok(schema)
}

fn description(entry: &Registered, added: Option<&TargetArgument>) -> String {
    let deprecated = entry.host().deprecated.as_ref().map(|reason| format!("Deprecated: {reason}"));
    let paragraphs =
        [Some(entry.definition().description.clone()), added.map(TargetArgument::sentence), deprecated];
    paragraphs.into_iter().flatten().filter(|text| !text.is_empty()).collect::<Vec<_>>().join("\n\n")
}

impl fmt::Debug for View {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("View").field("generation", &self.generation).finish_non_exhaustive()
    }
}
