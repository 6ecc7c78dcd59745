//! `/projects/{id}/notes` and `/projects/{id}/notes/{note}`.

use super::{
    body::{Body, QueryString},
    error::ApiError,
    limited::Limited,
    owned::{NoteInPath, OwnedProject},
};
use crate::{notes, notes::Note, service::Service};
use axum::{Json, extract::State, http::StatusCode};
use serde::Deserialize;

/// The query string of `GET /projects/{id}/notes`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Search {
    #[serde(default)]
    query: String,
    #[serde(default = "notes::default_limit")]
    limit: u32,
}

/// The body of `POST /projects/{id}/notes`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct NewNote {
    title: String,
    #[serde(default)]
    body: String,
}

/// The body of `PATCH /projects/{id}/notes/{note}`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct NoteChanges {
    title: Option<String>,
    body: Option<String>,
}

pub(super) async fn search(
    State(service): State<Service>,
    Limited((OwnedProject(project), QueryString(search))): Limited<(OwnedProject, QueryString<Search>)>,
) -> Result<Json<Vec<Note>>, ApiError> {
    Ok(Json(notes::search_notes(&service.store, project, search.query, search.limit).await?))
}

pub(super) async fn create(
    State(service): State<Service>,
    Limited((OwnedProject(project), Body(new))): Limited<(OwnedProject, Body<NewNote>)>,
) -> Result<(StatusCode, Json<Note>), ApiError> {
    let note = notes::create_note(&service.store, project, new.title, new.body).await?;
    Ok((StatusCode::CREATED, Json(note)))
}

pub(super) async fn read(
    State(service): State<Service>,
    Limited((OwnedProject(project), NoteInPath(note))): Limited<(OwnedProject, NoteInPath)>,
) -> Result<Json<Note>, ApiError> {
    Ok(Json(notes::read_note(&service.store, project, note).await?))
}

pub(super) async fn update(
    State(service): State<Service>,
    Limited((OwnedProject(project), NoteInPath(note), Body(changes))): Limited<(
        OwnedProject,
        NoteInPath,
        Body<NoteChanges>,
    )>,
) -> Result<Json<Note>, ApiError> {
    Ok(Json(notes::update_note(&service.store, project, note, changes.title, changes.body).await?))
}

pub(super) async fn remove(
    State(service): State<Service>,
    Limited((OwnedProject(project), NoteInPath(note))): Limited<(OwnedProject, NoteInPath)>,
) -> Result<StatusCode, ApiError> {
    notes::delete_note(&service.store, project, note).await?;
    Ok(StatusCode::NO_CONTENT)
}
