//! Documents that callers may read: each under an address, or under all addresses of a template.

mod contents;
mod listed;
mod pattern;
mod template;

use std::panic::Location;

use serde_json::{Map, Value, json};

pub(crate) use self::pattern::Pattern;
pub use self::{
    contents::{ResourceBody, ResourceContents, ResourcePart},
    listed::ListedResource,
    template::ResourceTemplate,
};
use crate::{
    Annotations, BuildError, HostMetadata, SourceLocation, ToolDefinition,
    readable::{BoundReadable, Function, RESOURCE, Role},
    registry::Binding,
};

/// A document under one address. What is read there, a function says, or a text that is always the same:
/// [`RegistryBuilder::resource`](crate::RegistryBuilder::resource),
/// [`RegistryBuilder::static_resource`](crate::RegistryBuilder::static_resource).
///
/// It is an entry of the registry like a tool, with the same metadata and the same silence: internal unless its host says
/// otherwise. To read it is to pass the same admission; what cannot be read is as unknown as what does not exist.
///
/// In the lists of a surface, in records and for [`Registry::disable`](crate::Registry::disable) its name is
/// `resource:NAME`.
///
/// # Examples
///
/// The context of the application: what it is, and who asks.
///
/// ```
/// use std::sync::Arc;
///
/// use serde_json::json;
/// use tool_core::{
///     Allow, Caller, Exposure, HostMetadata, Invoker, Read, ReadCall, Registry, Resource, Surface, ToolError,
/// };
///
/// struct App {
///     product: &'static str,
/// }
///
/// async fn context(app: Arc<App>, call: ReadCall) -> Result<serde_json::Value, ToolError> {
///     Ok(json!({ "product": app.product, "caller": call.caller().id() }))
/// }
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), tool_core::BuildErrors> {
/// let resource = Resource::new("app://context", "context")
///     .description("What this application is, and who you are in it.")
///     .host(HostMetadata::default().with_title("Context").with_exposure(Exposure::Both));
/// let registry = Registry::builder(App { product: "Notes" }).resource(resource, context).build()?;
/// let invoker = Invoker::builder(registry).unlimited().build()?;
/// let surface = Surface::outside("mcp", &invoker, Allow::exposed()).build()?;
///
/// let alice = Caller::new("alice");
/// assert_eq!(surface.readable(&alice).resources[0].uri, "app://context");
///
/// let answer = surface.read_resource(surface.resource_request(alice, "app://context")).await;
/// let Read::Found(contents) = answer else { panic!("it is listed") };
/// let text = format!("{:?}", contents.parts()[0].body);
/// assert_eq!(text, "Text(36 bytes)", "what was read is never in a log");
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug)]
#[must_use = "a resource exists for nobody until it is registered"]
pub struct Resource {
    name: String,
    description: String,
    host: HostMetadata,
    facts: ResourceFacts,
    location: SourceLocation,
}

/// What only resources have.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct ResourceFacts {
    /// The address, or the template of addresses, as it was written.
    pub(crate) uri: String,
    /// Whether it was written as a template.
    pub(crate) is_template: bool,
    pub(crate) mime_type: Option<String>,
    /// Bytes.
    pub(crate) size: Option<u64>,
    pub(crate) annotations: Annotations,
    /// The variable that names the target.
    pub(crate) target: Option<String>,
    /// What the address was read as; nothing for one that cannot be read.
    pub(crate) pattern: Option<Pattern>,
    /// The variables whose values can be completed.
    pub(crate) completed: Vec<String>,
}

impl ResourceFacts {
    pub(crate) fn new(uri: String, is_template: bool) -> Self {
        let pattern = Pattern::parse(&uri).ok();
        Self {
            uri,
            is_template,
            mime_type: None,
            size: None,
            annotations: Annotations::default(),
            target: None,
            pattern,
            completed: Vec::new(),
        }
    }

