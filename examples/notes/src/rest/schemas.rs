//! `/schemas.json`: JSON Schema of every answer, made from the types that are sent.

use super::{error::ErrorBody, operation::Shown, session::CurrentProject};
use crate::{export::Export, notes::Note, projects::Project};
use axum::Json;
use schemars::{JsonSchema, Schema, generate::SchemaSettings};
use std::collections::BTreeMap;

pub(super) async fn published() -> Json<BTreeMap<&'static str, Schema>> {
    Json(BTreeMap::from([
        ("current_project", schema_of::<CurrentProject>()),
        ("error", schema_of::<ErrorBody>()),
        ("export", schema_of::<Export>()),
        ("note", schema_of::<Note>()),
        ("operation", schema_of::<Shown>()),
        ("notes", schema_of::<Vec<Note>>()),
        ("project", schema_of::<Project>()),
        ("projects", schema_of::<Vec<Project>>()),
    ]))
}

fn schema_of<T: JsonSchema>() -> Schema {
    SchemaSettings::draft2020_12().for_serialize().into_generator().into_root_schema_for::<T>()
}
