//! Texts that a person starts from: what they ask for, and the function that writes them.

mod listed;
mod message;
mod speaker;

use std::{iter, panic::Location, sync::Arc};

use serde_json::{Map, Value, json};

pub use self::{
    listed::ListedPrompt,
    message::{PromptMessage, PromptMessages},
    speaker::Speaker,
};
use crate::{
    BuildError, HostMetadata, ReadCall, SourceLocation, ToolDefinition, ToolError, name,
    readable::{BoundReadable, Completed, Completers, Function, PROMPT, Role},
    registry::Binding,
};

/// Messages that a person starts a conversation from, written by a function from a few texts:
/// [`RegistryBuilder::prompt`](crate::RegistryBuilder::prompt).
///
/// It is an entry of the registry like a tool, with the same metadata and the same silence: internal unless its host says
/// otherwise. To render it is to pass the same admission; one that is not offered is as unknown as one that does not exist.
///
/// In the lists of a surface, in records and for [`Registry::disable`](crate::Registry::disable) its name is
/// `prompt:NAME`.
///
/// # Examples
///
/// ```
/// use std::sync::Arc;
///
/// use serde_json::json;
/// use tool_core::{
///     Allow, Caller, Exposure, HostMetadata, Invoker, Prompt, PromptArgument, Read, ReadCall, Registry, Surface, ToolError,
/// };
///
/// async fn greeting(_: Arc<()>, call: ReadCall) -> Result<String, ToolError> {
///     let how = call.argument("tone").unwrap_or("friendly");
///     Ok(format!("Write a {how} greeting for {}.", call.required("name")?))
/// }
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), tool_core::BuildErrors> {
/// let prompt = Prompt::new("greeting")
///     .description("Writes a greeting.")
///     .host(HostMetadata::default().with_title("Greeting").with_exposure(Exposure::Both))
///     .argument(PromptArgument::required("name", "Whom to greet."))
///     .argument(PromptArgument::optional("tone", "How it sounds."))
///     .completing("tone", |_, _, _| async { Ok(vec!["formal".into(), "friendly".into()]) });
/// let registry = Registry::builder(()).prompt(prompt, greeting).build()?;
/// let invoker = Invoker::builder(registry).unlimited().build()?;
/// let surface = Surface::outside("mcp", &invoker, Allow::exposed()).build()?;
///
/// let request = surface.prompt_request(Caller::new("alice"), "greeting", Some(json!({ "name": "Bob" })));
/// let Read::Found(messages) = surface.render_prompt(request).await else { panic!("it is listed") };
/// assert_eq!(messages.as_slice().len(), 1);
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug)]
#[must_use = "a prompt exists for nobody until it is registered"]
pub struct Prompt<S> {
    name: String,
    description: String,
    host: HostMetadata,
    facts: PromptFacts,
    completers: Completers<S>,
    location: SourceLocation,
}

/// A text that a prompt asks for.
///
/// # Examples
///
/// ```
/// use tool_core::PromptArgument;
///
/// let topic = PromptArgument::required("topic", "What to summarise.");
/// assert!(topic.required && !PromptArgument::optional("tone", "How it should sound.").required);
/// assert_eq!(topic.name, "topic");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct PromptArgument {
    /// Name: letters and digits, and `_` or `-` between them.
    pub name: String,
    /// What it is, for people. An exposed prompt must say it.
    pub description: String,
    /// Whether the prompt cannot be rendered without it.
    pub required: bool,
}

/// What only prompts have.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct PromptFacts {
    pub(crate) arguments: Vec<PromptArgument>,
    /// The argument that names the target.
    pub(crate) target: Option<String>,
    /// The arguments whose values can be completed.
    pub(crate) completed: Vec<String>,
}

impl PromptArgument {
    /// Returns an argument without which the prompt cannot be rendered.
    pub fn required(name: impl Into<String>, description: impl Into<String>) -> Self {
        Self { name: name.into(), description: description.into(), required: true }
    }

    /// Returns an argument that may be left out.
    pub fn optional(name: impl Into<String>, description: impl Into<String>) -> Self {
        Self { name: name.into(), description: description.into(), required: false }
    }
}

impl PromptFacts {
    /// Returns the schema of the arguments. One that nobody described has no description, which is a fault of it.
    pub(crate) fn input(&self) -> Value {
        let property = |argument: &PromptArgument| {
            let mut schema = Map::from_iter([("type".to_owned(), json!("string"))]);
            if !argument.description.trim().is_empty() {
                schema.insert("description".to_owned(), json!(argument.description));
            }
            (argument.name.clone(), Value::Object(schema))
        };
        let required = self.arguments.iter().filter(|argument| argument.required);
        json!({
            "type": "object",
            "properties": self.arguments.iter().map(property).collect::<Map<_, _>>(),
            "required": required.map(|argument| &argument.name).collect::<Vec<_>>(),
            "additionalProperties": false
        })
    }

