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
use tool_core::tool;

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
///
/// Every other tool about notes takes the id of one of these projects. An empty list means that the user has no project
/// yet; create one with `create_project`.
#[tool(title = "List projects", exposure = both, effect = read_only, open_world = false)]
pub async fn list_projects(
    /// The database.
    #[state]
    store: &NoteStore,
    /// The caller.
    #[context]
    user: UserId,
) -> Result<Vec<Project>, NoteError> {
    Ok(ProjectOwners::new(store.clone()).projects_of(&user).await?)
}

/// Creates an empty project for the user.
///
/// Returns the project with its id, which the tools about notes take. The name must not be the name of another project
/// of the user.
#[tool(title = "Create project", exposure = both, effect = additive, open_world = false)]
pub async fn create_project(
    /// The database.
    #[state]
    store: &NoteStore,
    /// The caller.
    #[context]
    user: UserId,
    /// The name; it must have a character that is not a space.
    #[schemars(length(min = 1, max = MAX_NAME))]
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

/// Returns how many notes a project has.
pub(crate) async fn count_notes(
    store: &NoteStore,
    project: ProjectId,
) -> Result<u32, NoteError> {
    let count = "SELECT count(*) FROM notes WHERE project = ?1";
    store.read(move |connection| Ok(connection.query_row(count, [project.as_str()], |row| row.get(0))?)).await
}

/// Deletes a project with all of its notes. Nothing brings them back.
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
