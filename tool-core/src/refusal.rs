//! What admission says when it says no. What a tool says when it fails is `error`.

use std::fmt;

use crate::ArgumentFaults;

/// Admission said no, and nothing ran.
///
/// Two classes must not be told apart from within. Names: a tool that does not exist, that is internal, or that this
/// surface or this caller may not see is [`UnknownTool`](Refusal::UnknownTool). Ids: a target that does not exist and
/// one that is somebody else's are [`NotFound`](Refusal::NotFound), which never repeats the id.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Refusal {
    /// The arguments do not fit; every fault is named. The caller can mend them.
    InvalidArguments(ArgumentFaults),
    /// There is no such target, or it is not the caller's.
    NotFound {
        /// The kind of target, as the tool's metadata names it.
        kind: String,
    },
    /// The tool is about a target, and nothing said which one. The surface's host can mend it.
    TargetMissing {
        /// The kind of target, as the tool's metadata names it.
        kind: String,
    },
    /// The tool is there, and cannot be used at present for a reason that the host chose to give.
    Unavailable {
        /// The reason, in the host's words.
        reason: String,
    },
    /// No tool of that name is offered to this caller.
    UnknownTool,
}

impl Refusal {
    /// Returns the stable code.
    pub fn code(&self) -> &'static str {
        match self {
            Self::InvalidArguments(_) => "invalid-arguments",
            Self::NotFound { .. } => "not-found",
            Self::TargetMissing { .. } => "target-missing",
            Self::Unavailable { .. } => "unavailable",
            Self::UnknownTool => "unknown-tool",
        }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::InvalidArguments(faults) => faults.fmt(f),
            Self::NotFound { kind } => write!(f, "no such {kind}"),
            Self::TargetMissing { kind } => write!(f, "no {kind} is chosen; choose one first"),
            Self::Unavailable { reason } => f.write_str(reason),
            Self::UnknownTool => f.write_str("no such tool"),
        }
    }
}
