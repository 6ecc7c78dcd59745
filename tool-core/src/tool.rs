//! The `Tool` trait: one capability, whoever calls it. Nothing here decides who may call.

use std::sync::Arc;

use async_trait::async_trait;

use crate::{HostMetadata, NoResult, ToolCall, ToolDefinition, ToolError, ToolOutput};

/// One capability with one schema.
///
/// Most tools are made by [`#[tool]`](https://docs.rs/tool-core) from a function that exists already. Implement the
/// trait by hand when the definition is data, or when the tool comes from somewhere else.
///
/// The registry reads [`definition`](Tool::definition) and [`host`](Tool::host) once, at registration, and keeps them.
///
/// A result for programs is [`ToolOutput::json`], which [`ToolDefinition::with_output`] describes; one for reading is
/// [`ToolOutput::text`]. Arguments that do not fit the input schema are refused before `call`, and unknown ones as well,
/// unless the schema is kept as written.
///
/// Write [`#[tool_core::async_trait]`](crate::async_trait) over the `impl`: without it the compiler says that the lifetimes
/// of `call` do not match the trait (E0195). A tool in an [`Arc`](std::sync::Arc) is a tool, so that several registries can
/// have the same one.
///
/// # Examples
///
/// ```
/// use serde_json::json;
/// use tool_core::{Effect, Exposure, HostMetadata, Tool, ToolCall, ToolDefinition, ToolError, ToolOutput};
///
/// struct Roll;
///
/// #[tool_core::async_trait]
/// impl Tool for Roll {
///     fn definition(&self) -> ToolDefinition {
///         ToolDefinition::new("roll", "Rolls one die.").with_input_schema(json!({
///             "type": "object",
///             "properties": {
///                 "sides": { "type": "integer", "minimum": 2, "maximum": 100, "description": "Sides of the die." }
///             },
///             "required": ["sides"],
///             "additionalProperties": false
///         }))
///     }
///
///     fn host(&self) -> HostMetadata {
///         HostMetadata::default().with_title("Roll a die").with_exposure(Exposure::Both).with_effect(Effect::ReadOnly)
///     }
///
///     async fn call(&self, call: ToolCall<'_>) -> Result<ToolOutput, ToolError> {
///         #[derive(serde::Deserialize)]
///         struct Arguments {
///             sides: u8,
///         }
///         let Arguments { sides } = call.decode()?;
///         Ok(ToolOutput::text(format!("{} of {sides}", sides / 2 + 1)))
///     }
/// }
///
/// let registry = tool_core::Registry::builder(()).register(Roll).build()?;
/// assert!(registry.snapshot().get("roll").is_some());
/// # Ok::<(), tool_core::BuildErrors>(())
/// ```
#[async_trait]
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a tool",
    note = "annotate the function with `#[tool_core::tool]` and register its companion, or implement `tool_core::Tool` by hand"
)]
pub trait Tool: Send + Sync + 'static {
    /// Returns what the model reads: name, description and schemas.
    fn definition(&self) -> ToolDefinition;

    /// Returns what the host reads; by default the most restrictive facts there are.
    fn host(&self) -> HostMetadata {
        HostMetadata::default()
    }

    /// Runs the tool with an admitted call.
    ///
    /// # Errors
    ///
    /// A [`ToolError`] when the tool ran and failed. Made with [`ToolError::new`] its message reaches the model; made
    /// with [`ToolError::internal`] the model reads a correlation id only.
    async fn call(&self, call: ToolCall<'_>) -> Result<ToolOutput, ToolError>;

    /// Returns how callers read that a call has no result; by default nothing, and then they read code and message.
    ///
    /// It is for tools whose every answer has one form, refusals included, and is asked only where the output schema is
    /// [kept as written](ToolDefinition::with_verbatim_output_schema): what it returns has to fit that schema. The answer
    /// stays an error. It is never asked for a caller who may not know of the tool.
    fn without_result(&self, _: &NoResult<'_>) -> Option<ToolOutput> {
        None
    }
}

#[diagnostic::do_not_recommend]
#[async_trait]
impl<T: Tool + ?Sized> Tool for Arc<T> {
    fn definition(&self) -> ToolDefinition {
        T::definition(self)
    }

    fn host(&self) -> HostMetadata {
        T::host(self)
    }

    async fn call(&self, call: ToolCall<'_>) -> Result<ToolOutput, ToolError> {
        T::call(self, call).await
    }

    fn without_result(&self, why: &NoResult<'_>) -> Option<ToolOutput> {
        T::without_result(self, why)
    }
}
