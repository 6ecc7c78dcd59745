//! `/projects/{id}/export`.

use super::{error::ApiError, limited::Limited, owned::OwnedProject};
use crate::{export, export::Export, service::Service};
use axum::{Json, extract::State};

pub(super) async fn export(
    State(service): State<Service>,
    Limited(OwnedProject(project)): Limited<OwnedProject>,
) -> Result<Json<Export>, ApiError> {
    Ok(Json(export::export_project(&service.store, project).await?))
}
