//! How an operation ends, once, and how long that is remembered. Why it ends is for the callers of this file to say.

use super::{bounds::Bounds, fault::Fault, rows};
use rusqlite::{Connection, params};
use tool_core::{OperationEnd, ProgressUpdate};

/// An operation that has not finished, found in the transaction that ends it.
pub(super) struct Unfinished {
    pub(super) row: i64,
    pub(super) owner: String,
}

impl Unfinished {
    /// Writes an end down, under the caller's next number, and forgets what is beyond the bounds.
    pub(super) fn end(
        &self,
        connection: &Connection,
        end: &OperationEnd,
        progress: Option<&ProgressUpdate>,
        bounds: &Bounds,
    ) -> Result<(), Fault> {
        let count = "UPDATE callers SET finished = finished + 1 WHERE owner = ?1 RETURNING finished";
        let finish: i64 = connection.query_row(count, [&self.owner], |row| row.get(0))?;
        let write = "
            UPDATE operations SET state = ?2, end = ?3, finished_ms = ?4, finish = ?5, worker = NULL,
                progress = coalesce(?6, progress)
            WHERE row = ?1";
        let (state, written) = (end.state.as_str(), serde_json::to_string(end)?);
        let progress = progress.map(rows::write_progress);
        connection.execute(write, params![self.row, state, written, rows::now_ms(), finish, progress])?;
        forget(connection, &self.owner, finish - i64::from(bounds.kept_per_caller))
    }

    /// Puts it back, so that another process, or this one when it is started again, begins it once more.
    pub(super) fn put_back(
        &self,
        connection: &Connection,
    ) -> Result<(), Fault> {
        let put_back =
            "UPDATE operations SET state = 'queued', worker = NULL, started_ms = NULL WHERE row = ?1";
        connection.execute(put_back, [self.row])?;
        Ok(())
    }
}

/// Returns whether something finished too long ago to be kept.
pub(super) fn is_old(
    connection: &Connection,
    bounds: &Bounds,
) -> Result<bool, Fault> {
    let old = "SELECT EXISTS (SELECT 1 FROM operations WHERE finished_ms < ?1)";
    Ok(connection.query_row(old, [kept_since_ms(bounds)], |row| row.get(0))?)
}

/// Forgets what finished too long ago, of all callers.
pub(super) fn forget_old(
    connection: &Connection,
    bounds: &Bounds,
) -> Result<(), Fault> {
    let old = "SELECT owner, max(finish) FROM operations WHERE finished_ms < ?1 GROUP BY owner";
    let mut statement = connection.prepare_cached(old)?;
    let old = statement.query_map([kept_since_ms(bounds)], |row| Ok((row.get(0)?, row.get(1)?)))?;
    for (owner, last) in old.collect::<Result<Vec<(String, i64)>, _>>()? {
        forget(connection, &owner, last)?;
    }
    Ok(())
}

fn kept_since_ms(bounds: &Bounds) -> i64 {
    rows::now_ms().saturating_sub(i64::try_from(bounds.kept_for.as_millis()).unwrap_or(i64::MAX))
}

/// Forgets what of a caller finished up to this number, and remembers that something was forgotten.
fn forget(
    connection: &Connection,
    owner: &str,
    last: i64,
) -> Result<(), Fault> {
    if last > 0 {
        connection
            .execute("DELETE FROM operations WHERE owner = ?1 AND finish <= ?2", params![owner, last])?;
        let remember = "UPDATE callers SET forgotten = max(forgotten, ?2) WHERE owner = ?1";
        connection.execute(remember, params![owner, last])?;
    }
    Ok(())
}
