//! The moment from which a run has changed something, as the tool itself says it.

use std::sync::Arc;

use crate::{ToolError, caller_token::CallerToken, fate::Fate};

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
#[derive(Clone, Debug)]
pub struct CommitPoint(Arc<Fate>);

impl CommitPoint {
    /// Of a run that nobody waits for.
    pub(crate) fn unstated() -> Self {
        Self::of(&Fate::open(CallerToken::default()))
    }

    pub(crate) fn of(fate: &Arc<Fate>) -> Self {
        Self(Arc::clone(fate))
    }

    /// Hands the mark to the tool: from now on it is ahead.
    pub(crate) fn promised(fate: &Arc<Fate>) -> Self {
        fate.promise();
        Self::of(fate)
    }

    /// Says that the tool goes on to change something.
    ///
    /// # Errors
    ///
    /// When the call was stopped before: the tool must not go on, and `?` is the right thing to write.
    pub fn reach(&self) -> Result<(), ToolError> {
        if self.0.reach() {
            return Ok(());
        }
        Err(ToolError::new("cancelled", "the call was stopped before it changed anything"))
    }

    /// Returns whether the tool may have changed something after its word.
    pub(crate) fn is_reached(&self) -> bool {
        self.0.is_reached()
    }
}
