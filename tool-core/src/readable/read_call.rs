//! An admitted question to a resource or a prompt. It can be looked at; it runs nothing but nested calls, which are
//! admitted by themselves.

use std::fmt;

use serde_json::Value;
use tokio_util::sync::CancellationToken;

use crate::{CallId, Caller, InputAnswer, InputRequest, Outcome, Target, ToolCall, ToolError};

/// What the function of a resource, a prompt or a completion is told: who asks, about what.
///
/// Only admission makes one, so the caller may read what is asked for, and the target is the caller's.
pub struct ReadCall(ToolCall<'static>);

impl ReadCall {
    pub(crate) fn new(call: ToolCall<'_>) -> Self {
        Self(call.detach())
    }

    /// Returns who asks.
    pub fn caller(&self) -> &Caller {
        self.0.caller()
    }

    /// Returns an argument of the prompt, or a variable of the template, without percent-encoding.
    ///
    /// The one that names the target is not among them: it is [`target`](Self::target), as the host resolved it.
    pub fn argument(&self, name: &str) -> Option<&str> {
        self.0.arguments().get(name).and_then(Value::as_str)
    }

    /// Returns an argument that is required.
    ///
    /// # Errors
    ///
    /// An internal error when there is none of that name, so that a typing error in the host's code is found.
    pub fn required(&self, name: &str) -> Result<&str, ToolError> {
        self.argument(name).ok_or_else(|| {
            ToolError::internal(format!("`{}` has no required argument `{name}`", self.0.tool()))
        })
    }

    /// Returns what the person answered, or the error that asks, to be returned with `?`: see [`Inputs`](crate::Inputs). What
    /// proposes values of an argument can ask nobody.
    ///
    /// # Errors
    ///
    /// As [`Inputs::ask`](crate::Inputs::ask).
    ///
    /// # Examples
    ///
    /// ```
    /// use std::sync::Arc;
    ///
    /// use tool_core::{Field, InputRequest, ReadCall, ToolError};
    ///
    /// async fn letter(_: Arc<()>, call: ReadCall) -> Result<String, ToolError> {
    ///     let tone = InputRequest::form("tone", "How should it sound?").with_field(Field::text("tone"));
    ///     let answer = call.ask(&tone)?.into_content()?;
    ///     Ok(format!("Write a letter that sounds {}.", answer["tone"]))
    /// }
    /// # let _ = letter;
    /// ```
    pub fn ask(&self, request: &InputRequest) -> Result<InputAnswer, ToolError> {
        self.0.ask(request)
    }

    /// Returns whose data is asked for, resolved and owned, where the entry is about a target.
    pub fn target(&self) -> Option<&Target> {
        self.0.target()
    }

    /// Returns the host's own value that [`Ownership`](crate::Ownership) attached to the target.
    ///
    /// # Errors
    ///
    /// An internal error when there is none, or one of another type.
    pub fn target_as<T: 'static>(&self) -> Result<&T, ToolError> {
        self.0.target_as()
    }

    /// Returns a value that the host attached to the request.
    ///
    /// # Errors
    ///
    /// An internal error when the request carries none of this type.
    pub fn extension<T: 'static>(&self) -> Result<&T, ToolError> {
        self.0.extension()
    }

    /// Returns the token that is cancelled when the caller gives up or the deadline passes.
    pub fn cancellation(&self) -> &CancellationToken {
        self.0.cancellation()
    }

    /// Returns the id under which records and spans name the question.
    pub fn id(&self) -> CallId {
        self.0.id()
    }

    /// Calls a tool by its name in the registry, as [`ToolCall::invoke`](crate::ToolCall::invoke) does.
    #[must_use = "a nested call that failed is a failure of this one, unless it is looked at"]
    pub async fn invoke(&self, tool: &str, arguments: Value) -> Outcome {
        self.0.invoke(tool, arguments).await
    }
}

impl fmt::Debug for ReadCall {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Never the arguments: `Debug` ends up in logs.
        f.debug_struct("ReadCall")
            .field("of", &self.0.tool())
            .field("caller", self.caller())
            .finish_non_exhaustive()
    }
}
