//! What is asked before something is lost. What is done then is the application's.

use crate::{ownership::ProjectId, projects, store::NoteStore};
use tool_core::{Field, InputRequest, Inputs, ToolError, tool};

/// Deletes a project with all of its notes.
///
/// Nothing brings the notes back. When there are some, the user is asked first. Where that is not possible, ask the user
/// yourself, and send `confirm`.
#[tool(
    name = "delete_project",
    title = "Delete project",
    effect = destructive,
    idempotent,
    target = "project",
    open_world = false
)]
pub(crate) async fn delete_agreed_project(
    /// The database.
    #[state]
    store: &NoteStore,
    /// The project, which is the caller's.
    #[context]
    project: ProjectId,
    /// Where the user is asked.
    #[context]
    inputs: Inputs,
    /// Whether the user has agreed already that the notes are deleted as well.
    #[serde(default)]
    confirm: bool,
) -> Result<(), ToolError> {
    // Runs again when the user has answered. If there are more notes by then, the question is another one, and is asked.
    let notes = projects::count_notes(store, project.clone()).await?;
    if notes > 0 && !confirm {
        let question = match notes {
            1 => "Delete this project with its only note? Nothing brings it back.".to_owned(),
            _ => format!("Delete this project with its {notes} notes? Nothing brings them back."),
        };
        let form = InputRequest::form("confirm", question)
            .with_field(Field::boolean("delete").with_title("Delete the notes as well"))
            .or_argument("confirm");
        if !inputs.ask(&form)?.confirms("delete") {
            return Err(ToolError::new("not-confirmed", "the user keeps the project; nothing was deleted"));
        }
    }
    Ok(projects::delete_project(store, project).await?)
}
