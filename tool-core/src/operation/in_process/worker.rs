//! A worker of the queue: it takes what has its turn until nothing waits, and ends.

use std::sync::Arc;

use tokio_util::sync::CancellationToken;

use super::Shared;
use crate::{
    LiveCall, OperationEnd, OperationId, OperationRun, OperationState, Progress, QueuedCall,
    outcome::INDETERMINATE, outcome::INDETERMINATE_TEXT, panic_wall,
};

/// What a worker took.
struct Taken {
    call: QueuedCall,
    live: LiveCall,
    cancellation: CancellationToken,
}

pub(super) async fn work(shared: Arc<Shared>) {
    while let Some(Taken { call, live, cancellation }) = next(&shared) {
        let (id, owner) = (call.operation.clone(), call.owner.clone());
        // It is run again when it has asked.
        let again = call.inputs.is_some().then(|| (call.clone(), live.clone()));
        let run = match shared.runner.get() {
            Some(runner) => {
                let progress = reported(&shared, &id);
                // The invoker has walls of its own; whatever comes through them must not cost a worker.
                let run = runner.run_until_asked(call, Some(live), cancellation.clone(), progress);
                panic_wall::walled_future(run).await.unwrap_or_else(|_| lost().into())
            }
            None => lost().into(),
        };
        let mut state = shared.state();
        state.lines.ended(&owner);
        let end = match (run, again) {
            (OperationRun::Asked(_), _) if state.closed => OperationEnd::stopped(),
            (OperationRun::Asked(_), _) if cancellation.is_cancelled() => {
                OperationEnd::cancelled_unanswered()
            }
            (OperationRun::Asked(requests), Some((call, live))) => {
                state.records.ask(call, live, requests);
                continue;
            }
            (OperationRun::Asked(_), None) => lost(),
            (OperationRun::Ended(end), _) => end,
        };
        state.records.finish(&id, end, &shared.limits);
    }
}

/// Takes the next one; with nothing left, the worker is counted out under the same lock, so that whoever queues the next
/// one knows to start another.
fn next(shared: &Shared) -> Option<Taken> {
    let mut state = shared.state();
    // Each id that waits has a record with its call: both come and go under this lock.
    let most_running = shared.limits.running_per_caller;
    while let Some(id) = state.lines.pop(most_running) {
        let Some(record) = state.records.get(&id) else { continue };
        let Some((call, live)) = record.waiting.take() else { continue };
        record.operation.start();
        record.changes.send_replace(());
        let cancellation = record.cancellation.clone();
        return Some(Taken { call, live, cancellation });
    }
    state.working -= 1;
    None
}

/// Keeps the last report of progress beside the operation.
fn reported(shared: &Arc<Shared>, id: &OperationId) -> Progress {
    let (shared, id) = (Arc::downgrade(shared), id.clone());
    Progress::new(move |update| {
        let Some(shared) = shared.upgrade() else { return };
        if let Some(record) = shared.state().records.get(&id)
            && !record.operation.is_finished()
        {
            record.operation.progress = Some(update);
        }
    })
}

fn lost() -> OperationEnd {
    OperationEnd::new(OperationState::Unknown, INDETERMINATE, INDETERMINATE_TEXT)
}
