//! `/projects/{id}/export`.

use super::{error::ApiError, owned::OwnedProject};
use crate::{export, export::Export, service::Service};
use axum::{Json, extract::State};

pub(super) async fn export(
    State(service): State<Service>,
    OwnedProject(project): OwnedProject,
) -> Result<Json<Export>, ApiError> {
    Ok(Json(export::export_project(&service.store, project).await?))
}
