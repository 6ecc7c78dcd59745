//! What is known about one operation. What is to be run is `queued`.

use std::{fmt, io, time::SystemTime};

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::{OperationId, OperationState, PendingInput, QueuedCall, QueuedTarget};
use crate::{
    Content, Failure, ProgressUpdate, Refusal, Reply, ToolError,
    outcome::{INDETERMINATE, INDETERMINATE_TEXT},
};

/// What is known about one operation; for its owner only.
#[derive(Clone, PartialEq)]
#[non_exhaustive]
pub struct Operation {
    /// Its name.
    pub id: OperationId,
    /// Id of the caller who started it. Nobody else learns that it exists.
    pub owner: String,
    /// Name of the tool in the registry.
    pub tool: String,
    /// What its call was about, as the caller named it.
    pub target: Option<QueuedTarget>,
    /// How it stands.
    pub state: OperationState,
    /// Whether somebody asked to stop it.
    pub cancel_requested: bool,
    /// When it was started.
    pub queued_at: SystemTime,
    /// When its turn came.
    pub started_at: Option<SystemTime>,
    /// When it ended.
    pub finished_at: Option<SystemTime>,
    /// What its owner is asked for, while it is [`InputRequired`](OperationState::InputRequired).
    pub pending: Vec<PendingInput>,
    /// The tool's last report of how far it is.
    pub progress: Option<ProgressUpdate>,
    /// What came of it, when it has finished.
    pub end: Option<OperationEnd>,
}

impl Operation {
    /// Returns the operation of a call that now waits for its turn.
    pub fn queued(call: &QueuedCall) -> Self {
        Self {
            id: call.operation.clone(),
            owner: call.owner.clone(),
            tool: call.tool.clone(),
            target: call.target.clone(),
            state: OperationState::Queued,
            cancel_requested: false,
            queued_at: call.queued_at(),
            started_at: None,
            finished_at: None,
            pending: Vec::new(),
            progress: None,
            end: None,
        }
    }

    /// Returns whether nothing more will happen.
    pub fn is_finished(&self) -> bool {
        self.state.is_finished()
    }

    /// Says that its turn came.
    pub fn start(&mut self) {
        if self.state == OperationState::Queued {
            self.state = OperationState::Running;
            self.started_at = Some(SystemTime::now());
        }
    }

    /// Says what its owner is asked for; with nothing left of that, it waits for its turn again.
    pub fn wait_for(&mut self, pending: Vec<PendingInput>) {
        if matches!(self.state, OperationState::InputRequired | OperationState::Running) {
            self.state =
                if pending.is_empty() { OperationState::Queued } else { OperationState::InputRequired };
            self.pending = pending;
        }
    }

    /// Says what came of it. An operation that has finished stays as it is: it ends once.
    pub fn finish(&mut self, end: OperationEnd) {
        if !self.is_finished() {
            self.state = end.state;
            self.pending = Vec::new();
            self.finished_at = Some(SystemTime::now());
            self.end = Some(end);
        }
    }
}

impl fmt::Debug for Operation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Never what came of it: `Debug` ends up in logs.
        f.debug_struct("Operation")
            .field("id", &self.id)
            .field("tool", &self.tool)
            .field("state", &self.state)
            .finish_non_exhaustive()
    }
}

/// What came of an operation, as its owner reads it; a queue that writes records down keeps it with them.
///
/// # Examples
///
/// ```
/// use serde_json::json;
/// use tool_core::OperationEnd;
///
/// let written = json!({ "state": "succeeded", "result": { "notes": 412 } });
/// let end: OperationEnd = serde_json::from_value(written.clone()).unwrap();
/// assert_eq!(serde_json::to_value(&end).unwrap(), written);
/// ```
#[derive(Clone, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct OperationEnd {
    /// How it ended.
    pub state: OperationState,
    /// The stable code, unless it succeeded.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub code: Option<String>,
    /// What the caller reads: why there is no result, or a result that is text. Of an internal error, whose code is
    /// `internal`, it has the correlation id only; the cause is in the log of the process that ran the operation, under that
    /// id, with [`log_failure_details`](crate::InvokerBuilder::log_failure_details).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// The structured result, in the form in which a surface would have answered with it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<Map<String, Value>>,
    /// The blocks of the result that are neither its text nor its structured form, such as pictures, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub blocks: Vec<Content>,
}

