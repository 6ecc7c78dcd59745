//! What comes from outside, before admission. Nothing here is trusted but the caller, whom a credential proved.

use std::fmt;

use serde_json::Value;
use tokio_util::sync::CancellationToken;

use crate::{
    Caller, Progress, Surface, Target, TraceContext, call::Parent, extensions::Extensions, sent::Sent,
};

/// One request to run a tool, through one surface; made by [`Surface::request`](crate::Surface::request).
pub struct Request {
    pub(crate) surface: Surface,
    pub(crate) caller: Caller,
    pub(crate) name: String,
    pub(crate) arguments: Sent,
    pub(crate) target: Option<Target>,
    pub(crate) cancellation: CancellationToken,
    pub(crate) progress: Progress,
    pub(crate) extensions: Extensions,
    /// What somebody's approval of this call was sealed into.
    pub(crate) ticket: Option<String>,
    /// The caller's own name for the call.
    pub(crate) idempotency_key: Option<String>,
    pub(crate) trace_context: Option<TraceContext>,
    /// The call whose tool makes this one.
    pub(crate) parent: Option<Parent>,
}

impl Request {
    pub(crate) fn new(surface: Surface, caller: Caller, name: String, arguments: Option<Value>) -> Self {
        Self {
            surface,
            caller,
            name,
            arguments: Sent::new(arguments),
            target: None,
            cancellation: CancellationToken::new(),
            progress: Progress::default(),
            extensions: Extensions::default(),
            ticket: None,
            idempotency_key: None,
            trace_context: None,
            parent: None,
        }
    }

    /// Ends the call when this token is cancelled.
    #[must_use]
    pub fn with_cancellation(mut self, token: CancellationToken) -> Self {
        self.cancellation = token;
        self
    }

    /// Hands the tool's reports of progress to a listener.
    #[must_use]
    pub fn with_progress(mut self, progress: Progress) -> Self {
        self.progress = progress;
        self
    }

    /// Attaches a value of the host's own types, for [`ToolCall::extension`](crate::ToolCall::extension).
    #[must_use]
    pub fn with_extension<T: Send + Sync + 'static>(mut self, value: T) -> Self {
        self.extensions.insert(value);
        self
    }

    /// Adds the ticket of an approval of exactly this call.
    #[must_use]
    pub fn with_ticket(mut self, ticket: impl Into<String>) -> Self {
        self.ticket = Some(ticket.into());
        self
    }

    /// States the caller's own name for the call, so that it can be sent twice: an equal call of an operation tool by the
    /// same caller under the same key is the same operation, for as long as the queue remembers that one. A call that is
    /// answered with its result is not kept, and the key is not used.
    #[must_use]
    pub fn with_idempotency_key(mut self, key: impl Into<String>) -> Self {
        self.idempotency_key = Some(key.into());
        self
    }

    /// Says where in its trace the caller is. The call's span becomes a part of that trace when the host said how, with
    /// [`InvokerBuilder::trace_parent`](crate::InvokerBuilder::trace_parent), and is the host's own otherwise.
    #[must_use]
    pub fn with_trace_context(mut self, context: TraceContext) -> Self {
        self.trace_context = Some(context);
        self
    }

    /// States the target that the conversation is about. It is resolved and owned like any other.
    ///
    /// A surface with a [`TargetArgument`](crate::TargetArgument) of that kind asks the caller instead, and this is
    /// then not used.
    #[must_use]
    pub fn with_target(mut self, target: Target) -> Self {
        self.target = Some(target);
        self
    }
}

impl fmt::Debug for Request {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Never the arguments: `Debug` ends up in logs.
        f.debug_struct("Request")
            .field("name", &self.name)
            .field("caller", &self.caller)
            .finish_non_exhaustive()
    }
}
