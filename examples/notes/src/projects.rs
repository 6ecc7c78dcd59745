//! The projects of a user: listed, created, deleted.

use crate::{
    error::{NoteError, written},
    ownership::{ProjectId, ProjectOwners},
    store::NoteStore,
    users::UserId,
};
use rusqlite::{OptionalExtension, Row, params};
use schemars::JsonSchema;
use serde::Serialize;

const MAX_NAME: usize = 100;

/// A project: a named collection of notes that belongs to one user.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct Project {
    /// The id, such as `p_0123`.
    pub id: String,
    /// The name, unique among the projects of its user.
    pub name: String,
    /// When it was created, in RFC 3339.
    pub created_at: String,
}

impl Project {
    pub(crate) fn from_row(row: &Row<'_>) -> rusqlite::Result<Self> {
        Ok(Self { id: row.get("id")?, name: row.get("name")?, created_at: row.get("created_at")? })
    }
}

/// Lists the user's projects by name.
pub async fn list_projects(
    store: &NoteStore,
    user: UserId,
) -> Result<Vec<Project>, NoteError> {
    Ok(ProjectOwners::new(store.clone()).projects_of(&user).await?)
}

/// Creates an empty project for the user.
pub async fn create_project(
    store: &NoteStore,
    user: UserId,
    name: String,
) -> Result<Project, NoteError> {
    written("name", &name, MAX_NAME)?;
    let insert = "
        INSERT INTO projects (owner, name) VALUES (?1, ?2) ON CONFLICT DO NOTHING RETURNING id, name, created_at";
    store
        .write(move |connection| {
            let created = connection.query_row(insert, params![user.as_str(), name], Project::from_row);
            created.optional()?.ok_or(NoteError::NameTaken)
        })
        .await
}

/// Deletes a project with all of its notes.
pub async fn delete_project(
    store: &NoteStore,
    project: ProjectId,
) -> Result<(), NoteError> {
    store
        .write(move |connection| {
            match connection.execute("DELETE FROM projects WHERE id = ?1", [project.as_str()])? {
                0 => Err(NoteError::ProjectNotFound),
                _ => Ok(()),
            }
        })
        .await
}
