//! From a project id in a request to a project that the caller owns. Whose it is, `ownership` says.

use super::{authenticate::Authenticated, error::ApiError};
use crate::{error::NoteError, ownership::ProjectId, service::Service, users::UserId};
use axum::{
    extract::{FromRequestParts, RawPathParams},
    http::request::Parts,
};
use std::convert::Infallible;
use tool_core::OperationId;

/// The project of the path's `{id}`, owned by the caller; anything else ends with one and the same 404.
pub(super) struct OwnedProject(pub(super) ProjectId);

impl FromRequestParts<Service> for OwnedProject {
    type Rejection = ApiError;

    async fn from_request_parts(
        parts: &mut Parts,
        service: &Service,
    ) -> Result<Self, ApiError> {
        let Authenticated(user) = Authenticated::from_request_parts(parts, service).await?;
        let id = path_text(parts, service, "id").await.ok_or(NoteError::ProjectNotFound)?;
        Ok(Self(owned(service, &user, &id).await?))
    }
}

/// The note id of the path's `{note}`, of which nothing is known yet.
pub(super) struct NoteInPath(pub(super) String);

impl FromRequestParts<Service> for NoteInPath {
    type Rejection = ApiError;

    async fn from_request_parts(
        parts: &mut Parts,
        service: &Service,
    ) -> Result<Self, ApiError> {
        Ok(path_text(parts, service, "note").await.map(Self).ok_or(NoteError::NoteNotFound)?)
    }
}

/// The operation id of the path's `{id}`, of which nothing is known yet; nothing for a text that can be no id.
pub(super) struct OperationInPath(pub(super) Option<OperationId>);

impl FromRequestParts<Service> for OperationInPath {
    type Rejection = Infallible;

    async fn from_request_parts(
        parts: &mut Parts,
        service: &Service,
    ) -> Result<Self, Infallible> {
        Ok(Self(path_text(parts, service, "id").await.and_then(|text| OperationId::parse(&text))))
    }
}

/// Returns the project when `user` owns it.
pub(super) async fn owned(
    service: &Service,
    user: &UserId,
    project: &str,
) -> Result<ProjectId, NoteError> {
    service.owners.owned_project(user, project).await?.ok_or(NoteError::ProjectNotFound)
}

// An address that is not UTF-8 names nothing: it is answered as an id that does not exist.
async fn path_text(
    parts: &mut Parts,
    service: &Service,
    name: &str,
) -> Option<String> {
    let params = RawPathParams::from_request_parts(parts, service).await.ok()?;
    params.iter().find_map(|(key, value)| (key == name).then(|| value.to_owned()))
}
