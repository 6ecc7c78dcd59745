//! A call for the body of a function that takes one, lent and never given.

use std::{fmt, sync::OnceLock};

use serde_json::{Map, Value};
use tokio_util::sync::CancellationToken;

use crate::{
    CallId, Caller, CommitPoint, Progress, Target, ToolCall, ToolName,
    call::{Admitted, Identity},
    extensions::Extensions,
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
            cancellation: CancellationToken::new(),
            progress: Progress::default(),
            extensions: Extensions::default(),
            id: CallId::next(),
            commit: CommitPoint::unstated(),
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

    /// Sets the token that the body sees.
    #[must_use]
    pub fn with_cancellation(mut self, token: CancellationToken) -> Self {
        self.0.cancellation = token;
        self
    }

    /// Attaches a value as middleware would.
    #[must_use]
    pub fn with_extension<T: Send + Sync + 'static>(mut self, value: T) -> Self {
        self.0.extensions.insert(value);
        self
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
