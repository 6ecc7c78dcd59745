//! What this process runs: how each run is stopped, and what it last said of its progress. How it ends is in `run`.

use std::{
    collections::HashMap,
    sync::{Mutex, MutexGuard, PoisonError},
};
use tokio_util::sync::CancellationToken;
use tool_core::{Operation, OperationId, OperationState, ProgressUpdate};

/// The operations that run in this process.
#[derive(Default)]
pub(super) struct Running(Mutex<HashMap<OperationId, Run>>);

#[derive(Default)]
struct Run {
    cancellation: CancellationToken,
    progress: Option<ProgressUpdate>,
    /// Whether the progress is not written down yet.
    is_news: bool,
}

impl Running {
    pub(super) fn count(&self) -> usize {
        self.runs().len()
    }

    /// Counts one in; returns the token that stops it.
    pub(super) fn begin(
        &self,
        id: &OperationId,
    ) -> CancellationToken {
        self.runs().entry(id.clone()).or_default().cancellation.clone()
    }

    /// Counts one out.
    pub(super) fn end(
        &self,
        id: &OperationId,
    ) {
        self.runs().remove(id);
    }

    /// Asks one to stop, if it runs here.
    pub(super) fn cancel(
        &self,
        id: &OperationId,
    ) {
        if let Some(run) = self.runs().get(id) {
            run.cancellation.cancel();
        }
    }

    pub(super) fn report(
        &self,
        id: &OperationId,
        update: ProgressUpdate,
    ) {
        if let Some(run) = self.runs().get_mut(id) {
            (run.progress, run.is_news) = (Some(update), true);
        }
    }

    pub(super) fn progress(
        &self,
        id: &OperationId,
    ) -> Option<ProgressUpdate> {
        self.runs().get(id).and_then(|run| run.progress.clone())
    }

    /// Takes the reports that are to be written down, for the other processes.
    pub(super) fn news(&self) -> Vec<(OperationId, ProgressUpdate)> {
        let mut runs = self.runs();
        let news = runs.iter_mut().filter_map(|(id, run)| {
            let is_news = std::mem::take(&mut run.is_news);
            Some((id.clone(), run.progress.clone().filter(|_| is_news)?))
        });
        news.collect()
    }

    /// Returns the operation with what it said last, if it runs here: what is written down is older.
    pub(super) fn up_to_date(
        &self,
        mut operation: Operation,
    ) -> Operation {
        if operation.state == OperationState::Running {
            operation.progress = self.progress(&operation.id).or(operation.progress);
        }
        operation
    }

    fn runs(&self) -> MutexGuard<'_, HashMap<OperationId, Run>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
