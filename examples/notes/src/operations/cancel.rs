//! Stopping an operation: one that waits at once, one that runs by a word that its process sees.

use super::{bounds::Bounds, end::Unfinished, fault::Fault};
use rusqlite::{Connection, OptionalExtension, params};
use tool_core::{OperationEnd, OperationId};

/// Stops an operation of this owner. Returns whether there was one that had not finished.
pub(super) fn cancel(
    connection: &Connection,
    owner: &str,
    id: &OperationId,
    bounds: &Bounds,
) -> Result<bool, Fault> {
    let ask = "
        UPDATE operations SET cancel_requested = 1 WHERE owner = ?1 AND id = ?2 AND state IN ('queued', 'running')
        RETURNING row, state = 'queued'";
    let asked = connection.query_row(ask, params![owner, id.as_str()], |row| Ok((row.get(0)?, row.get(1)?)));
    let Some((row, waits)): Option<(i64, bool)> = asked.optional()? else { return Ok(false) };
    if waits {
        let unfinished = Unfinished { row, owner: owner.to_owned() };
        unfinished.end(connection, &OperationEnd::cancelled(), None, bounds)?;
    }
    Ok(true)
}
