//! How a call comes onto the queue: once, within bounds. When it has its turn is in `take`.

use super::{
    bounds::{Bounds, RETRY_AFTER},
    fault::Fault,
    rows::{self, COLUMNS},
};
use crate::store::StoreError;
use rusqlite::{Connection, params};
use tool_core::{Operation, QueueError, QueuedCall};

/// Puts a call on the queue, or finds the operation that it repeats.
pub(super) fn put(
    connection: &Connection,
    call: &QueuedCall,
    bounds: &Bounds,
) -> Result<Operation, QueueError> {
    if let Some(earlier) = repeated_by(connection, call)? {
        return Ok(earlier);
    }
    if is_full(connection, &call.owner, bounds).map_err(Fault::from)? {
        return Err(QueueError::Full { retry_after: RETRY_AFTER });
    }
    insert(connection, call)?;
    Ok(Operation::queued(call))
}

/// Says of a database that another process holds what is said of a full queue: come back.
pub(super) fn held_up(error: QueueError) -> QueueError {
    match error {
        QueueError::Failed(cause) if cause.downcast_ref() == Some(&StoreError::Busy) => {
            QueueError::Full { retry_after: RETRY_AFTER }
        }
        other => other,
    }
}

fn insert(
    connection: &Connection,
    call: &QueuedCall,
) -> Result<(), Fault> {
    let (caller, operation) = (
        "INSERT INTO callers (owner) VALUES (?1) ON CONFLICT DO NOTHING",
        "INSERT INTO operations (id, owner, idempotency_key, call, state) VALUES (?1, ?2, ?3, ?4, 'queued')",
    );
    connection.execute(caller, params![call.owner])?;
    let (id, written) = (call.operation.as_str(), serde_json::to_string(call)?);
    connection.execute(operation, params![id, call.owner, call.idempotency_key, written])?;
    Ok(())
}

/// Returns the operation that this call repeats.
fn repeated_by(
    connection: &Connection,
    call: &QueuedCall,
) -> Result<Option<Operation>, Fault> {
    let Some(key) = &call.idempotency_key else { return Ok(None) };
    let select = format!("SELECT {COLUMNS} FROM operations WHERE owner = ?1 AND idempotency_key = ?2");
    let mut statement = connection.prepare_cached(&select)?;
    let mut found = statement.query(params![call.owner, key])?;
    while let Some(row) = found.next()? {
        let earlier: QueuedCall = serde_json::from_str(&row.get::<_, String>("call")?)?;
        if earlier.is_repeated_by(call) {
            return Ok(Some(rows::operation(row)?));
        }
    }
    Ok(None)
}

fn is_full(
    connection: &Connection,
    owner: &str,
    bounds: &Bounds,
) -> Result<bool, rusqlite::Error> {
    let count = "
        SELECT count(*), count(*) FILTER (WHERE owner = ?1) FROM operations WHERE state = 'queued'";
    let (all, theirs): (u32, u32) =
        connection.query_row(count, [owner], |row| Ok((row.get(0)?, row.get(1)?)))?;
    Ok(all >= bounds.waiting || theirs >= bounds.waiting_per_caller)
}
