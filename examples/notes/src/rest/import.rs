//! `/projects/{id}/import` and `/projects/{id}/reindex`: started as operations, through the door that the tools are called
//! through. How they go on is read at `/operations`.

use super::{authenticate::Authenticated, error::ApiError, owned::OwnedProject};
use crate::{
    import::{self, MAX_FILE_BYTES},
    ownership::ProjectId,
    service::Service,
    tools::{self, PROJECT},
    users::UserId,
};
use axum::{
    Extension, Json, Router,
    body::Bytes,
    extract::{DefaultBodyLimit, State, rejection::BytesRejection},
    http::StatusCode,
    routing::post,
};
use serde_json::{Map, Value, json};
use tool_core::{Answer, Surface, Target};

pub(super) fn routes() -> Router<Service> {
    let limit = DefaultBodyLimit::max(MAX_FILE_BYTES);
    Router::new()
        .route("/projects/{id}/import", post(import).layer(limit))
        .route("/projects/{id}/reindex", post(reindex))
}

/// Keeps the body as a file, and begins to import it.
///
/// ```json
/// {"operation": "4f1c9a3be2d07788a1b2c3d4e5f60718", "state": "queued", "file": "f_0123"}
/// ```
async fn import(
    State(service): State<Service>,
    Extension(surface): Extension<Surface>,
    Authenticated(user): Authenticated,
    OwnedProject(project): OwnedProject,
    body: Result<Bytes, BytesRejection>,
) -> Result<(StatusCode, Json<Value>), ApiError> {
    let text = text(body)?;
    let file = import::upload(&service.store, project.clone(), text).await?;
    let arguments = json!({ "file": file });
    match start(&surface, user, &project, "import_notes", arguments).await {
        Ok(mut started) => {
            started.insert("file".to_owned(), file.into());
            Ok((StatusCode::ACCEPTED, Json(started.into())))
        }
        Err(refused) => {
            import::discard(&service.store, project, file).await?;
            Err(refused)
        }
    }
}

async fn reindex(
    Extension(surface): Extension<Surface>,
    Authenticated(user): Authenticated,
    OwnedProject(project): OwnedProject,
) -> Result<(StatusCode, Json<Value>), ApiError> {
    let started = start(&surface, user, &project, "reindex", json!({})).await?;
    Ok((StatusCode::ACCEPTED, Json(started.into())))
}

/// Calls an operation tool about a project; returns what it answers.
async fn start(
    surface: &Surface,
    user: UserId,
    project: &ProjectId,
    tool: &str,
    arguments: Value,
) -> Result<Map<String, Value>, ApiError> {
    let request = surface.request(tools::caller(user), tool, Some(arguments));
    match surface.call(request.with_target(Target::new(PROJECT, project.as_str()))).await {
        Answer::Reply(reply) => match &reply.code {
            Some(code) => Err(ApiError::refused(code.clone(), &reply.text(), reply.retry_after)),
            None => reply.structured.ok_or_else(ApiError::failed),
        },
        // What the door could not decide is in its own log.
        _ => Err(ApiError::failed()),
    }
}

fn text(body: Result<Bytes, BytesRejection>) -> Result<String, ApiError> {
    let body = body.map_err(|rejection| match rejection.status() {
        StatusCode::PAYLOAD_TOO_LARGE => {
            let message = format!("the file is too large; send at most {MAX_FILE_BYTES} bytes");
            ApiError::new(StatusCode::PAYLOAD_TOO_LARGE, "body-too-large", message)
        }
        status => ApiError::new(status, "bad-body", rejection.body_text()),
    })?;
    String::from_utf8(body.into()).map_err(|_| {
        ApiError::new(StatusCode::UNPROCESSABLE_ENTITY, "bad-body", "the file is not UTF-8; send plain text")
    })
}
