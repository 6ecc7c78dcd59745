//! Whose turn it is. What becomes of what was taken is in `run`.

use super::{bounds::Bounds, fault::Fault, rows};
use rusqlite::{Connection, OptionalExtension, params};
use tool_core::QueuedCall;

/// The first of the caller who has the fewest running, and among those of the one whose last turn is longest ago.
const NEXT: &str = "
WITH busy AS (SELECT owner, count(*) AS running FROM operations WHERE state = 'running' GROUP BY owner)
SELECT queued.row, queued.owner, queued.call
FROM operations AS queued
JOIN callers ON callers.owner = queued.owner
LEFT JOIN busy ON busy.owner = queued.owner
WHERE queued.state = 'queued' AND coalesce(busy.running, 0) < ?1
ORDER BY coalesce(busy.running, 0), callers.turn, queued.row
LIMIT 1";

/// Takes the next call from the queue, for this worker to run.
pub(super) fn next(
    connection: &Connection,
    worker: &str,
    bounds: &Bounds,
) -> Result<Option<QueuedCall>, Fault> {
    let read = |row: &rusqlite::Row<'_>| Ok((row.get(0)?, row.get(1)?, row.get(2)?));
    let next = connection.query_row(NEXT, [bounds.running_per_caller], read).optional()?;
    let Some((row, owner, call)): Option<(i64, String, String)> = next else { return Ok(None) };
    let call = serde_json::from_str(&call)?;
    let (take, turn) = (
        "UPDATE operations SET state = 'running', worker = ?2, started_ms = ?3, attempts = attempts + 1 WHERE row = ?1",
        "UPDATE callers SET turn = (SELECT max(turn) + 1 FROM callers) WHERE owner = ?1",
    );
    connection.execute(take, params![row, worker, rows::now_ms()])?;
    connection.execute(turn, [owner])?;
    Ok(Some(call))
}
