//! The current project of a signed-in user: what the user interface shows when the user comes back.

use crate::{error::NoteError, ownership::ProjectId, projects::Project, store::NoteStore, users::UserId};
use rusqlite::{OptionalExtension, params};
use tool_core::tool;

/// Makes a project the current one of the user's session.
///
/// It is the project that the user interface shows, and the one that the conversation is about from then on.
#[tool(
    title = "Select project",
    exposure = both,
    effect = destructive,
    idempotent,
    headless(never = "there is no session whose project it could select; a call names its project"),
    target = "project",
    open_world = false
)]
pub async fn select_project(
    /// The database.
    #[state]
    store: &NoteStore,
    /// The caller.
    #[context]
    user: UserId,
    /// The project, which is the caller's.
    #[context]
    project: ProjectId,
) -> Result<Project, NoteError> {
    let remember = "
        INSERT INTO sessions (user, project) SELECT ?1, id FROM projects WHERE id = ?2
        ON CONFLICT (user) DO UPDATE SET project = excluded.project";
    let select = "SELECT id, name, created_at FROM projects WHERE id = ?1";
    store
        .write(move |connection| {
            connection.execute(remember, params![user.as_str(), project.as_str()])?;
            let selected = connection.query_row(select, [project.as_str()], Project::from_row);
            selected.optional()?.ok_or(NoteError::ProjectNotFound)
        })
        .await
}

/// Returns the current project of the user's session, if one was selected and still exists.
///
/// Use it to find out what the user is looking at. The result is empty when there is no current project.
#[tool(
    title = "Current project",
    exposure = both,
    effect = read_only,
    headless(never = "there is no session that could have a current project; a call names its project"),
    open_world = false
)]
pub async fn current_project(
    /// The database.
    #[state]
    store: &NoteStore,
    /// The caller.
    #[context]
    user: UserId,
) -> Result<Option<Project>, NoteError> {
    let select = "
        SELECT id, name, created_at FROM projects WHERE id = (SELECT project FROM sessions WHERE user = ?1)";
    store
        .read(move |connection| {
            Ok(connection.query_row(select, [user.as_str()], Project::from_row).optional()?)
        })
        .await
}
