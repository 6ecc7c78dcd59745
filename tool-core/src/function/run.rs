//! How an argument struct with `#[derive(Tool)]` runs.

use std::{fmt::Display, sync::Arc};

use schemars::JsonSchema;
use serde::de::DeserializeOwned;

use super::{returned::Output, tool_def::Running};
use crate::{ToolCall, ToolDefinition, ToolError};

/// What an argument struct with `#[derive(Tool)]` does, for a registry whose state is `S`.
///
/// # Examples
///
/// ```
/// use tool_core::{Registry, Run, Tool, ToolCall};
///
/// struct App;
///
/// /// Deletes one note for ever.
/// #[derive(serde::Deserialize, schemars::JsonSchema, Tool)]
/// #[serde(deny_unknown_fields)]
/// struct DeleteNote {
///     /// Id of the note.
///     note: String,
/// }
///
/// impl Run<App> for DeleteNote {
///     type Output = ();
///     type Error = std::io::Error;
///
///     async fn run(self, _: &App, _: &ToolCall<'_>) -> Result<(), std::io::Error> {
///         Ok(drop(self.note))
///     }
/// }
///
/// let registry = Registry::builder(App).tool(DeleteNote::tool()).build()?;
/// assert!(registry.snapshot().get("delete_note").is_some());
/// # Ok::<(), tool_core::BuildErrors>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot run on a registry with state `{S}`",
    label = "this tool needs `impl Run<{S}> for {Self}`",
    note = "write `impl Run<{S}> for {Self}`"
)]
pub trait Run<S: ?Sized>: Sized + Send {
    /// What a run returns when it succeeds.
    type Output: Output + Send;

    /// What a run returns when it fails.
    type Error: Display + Send;

    /// Runs the tool.
    ///
    /// # Errors
    ///
    /// Whatever goes wrong; [`explain`](Run::explain) decides what the model reads of it.
    fn run(
        self,
        state: &S,
        call: &ToolCall<'_>,
    ) -> impl Future<Output = Result<Self::Output, Self::Error>> + Send;

    /// Returns what the model reads of an error: nothing but a correlation id, unless this is written otherwise.
    fn explain(error: Self::Error) -> ToolError {
        // The alternate form is the whole chain for the error types that know one.
        ToolError::internal(format!("{error:#}"))
    }
}

/// A struct that the arguments of a call are decoded into.
// Not public API. Used by generated code.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be taken from the model",
    label = "derive `serde::Deserialize` and `schemars::JsonSchema` beside `Tool`"
)]
pub trait ArgumentStruct {
    /// Returns the definition of a tool of these arguments.
    fn definition(name: &str, description: &str) -> ToolDefinition;
}

#[diagnostic::do_not_recommend]
impl<A: DeserializeOwned + JsonSchema> ArgumentStruct for A {
    fn definition(name: &str, description: &str) -> ToolDefinition {
        let mut definition = ToolDefinition::new(name, description).with_input::<A>();
        // The words about the struct are the description of the tool already.
        if let Some(schema) = definition.input_schema.as_object_mut() {
            schema.remove("description");
        }
        definition
    }
}

/// [`Run`] seen from the state. A bound on the state cannot make the compiler guess the state from a lone `impl Run`.
#[diagnostic::on_unimplemented(
    message = "`{A}` cannot run on a registry with state `{Self}`",
    label = "this tool needs `impl Run<{Self}> for {A}`",
    note = "write `impl Run<{Self}> for {A}`"
)]
pub trait Runs<A>: Send + Sync + 'static {
    /// What a run returns when it succeeds.
    type Output: Output;

    /// Decodes the arguments and runs the tool.
    fn run<'run>(state: &'run Arc<Self>, call: ToolCall<'run>) -> Running<'run>;
}

#[diagnostic::do_not_recommend]
impl<S, A> Runs<A> for S
where
    S: Send + Sync + 'static,
    A: Run<S> + DeserializeOwned,
{
    type Output = A::Output;

    fn run<'run>(state: &'run Arc<Self>, call: ToolCall<'run>) -> Running<'run> {
        Box::pin(async move {
            let arguments: A = call.decode()?;
            match arguments.run(state, &call).await {
                Ok(value) => value.finish(),
                Err(error) => Err(A::explain(error)),
            }
        })
    }
}
