//! The notes of a project: searched, read, created, changed, deleted.
//!
//! Each function takes a [`ProjectId`], which exists only for the project's owner; none of them looks for an owner.

use crate::{
    error::{NoteError, within, written},
    ownership::ProjectId,
    search::matching_every_word,
    store::NoteStore,
};
use rusqlite::{OptionalExtension, Row, params};
use schemars::JsonSchema;
use serde::Serialize;
use tool_core::tool;

/// The largest number of notes that one search returns.
pub const MAX_LIMIT: u32 = 100;

pub(crate) const MAX_BODY: usize = 20_000;
const MAX_QUERY: usize = 1_000;
pub(crate) const MAX_TITLE: usize = 200;

/// A note of a project.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct Note {
    /// The id, such as `n_0123`.
    pub id: String,
    /// The title.
    pub title: String,
    /// The text, possibly empty.
    pub body: String,
    /// When it was created, in RFC 3339.
    pub created_at: String,
    /// When its title or text last changed, in RFC 3339.
    pub updated_at: String,
}

impl Note {
    pub(crate) fn from_row(row: &Row<'_>) -> rusqlite::Result<Self> {
        Ok(Self {
            id: row.get("id")?,
            title: row.get("title")?,
            body: row.get("body")?,
            created_at: row.get("created_at")?,
            updated_at: row.get("updated_at")?,
        })
    }
}

/// Returns how many notes a search returns at most when its caller does not say.
pub fn default_limit() -> u32 {
    20
}

/// Finds the notes that contain every word of the query, newest first.
///
/// Use it to find notes and their ids. A word is found as a whole, in titles and in texts, and without regard to case
/// or accents. Without a query it returns the newest notes.
#[tool(title = "Search notes", exposure = both, effect = read_only, target = "project", open_world = false)]
pub async fn search_notes(
    /// The database.
    #[state]
    store: &NoteStore,
    /// The project, which is the caller's.
    #[context]
    project: ProjectId,
    /// Words that a note must contain, all of them, in any order. Leave it out for the newest notes.
    #[serde(default)]
    #[schemars(length(max = MAX_QUERY))]
    query: String,
    /// The largest number of notes to return.
    #[serde(default = "default_limit")]
    #[schemars(range(min = 1, max = MAX_LIMIT))]
    limit: u32,
) -> Result<Vec<Note>, NoteError> {
    within("query", &query, MAX_QUERY)?;
    if !(1..=MAX_LIMIT).contains(&limit) {
        return Err(NoteError::LimitOutOfRange);
    }
    // Newest first, not by relevance: the index counts words over all projects, and a rank would tell of them. How long
    // a search takes still can: the one index is asked before the project is, and a word that other users have takes
    // longer than one that nobody has. Where that matters, each user needs an index of their own.
    let search = "
        SELECT id, title, body, created_at, updated_at FROM notes
        WHERE project = ?1
          AND (?2 IS NULL OR row IN (SELECT rowid FROM notes_index WHERE notes_index MATCH ?2))
        ORDER BY row DESC LIMIT ?3";
    let expression = matching_every_word(&query);
    store
        .read(move |connection| {
            let mut statement = connection.prepare_cached(search)?;
            let found = statement.query_map(params![project.as_str(), expression, limit], Note::from_row)?;
            Ok(found.collect::<Result<_, _>>()?)
        })
        .await
}

/// Reads one note.
///
/// Use it when you know the id; to look for a note, use `search_notes`, which returns whole notes too.
#[tool(title = "Read note", exposure = both, effect = read_only, target = "project", open_world = false)]
pub async fn read_note(
    /// The database.
    #[state]
    store: &NoteStore,
    /// The project, which is the caller's.
    #[context]
    project: ProjectId,
    /// The id of the note, as `search_notes` and `create_note` return it.
    #[serde(rename = "note_id")]
    note: String,
) -> Result<Note, NoteError> {
    let select = "SELECT id, title, body, created_at, updated_at FROM notes WHERE project = ?1 AND id = ?2";
    store
        .read(move |connection| {
            let found = connection.query_row(select, params![project.as_str(), note], Note::from_row);
            found.optional()?.ok_or(NoteError::NoteNotFound)
        })
        .await
}

