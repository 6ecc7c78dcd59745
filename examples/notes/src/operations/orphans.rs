//! What becomes of operations whose process ended: begun again when a second run changes nothing more, else ended with
//! the reason. Nothing here decides that a process has ended; `store` does.

use super::{
    bounds::{ATTEMPTS, Bounds},
    end::Unfinished,
    fault::Fault,
    rows,
};
use rusqlite::Connection;
use tool_core::{OperationEnd, OperationId, OperationState, QueuedCall};

/// An operation whose process ended.
struct Orphan {
    id: OperationId,
    unfinished: Unfinished,
    attempts: u32,
    /// Whether a second run changes nothing more, and nobody asked to stop it.
    may_run_again: bool,
}

/// Takes up what a process that ended was running, and forgets the process. Returns the operations that changed.
pub(super) fn take_up(
    connection: &Connection,
    ended: &str,
    bounds: &Bounds,
) -> Result<Vec<OperationId>, Fault> {
    let orphans = of(connection, ended)?;
    for orphan in &orphans {
        match orphan.end() {
            Some(end) => orphan.unfinished.end(connection, &end, None, bounds)?,
            None => orphan.unfinished.put_back(connection)?,
        }
    }
    connection.execute("DELETE FROM workers WHERE id = ?1", [ended])?;
    Ok(orphans.into_iter().map(|orphan| orphan.id).collect())
}

fn of(
    connection: &Connection,
    worker: &str,
) -> Result<Vec<Orphan>, Fault> {
    let select = "
        SELECT row, id, owner, call, cancel_requested, attempts FROM operations
        WHERE state = 'running' AND worker = ?1";
    let mut statement = connection.prepare_cached(select)?;
    let mut found = statement.query([worker])?;
    let mut orphans = Vec::new();
    while let Some(row) = found.next()? {
        let call: QueuedCall = serde_json::from_str(&row.get::<_, String>("call")?)?;
        let unfinished = Unfinished { row: row.get("row")?, owner: row.get("owner")? };
        let id = rows::id(&row.get::<_, String>("id")?)?;
        let may_run_again = call.idempotent && !row.get::<_, bool>("cancel_requested")?;
        orphans.push(Orphan { id, unfinished, attempts: row.get("attempts")?, may_run_again });
    }
    Ok(orphans)
}

impl Orphan {
    /// Returns its end, or nothing when it is to be begun again.
    fn end(&self) -> Option<OperationEnd> {
        if !self.may_run_again {
            // The code that `tool_core` has for a write of which nobody knows what it did.
            let text = "the process that ran it ended first, so it may have changed something; look before you start \
                        it again";
            return Some(OperationEnd::new(OperationState::Unknown, "indeterminate", text));
        }
        (self.attempts >= ATTEMPTS).then(|| {
            let text = format!(
                "it was begun {} times, and each time the process that ran it ended first; tell the operator",
                self.attempts
            );
            OperationEnd::new(OperationState::Failed, "attempts-exhausted", text)
        })
    }
}
