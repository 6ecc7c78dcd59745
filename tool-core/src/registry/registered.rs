//! One tool as the registry keeps it: read once, in canonical form, with its faults found.

use std::{fmt, sync::Arc};

use serde_json::{Map, Value};

use crate::{
    BuildError, Control, Exposure, Headless, HostMetadata, Kind, Parallelism, SourceLocation, Tool,
    ToolDefinition, ToolName,
    build_error::Side,
    call::Identity,
    nearest, operation,
    readable::Role,
    registry::mirrored,
    schema::Promised,
    schema::{self, Applies, Canonical, Checker, Contract, OutputForm, SchemaFault, Written},
};

/// A tool that is ready to run, with the state it works on, and where it came from.
pub(crate) struct Binding {
    pub(crate) tool: Arc<dyn Tool>,
    pub(crate) identity: Identity,
    pub(crate) location: SourceLocation,
}

/// A tool that cannot be registered as it is.
pub(crate) struct Rejected {
    pub(crate) name: Option<ToolName>,
    pub(crate) location: SourceLocation,
    pub(crate) faults: Vec<BuildError>,
}

/// One tool as the registry keeps it. It can be read, and not run.
#[derive(Clone)]
pub struct Registered {
    name: ToolName,
    definition: ToolDefinition,
    host: HostMetadata,
    location: SourceLocation,
    pub(crate) identity: Identity,
    /// Checks the tool's own arguments against what its definition advertises.
    pub(crate) checker: Arc<Checker>,
    /// Checks what the advertised schema had to leave to words.
    pub(crate) exact: Option<Arc<Checker>>,
    /// How a call is answered.
    pub(crate) output: Promised,
    /// How the tool's own result is carried, when a call is answered with an operation.
    pub(crate) result: Promised,
    pub(crate) tool: Arc<dyn Tool>,
    /// Whether it is a tool at all.
    pub(crate) role: Role,
    /// What an engine of the host's calls it.
    pub(crate) source_id: Option<Arc<str>>,
}

impl Registered {
    /// Reads a tool once, and finds every fault that it has by itself.
    pub(crate) fn read(binding: Binding, role: Role) -> Result<Self, Rejected> {
        let Binding { tool, identity, location } = binding;
        let (mut definition, host) = (tool.definition(), tool.host());
        let mut faults = described(&definition, &host, location);
        faults.extend(role.faults(&definition.name, &host, location));
        let name = role.name(&definition.name).map_err(|reason| {
            faults.push(BuildError::InvalidName { name: definition.name.clone(), reason, location });
        });

        let (input, written) = input(&definition);
        let (output, output_faults) = output(&definition);
        let concerns = |fault: &SchemaFault| match fault.applies {
            Applies::Always => true,
            Applies::Exposed => host.exposure != Exposure::Internal,
        };
        let mut refuse = |side, found: Vec<SchemaFault>| {
            let found = found.into_iter().filter(concerns);
            faults.extend(found.map(|fault| BuildError::schema(&definition.name, side, fault, location)));
        };
        refuse(Side::Input, input.faults);
        refuse(Side::Output, output_faults);
        faults.extend(lane(&definition.name, &host, &input.schema, location));
        faults.extend(aliases(&definition, &input.schema, location));
        faults.extend(mirrored::read(&mut definition, &input.schema, location));
        let Ok(name) = name else { return Err(Rejected { name: None, location, faults }) };
        if !faults.is_empty() {
            return Err(Rejected { name: Some(name), location, faults });
        }

        // Both have been compiled already, to find their faults.
        let checker = |schema| Arc::new(Checker::of_compiled(Arc::new(schema), written));
        let (exact, checker) = (input.exact.map(checker), checker(input.schema));
        let result = Promised::new(output);
        let output = match host.kind {
            Kind::Operation => Promised::new(operation::reference::form()),
            Kind::Immediate => result.clone(),
        };
        definition.output_is_verbatim = matches!(*output, OutputForm::Verbatim { .. });
        definition.input_schema = Value::Object(Map::clone(checker.schema()));
        definition.output_schema = output.advertised().map(|schema| Value::Object(Map::clone(schema)));
        let source_id = None;
        Ok(Self {
            name,
            definition,
            host,
            location,
            identity,
            checker,
            exact,
            output,
            result,
            tool,
            role,
            source_id,
        })
    }

    /// Returns the same tool under a namespace.
    pub(crate) fn within(&self, namespace: &str) -> Result<Self, BuildError> {
        let whole = format!("{namespace}::{}", self.name.plain());
        let name = self.role.name(&whole).map_err(|reason| BuildError::InvalidName {
            name: whole,
            reason,
            location: self.location,
        })?;
        let definition = ToolDefinition { name: name.to_string(), ..self.definition.clone() };
        let undo = self.host.undo.as_ref().map(|undo| format!("{namespace}::{undo}"));
        let host = HostMetadata { undo, ..self.host.clone() };
        Ok(Self { name, definition, host, ..self.clone() })
    }

    /// Returns the name in the registry.
    pub fn name(&self) -> &ToolName {
        &self.name
    }

