//! `/session/project`.

use super::{authenticate::Authenticated, body::Body, error::ApiError, owned::owned};
use crate::{projects::Project, service::Service, session};
use axum::{Json, extract::State};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The body of `POST /session/project`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Selection {
    project: String,
}

/// The answer of `/session/project`.
#[derive(Serialize, JsonSchema)]
pub(super) struct CurrentProject {
    /// The current project; absent when none is selected.
    #[serde(skip_serializing_if = "Option::is_none")]
    project: Option<Project>,
}

pub(super) async fn select(
    State(service): State<Service>,
    Authenticated(user): Authenticated,
    Body(selection): Body<Selection>,
) -> Result<Json<CurrentProject>, ApiError> {
    let project = owned(&service, &user, &selection.project).await?;
    let selected = session::select_project(&service.store, user, project).await?;
    Ok(Json(CurrentProject { project: Some(selected) }))
}

pub(super) async fn current(
    State(service): State<Service>,
    Authenticated(user): Authenticated,
) -> Result<Json<CurrentProject>, ApiError> {
    Ok(Json(CurrentProject { project: session::current_project(&service.store, user).await? }))
}
