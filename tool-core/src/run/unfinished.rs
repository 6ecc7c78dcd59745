//! A run that may outlive whoever waits for it.

use std::{future::Future, pin::Pin, sync::Arc};

use tokio::runtime::Handle;
use tokio_util::sync::CancellationToken;

use crate::{Outcome, OutcomeClass, ToolError, concurrency::Room, fate::Fate, panic_wall};

type Run = Pin<Box<dyn Future<Output = Outcome> + Send>>;

/// A run that has not ended. When it is dropped and may have changed something, its token is cancelled and the rest of
/// it moves to a task: a caller that goes away must not leave half a change behind.
pub(super) struct Unfinished<'r> {
    run: Option<Run>,
    /// What tells the same to what waits for a report of its end, where there are reports.
    unheard: Option<CancellationToken>,
    fate: Arc<Fate>,
    room: &'r Room,
    may_have_effect: bool,
    /// Whether it was stopped, and so has changed nothing.
    stopped: bool,
    /// Where the rest of the run goes. Kept from the start, because it may be dropped outside of any runtime.
    survives_on: Option<Handle>,
}

impl<'r> Unfinished<'r> {
    pub(super) fn new(
        run: Run,
        unheard: Option<CancellationToken>,
        fate: Arc<Fate>,
        room: &'r Room,
        may_have_effect: bool,
    ) -> Self {
        let survives_on = if may_have_effect { Handle::try_current().ok() } else { None };
        Self { run: Some(run), unheard, fate, room, may_have_effect, stopped: false, survives_on }
    }

    /// Waits for the end. Being dropped while waiting loses nothing.
    pub(super) async fn finish(&mut self) -> Outcome {
        let outcome = match &mut self.run {
            Some(run) => run.await,
            None => Outcome::Failed(ToolError::internal("a run was waited for after its end")),
        };
        self.run = None;
        outcome
    }

    pub(super) fn fate(&self) -> Arc<Fate> {
        Arc::clone(&self.fate)
    }

    /// Tells the run that nobody waits for it.
    pub(super) fn give_up(&self) {
        self.fate.token().cancel();
        self.unheard.iter().for_each(CancellationToken::cancel);
    }

    /// Stops the run when it is sure to have changed nothing; says whether it is stopped.
    pub(super) fn stop(&mut self, outcome: OutcomeClass, code: Option<&'static str>) -> bool {
        if !self.stopped && (!self.may_have_effect || self.fate.stop()) {
            self.fate.without_effect(outcome, code);
            self.stopped = true;
        }
        self.stopped
    }
}

impl Drop for Unfinished<'_> {
    fn drop(&mut self) {
        let Some(run) = self.run.take() else { return };
        self.give_up();
        let stopped = self.stop(OutcomeClass::Cancelled, None);
        match &self.survives_on {
            Some(runtime) if !stopped => {
                self.fate.goes_on_alone();
                self.room.goes_on_alone(runtime.spawn(run).abort_handle());
            }
            // What is dropped is the tool's, and may panic.
            _ => drop(panic_wall::walled(|| drop(run))),
        }
    }
}
