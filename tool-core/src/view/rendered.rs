//! One tool as one surface writes it: its schemas and description with what the surface adds and overrides.

use std::sync::Arc;

use serde_json::{Map, Value};

use super::{Listed, Settings, TargetArgument, added_keys, overrides::Worded, session};
use crate::{
    BuildError, Effect, Kind, Registered,
    build_error::Side,
    schema::{self, Checker, Promised, Written},
};

/// One tool as one surface writes it.
#[expect(clippy::struct_excessive_bools, reason = "each is a fact by itself, and any of them go together")]
pub(crate) struct Rendered {
    pub(crate) entry: Arc<Registered>,
    pub(crate) listed: Arc<Listed>,
    pub(crate) checker: Arc<Checker>,
    pub(crate) target_argument: Option<String>,
    /// The argument that names the session, where the surface adds it.
    session_argument: Option<&'static str>,
    /// What stands for arguments that the tool requires and the surface does not.
    omitted: Vec<(String, Value)>,
    /// Whether the schema of the arguments is not the registry's.
    rewritten: bool,
    /// How results are carried, where the surface adds keys to them, and these keys.
    with_added: Option<(Promised, Vec<&'static str>)>,
    /// Whether arguments that are nearly right are repaired.
    pub(crate) repairs_arguments: bool,
    pub(crate) allowed: bool,
    /// Whether it undoes what another tool did.
    pub(crate) undoes: bool,
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
        wait: Option<&str>,
        undoes: bool,
    ) -> Result<Self, BuildError> {
        let target_argument = settings.target_argument(entry.host());
        let worded = Worded::of(settings, entry)?;
        // What is never offered here needs no room for what is added.
        let may_offer = settings.may_offer(entry);
        let session_argument = Some(session::SESSION).filter(|_| settings.has_sessions && may_offer);
        let rewritten = target_argument.is_some() || session_argument.is_some() || worded.required.is_some();
        let checker = if rewritten {
            let input_schema = input(entry, target_argument, session_argument, &worded)?;
            Checker::compile_as(&input_schema, entry.checker.written()).map(Arc::new).map_err(|fault| {
                BuildError::schema(entry.name().as_str(), Side::Input, fault, entry.location())
            })?
        } else {
            Arc::clone(&entry.checker)
        };
        let input_schema = Arc::clone(checker.schema());
        let form = if may_offer { added_keys::form(settings, entry)? } else { None };
        let with_added = form.map(|form| (Promised::new(form), settings.added_keys().collect()));
        let output_schema = with_added.as_ref().map_or(&entry.output, |(promised, _)| promised).advertised();
        let description = description(entry, &worded, target_argument, wait);
        Ok(Self {
            entry: Arc::clone(entry),
            listed: Arc::new(Listed::new(public_name, description, input_schema, output_schema, entry)),
            checker,
            target_argument: target_argument.map(|argument| argument.name().to_owned()),
            session_argument,
            omitted: worded.omitted,
            rewritten,
            with_added,
            repairs_arguments: settings.repairs_arguments && entry.host().effect != Effect::Destructive,
            undoes,
            allowed: settings.allow.admits(entry.name()),
            hidden_namespace: settings.hidden_namespace(entry).cloned(),
            disabled: disabled.cloned(),
        })
    }

    /// Renders a resource, a prompt or a completion. A surface adds nothing to these.
    pub(super) fn readable(
        settings: &Settings,
        entry: &Arc<Registered>,
        public_name: String,
        disabled: Option<&Arc<str>>,
        allowed: bool,
    ) -> Self {
        let input_schema = Arc::clone(entry.checker.schema());
        let description = entry.definition().description.clone();
        let worded = Worded { description, required: None, omitted: Vec::new() };
        let description = self::description(entry, &worded, None, None);
        Self {
            entry: Arc::clone(entry),
            listed: Arc::new(Listed::new(public_name, description, input_schema, None, entry)),
            checker: Arc::clone(&entry.checker),
            target_argument: entry.target_argument().map(str::to_owned),
            session_argument: None,
            omitted: Vec::new(),
            rewritten: false,
            with_added: None,
            repairs_arguments: false,
            undoes: false,
            allowed,
            hidden_namespace: settings.hidden_namespace(entry).cloned(),
            disabled: disabled.cloned(),
        }
    }

    /// Returns what the tool's own arguments are checked against, beside what the surface advertises.
    pub(crate) fn exact(&self) -> Option<&Arc<Checker>> {
        // What the surface writes into a schema that is kept as written must not stand in for what the schema says.
        let verbatim = || Some(&self.entry.checker).filter(|checker| checker.written() == Written::Verbatim);
        self.entry.exact.as_ref().or_else(|| self.rewritten.then(verbatim).flatten())
    }

    /// Makes of arguments that fit what is advertised those that the tool is called with.
    pub(crate) fn make_own(&self, arguments: &mut Map<String, Value>) {
        if let Some(added) = &self.target_argument {
            arguments.remove(added);
        }
        if let Some(added) = self.session_argument {
            arguments.remove(added);
        }
        for (argument, value) in &self.omitted {
            arguments.entry(argument).or_insert_with(|| value.clone());
        }
    }

    /// Returns what is advertised of a result, with the keys that the surface adds.
    pub(crate) fn output(&self) -> &Promised {
        self.with_added.as_ref().map_or(&self.entry.output, |(promised, _)| promised)
    }

    /// Returns the keys of a structured result that are the surface's; none where its schema has no room for them.
    pub(crate) fn added_keys(&self) -> &[&'static str] {
        self.with_added.as_ref().map_or(&[], |(_, keys)| keys)
    }
}

fn input(
    entry: &Registered,
    added: Option<&TargetArgument>,
    session: Option<&str>,
    worded: &Worded,
) -> Result<Map<String, Value>, BuildError> {
    let mut schema = Map::clone(entry.checker.schema());
    worded.require(&mut schema);
    for argument in session.into_iter().chain(added.map(TargetArgument::name)) {
        let taken = schema.get("properties").is_some_and(|properties| properties.get(argument).is_some());
        if taken || entry.definition().aliases.contains_key(argument) {
            let (tool, argument) = (entry.name().to_string(), argument.to_owned());
            return Err(BuildError::ArgumentCollision { tool, argument });
        }
        if entry.checker.written() == Written::Verbatim
            && let Some(fault) = schema::refuses(&schema, argument)
        {
            return Err(BuildError::schema(entry.name().as_str(), Side::Input, fault, entry.location()));
        }
        match added.filter(|added| added.name() == argument) {
            Some(added) => added.add_to(&mut schema),
            None => session::add_to(&mut schema),
        }
    }
    Ok(schema)
}

fn description(
    entry: &Registered,
    worded: &Worded,
    added: Option<&TargetArgument>,
    wait: Option<&str>,
) -> String {
    let operation = (entry.host().kind == Kind::Operation).then(|| starts_an_operation(wait));
    let deprecated = entry.host().deprecated.as_ref().map(|reason| format!("Deprecated: {reason}"));
    let paragraphs =
        [Some(worded.description.clone()), added.map(TargetArgument::sentence), operation, deprecated];
    paragraphs.into_iter().flatten().filter(|text| !text.is_empty()).collect::<Vec<_>>().join("\n\n")
}

/// Says that a call is answered before its work is done.
fn starts_an_operation(wait: Option<&str>) -> String {
    let answer = "Starts an operation, and answers with its id at once";
    match wait {
        Some(wait) => format!("{answer}; `{wait}` takes the id, and returns the result."),
        None => format!("{answer}, not with its result."),
    }
}
