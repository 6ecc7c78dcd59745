//! What an engine says of one thing that it has.

use serde_json::{Map, Value, json};

use crate::{HostMetadata, PromptArgument};

/// One tool, resource or prompt of a [`Source`](crate::Source), as the engine says it.
///
/// # Examples
///
/// ```
/// use serde_json::json;
/// use tool_core::SourceEntry;
///
/// let skill = SourceEntry::resource("skills::garden", "iii://garden", "How to keep a garden.")
///     .with_title("Garden")
///     .with_metadata(json!({ "mcp": { "expose": true } }));
/// assert_eq!(skill.id(), "skills::garden");
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct SourceEntry {
    pub(super) id: String,
    pub(super) kind: SourceKind,
    pub(super) title: Option<String>,
    pub(super) description: String,
    pub(super) metadata: Value,
    pub(super) host: HostMetadata,
}

/// What an entry of a source is.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum SourceKind {
    /// It is rendered.
    Prompt {
        /// What it asks for.
        arguments: Vec<PromptArgument>,
    },
    /// It is read under one address.
    Resource {
        /// The address.
        uri: String,
        /// Media type.
        mime_type: Option<String>,
    },
    /// It is read under all addresses of a template.
    ResourceTemplate {
        /// The template.
        uri_template: String,
        /// Media type.
        mime_type: Option<String>,
    },
    /// It is called.
    Tool {
        /// JSON Schema of the arguments.
        input_schema: Value,
        /// JSON Schema of the result.
        output_schema: Option<Value>,
    },
}

impl SourceEntry {
    /// Returns a tool without arguments.
    pub fn tool(id: impl Into<String>, description: impl Into<String>) -> Self {
        let input_schema = json!({ "type": "object", "properties": {}, "additionalProperties": false });
        Self::new(id, description, SourceKind::Tool { input_schema, output_schema: None })
    }

    /// Returns a resource under one address.
    pub fn resource(id: impl Into<String>, uri: impl Into<String>, description: impl Into<String>) -> Self {
        Self::new(id, description, SourceKind::Resource { uri: uri.into(), mime_type: None })
    }

    /// Returns resources under the addresses of a template.
    pub fn resource_template(
        id: impl Into<String>,
        uri_template: impl Into<String>,
        description: impl Into<String>,
    ) -> Self {
        let kind = SourceKind::ResourceTemplate { uri_template: uri_template.into(), mime_type: None };
        Self::new(id, description, kind)
    }

    /// Returns a prompt.
    pub fn prompt(
        id: impl Into<String>,
        description: impl Into<String>,
        arguments: impl IntoIterator<Item = PromptArgument>,
    ) -> Self {
        Self::new(id, description, SourceKind::Prompt { arguments: arguments.into_iter().collect() })
    }

    fn new(id: impl Into<String>, description: impl Into<String>, kind: SourceKind) -> Self {
        Self {
            id: id.into(),
            kind,
            title: None,
            description: description.into(),
            metadata: Value::Object(Map::new()),
            host: HostMetadata::default(),
        }
    }

    /// Sets the schema of a tool's arguments; of anything else, nothing.
    #[must_use]
    pub fn with_input_schema(mut self, schema: Value) -> Self {
        if let SourceKind::Tool { input_schema, .. } = &mut self.kind {
            *input_schema = schema;
        }
        self
    }

    /// Sets the schema of a tool's result; of anything else, nothing.
    #[must_use]
    pub fn with_output_schema(mut self, schema: Value) -> Self {
        if let SourceKind::Tool { output_schema, .. } = &mut self.kind {
            *output_schema = Some(schema);
        }
        self
    }

    /// Sets the media type of a resource or a template; of anything else, nothing.
    #[must_use]
    pub fn with_mime_type(mut self, media_type: impl Into<String>) -> Self {
        if let SourceKind::Resource { mime_type, .. } | SourceKind::ResourceTemplate { mime_type, .. } =
            &mut self.kind
        {
            *mime_type = Some(media_type.into());
        }
        self
    }

    /// Sets the name for people; the id where there is none.
    #[must_use]
    pub fn with_title(mut self, title: impl Into<String>) -> Self {
        self.title = Some(title.into());
        self
    }

    /// Sets what the engine says about it, in which `mcp.expose` decides whether it is exposed.
    #[must_use]
    pub fn with_metadata(mut self, metadata: Value) -> Self {
        self.metadata = metadata;
        self
    }

    /// Sets the facts for the host, as far as the adapter knows them: effect, scopes, timeout. The title and the exposure
    /// in them are not used, and without this a tool is destructive.
    #[must_use]
    pub fn with_host(mut self, host: HostMetadata) -> Self {
        self.host = host;
        self
    }

    /// Returns the engine's own id.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// Returns what it is.
    pub fn kind(&self) -> &SourceKind {
        &self.kind
    }

    /// Returns what the engine says about exposing it: nothing, or yes, or anything else, which is no.
    pub(super) fn exposes(&self) -> Option<bool> {
        match self.metadata.pointer("/mcp/expose") {
            None | Some(Value::Null) => None,
            Some(said) => Some(*said == Value::Bool(true)),
        }
    }
}
