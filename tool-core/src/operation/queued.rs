//! A call on a queue: what can be written down of it, and what lives in this process only.

use std::{
    collections::BTreeSet,
    fmt,
    time::{Duration, SystemTime},
};

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::{OperationId, QueuedInputs};
use crate::{CallId, Caller, Surface, extensions::Extensions};

/// A call that was admitted and waits for its turn: plain data, so that a queue can keep it anywhere.
///
/// It holds the arguments, so it is as confidential as they are, and whoever can write one onto a queue can have a tool
/// run past limits and approval: a queue is a part of the product and not a place for strangers.
///
/// # Examples
///
/// ```
/// use serde_json::json;
/// use tool_core::QueuedCall;
///
/// let written = json!({
///     "operation": "4f1c9a3be2d07788a1b2c3d4e5f60718",
///     "owner": "alice",
///     "scopes": ["notes:write"],
///     "surface": "mcp",
///     "tool": "import_notes",
///     "target": { "kind": "project", "id": "p-7" },
///     "arguments": { "file": "notes.zip" },
///     "idempotent": false,
///     "idempotency_key": "upload-81",
///     "parent": "9f3a5c0012ab44de",
///     "depth": 0,
///     "queued_ms": 1_790_000_000_000_u64,
///     "traceparent": "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"
/// });
/// let call: QueuedCall = serde_json::from_value(written.clone()).unwrap();
/// assert_eq!((call.owner.as_str(), call.tool.as_str()), ("alice", "import_notes"));
/// assert_eq!(serde_json::to_value(&call).unwrap(), written);
/// ```
#[derive(Clone, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct QueuedCall {
    /// The operation that the call became.
    pub operation: OperationId,
    /// Id of the caller.
    pub owner: String,
    /// The scopes that the caller held when it called.
    pub scopes: BTreeSet<String>,
    /// Name of the surface that it came through.
    pub surface: String,
    /// Name of the tool in the registry.
    pub tool: String,
    /// What the call is about. It is resolved again when its turn comes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub target: Option<QueuedTarget>,
    /// The tool's own arguments.
    pub arguments: Map<String, Value>,
    /// Whether a second run changes nothing more, so that a queue may run it again when a worker did not come back.
    pub idempotent: bool,
    /// The caller's own name for the call. An equal call of the same caller under the same key is the same operation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub idempotency_key: Option<String>,
    /// What its owner can be asked for while it runs, and has answered; nothing where that is not
    /// [kept](crate::OperationQueue::keeps_inputs).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub inputs: Option<QueuedInputs>,
    /// The call that was answered with this operation; the parent in the records of the run.
    pub parent: CallId,
    /// How many calls the call was in.
    pub depth: u8,
    /// When it was queued, in milliseconds since 1970.
    pub queued_ms: u64,
    /// Where in its trace the caller was, in the form of [`TraceContext`](crate::TraceContext): the span of the run is in
    /// the same trace. The caller's word, which decides nothing else.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub traceparent: Option<String>,
}

/// What a queued call is about, unresolved.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct QueuedTarget {
    /// The kind, as the tool's metadata names it.
    pub kind: String,
    /// The id, as the caller wrote it.
    pub id: String,
}

impl QueuedTarget {
    pub(crate) fn new(kind: &str, id: &str) -> Self {
        Self { kind: kind.to_owned(), id: id.to_owned() }
    }
}

impl QueuedCall {
    /// Returns when it was queued.
    pub fn queued_at(&self) -> SystemTime {
        SystemTime::UNIX_EPOCH + Duration::from_millis(self.queued_ms)
    }

    /// Returns whether a call that comes later is this one again: an equal call of the same caller under the same key.
    pub fn is_repeated_by(&self, later: &Self) -> bool {
        self.idempotency_key.is_some()
            && self.idempotency_key == later.idempotency_key
            && self.owner == later.owner
            && self.tool == later.tool
            && self.target == later.target
            && self.arguments == later.arguments
    }
}

impl fmt::Debug for QueuedCall {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Never the arguments: `Debug` ends up in logs.
        f.debug_struct("QueuedCall")
            .field("operation", &self.operation)
            .field("tool", &self.tool)
            .field("owner", &self.owner)
            .finish_non_exhaustive()
    }
}

/// What of a queued call cannot be written down: the caller with the host's own values, the surface, and what the
/// host's middleware attached to the request.
///
/// A queue in one process hands it back to [`OperationRunner::run`](crate::OperationRunner::run). Any other drops it,
/// and the invoker finds both again when the turn comes: the surface by its name, the caller with
/// [`Callers`](crate::Callers).
#[derive(Clone)]
pub struct LiveCall {
    pub(crate) caller: Caller,
    pub(crate) surface: Surface,
    pub(crate) extensions: Extensions,
}

impl fmt::Debug for LiveCall {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("LiveCall").finish_non_exhaustive()
    }
}
