//! The REST API: routes, limits and one shape of error.
//!
//! Handlers translate; what happens is in the application functions that they call.

pub(crate) mod access_log;
mod approvals;
mod authenticate;
mod body;
mod error;
mod export;
mod import;
mod limited;
mod notes;
mod operation;
mod operations;
mod owned;
mod projects;
mod schemas;
mod session;
#[cfg(test)]
mod tests;

use self::{
    error::ApiError,
    limited::{adds, changes, reads},
};
use crate::{error::NoteError, service::Service};
use axum::{
    Extension, Json, Router,
    extract::{DefaultBodyLimit, State},
    http::StatusCode,
    middleware,
    routing::{MethodFilter, get},
};
use serde_json::{Value, json};
use tool_core::Surface;

/// The largest body of a request, in bytes.
pub const MAX_BODY_BYTES: usize = 256 * 1024;

/// Returns the REST API of a service, which starts operations through the given surface.
///
/// Every route asks for a bearer token, except `GET /health`, `GET /schemas.json` and `GET /codes.json`, which hold
/// nobody's data.
/// A project or a note that is not the caller's is answered exactly as one that does not exist.
/// A user who has called too often is answered with 429 and `Retry-After`, from the budget that calls of tools use too.
///
/// # Examples
///
/// ```
/// use axum::{body::Body, http::Request};
/// use notes::{Service, app, limits::PerMinute, store::NoteStore, tools};
/// use tower::ServiceExt;
///
/// # tokio::runtime::Runtime::new()?.block_on(async {
/// let folder = tempfile::tempdir()?;
/// let store = NoteStore::open(&folder.path().join("notes.db"))?;
/// let limits = PerMinute::default().quotas()?;
/// let service = Service::new(store, &"alice=T1,bob=T2".parse()?, limits);
/// let app = app(&service, tools::surfaces(&service)?.rest);
///
/// let request = Request::get("/projects").header("Authorization", "Bearer T1");
/// let response = app.oneshot(request.body(Body::empty())?).await?;
/// assert_eq!(response.status(), 200);
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// # })?;
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
pub fn app(
    service: &Service,
    surface: Surface,
) -> Router {
    let approvals = service.approvals.as_ref().map(|_| approvals::routes());
    Router::new()
        .route("/health", get(health))
        .route("/schemas.json", get(schemas::published))
        .route("/codes.json", get(codes))
        .merge(functions())
        .merge(import::routes())
        .merge(operations::routes())
        .merge(approvals.unwrap_or_default())
        .fallback(async || ApiError::new(StatusCode::NOT_FOUND, "no-such-route", "there is no such route"))
        .method_not_allowed_fallback(async || {
            let message = "this route does not take this method; the allow header names the ones it takes";
            ApiError::new(StatusCode::METHOD_NOT_ALLOWED, "method-not-allowed", message)
        })
        .layer(DefaultBodyLimit::max(MAX_BODY_BYTES))
        .layer(Extension(surface))
        .layer(middleware::from_fn(access_log::record))
        .with_state(service.clone())
}

/// Each function of the application: its name and effect, which the limits count by, and its route.
fn functions() -> Router<Service> {
    use MethodFilter as Method;
    let (projects, project) = ("/projects", "/projects/{id}");
    let (notes, note) = ("/projects/{id}/notes", "/projects/{id}/notes/{note}");
    let (export, session) = ("/projects/{id}/export", "/session/project");
    Router::new()
        .route(projects, reads("list_projects").on(Method::GET, projects::list))
        .route(projects, adds("create_project").on(Method::POST, projects::create))
        .route(project, changes("delete_project").on(Method::DELETE, projects::remove))
        .route(export, reads("export_project").on(Method::GET, export::export))
        .route(notes, reads("search_notes").on(Method::GET, notes::search))
        .route(notes, adds("create_note").on(Method::POST, notes::create))
        .route(note, reads("read_note").on(Method::GET, notes::read))
        .route(note, changes("update_note").on(Method::PATCH, notes::update))
        .route(note, changes("delete_note").on(Method::DELETE, notes::remove))
        .route(session, changes("select_project").on(Method::POST, session::select))
        .route(session, reads("current_project").on(Method::GET, session::current))
}

/// `GET /codes.json`: every code that a tool's answer can have, but for those of the functions themselves.
async fn codes() -> Json<Vec<tool_core::Code>> {
    Json([tool_core::codes(), tool_mcp::codes()].concat())
}

/// `GET /health`: the database answers.
async fn health(State(service): State<Service>) -> Result<Json<Value>, ApiError> {
    service
        .store
        .read(|connection| Ok::<_, NoteError>(connection.execute_batch("SELECT 1 FROM projects LIMIT 1")?))
        .await?;
    Ok(Json(json!({"status": "ok"})))
}
