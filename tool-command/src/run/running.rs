//! All programs that run, as one thing that can be stopped at the end of a server.

use tokio_util::{
    sync::CancellationToken,
    task::{TaskTracker, task_tracker::TaskTrackerToken},
};

/// The programs that run. A clone is a handle to the same ones.
///
/// A server that stops calls [`stop`](Running::stop), after [`Invoker::shutdown`](tool_core::Invoker::shutdown) or in its
/// place. Then no program is started any more, and those that run are killed, with everything that they started.
///
/// What cannot be promised: a server that is itself killed by force (SIGKILL) runs no code any more, and its programs go on
/// until they write to a pipe that nobody reads. And a program that leaves its process group takes itself out of reach.
#[derive(Clone, Debug, Default)]
pub struct Running {
    stop: CancellationToken,
    tracker: TaskTracker,
}

impl Running {
    /// Kills every program that runs, and waits until they are gone.
    pub async fn stop(&self) {
        self.stop.cancel();
        self.tracker.close();
        self.tracker.wait().await;
    }

    /// Returns how many programs run.
    pub fn count(&self) -> usize {
        self.tracker.len()
    }

    /// Counts a program in, unless none is started any more.
    pub(super) fn counted(&self) -> Option<TaskTrackerToken> {
        // Counted before it looks: either this sees the stop, or the stop waits for this.
        let token = self.tracker.token();
        (!self.stop.is_cancelled()).then_some(token)
    }

    pub(super) async fn stopped(&self) {
        self.stop.cancelled().await;
    }
}
