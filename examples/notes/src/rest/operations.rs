//! `/operations` and `/operations/{id}`: the caller's operations, seen, waited for and cancelled. They are started by
//! `import`, or over MCP. Like the tools for the same, these routes are never limited: who has used up a budget must still be
//! able to stop what it started.

use super::{
    authenticate::Authenticated, body::QueryString, error::ApiError, operation::Shown, owned::OperationInPath,
};
use crate::{error::NoteError, operations::StoredQueue, service::Service, store::StoreError, users::UserId};
use axum::{Json, Router, extract::State, http::StatusCode, routing::get};
use serde::{Deserialize, Serialize};
use std::time::Duration;
use tokio::time::{Instant, timeout_at};
use tool_core::{BoxError, Operation, OperationId, OperationQueue, finished};

/// The longest wait of a request, in seconds: that of the tool, after which proxies drop a request too.
const MAX_WAIT: u64 = 60;

pub(super) fn routes() -> Router<Service> {
    Router::new().route("/operations", get(list)).route("/operations/{id}", get(read).delete(cancel))
}

/// The query string of `GET /operations`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct After {
    /// The `cursor` of an earlier answer.
    cursor: Option<String>,
}

/// The query string of `GET /operations/{id}`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Wait {
    #[serde(default)]
    wait_seconds: u64,
}

/// The answer of `GET /operations`.
///
/// ```json
/// {"unfinished": [{"operation": "4f1c..", "state": "running", ..}], "finished": [], "cursor": "17", "gap": false}
/// ```
#[derive(Serialize)]
struct Survey {
    unfinished: Vec<Shown>,
    finished: Vec<Shown>,
    cursor: String,
    gap: bool,
}

async fn list(
    State(service): State<Service>,
    Authenticated(user): Authenticated,
    QueryString(After { cursor }): QueryString<After>,
) -> Result<Json<Survey>, ApiError> {
    let survey = service
        .operations
        .survey(user.as_str(), cursor.as_deref())
        .await
        .map_err(|error| unreadable(&error))?;
    let shown = |operations: Vec<Operation>| operations.into_iter().map(Shown::brief).collect();
    Ok(Json(Survey {
        unfinished: shown(survey.unfinished),
        finished: shown(survey.finished),
        cursor: survey.cursor,
        gap: survey.gap,
    }))
}

async fn read(
    State(service): State<Service>,
    Authenticated(user): Authenticated,
    OperationInPath(id): OperationInPath,
    QueryString(Wait { wait_seconds }): QueryString<Wait>,
) -> Result<Json<Shown>, ApiError> {
    if wait_seconds > MAX_WAIT {
        let message = format!("wait_seconds must be a number from 0 to {MAX_WAIT}");
        return Err(ApiError::new(StatusCode::UNPROCESSABLE_ENTITY, "wait-out-of-range", message));
    }
    let id = id.ok_or_else(no_such_operation)?;
    let until = Instant::now() + Duration::from_secs(wait_seconds);
    let found = ended(&service.operations, &user, &id, until).await.map_err(|error| unreadable(&error))?;
    found.map(|operation| Json(Shown::whole(operation))).ok_or_else(no_such_operation)
}

async fn cancel(
    State(service): State<Service>,
    Authenticated(user): Authenticated,
    OperationInPath(id): OperationInPath,
) -> Result<Json<Shown>, ApiError> {
    let id = id.ok_or_else(no_such_operation)?;
    let found = service.operations.cancel(user.as_str(), &id).await.map_err(|error| unreadable(&error))?;
    found.map(|operation| Json(Shown::whole(operation))).ok_or_else(no_such_operation)
}

/// Returns the operation when it has finished, or as it is when the wait ends.
async fn ended(
    queue: &StoredQueue,
    user: &UserId,
    id: &OperationId,
    until: Instant,
) -> Result<Option<Operation>, BoxError> {
    match timeout_at(until, finished(queue, user.as_str(), id)).await {
        Ok(found) => found,
        // The wait ended: what is said last is read last.
        Err(_) => queue.get(user.as_str(), id).await,
    }
}

/// The answer about an operation of somebody else, one that was forgotten, and one that never was.
fn no_such_operation() -> ApiError {
    let message = "you have no such operation; list the operations for their ids";
    ApiError::new(StatusCode::NOT_FOUND, "operation-not-found", message)
}

/// The answer when the queue cannot be asked: that of the database, where it is the database.
fn unreadable(error: &BoxError) -> ApiError {
    if let Some(cause) = error.source().and_then(|cause| cause.downcast_ref::<StoreError>()) {
        return NoteError::Store(*cause).into();
    }
    tracing::error!("the operations cannot be read");
    ApiError::failed()
}
