//! What admission says when it says no. What a tool says when it fails is `error`.

use std::{fmt, time::Duration};

use crate::{ArgumentFaults, InputStateFault};

/// Admission said no, and nothing ran.
///
/// Two classes must not be told apart from within. Names: a tool that does not exist, that is internal, or that this
/// surface or this caller may not see is [`UnknownTool`](Refusal::UnknownTool). Ids: a target that does not exist and
/// one that is somebody else's are [`NotFound`](Refusal::NotFound), which never repeats the id.
///
/// # Examples
///
/// ```
/// use std::time::Duration;
///
/// use tool_core::Refusal;
///
/// let refusal = Refusal::Busy { retry_after: Duration::from_secs(5) };
/// assert_eq!((refusal.code(), refusal.retry_after()), ("busy", Some(Duration::from_secs(5))));
/// assert_eq!(refusal.to_string(), "too much is running at present; try again in 5 seconds");
/// assert_eq!(Refusal::NotFound { kind: "project".to_owned() }.retry_after(), None);
/// ```
#[derive(Clone, PartialEq)]
#[non_exhaustive]
pub enum Refusal {
    /// Nobody can approve the call, or somebody said no.
    ApprovalDenied {
        /// Why, in the host's words.
        reason: String,
    },
    /// Somebody must approve the call before it is made again, unchanged, with a ticket.
    ApprovalRequired {
        /// What is to be approved, in the host's words.
        reason: String,
        /// What the host makes a ticket of; for the caller's program, and of no use by itself.
        request: Option<String>,
    },
    /// There is no room to run the call, and the line before it is full.
    Busy {
        /// How long to stay away.
        retry_after: Duration,
    },
    /// The state of a call that was asked for input is not one of this call.
    InputState(InputStateFault),
    /// The arguments do not fit; every fault is named. The caller can mend them.
    InvalidArguments(ArgumentFaults),
    /// What was answered to an input request is too large to look at.
    InvalidInput(ArgumentFaults),
    /// The caller has used up what it may do.
    LimitExceeded {
        /// How long until there is something again.
        retry_after: Duration,
    },
    /// A call was made by a call that was made by a call, and so on, too often.
    NestedTooDeep,
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
            Self::ApprovalDenied { .. } => "approval-denied",
            Self::ApprovalRequired { .. } => "approval-required",
            Self::Busy { .. } => "busy",
            Self::InputState(fault) => fault.code(),
            Self::InvalidArguments(_) => "invalid-arguments",
            Self::InvalidInput(_) => "invalid-input",
            Self::LimitExceeded { .. } => "limit-exceeded",
            Self::NestedTooDeep => "nested-too-deep",
            Self::NotFound { .. } => "not-found",
            Self::TargetMissing { .. } => "target-missing",
            Self::Unavailable { .. } => "unavailable",
            Self::UnknownTool => "unknown-tool",
        }
    }

    pub(crate) fn stopping() -> Self {
        Self::Unavailable { reason: "the service is stopping; try again later".into() }
    }

    /// Returns how long to wait before the call is made again, where waiting helps.
    pub fn retry_after(&self) -> Option<Duration> {
        match self {
            Self::Busy { retry_after } | Self::LimitExceeded { retry_after } => Some(*retry_after),
            _ => None,
        }
    }
}

impl fmt::Debug for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // What is to be approved holds the arguments, and `Debug` ends up in logs.
        write!(f, "Refusal({}: {self})", self.code())
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::ApprovalDenied { reason } => write!(f, "this call is not approved: {reason}"),
            Self::ApprovalRequired { reason, .. } => {
                write!(f, "a person must approve this call first: {reason}")
            }
            Self::Busy { retry_after } => {
                write!(f, "too much is running at present; try again in {}", Seconds(*retry_after))
            }
            Self::InputState(fault) => fault.fmt(f),
            Self::InvalidArguments(faults) | Self::InvalidInput(faults) => faults.fmt(f),
            Self::LimitExceeded { retry_after } => {
                write!(f, "your limit is used up; try again in {}", Seconds(*retry_after))
            }
            Self::NestedTooDeep => {
                f.write_str("tools call each other too deeply here; make this call by itself")
            }
            Self::NotFound { kind } => write!(f, "no such {kind}"),
            Self::TargetMissing { kind } => write!(f, "no {kind} is chosen; choose one first"),
            Self::Unavailable { reason } => f.write_str(reason),
            Self::UnknownTool => f.write_str("no such tool"),
        }
    }
}

/// A wait as whoever reads it can act on it: whole seconds, never too few.
struct Seconds(Duration);

impl fmt::Display for Seconds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let whole = self.0.as_secs().saturating_add(u64::from(self.0.subsec_nanos() > 0));
        match whole.max(1) {
            1 => f.write_str("1 second"),
            seconds => write!(f, "{seconds} seconds"),
        }
    }
}
