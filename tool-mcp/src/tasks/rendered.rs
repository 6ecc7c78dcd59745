//! One operation as a task: its status, its times, and what came of it. Who may see it was decided before.

use std::time::Duration;

use rmcp::model::{
    CreateTaskResult, DetailedTask, ErrorCode, ErrorData, JsonObject, Task, TaskPayload, TaskStatus,
};
use serde_json::{Value, json};
use tool_core::{Operation, OperationState, ProgressUpdate};

use crate::{ask, result, revision::Revision, timestamp::rfc3339};

/// How often a client is asked to look (`pollIntervalMs`): operations take seconds rather than milliseconds, a person who
/// waits does not notice a second, and a look costs the queue one read.
const POLL_INTERVAL_MS: u64 = 1_000;

/// Returns the answer to a call that became an operation ("Task Creation").
pub(crate) fn created(operation: &Operation, retention: Option<Duration>) -> CreateTaskResult {
    CreateTaskResult::new(task(operation, retention))
}

/// Returns how an operation stands, with what came of it ("Task Polling").
pub(super) fn detailed(
    operation: &Operation,
    retention: Option<Duration>,
    revision: &Revision,
) -> Result<DetailedTask, ErrorData> {
    Ok(DetailedTask::new(task(operation, retention), payload(operation, revision)?))
}

fn task(operation: &Operation, retention: Option<Duration>) -> Task {
    let times = [Some(operation.queued_at), operation.started_at, operation.finished_at];
    let updated = times.into_iter().flatten().max().unwrap_or(operation.queued_at);
    let mut task =
        Task::new(operation.id.as_str(), status(operation), rfc3339(operation.queued_at), rfc3339(updated));
    task.status_message = message(operation);
    task.ttl_ms = ttl_ms(operation, retention);
    task.poll_interval_ms = (!operation.is_finished()).then_some(POLL_INTERVAL_MS);
    task
}

/// `completed` is also a call that failed, for a call that waits would have a result with `isError`. `failed` is for what
/// would have been an error of the protocol ("Task Execution Errors"): an internal error, and an end that nobody knows.
fn status(operation: &Operation) -> TaskStatus {
    match operation.state {
        OperationState::InputRequired => TaskStatus::InputRequired,
        OperationState::Queued | OperationState::Running => TaskStatus::Working,
        OperationState::Cancelled => TaskStatus::Cancelled,
        OperationState::Failed if code(operation) == Some("internal") => TaskStatus::Failed,
        OperationState::Failed | OperationState::Succeeded => TaskStatus::Completed,
        OperationState::Unknown => TaskStatus::Failed,
    }
}

fn payload(operation: &Operation, revision: &Revision) -> Result<TaskPayload, ErrorData> {
    Ok(match status(operation) {
        TaskStatus::Cancelled => TaskPayload::Cancelled,
        TaskStatus::Completed => TaskPayload::Completed { result: outcome(operation, revision) },
        TaskStatus::Failed => TaskPayload::Failed { error: error(operation) },
        TaskStatus::InputRequired => {
            let pending = operation.pending.iter().map(|it| (it.key.as_str(), &it.request));
            TaskPayload::InputRequired { input_requests: ask::requests(pending)? }
        }
        _ => TaskPayload::Working,
    })
}

/// Returns what the call would have been answered with.
fn outcome(operation: &Operation, revision: &Revision) -> JsonObject {
    let reply = operation.end.as_ref().map(tool_core::OperationEnd::reply).unwrap_or_default();
    object(json!(result::project(reply, revision)))
}

fn error(operation: &Operation) -> JsonObject {
    let text = text(operation).unwrap_or("Internal error");
    object(json!({ "code": ErrorCode::INTERNAL_ERROR.0, "message": text }))
}

/// How long the task can be asked about, from when it was created. One that has not finished is kept for as long as it
/// takes, which is what null says; the value may change ("Tasks").
fn ttl_ms(operation: &Operation, retention: Option<Duration>) -> Option<u64> {
    let (finished, retention) = (operation.finished_at?, retention?);
    // A clock that was set back must not make a task expire before it ended.
    let took = finished.duration_since(operation.queued_at).unwrap_or_default();
    Some(u64::try_from((took + retention).as_millis()).unwrap_or(u64::MAX))
}

fn message(operation: &Operation) -> Option<String> {
    match operation.state {
        OperationState::Queued => Some("it waits for its turn".to_owned()),
        OperationState::InputRequired => Some("it waits for an answer".to_owned()),
        OperationState::Running if operation.cancel_requested => Some("it was asked to stop".to_owned()),
        OperationState::Running => operation.progress.as_ref().and_then(progress),
        OperationState::Succeeded => None,
        _ => text(operation).map(str::to_owned),
    }
}

/// Returns a report as one line: `importing (3 of 10)`. A number that JSON does not have is no progress.
fn progress(update: &ProgressUpdate) -> Option<String> {
    let done = Some(update.done).filter(|done| done.is_finite()).map(|done| match update.total {
        Some(total) if total.is_finite() => format!("{done} of {total}"),
        _ => done.to_string(),
    });
    match (&update.message, done) {
        (Some(message), Some(done)) => Some(format!("{message} ({done})")),
        (Some(message), None) => Some(message.clone()),
        (None, done) => done,
    }
}

fn code(operation: &Operation) -> Option<&str> {
    operation.end.as_ref()?.code.as_deref()
}

fn text(operation: &Operation) -> Option<&str> {
    operation.end.as_ref()?.text.as_deref()
}

fn object(value: Value) -> JsonObject {
    match value {
        Value::Object(members) => members,
        _ => JsonObject::new(),
    }
}
