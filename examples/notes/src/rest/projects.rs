//! `/projects` and `/projects/{id}`.

use super::{
    authenticate::Authenticated, body::Body, error::ApiError, limited::Limited, owned::OwnedProject,
};
use crate::{projects, projects::Project, service::Service};
use axum::{Json, extract::State, http::StatusCode};
use serde::Deserialize;

/// The body of `POST /projects`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct NewProject {
    name: String,
}

pub(super) async fn list(
    State(service): State<Service>,
    Limited(Authenticated(user)): Limited<Authenticated>,
) -> Result<Json<Vec<Project>>, ApiError> {
    Ok(Json(projects::list_projects(&service.store, user).await?))
}

pub(super) async fn create(
    State(service): State<Service>,
    Limited((Authenticated(user), Body(new))): Limited<(Authenticated, Body<NewProject>)>,
) -> Result<(StatusCode, Json<Project>), ApiError> {
    Ok((StatusCode::CREATED, Json(projects::create_project(&service.store, user, new.name).await?)))
}

pub(super) async fn remove(
    State(service): State<Service>,
    Limited(OwnedProject(project)): Limited<OwnedProject>,
) -> Result<StatusCode, ApiError> {
    projects::delete_project(&service.store, project).await?;
    Ok(StatusCode::NO_CONTENT)
}
