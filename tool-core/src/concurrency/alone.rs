//! The runs that nobody waits for any more, so that they can still be stopped by force.

use std::sync::{Mutex, PoisonError};

use tokio::task::AbortHandle;

/// The runs that nobody waits for any more.
#[derive(Default)]
pub(super) struct Alone(Mutex<Runs>);

#[derive(Default)]
struct Runs {
    handles: Vec<AbortHandle>,
    /// Whether all of them are stopped by force, those to come included.
    aborted: bool,
}

impl Alone {
    /// Keeps hold of a run.
    pub(super) fn add(&self, run: AbortHandle) {
        let mut runs = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if runs.aborted {
            run.abort();
        }
        runs.handles.retain(|run| !run.is_finished());
        runs.handles.push(run);
    }

    /// Stops all of them by force.
    pub(super) fn abort(&self) {
        let mut runs = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        runs.aborted = true;
        runs.handles.drain(..).for_each(|run| run.abort());
    }
}
