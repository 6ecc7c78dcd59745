//! `/session/project`.

use super::{authenticate::Authenticated, body::Body, error::ApiError, limited::Limited, owned::owned};
use crate::{ownership::ProjectId, projects::Project, service::Service, session, users::UserId};
use axum::{
    Json,
    extract::{FromRequest, FromRequestParts, Request, State},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The body of `POST /session/project`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Selection {
    project: String,
}

/// The project that the body names, owned by the caller.
pub(super) struct Selected {
    user: UserId,
    project: ProjectId,
}

impl FromRequest<Service> for Selected {
    type Rejection = ApiError;

    async fn from_request(
        request: Request,
        service: &Service,
    ) -> Result<Self, ApiError> {
        let (mut parts, body) = request.into_parts();
        let Authenticated(user) = Authenticated::from_request_parts(&mut parts, service).await?;
        let Body(selection) =
            Body::<Selection>::from_request(Request::from_parts(parts, body), service).await?;
        let project = owned(service, &user, &selection.project).await?;
        Ok(Self { user, project })
    }
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
    Limited(Selected { user, project }): Limited<Selected>,
) -> Result<Json<CurrentProject>, ApiError> {
    let selected = session::select_project(&service.store, user, project).await?;
    Ok(Json(CurrentProject { project: Some(selected) }))
}

pub(super) async fn current(
    State(service): State<Service>,
    Limited(Authenticated(user)): Limited<Authenticated>,
) -> Result<Json<CurrentProject>, ApiError> {
    Ok(Json(CurrentProject { project: session::current_project(&service.store, user).await? }))
}