impl OperationEnd {
    /// Returns an end that a queue has to state by itself, such as of a worker that never came back. A state that is not
    /// finished becomes [`Unknown`](OperationState::Unknown).
    pub fn new(state: OperationState, code: impl Into<String>, text: impl Into<String>) -> Self {
        let state = if state.is_finished() { state } else { OperationState::Unknown };
        Self { state, code: Some(code.into()), text: Some(text.into()), result: None, blocks: Vec::new() }
    }

    /// Returns the end of an operation that somebody stopped before it began.
    pub fn cancelled() -> Self {
        Self::new(OperationState::Cancelled, "cancelled", "it was cancelled before it began")
    }

    /// Returns the end of an operation that waited for its turn when the service stopped.
    pub fn stopped() -> Self {
        Self::new(
            OperationState::Cancelled,
            "unavailable",
            "the service stopped before it began; start it again",
        )
    }

    /// Returns the end of an operation that somebody stopped while it waited for an answer.
    pub(super) fn cancelled_unanswered() -> Self {
        Self::new(OperationState::Cancelled, "cancelled", "it was cancelled while it waited for an answer")
    }

    /// Returns the end of an operation that nobody answered.
    pub(super) fn unanswered() -> Self {
        Self::new(
            OperationState::Failed,
            "input-state-expired",
            "it asked, and was not answered in time; start it again",
        )
    }

    /// Returns how many bytes the result takes, as JSON.
    pub(super) fn size(&self) -> usize {
        let result = self.result.as_ref().map_or(0, |result| {
            let mut counted = Counted(0);
            // Neither the counter nor a map with text for keys fails.
            let _ = serde_json::to_writer(&mut counted, result);
            counted.0
        });
        let blocks = self.blocks.iter().map(Content::length).fold(0, usize::saturating_add);
        result.saturating_add(blocks) + self.text.as_ref().map_or(0, String::len)
    }

    /// Forgets the result, and says so.
    pub(super) fn forget_result(&mut self) {
        self.result = None;
        self.blocks = Vec::new();
        self.text =
            Some("the result is no longer kept: there is room for so many bytes of results only".to_owned());
    }

    pub(crate) fn refused(refusal: &Refusal) -> Self {
        Self::new(OperationState::Failed, refusal.code(), refusal.to_string())
    }

    pub(crate) fn failed(error: &ToolError) -> Self {
        // What a commit point says to a tool that was stopped ahead of it.
        let stopped = error.code() == "cancelled";
        let state = if stopped { OperationState::Cancelled } else { OperationState::Failed };
        Self::new(state, error.code().to_owned(), error.message())
    }

    pub(crate) fn undecided(failure: &Failure) -> Self {
        let correlation = failure.correlation();
        let text = format!(
            "it could not be decided whether this may run; its operator can find the cause under correlation id {correlation}"
        );
        Self::new(OperationState::Failed, "internal", text)
    }

    pub(crate) fn indeterminate() -> Self {
        Self::new(OperationState::Unknown, INDETERMINATE, INDETERMINATE_TEXT)
    }

    pub(crate) fn stopped_in_time() -> Self {
        Self::new(OperationState::Cancelled, "cancelled", "it was stopped before it changed anything")
    }

    pub(crate) fn succeeded(reply: Reply) -> Self {
        let is_text = |block: &Content| matches!(block.block(), Content::Text(_));
        let text = (reply.structured.is_none() && reply.content.iter().any(is_text)).then(|| reply.text());
        // Beside a structured result its own text comes first, and is made again from it.
        let blocks = match &reply.structured {
            Some(_) => reply.content.into_iter().skip(1).collect(),
            None => reply.content.into_iter().filter(|block| !is_text(block)).collect(),
        };
        Self { state: OperationState::Succeeded, code: None, text, result: reply.structured, blocks }
    }
}

/// Counts what is written.
struct Counted(usize);

impl io::Write for Counted {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0 += bytes.len();
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl fmt::Debug for OperationEnd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Never the text or the result: `Debug` ends up in logs.
        f.debug_struct("OperationEnd")
            .field("state", &self.state)
            .field("code", &self.code)
            .finish_non_exhaustive()
    }
}
