//! The moment from which a run has changed something, as the tool itself says it.

use std::{
    fmt,
    sync::{Arc, Mutex, PoisonError},
};

use crate::ToolError;

/// Marks the moment from which a call can no longer be taken back.
///
/// A tool that takes one promises to change nothing before [`reach`](CommitPoint::reach). In return a caller that gives
/// up, or a deadline that passes, before that moment stops it at once and truthfully reads that nothing was changed,
/// instead of `indeterminate`.
///
/// # Examples
///
/// ```
/// use tool_core::{CommitPoint, ToolError};
///
/// async fn import(commit: CommitPoint) -> Result<u32, ToolError> {
///     let rows = vec![1, 2, 3]; // Reads and checks for as long as it takes.
///     commit.reach()?;
///     Ok(rows.len() as u32) // Writes them.
/// }
/// ```
#[derive(Clone)]
pub struct CommitPoint(Arc<Mutex<State>>);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// The tool has promised nothing, so it may have changed something as soon as it runs.
    Unstated,
    /// The tool has changed nothing yet.
    Ahead,
    /// The tool may have changed something.
    Reached,
    /// The call was stopped before; the tool must not go on.
    Stopped,
}

impl CommitPoint {
    pub(crate) fn unstated() -> Self {
        Self(Arc::new(Mutex::new(State::Unstated)))
    }

    /// Hands the mark to the tool: from now on it is ahead.
    pub(crate) fn take(&self) -> Self {
        let mut state = self.lock();
        if *state == State::Unstated {
            *state = State::Ahead;
        }
        self.clone()
    }

    /// Says that the tool goes on to change something.
    ///
    /// # Errors
    ///
    /// When the call was stopped before: the tool must not go on, and `?` is the right thing to write.
    pub fn reach(&self) -> Result<(), ToolError> {
        let mut state = self.lock();
        if *state == State::Stopped {
            return Err(ToolError::new("cancelled", "the call was stopped before it changed anything"));
        }
        *state = State::Reached;
        Ok(())
    }

    /// Returns whether the tool may have changed something after its word.
    pub(crate) fn is_reached(&self) -> bool {
        *self.lock() == State::Reached
    }

    /// Stops the call when it is still ahead; says whether it is stopped.
    pub(super) fn stop(&self) -> bool {
        let mut state = self.lock();
        if *state == State::Ahead {
            *state = State::Stopped;
        }
        *state == State::Stopped
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl fmt::Debug for CommitPoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("CommitPoint").field(&*self.lock()).finish()
    }
}
