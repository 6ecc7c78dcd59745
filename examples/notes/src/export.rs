//! One project with its notes in one answer, bounded in size.

use crate::{error::NoteError, notes::Note, ownership::ProjectId, projects::Project, store::NoteStore};
use rusqlite::{Connection, OptionalExtension};
use schemars::JsonSchema;
use serde::Serialize;
use tool_core::tool;

/// The largest number of notes in an export.
pub const MAX_NOTES: usize = 1_000;

/// The largest sum of titles and texts in an export, in bytes of UTF-8.
pub const MAX_BYTES: usize = 1 << 20;

/// A project with its notes, oldest first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct Export {
    /// The project.
    pub project: Project,
    /// Its oldest notes: at most 1000, with at most 1 MiB of titles and texts.
    pub notes: Vec<Note>,
    /// How many newer notes were left out because of these bounds; 0 means that the export is complete.
    pub omitted: u32,
}

/// Exports a project with its oldest notes, up to 1000 of them and 1 MiB of text, and says how many were left out.
///
/// Use it to read all of a project at once; to find single notes, use `search_notes`.
#[tool(
    title = "Export project",
    exposure = external,
    effect = read_only,
    kind = operation,
    target = "project",
    open_world = false
)]
pub async fn export_project(
    /// The database.
    #[state]
    store: &NoteStore,
    /// The project, which is the caller's.
    #[context]
    project: ProjectId,
) -> Result<Export, NoteError> {
    store
        .read(move |connection| {
            let select = "SELECT id, name, created_at FROM projects WHERE id = ?1";
            let found = connection.query_row(select, [project.as_str()], Project::from_row).optional()?;
            let found = found.ok_or(NoteError::ProjectNotFound)?;
            let notes = oldest_notes(connection, &project)?;
            let count = "SELECT count(*) FROM notes WHERE project = ?1";
            let total: u32 = connection.query_row(count, [project.as_str()], |row| row.get(0))?;
            // Invariant: the notes are at most `MAX_NOTES` and part of the total, as both were read on one state.
            let omitted = total.saturating_sub(u32::try_from(notes.len()).unwrap_or(total));
            Ok(Export { project: found, notes, omitted })
        })
        .await
}

/// Reads notes until the next one would exceed a bound, so that no more than the answer is ever in memory.
fn oldest_notes(
    connection: &Connection,
    project: &ProjectId,
) -> Result<Vec<Note>, rusqlite::Error> {
    let select = "
        SELECT id, title, body, created_at, updated_at FROM notes WHERE project = ?1 ORDER BY row";
    let mut statement = connection.prepare_cached(select)?;
    let mut notes = Vec::new();
    let mut bytes = 0;
    for note in statement.query_map([project.as_str()], Note::from_row)? {
        let note = note?;
        bytes += note.title.len() + note.body.len();
        if notes.len() == MAX_NOTES || bytes > MAX_BYTES {
            break;
        }
        notes.push(note);
    }
    Ok(notes)
}
