//! How an operation stands, and what *finished* means everywhere.

use std::fmt;

use serde::{Deserialize, Serialize};

/// How an operation stands.
///
/// # Examples
///
/// ```
/// use tool_core::OperationState;
///
/// assert!(!OperationState::InputRequired.is_finished() && OperationState::Unknown.is_finished());
/// assert_eq!(serde_json::to_value(OperationState::InputRequired).unwrap(), "input-required");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[expect(clippy::exhaustive_enums, reason = "a queue keeps it, and must know each")]
pub enum OperationState {
    /// It waits for its turn.
    Queued,
    /// Its tool has asked, and its owner has not answered everything. When it has, the operation is queued again.
    InputRequired,
    /// It was taken from the queue, and has not ended.
    Running,
    /// The tool returned.
    Succeeded,
    /// The tool failed, or was refused when its turn came.
    Failed,
    /// It was stopped, and has changed nothing that the tool did not report.
    Cancelled,
    /// Nobody knows whether it changed something: it was stopped by force, or the process ended first.
    Unknown,
}

impl OperationState {
    /// Returns whether nothing more will happen. A finished operation never changes its state again.
    pub fn is_finished(self) -> bool {
        match self {
            Self::InputRequired | Self::Queued | Self::Running => false,
            Self::Succeeded | Self::Failed | Self::Cancelled | Self::Unknown => true,
        }
    }

    /// Returns the stable name.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Queued => "queued",
            Self::InputRequired => "input-required",
            Self::Running => "running",
            Self::Succeeded => "succeeded",
            Self::Failed => "failed",
            Self::Cancelled => "cancelled",
            Self::Unknown => "unknown",
        }
    }
}

impl fmt::Display for OperationState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}
