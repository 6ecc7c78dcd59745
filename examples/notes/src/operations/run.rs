//! From a call that was taken to what is written of it. Whose turn it is, and what may run, is decided elsewhere.

use super::{Shared, end::Unfinished, fault::Fault};
use rusqlite::{Connection, OptionalExtension, params};
use std::{sync::Arc, time::Duration};
use tool_core::{OperationEnd, OperationId, OperationRunner, OperationState, Progress, QueuedCall};

/// How long to wait before an end is written once more that could not be: a full disk is emptied by people.
const AGAIN: Duration = Duration::from_secs(1);

/// Runs a call that was taken, in a task of its own.
pub(super) fn start(
    shared: &Arc<Shared>,
    runner: &OperationRunner,
    call: QueuedCall,
) {
    let cancellation = shared.running.begin(&call.operation);
    shared.waiters.tell(&call.operation);
    let (progress, runner, owned) =
        (reported(shared, call.operation.clone()), runner.clone(), Arc::clone(shared));
    shared.tasks.spawn(async move {
        // In a task of its own, so that a panic ends it and not the queue.
        let run = tokio::spawn({
            let call = call.clone();
            async move { runner.run(call, None, cancellation, progress).await }
        });
        let end = run.await.unwrap_or_else(|_| lost());
        write(&owned, &call, end).await;
        owned.running.end(&call.operation);
        owned.waiters.tell(&call.operation);
        owned.work.notify_one();
    });
}

/// Writes what came of it, as often as it takes: an operation that ended must not seem to run.
async fn write(
    shared: &Shared,
    call: &QueuedCall,
    end: OperationEnd,
) {
    loop {
        if end == OperationEnd::stopped() {
            // The invoker has stopped or is gone, so this process runs nothing more.
            shared.closed.cancel();
        }
        let closing = shared.closed.is_cancelled();
        let progress = shared.running.progress(&call.operation);
        let (call, end, bounds) = (call.clone(), end.clone(), shared.bounds);
        let worker = shared.worker();
        let written = shared.store.write(move |connection| {
            let Some((unfinished, cancelled)) = taken(connection, &call.operation, &worker)? else {
                return Ok(());
            };
            if closing && !cancelled && may_begin_again(&call, &end) {
                unfinished.put_back(connection)?;
                // It was stopped in order, which is no sign that it is what ends the process.
                let attempt = "UPDATE operations SET attempts = attempts - 1 WHERE row = ?1";
                connection.execute(attempt, [unfinished.row])?;
                return Ok(());
            }
            unfinished.end(connection, &end, progress.as_ref(), &bounds)
        });
        match written.await {
            Ok(()) => return,
            Err::<(), Fault>(fault) => tracing::error!(?fault, "the end of an operation cannot be written"),
        }
        tokio::time::sleep(AGAIN).await;
    }
}

/// Returns an operation that this worker runs, and whether it was asked to stop.
fn taken(
    connection: &Connection,
    id: &OperationId,
    worker: &str,
) -> Result<Option<(Unfinished, bool)>, Fault> {
    let select = "
        SELECT row, owner, cancel_requested FROM operations WHERE id = ?1 AND state = 'running' AND worker = ?2";
    let found = connection.query_row(select, params![id.as_str(), worker], |row| {
        Ok((Unfinished { row: row.get(0)?, owner: row.get(1)? }, row.get(2)?))
    });
    Ok(found.optional()?)
}

/// Returns whether one that was cut short because the service stops can go on when it is started again.
fn may_begin_again(
    call: &QueuedCall,
    end: &OperationEnd,
) -> bool {
    let cut_short = matches!(end.state, OperationState::Cancelled | OperationState::Unknown);
    (cut_short && call.idempotent) || *end == OperationEnd::stopped()
}

/// Keeps what it says of its progress.
fn reported(
    shared: &Arc<Shared>,
    id: OperationId,
) -> Progress {
    let shared = Arc::downgrade(shared);
    Progress::new(move |update| {
        if let Some(shared) = shared.upgrade() {
            shared.running.report(&id, update);
        }
    })
}

fn lost() -> OperationEnd {
    let text = "it was lost while it ran, so it may have changed something; look before you start it again";
    OperationEnd::new(OperationState::Unknown, "indeterminate", text)
}
