//! Tools, resources and prompts of somebody else's engine, as it has them at run time. What it brings becomes entries of
//! the registry, and nothing of it runs except through admission.

mod attach;
mod convert;
mod entry;
mod names;
mod report;

use async_trait::async_trait;

pub use self::{
    attach::{AttachedSource, Attaching},
    entry::{SourceEntry, SourceKind},
    report::{OmittedEntry, SourceReport},
};
use crate::{BoxError, PromptMessages, ResourceContents, ToolCall, ToolError, ToolOutput};

/// An engine that has tools, resources and prompts of its own, and may change them at any time.
///
/// [`Registry::attach`](crate::Registry::attach) lists it, and lists it again after each [`changed`](Source::changed). Each
/// time is one new snapshot of the registry. An entry that did not change stays the same entry, so that calls on their way
/// are not disturbed.
///
/// # What becomes of what
///
/// | the engine's | becomes |
/// |---|---|
/// | id in the grammar of names, such as `todos::create` | that name, under the namespace of [`Attaching::namespace`] |
/// | any other id, such as `iii.status` | what is left of it, marked with a digest of the whole: `iii_status_0fa1…` |
/// | `metadata.mcp.expose: true` | exposed |
/// | nothing about it | internal; exposed only after the word [`Attaching::expose_unless_denied`] |
/// | any other value | internal |
/// | a schema that the registry takes | its canonical form |
/// | any other schema that compiles | kept [as written](crate::ToolDefinition#schemas-that-are-kept-as-written) |
/// | an entry with a fault, or whose name or address is taken | left out and [reported](SourceReport); no other is touched |
/// | nothing, because it cannot be listed | none of its entries, until it can: what it exposes may have been withdrawn |
///
/// The engine's own id stays with the entry: [`SurfaceBuilder::hide_namespace`](crate::SurfaceBuilder::hide_namespace) and
/// [`hide_source_ids`](crate::SurfaceBuilder::hide_source_ids) go by it, whatever the name became, and
/// [`Registered::source_id`](crate::Registered::source_id) returns it.
///
/// # Examples
///
/// ```
/// use serde_json::json;
/// use tool_core::{
///     Allow, Answer, BoxError, Caller, Invoker, Registry, Source, SourceEntry, Surface, ToolCall, ToolError, ToolOutput,
/// };
///
/// /// An engine with one function that says what it was given.
/// struct Engine;
///
/// #[tool_core::async_trait]
/// impl Source for Engine {
///     fn name(&self) -> &str {
///         "engine"
///     }
///
///     async fn list(&self) -> Result<Vec<SourceEntry>, BoxError> {
///         let echo = SourceEntry::tool("todos::echo", "Repeats its arguments.")
///             .with_input_schema(json!({ "type": "object", "properties": { "text": { "type": "string" } } }))
///             .with_metadata(json!({ "mcp": { "expose": true } }));
///         Ok(vec![echo, SourceEntry::tool("todos::purge", "Deletes everything.")])
///     }
///
///     async fn call(&self, id: &str, call: &ToolCall<'_>) -> Result<ToolOutput, ToolError> {
///         Ok(ToolOutput::json(json!({ "id": id, "got": call.arguments() })))
///     }
/// }
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), BoxError> {
/// let registry = Registry::builder(()).build()?;
/// let invoker = Invoker::builder(registry.clone()).unlimited().build()?;
/// let surface = Surface::outside("mcp", &invoker, Allow::exposed()).build()?;
/// let attached = registry.attach(Engine).start().await;
///
/// let alice = Caller::new("alice");
/// let names: Vec<_> = surface.catalogue(&alice).tools.iter().map(|tool| tool.name.clone()).collect();
/// assert_eq!(names, ["todos__echo"], "what nobody exposed is internal");
///
/// let request = surface.request(alice.clone(), "todos__echo", Some(json!({ "text": "hi" })));
/// let Answer::Reply(reply) = surface.call(request).await else { panic!("it is listed") };
/// assert_eq!(reply.text(), r#"{"got":{"text":"hi"},"id":"todos::echo"}"#);
///
/// drop(attached);
/// assert!(surface.catalogue(&alice).tools.is_empty(), "its entries go with it");
/// # Ok(())
/// # }
/// ```
#[async_trait]
pub trait Source: Send + Sync + 'static {
    /// Returns what the engine is called, in logs and reports.
    fn name(&self) -> &str;

    /// Returns everything that the engine has at present.
    ///
    /// # Errors
    ///
    /// When that cannot be found out. Nothing of the engine is offered then, and it is asked again after a while.
    async fn list(&self) -> Result<Vec<SourceEntry>, BoxError>;

    /// Runs a tool, by the engine's own id, with an admitted call.
    ///
    /// # Errors
    ///
    /// As of [`Tool::call`](crate::Tool::call).
    async fn call(&self, id: &str, call: &ToolCall<'_>) -> Result<ToolOutput, ToolError>;

    /// Reads a resource; of a template, the values of its variables are the arguments of the call.
    ///
    /// # Errors
    ///
    /// An internal error unless the engine has resources and writes this.
    async fn read(&self, id: &str, _call: &ToolCall<'_>) -> Result<ResourceContents, ToolError> {
        Err(ToolError::internal(format!("the source does not read resources, and lists {id:?}")))
    }

    /// Renders a prompt.
    ///
    /// # Errors
    ///
    /// An internal error unless the engine has prompts and writes this.
    async fn render(&self, id: &str, _call: &ToolCall<'_>) -> Result<PromptMessages, ToolError> {
        Err(ToolError::internal(format!("the source does not render prompts, and lists {id:?}")))
    }

    /// Waits until the engine has something else than it had when it was listed last; never, unless this is written.
    ///
    /// It is asked after each listing, so a change in between must be remembered: a `tokio::sync::Notify` with
    /// `notify_one` and a `watch` channel both do.
    async fn changed(&self) {
        std::future::pending::<()>().await;
    }
}
