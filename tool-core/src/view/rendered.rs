//! One tool as one surface writes it: its schema and description with what the surface adds.

use std::sync::Arc;

use serde_json::{Map, Value};

use super::{Listed, Settings, TargetArgument};
use crate::{
    BuildError, Effect, Registered,
    build_error::Side,
    schema::{self, Checker, Written},
};

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

impl Rendered {
    pub(super) fn of(
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
