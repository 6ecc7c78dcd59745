//! Why a decision was not kept. Its text is for the host's log and has no content.

use std::{error::Error, fmt, io, sync::Arc};

/// A decision was not kept, so its call does not run.
#[derive(Clone, Debug)]
pub(super) enum NotKept {
    /// The writer has gone, which is a defect.
    Ended,
    /// The target could not write.
    Failed(Arc<io::Error>),
    /// As many decisions as there is room for wait to be written.
    Full { capacity: usize },
}

impl fmt::Display for NotKept {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Ended => f.write_str("the audit log has ended"),
            Self::Failed(_) => f.write_str("the audit log cannot be written"),
            Self::Full { capacity } => write!(
                f,
                "the audit log is full: {capacity} decisions wait to be written; look whether its target is stuck, or give it more room with `AuditLogBuilder::with_capacity`"
            ),
        }
    }
}

impl Error for NotKept {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Failed(error) => Some(&**error),
            Self::Ended | Self::Full { .. } => None,
        }
    }
}
