//! The entries of one project in the search index, written anew.

use crate::{error::NoteError, ownership::ProjectId, store::NoteStore, work::Work};
use rusqlite::params;
use schemars::JsonSchema;
use serde::Serialize;
use tool_core::tool;

/// How many notes one transaction does: others write in between.
const BATCH: u32 = 500;

/// What was written anew.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct Reindexed {
    /// How many notes.
    pub notes: u32,
}

/// Writes the entries of a project in the search index anew.
///
/// Use it when a search does not find a note that is there. The notes stay as they are.
#[tool(
    title = "Rebuild the search index",
    effect = additive,
    idempotent,
    kind = operation,
    target = "project",
    open_world = false
)]
pub async fn reindex(
    /// The database.
    #[state]
    store: &NoteStore,
    /// The project, which is the caller's.
    #[context]
    project: ProjectId,
    /// Whether to stop, and where to say how far it is.
    #[context]
    work: Work,
) -> Result<Reindexed, NoteError> {
    let of = project.clone();
    let count = "SELECT count(*) FROM notes WHERE project = ?1";
    let total: u32 = store
        .read(move |connection| {
            Ok::<_, NoteError>(connection.query_row(count, [of.as_str()], |row| row.get(0))?)
        })
        .await?;
    let (mut done, mut last) = (0, 0);
    while !work.is_stopped() {
        let rows = batch(store, project.clone(), last).await?;
        let Some(newest) = rows.iter().max() else { return Ok(Reindexed { notes: done }) };
        last = *newest;
        done += u32::try_from(rows.len()).unwrap_or(u32::MAX);
        work.report(done, total.max(done));
    }
    Err(NoteError::Stopped { done, total })
}

/// Does the notes that follow a row, and returns their rows.
async fn batch(
    store: &NoteStore,
    project: ProjectId,
    after: i64,
) -> Result<Vec<i64>, NoteError> {
    // The trigger on titles takes the old entry out of the index, and puts the new one in.
    let touch = "
        UPDATE notes SET title = title
        WHERE row IN (SELECT row FROM notes WHERE project = ?1 AND row > ?2 ORDER BY row LIMIT ?3)
        RETURNING row";
    store
        .write(move |connection| {
            let mut statement = connection.prepare_cached(touch)?;
            let rows = statement.query_map(params![project.as_str(), after, BATCH], |row| row.get(0))?;
            Ok(rows.collect::<Result<_, _>>()?)
        })
        .await
}