    /// Finds what is wrong with it.
    pub(crate) fn faults(&self, prompt: &str, untold: bool, location: SourceLocation) -> Vec<BuildError> {
        let mut reasons = Vec::new();
        if untold {
            reasons
                .push("has a target that no argument names; write about(kind, argument) instead".to_owned());
        }
        for (at, argument) in self.arguments.iter().enumerate() {
            if let Err(reason) = name::check_argument(&argument.name) {
                reasons.push(format!("has an argument {:?}: {reason}", argument.name));
            }
            if self.arguments[..at].iter().any(|earlier| earlier.name == argument.name) {
                reasons.push(format!("has the argument `{}` twice; rename one", argument.name));
            }
        }
        let find = |name: &str| self.arguments.iter().find(|argument| argument.name == name);
        for named in self.target.iter().chain(&self.completed).filter(|named| find(named).is_none()) {
            reasons.push(format!("names the argument `{named}`, which it does not have; declare it"));
        }
        if let Some(target) = self.target.as_deref().and_then(find).filter(|argument| !argument.required) {
            let name = &target.name;
            reasons.push(format!("is about the argument `{name}`, which may be left out; make it required"));
        }
        let fault = |reason| BuildError::InvalidPrompt { name: prompt.to_owned(), reason, location };
        reasons.into_iter().map(fault).collect()
    }
}

impl<S: Send + Sync + 'static> Prompt<S> {
    /// Returns a prompt without arguments, with a name of the grammar of tools.
    #[track_caller]
    pub fn new(name: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            description: String::new(),
            host: HostMetadata::default(),
            facts: PromptFacts::default(),
            completers: Completers::none(),
            location: Location::caller().into(),
        }
    }

    /// Says what it is for, for people. An exposed one must have it.
    pub fn description(mut self, description: impl Into<String>) -> Self {
        self.description = description.into();
        self
    }

    /// Sets the facts for the host; see [`Resource::host`](crate::Resource::host).
    pub fn host(mut self, host: HostMetadata) -> Self {
        self.host = host;
        self
    }

    /// Adds an argument.
    pub fn argument(mut self, argument: PromptArgument) -> Self {
        self.facts.arguments.push(argument);
        self
    }

    /// States the kind of target that the prompt is about, and the argument that names it. The function reads it from
    /// [`ReadCall::target`], as it was resolved.
    pub fn about(mut self, kind: impl Into<String>, argument: impl Into<String>) -> Self {
        self.host.target = Some(kind.into());
        self.facts.target = Some(argument.into());
        self
    }

    /// Proposes values of an argument; see
    /// [`ResourceTemplate::completing`](crate::ResourceTemplate::completing).
    pub fn completing<F, R>(mut self, argument: impl Into<String>, complete: F) -> Self
    where
        F: Fn(Arc<S>, ReadCall, String) -> R + Send + Sync + 'static,
        R: Future<Output = Result<Vec<String>, ToolError>> + Send + 'static,
    {
        let argument = argument.into();
        self.facts.completed.push(argument.clone());
        self.completers.add(argument, complete);
        self
    }

    /// Gives it its state, and returns it with what completes its arguments.
    pub(crate) fn bind(self, state: &Arc<S>, function: Function) -> Vec<(Binding, Role)> {
        let Self { name, description, host, facts, completers, location } = self;
        let arguments: Vec<_> = facts.arguments.iter().map(|argument| argument.name.as_str()).collect();
        let of = Completed {
            entry: &format!("{PROMPT}{name}"),
            arguments: &arguments,
            target: facts.target.as_deref(),
            host: &host,
            location,
        };
        let completions = completers.bind(&of, state);
        let own = bind(&name, description, host, facts, location, function);
        iter::once(own).chain(completions).collect()
    }
}

/// Returns an entry of the registry.
pub(crate) fn bind(
    name: &str,
    description: String,
    host: HostMetadata,
    facts: PromptFacts,
    location: SourceLocation,
    function: Function,
) -> (Binding, Role) {
    let definition =
        ToolDefinition::new(format!("{PROMPT}{name}"), description).with_input_schema(facts.input());
    (BoundReadable::binding(definition, host, location, function), Role::Prompt(facts))
}
