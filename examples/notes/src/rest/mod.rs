//! The REST API: routes, limits and one shape of error.
//!
//! Handlers translate; what happens is in the application functions that they call.

pub(crate) mod access_log;
mod authenticate;
mod body;
mod error;
mod export;
mod notes;
mod owned;
mod projects;
mod schemas;
mod session;
#[cfg(test)]
mod tests;

use self::error::ApiError;
use crate::{error::NoteError, service::Service};
use axum::{
    Json, Router,
    extract::{DefaultBodyLimit, State},
    http::StatusCode,
    middleware,
    routing::{delete, get, post},
};
use serde_json::{Value, json};

/// The largest body of a request, in bytes.
pub const MAX_BODY_BYTES: usize = 256 * 1024;

/// Returns the REST API of a service.
///
/// Every route asks for a bearer token, except `GET /health` and `GET /schemas.json`, which hold nobody's data.
/// A project or a note that is not the caller's is answered exactly as one that does not exist.
///
/// # Examples
///
/// ```
/// use axum::{body::Body, http::Request};
/// use notes::{Service, app, store::NoteStore};
/// use tower::ServiceExt;
///
/// # tokio::runtime::Runtime::new()?.block_on(async {
/// let folder = tempfile::tempdir()?;
/// let store = NoteStore::open(&folder.path().join("notes.db"))?;
/// let app = app(&Service::new(store, &"alice=T1,bob=T2".parse()?));
///
/// let request = Request::get("/projects").header("Authorization", "Bearer T1");
/// let response = app.oneshot(request.body(Body::empty())?).await?;
/// assert_eq!(response.status(), 200);
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// # })?;
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
pub fn app(service: &Service) -> Router {
    Router::new()
        .route("/health", get(health))
        .route("/schemas.json", get(schemas::published))
        .route("/projects", get(projects::list).post(projects::create))
        .route("/projects/{id}", delete(projects::remove))
        .route("/projects/{id}/export", get(export::export))
        .route("/projects/{id}/notes", get(notes::search).post(notes::create))
        .route("/projects/{id}/notes/{note}", get(notes::read).patch(notes::update).delete(notes::remove))
        .route("/session/project", post(session::select).get(session::current))
        .fallback(async || ApiError::new(StatusCode::NOT_FOUND, "no-such-route", "there is no such route"))
        .method_not_allowed_fallback(async || {
            let message = "this route does not take this method; the allow header names the ones it takes";
            ApiError::new(StatusCode::METHOD_NOT_ALLOWED, "method-not-allowed", message)
        })
        .layer(DefaultBodyLimit::max(MAX_BODY_BYTES))
        .layer(middleware::from_fn(access_log::record))
        .with_state(service.clone())
}

/// `GET /health`: the database answers.
async fn health(State(service): State<Service>) -> Result<Json<Value>, ApiError> {
    service
        .store
        .read(|connection| Ok::<_, NoteError>(connection.execute_batch("SELECT 1 FROM projects LIMIT 1")?))
        .await?;
    Ok(Json(json!({"status": "ok"})))
}