    /// Returns the schema of the variables.
    pub(crate) fn input(&self) -> Value {
        let variables = || self.pattern.iter().flat_map(Pattern::variables);
        let properties: Map<String, Value> = variables()
            .map(|name| (name.to_owned(), json!({ "type": "string", "description": "Part of the address." })))
            .collect();
        json!({
            "type": "object",
            "properties": properties,
            "required": variables().collect::<Vec<_>>(),
            "additionalProperties": false
        })
    }

    /// Finds what is wrong with it.
    pub(crate) fn faults(&self, name: &str, untold: bool, location: SourceLocation) -> Vec<BuildError> {
        let mut reasons = Vec::new();
        if untold {
            reasons.push(
                "has a target that no variable names; make it a ResourceTemplate, with about(kind, variable)"
                    .to_owned(),
            );
        }
        match Pattern::parse(&self.uri) {
            Err(reason) => reasons.push(reason),
            Ok(pattern) if pattern.is_fixed() && self.is_template => reasons.push(format!(
                "has no variable in its template `{}`; write one as in `notes://{{note}}`, or make it a Resource",
                self.uri
            )),
            Ok(pattern) if !pattern.is_fixed() && !self.is_template => reasons.push(format!(
                "has a variable in its address `{}`; make it a ResourceTemplate",
                self.uri
            )),
            Ok(pattern) => {
                let unknown = |variable: &&String| !pattern.variables().any(|known| known == **variable);
                let named = self.target.iter().chain(&self.completed).filter(unknown);
                reasons.extend(
                    named.map(|variable| {
                        format!("names the variable `{variable}`, which is not in `{}`", self.uri)
                    }),
                );
            }
        }
        let fault = |reason| BuildError::InvalidResource { name: name.to_owned(), reason, location };
        reasons.into_iter().map(fault).collect()
    }
}

impl Resource {
    /// Returns a resource under an address, such as `notes://help`, with a name of the grammar of tools.
    #[track_caller]
    pub fn new(uri: impl Into<String>, name: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            description: String::new(),
            host: HostMetadata::default(),
            facts: ResourceFacts::new(uri.into(), false),
            location: Location::caller().into(),
        }
    }

    /// Says what it is and when to read it, for the model. An exposed one must have it.
    pub fn description(mut self, description: impl Into<String>) -> Self {
        self.description = description.into();
        self
    }

    /// Sets the facts for the host: title, exposure, scopes, headless, timeout, tags, icons.
    ///
    /// What only tools have, such as the effect and the kind, is not used: reading changes nothing. A target is for
    /// templates, whose address names it.
    pub fn host(mut self, host: HostMetadata) -> Self {
        self.host = host;
        self
    }

    /// Sets the media type, such as `text/markdown`.
    pub fn mime_type(mut self, mime_type: impl Into<String>) -> Self {
        self.facts.mime_type = Some(mime_type.into());
        self
    }

    /// Sets the size, in bytes, for hosts that plan what they read.
    pub fn size(mut self, bytes: u64) -> Self {
        self.facts.size = Some(bytes);
        self
    }

    /// Says for whom it is, how much it matters, and how old it is: hints for host applications.
    pub fn annotations(mut self, annotations: Annotations) -> Self {
        self.facts.annotations = annotations;
        self
    }

    pub(crate) fn bind(self, function: Function) -> (Binding, Role) {
        let Self { name, description, host, facts, location } = self;
        bind(&name, description, host, facts, location, function)
    }
}

/// Returns an entry of the registry.
pub(crate) fn bind(
    name: &str,
    description: String,
    host: HostMetadata,
    facts: ResourceFacts,
    location: SourceLocation,
    function: Function,
) -> (Binding, Role) {
    let definition =
        ToolDefinition::new(format!("{RESOURCE}{name}"), description).with_input_schema(facts.input());
    (BoundReadable::binding(definition, host, location, function), Role::Resource(facts))
}
