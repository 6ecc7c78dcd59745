//! All programs that run, as one thing that can be stopped at the end of a server.

use tokio_util::{
    sync::CancellationToken,
    task::{TaskTracker, task_tracker::TaskTrackerToken},
};

use super::{Caretaker, OnKill, caretaker::Known};

/// The programs that run. A clone is a handle to the same ones.
///
/// A server that stops calls [`stop`](Running::stop), after [`Invoker::shutdown`](tool_core::Invoker::shutdown) or in its
/// place. Then no program is started any more, and those that run are killed, with everything that they started.
///
/// A server that is itself killed by force (SIGKILL) runs no code any more, and its programs go on until they write to a
/// pipe that nobody reads; a [`Caretaker`] kills them. A program that leaves its process group takes itself out of reach.
///
/// # Examples
///
/// ```
/// use tool_command::Running;
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() {
/// let running = Running::default();
/// assert_eq!(running.count(), 0);
/// running.stop().await;
/// # }
/// ```
#[derive(Clone, Debug, Default)]
pub struct Running {
    stop: CancellationToken,
    tracker: TaskTracker,
    caretaker: Option<Caretaker>,
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

    pub(crate) fn with_caretaker(self, caretaker: Caretaker) -> Self {
        Self { caretaker: Some(caretaker), ..self }
    }

    /// Tells the caretaker of a program that was started, if there is one.
    pub(super) fn known(&self, id: u32, on_kill: Option<&OnKill>) -> Option<Known> {
        Some(self.caretaker.as_ref()?.knows(i32::try_from(id).ok()?, on_kill))
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
