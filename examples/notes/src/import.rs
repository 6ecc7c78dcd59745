//! Notes from a file: uploaded, then imported in batches, each with the checkpoint from which the next one goes on.

use crate::{
    error::{LineFault, NoteError, within, written},
    notes::{MAX_BODY, MAX_TITLE},
    ownership::ProjectId,
    store::{NoteStore, StoreError},
    work::Work,
};
use rusqlite::{Connection, OptionalExtension, params};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tool_core::tool;

/// The largest file, in bytes.
pub const MAX_FILE_BYTES: usize = 16 << 20;

/// How many files of a project may wait to be imported: what is uploaded and never imported takes room for nothing.
const MAX_FILES: u32 = 20;

/// How many notes one transaction imports: others write in between, and so much is lost at most by a kill.
const BATCH: usize = 100;

/// What was imported.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct Imported {
    /// How many notes of the file are in the project.
    pub imported: u32,
}

/// A line of a file.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    title: String,
    #[serde(default)]
    body: String,
}

/// Imports the notes of a file that was uploaded to the project.
///
/// Of a file that was imported in part it imports the rest, and of one that was imported nothing more. The file has one
/// note in each line, as `{"title": "..", "body": ".."}`; of a file with a bad line nothing is imported.
#[tool(
    title = "Import notes",
    exposure = both,
    effect = additive,
    idempotent,
    kind = operation,
    target = "project",
    open_world = false
)]
pub async fn import_notes(
    /// The database.
    #[state]
    store: &NoteStore,
    /// The project, which is the caller's.
    #[context]
    project: ProjectId,
    /// Whether to stop, and where to say how far it is.
    #[context]
    work: Work,
    /// The id of the file, as the upload returned it.
    file: String,
) -> Result<Imported, NoteError> {
    let (mut imported, text) = uploaded(store, project.clone(), file.clone()).await?;
    let Some(text) = text else { return Ok(Imported { imported }) };
    let lines = tokio::task::spawn_blocking(move || lines(&text));
    let mut lines = lines.await.map_err(|_| StoreError::Interrupted)??;
    let total = u32::try_from(lines.len()).unwrap_or(u32::MAX);
    drop(lines.drain(..lines.len().min(imported as usize)));
    loop {
        work.report(imported, total);
        if work.is_stopped() && imported < total {
            return Err(NoteError::Stopped { done: imported, total });
        }
        let rest = lines.split_off(lines.len().min(BATCH));
        let is_last = rest.is_empty();
        imported = Batch { project: project.clone(), file: file.clone(), from: imported, lines, is_last }
            .import(store)
            .await?;
        if is_last {
            work.report(imported, total);
            return Ok(Imported { imported });
        }
        lines = rest;
    }
}

/// Keeps a file for [`import_notes`], and returns its id.
pub async fn upload(
    store: &NoteStore,
    project: ProjectId,
    text: String,
) -> Result<String, NoteError> {
    let count = "SELECT count(*) FROM files JOIN file_texts ON file = id WHERE project = ?1";
    // From a SELECT, so that a project deleted in the meantime yields no row instead of a foreign key fault.
    let insert = "INSERT INTO files (project) SELECT id FROM projects WHERE id = ?1 RETURNING id";
    store
        .write(move |connection| {
            if connection.query_row(count, [project.as_str()], |row| row.get::<_, u32>(0))? >= MAX_FILES {
                return Err(NoteError::TooManyFiles { max: MAX_FILES });
            }
            let file = connection.query_row(insert, [project.as_str()], |row| row.get::<_, String>(0));
            let file = file.optional()?.ok_or(NoteError::ProjectNotFound)?;
            connection.execute("INSERT INTO file_texts (file, text) VALUES (?1, ?2)", params![file, text])?;
            Ok(file)
        })
        .await
}

/// Forgets a file of which nothing was imported.
pub async fn discard(
    store: &NoteStore,
    project: ProjectId,
    file: String,
) -> Result<(), NoteError> {
    let delete = "DELETE FROM files WHERE project = ?1 AND id = ?2 AND imported = 0";
    store
        .write(move |connection| {
            connection.execute(delete, params![project.as_str(), file])?;
            Ok(())
        })
        .await
}

/// Returns how many notes of a file are imported, and its text as long as some are not.
async fn uploaded(
    store: &NoteStore,
    project: ProjectId,
    file: String,
) -> Result<(u32, Option<String>), NoteError> {
    let select = "
        SELECT imported, text FROM files LEFT JOIN file_texts ON file = id WHERE project = ?1 AND id = ?2";
    store
        .read(move |connection| {
            let found = connection
                .query_row(select, params![project.as_str(), file], |row| Ok((row.get(0)?, row.get(1)?)));
            found.optional()?.ok_or(NoteError::FileNotFound)
        })
        .await
}

fn lines(text: &str) -> Result<Vec<Line>, NoteError> {
    text.lines()
        .zip(1..)
        .map(|(text, line)| note(text).map_err(|fault| NoteError::BadLine { line, fault }))
        .collect()
}

fn note(text: &str) -> Result<Line, LineFault> {
    // An array of two texts would be read as well.
    let object = Some(text).filter(|text| text.trim_start().starts_with('{')).ok_or(LineFault::Form)?;
    let note: Line = serde_json::from_str(object).map_err(|_| LineFault::Form)?;
    written("title", &note.title, MAX_TITLE).map_err(|_| LineFault::Title)?;
    within("body", &note.body, MAX_BODY).map_err(|_| LineFault::BodyTooLong)?;
    Ok(note)
}

/// Some lines of a file, and how many were imported before them.
struct Batch {
    project: ProjectId,
    file: String,
    from: u32,
    lines: Vec<Line>,
    is_last: bool,
}

impl Batch {
    /// Imports the lines, and moves the checkpoint with them; returns where it is then.
    async fn import(
        self,
        store: &NoteStore,
    ) -> Result<u32, NoteError> {
        store.write(move |connection| self.write(connection)).await
    }

    fn write(
        &self,
        connection: &Connection,
    ) -> Result<u32, NoteError> {
        let to = self.from + u32::try_from(self.lines.len()).unwrap_or(u32::MAX);
        // Compared, because another operation may import the same file: each note is written by one of them.
        let checkpoint = "UPDATE files SET imported = ?4 WHERE project = ?1 AND id = ?2 AND imported = ?3";
        let moved =
            connection.execute(checkpoint, params![self.project.as_str(), self.file, self.from, to])?;
        if moved == 0 {
            return Err(self.overtaken(connection)?);
        }
        let mut insert =
            connection.prepare_cached("INSERT INTO notes (project, title, body) VALUES (?1, ?2, ?3)")?;
        for Line { title, body } in &self.lines {
            insert.execute(params![self.project.as_str(), title, body])?;
        }
        if self.is_last {
            connection.execute("DELETE FROM file_texts WHERE file = ?1", [&self.file])?;
        }
        Ok(to)
    }

    /// Returns why the checkpoint is not where it was.
    fn overtaken(
        &self,
        connection: &Connection,
    ) -> Result<NoteError, NoteError> {
        let select = "SELECT EXISTS (SELECT 1 FROM files WHERE id = ?1)";
        let exists = connection.query_row(select, [&self.file], |row| row.get(0))?;
        Ok(if exists { NoteError::ImportRunning } else { NoteError::FileNotFound })
    }
}
