//! One entry of an engine as an entry of the registry.

use std::sync::Arc;

use async_trait::async_trait;

use super::{Source, SourceEntry, SourceKind, names};
use crate::{
    BuildError, Control, Effect, Exposure, HostMetadata, Kind, Registered, SourceLocation, Tool, ToolCall,
    ToolDefinition, ToolError, ToolOutput,
    call::Identity,
    prompt::PromptFacts,
    readable::{PROMPT, RESOURCE, Returned, Role},
    registry::Binding,
    resource::ResourceFacts,
};

/// How entries of a source become entries of the registry.
#[derive(Clone, Debug)]
pub(super) struct Conversion {
    pub(super) namespace: Option<String>,
    /// Whether an entry that says nothing about it is internal.
    pub(super) require_expose: bool,
    pub(super) location: SourceLocation,
}

impl Conversion {
    /// Returns the entry of the registry.
    ///
    /// # Errors
    ///
    /// Every fault of it.
    pub(super) fn registered(
        &self,
        source: &Arc<dyn Source>,
        entry: &SourceEntry,
    ) -> Result<Arc<Registered>, Vec<BuildError>> {
        let read = |form| {
            let (definition, role) = self.definition(entry, form);
            let identity = Identity::new();
            let tool = Foreign {
                source: Arc::clone(source),
                id: entry.id.clone(),
                definition,
                host: self.host(entry),
                role: role.clone(),
                identity,
            };
            let binding = Binding { tool: Arc::new(tool), identity, location: self.location };
            Registered::read(binding, role)
        };
        // A schema of somebody else's is kept as written only where the dialect cannot say it.
        let registered = read(Form::Canonical).or_else(|refused| match entry.kind {
            SourceKind::Tool { .. } => read(Form::Verbatim),
            _ => Err(refused),
        });
        match registered {
            Ok(mut registered) => {
                registered.source_id = Some(entry.id.as_str().into());
                Ok(Arc::new(registered))
            }
            Err(rejected) => Err(rejected.faults),
        }
    }

    fn name(&self, entry: &SourceEntry) -> String {
        let name = names::name(&entry.id);
        match &self.namespace {
            Some(namespace) => format!("{namespace}::{name}"),
            None => name,
        }
    }

    fn host(&self, entry: &SourceEntry) -> HostMetadata {
        let is_exposed = entry.exposes().unwrap_or(!self.require_expose);
        let mut host = HostMetadata {
            title: Some(entry.title.clone().unwrap_or_else(|| entry.id.clone())),
            exposure: if is_exposed { Exposure::Both } else { Exposure::Internal },
            // Who undoes what is for the registry to compare, and an engine's entries come and go.
            undo: None,
            // Nothing limits control.
            control: Control::No,
            ..entry.host.clone()
        };
        if !matches!(entry.kind, SourceKind::Tool { .. }) {
            (host.effect, host.idempotent, host.kind) = (Effect::ReadOnly, Some(true), Kind::Immediate);
        }
        host
    }

    fn definition(&self, entry: &SourceEntry, form: Form) -> (ToolDefinition, Role) {
        let (name, description) = (self.name(entry), entry.description.clone());
        let resource = |uri: &String, mime_type: &Option<String>, is_template| {
            let mut facts = ResourceFacts::new(uri.clone(), is_template);
            facts.mime_type.clone_from(mime_type);
            let definition = ToolDefinition::new(format!("{RESOURCE}{name}"), &description);
            (definition.with_input_schema(facts.input()), Role::Resource(facts))
        };
        match &entry.kind {
            SourceKind::Tool { input_schema, output_schema } => {
                let definition = ToolDefinition::new(&name, &description);
                let definition = match (form, output_schema.clone()) {
                    (Form::Canonical, None) => definition.with_input_schema(input_schema.clone()),
                    (Form::Canonical, Some(output)) => {
                        definition.with_input_schema(input_schema.clone()).with_output_schema(output)
                    }
                    (Form::Verbatim, None) => definition.with_verbatim_input_schema(input_schema.clone()),
                    (Form::Verbatim, Some(output)) => definition
                        .with_verbatim_input_schema(input_schema.clone())
                        .with_verbatim_output_schema(output),
                };
                (definition, Role::Tool)
            }
            SourceKind::Resource { uri, mime_type } => resource(uri, mime_type, false),
            SourceKind::ResourceTemplate { uri_template, mime_type } => {
                resource(uri_template, mime_type, true)
            }
            SourceKind::Prompt { arguments } => {
                let facts = PromptFacts { arguments: arguments.clone(), ..PromptFacts::default() };
                let definition = ToolDefinition::new(format!("{PROMPT}{name}"), &description);
                (definition.with_input_schema(facts.input()), Role::Prompt(facts))
            }
        }
    }
}

#[derive(Clone, Copy)]
enum Form {
    Canonical,
    Verbatim,
}

/// An entry of an engine, ready to run for the call that was admitted for it.
struct Foreign {
    source: Arc<dyn Source>,
    id: String,
    definition: ToolDefinition,
    host: HostMetadata,
    role: Role,
    identity: Identity,
}

#[async_trait]
impl Tool for Foreign {
    fn definition(&self) -> ToolDefinition {
        self.definition.clone()
    }

    fn host(&self) -> HostMetadata {
        self.host.clone()
    }

    async fn call(&self, call: ToolCall<'_>) -> Result<ToolOutput, ToolError> {
        if !call.is_for(self.identity) {
            let admitted = call.tool();
            return Err(ToolError::internal(format!(
                "a call that was admitted for `{admitted}` was handed to an entry of a source"
            )));
        }
        let (source, id) = (&self.source, self.id.as_str());
        match self.role {
            Role::Tool | Role::Completion { .. } => source.call(id, &call).await,
            Role::Resource(_) => {
                source.read(id, &call).await.map(|read| ToolOutput::returned(Returned::Contents(read)))
            }
            Role::Prompt(_) => {
                source.render(id, &call).await.map(|said| ToolOutput::returned(Returned::Messages(said)))
            }
        }
    }
}