/// Adds a note to the project.
///
/// Returns the note with its id. A second call adds a second note; to change a note, use `update_note`.
#[tool(title = "Create note", exposure = both, effect = additive, target = "project", open_world = false)]
pub async fn create_note(
    /// The database.
    #[state]
    store: &NoteStore,
    /// The project, which is the caller's.
    #[context]
    project: ProjectId,
    /// The title, in one line; it must have a character that is not a space.
    #[schemars(length(min = 1, max = MAX_TITLE))]
    title: String,
    /// The text.
    #[serde(default)]
    #[schemars(length(max = MAX_BODY))]
    body: String,
) -> Result<Note, NoteError> {
    written("title", &title, MAX_TITLE)?;
    within("body", &body, MAX_BODY)?;
    // From a SELECT, so that a project deleted in the meantime yields no row instead of a foreign key fault.
    let insert = "
        INSERT INTO notes (project, title, body) SELECT id, ?2, ?3 FROM projects WHERE id = ?1
        RETURNING id, title, body, created_at, updated_at";
    store
        .write(move |connection| {
            let created =
                connection.query_row(insert, params![project.as_str(), title, body], Note::from_row);
            created.optional()?.ok_or(NoteError::ProjectNotFound)
        })
        .await
}

/// Replaces the title, the text or both of a note; what is not given stays.
///
/// The old title and text are gone afterwards. To change a part of a text, read the note first and send the whole new
/// text.
#[tool(
    title = "Update note",
    exposure = both,
    effect = destructive,
    idempotent,
    target = "project",
    open_world = false
)]
pub async fn update_note(
    /// The database.
    #[state]
    store: &NoteStore,
    /// The project, which is the caller's.
    #[context]
    project: ProjectId,
    /// The id of the note, as `search_notes` and `create_note` return it.
    #[serde(rename = "note_id")]
    note: String,
    /// The new title; leave it out to keep the old one.
    #[schemars(length(min = 1, max = MAX_TITLE))]
    title: Option<String>,
    /// The new text; leave it out to keep the old one.
    #[schemars(length(max = MAX_BODY))]
    body: Option<String>,
) -> Result<Note, NoteError> {
    title.as_deref().map_or(Ok(()), |title| written("title", title, MAX_TITLE))?;
    body.as_deref().map_or(Ok(()), |body| within("body", body, MAX_BODY))?;
    // The time moves only with the content, so that a repeated call changes nothing.
    let update = "
        UPDATE notes SET
            title = coalesce(?3, title),
            body = coalesce(?4, body),
            updated_at = CASE
                WHEN title = coalesce(?3, title) AND body = coalesce(?4, body) THEN updated_at
                ELSE strftime('%Y-%m-%dT%H:%M:%fZ', 'now')
            END
        WHERE project = ?1 AND id = ?2
        RETURNING id, title, body, created_at, updated_at";
    store
        .write(move |connection| {
            let updated =
                connection.query_row(update, params![project.as_str(), note, title, body], Note::from_row);
            updated.optional()?.ok_or(NoteError::NoteNotFound)
        })
        .await
}

/// Deletes one note.
///
/// Nothing brings it back. A note that is gone already is an error, and changes nothing.
#[tool(
    title = "Delete note",
    exposure = both,
    effect = destructive,
    idempotent,
    target = "project",
    open_world = false
)]
pub async fn delete_note(
    /// The database.
    #[state]
    store: &NoteStore,
    /// The project, which is the caller's.
    #[context]
    project: ProjectId,
    /// The id of the note, as `search_notes` and `create_note` return it.
    #[serde(rename = "note_id")]
    note: String,
) -> Result<(), NoteError> {
    let delete = "DELETE FROM notes WHERE project = ?1 AND id = ?2";
    store
        .write(move |connection| match connection.execute(delete, params![project.as_str(), note])? {
            0 => Err(NoteError::NoteNotFound),
            _ => Ok(()),
        })
        .await
}