    /// Returns what the model reads, with both schemas in canonical form unless they are kept as written.
    pub fn definition(&self) -> &ToolDefinition {
        &self.definition
    }

    /// Returns whether a schema of the tool is kept as its author wrote it, so that some hosts and providers may refuse
    /// it. Which one, [`ToolDefinition::is_verbatim`] says.
    pub fn is_verbatim(&self) -> bool {
        [Side::Input, Side::Output].into_iter().any(|side| self.definition.is_verbatim(side))
    }

    /// Returns what the host reads.
    pub fn host(&self) -> &HostMetadata {
        &self.host
    }

    /// Returns the argument of its own that names the target; a tool's is the surface's.
    pub(crate) fn target_argument(&self) -> Option<&str> {
        self.role.target_argument()
    }

    /// Returns the id under which a [`Source`](crate::Source) knows it, if it came from one.
    pub fn source_id(&self) -> Option<&str> {
        self.source_id.as_deref()
    }

    /// Returns where the tool was written or registered.
    pub fn location(&self) -> SourceLocation {
        self.location
    }
}

impl fmt::Debug for Registered {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Registered")
            .field("name", &self.name.as_str())
            .field("host", &self.host)
            .finish_non_exhaustive()
    }
}

/// Returns the schema of the arguments as it is advertised, and how it was written.
fn input(definition: &ToolDefinition) -> (Canonical, Written) {
    if !definition.is_verbatim(Side::Input) {
        return (schema::canonical(&definition.input_schema, Contract::Input), Written::Canonical);
    }
    let (schema, faults) = match schema::verbatim(&definition.input_schema) {
        Ok(schema) => (schema, Vec::new()),
        Err(faults) => (Map::new(), faults),
    };
    (Canonical { schema, exact: None, faults }, Written::Verbatim)
}

/// Decides how results are carried, and finds what is wrong with their schema.
fn output(definition: &ToolDefinition) -> (OutputForm, Vec<SchemaFault>) {
    match &definition.output_schema {
        Some(schema) if definition.is_verbatim(Side::Output) => match schema::verbatim(schema) {
            Ok(schema) => (OutputForm::Verbatim { schema: Arc::new(schema) }, Vec::new()),
            Err(faults) => (OutputForm::Unstated, faults),
        },
        schema => schema::output_form(schema.as_ref()),
    }
}

/// Finds other names of arguments that stand for none, or that are arguments themselves.
fn aliases(
    definition: &ToolDefinition,
    input: &Map<String, Value>,
    location: SourceLocation,
) -> Vec<BuildError> {
    let properties = input.get("properties").and_then(Value::as_object);
    let is_argument = |name: &str| properties.is_some_and(|properties| properties.contains_key(name));
    let wrong = definition.aliases.iter().filter(|(alias, name)| is_argument(alias) || !is_argument(name));
    let fault = |(alias, name): (&String, &String)| BuildError::UselessAlias {
        tool: definition.name.clone(),
        alias: alias.clone(),
        argument: name.clone(),
        location,
    };
    wrong.map(fault).collect()
}

/// Finds calls that are to run one by one and cannot.
fn lane(
    tool: &str,
    host: &HostMetadata,
    input: &Map<String, Value>,
    location: SourceLocation,
) -> Option<BuildError> {
    let unknown = |lane: &str, nearest| BuildError::UnknownLane {
        tool: tool.to_owned(),
        lane: lane.to_owned(),
        nearest,
        location,
    };
    if host.control != Control::No && host.kind == Kind::Operation {
        return Some(BuildError::ControlIsOperation { tool: tool.to_owned(), location });
    }
    if host.control != Control::No && host.parallelism != Parallelism::Parallel {
        return Some(BuildError::ControlTakesTurns { tool: tool.to_owned(), location });
    }
    match &host.parallelism {
        Parallelism::Exclusive | Parallelism::Parallel => None,
        Parallelism::SerialBy(argument) => {
            let properties = input.get("properties").and_then(Value::as_object);
            let mut names = properties.into_iter().flat_map(|properties| properties.keys());
            if names.clone().any(|name| name == argument) {
                return None;
            }
            let nearest = nearest::nearest(argument, names.by_ref().map(String::as_str)).map(str::to_owned);
            Some(unknown(argument, nearest))
        }
        Parallelism::SerialByTarget if host.target.is_some() => None,
        Parallelism::SerialByTarget => Some(unknown("target", None)),
    }
}

/// Finds what people and models would miss.
fn described(definition: &ToolDefinition, host: &HostMetadata, location: SourceLocation) -> Vec<BuildError> {
    let tool = || definition.name.clone();
    let mut faults = Vec::new();
    if let Headless::Never(reason) | Headless::NotYet(reason) = &host.headless
        && reason.trim().is_empty()
    {
        faults.push(BuildError::EmptyReason { tool: tool(), location });
    }
    if host.exposure == Exposure::Internal {
        return faults;
    }
    if definition.description.trim().is_empty() {
        faults.push(BuildError::Undescribed { tool: tool(), location });
    }
    if host.title.as_deref().is_none_or(|title| title.trim().is_empty()) {
        faults.push(BuildError::Untitled { tool: tool(), location });
    }
    faults
}
