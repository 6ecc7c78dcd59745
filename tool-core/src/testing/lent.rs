//! A call for the body of a function that takes one, lent and never given.

use std::{fmt, sync::OnceLock};

use serde_json::{Map, Value};
use tokio_util::sync::CancellationToken;

use crate::{
    CallId, Caller, InputAnswer, Log, Progress, Target, ToolCall, ToolName,
    ask::Standing,
    call::{Admitted, Identity},
    caller_token::CallerToken,
    extensions::Extensions,
    fate::Fate,
};

/// A call as a function's own unit test needs it. It is lent, so it cannot run a tool.
///
/// # Examples
///
/// ```
/// use tool_core::{Caller, ToolCall, testing::TestCall};
///
/// async fn greet(call: &ToolCall<'_>) -> String {
///     format!("hello {}", call.caller().id())
/// }
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() {
/// let call = TestCall::new(Caller::new("alice"));
/// assert_eq!(call.lend(async |call: &ToolCall<'_>| greet(call).await).await, "hello alice");
/// # }
/// ```
pub struct TestCall(Box<Admitted>);

impl TestCall {
    /// Returns a call of this caller, without arguments and without a target.
    ///
    /// # Panics
    ///
    /// Never: the name of its tool fits the grammar.
    pub fn new(caller: Caller) -> Self {
        Self(Box::new(Admitted {
            tool: ToolName::parse("test").expect("a name of the grammar"),
            identity: Identity::new(),
            caller,
            target: None,
            arguments: Map::new(),
            fate: Fate::open(CallerToken::default()),
            progress: Progress::default(),
            extensions: Extensions::default(),
            id: CallId::next(),
            inputs: None,
            surface: None,
            depth: 0,
            children: OnceLock::new(),
            completion: None,
            place: None,
            idempotency_key: None,
            trace_context: None,
        }))
    }

    /// Sets the arguments.
    #[must_use]
    pub fn with_arguments(mut self, arguments: Map<String, Value>) -> Self {
        self.0.arguments = arguments;
        self
    }

    /// Sets what is answered when the body asks under this name, whatever exactly it asks. What has no answer ends the body
    /// with the error that asks for it; [`ToolError::input_requests`](crate::ToolError::input_requests) has the questions.
    ///
    /// # Examples
    ///
    /// ```
    /// use tool_core::{Caller, Field, InputAnswer, InputRequest, ToolCall, ToolError, testing::TestCall};
    ///
    /// async fn clear(call: &ToolCall<'_>) -> Result<bool, ToolError> {
    ///     let form = InputRequest::form("sure", "Delete all?").with_field(Field::boolean("yes"));
    ///     Ok(call.ask(&form)?.confirms("yes"))
    /// }
    ///
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), ToolError> {
    /// let call = || TestCall::new(Caller::new("alice"));
    /// let agreed = call().with_answer("sure", InputAnswer::accepted([("yes", true)]));
    /// assert!(agreed.lend(async |call: &ToolCall<'_>| clear(call).await).await?);
    ///
    /// let other = call().with_answer("other", InputAnswer::Declined);
    /// let error = other.lend(async |call: &ToolCall<'_>| clear(call).await).await.unwrap_err();
    /// assert_eq!(error.input_requests()[0].message(), "Delete all?");
    /// # Ok(())
    /// # }
    /// ```
    #[must_use]
    pub fn with_answer(mut self, name: &str, answer: InputAnswer) -> Self {
        let standing = self.0.inputs.get_or_insert_with(|| Box::new(Standing::lent()));
        standing.opened.answers.insert(name.to_owned(), (String::new(), answer));
        self
    }

    /// Sets the token that the body sees.
    #[must_use]
    pub fn with_cancellation(mut self, token: CancellationToken) -> Self {
        self.0.fate = Fate::open(CallerToken::of(token));
        self
    }

    /// Attaches a value as middleware would.
    #[must_use]
    pub fn with_extension<T: Send + Sync + 'static>(mut self, value: T) -> Self {
        self.0.extensions.insert(value);
        self
    }

    /// Sets where the body writes messages to its caller.
    #[must_use]
    pub fn with_log(self, log: Log) -> Self {
        self.with_extension(log)
    }

    /// Sets where the body reports its progress.
    #[must_use]
    pub fn with_progress(mut self, progress: Progress) -> Self {
        self.0.progress = progress;
        self
    }

    /// Sets the target, resolved as the host's ownership would have resolved it.
    #[must_use]
    pub fn with_target(mut self, target: Target) -> Self {
        self.0.target = Some(target);
        self
    }

    /// Lends the call to a body.
    pub async fn lend<R>(self, body: impl AsyncFnOnce(&ToolCall<'_>) -> R) -> R {
        body(&ToolCall::new(self.0)).await
    }
}

impl fmt::Debug for TestCall {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TestCall").field("caller", &self.0.caller).finish_non_exhaustive()
    }
}
