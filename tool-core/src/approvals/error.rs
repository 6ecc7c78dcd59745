//! Why there is no ticket, for the host's approval endpoint. Why a call is not admitted is `refusal`.

use std::{error::Error, fmt};

/// Why approvals cannot be set up, or a request for one cannot be read or approved.
///
/// A call with a ticket that is no good is never told why: it needs approval, as before.
///
/// # Examples
///
/// ```
/// use tool_core::{Caller, SealedApprovals, TicketError, approve_destructive};
///
/// let approvals = SealedApprovals::new([7; 32], approve_destructive())?;
/// let error = approvals.approve("not a request", &Caller::new("bob")).unwrap_err();
/// assert_eq!((error.code(), error), ("approval-invalid", TicketError::Invalid));
/// # Ok::<(), TicketError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TicketError {
    /// Nobody approved in time. The caller can ask anew, by making the call again.
    Expired,
    /// It is not a request of these approvals, or not a whole one. Whoever hands it over can mend it.
    Invalid,
    /// The key can be guessed. The host can mend it.
    KeyTooShort {
        /// How long it is.
        bytes: usize,
    },
    /// The one who approves is the one who calls. Somebody else can approve it.
    Own,
}

impl TicketError {
    /// Returns the stable code.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Expired => "approval-expired",
            Self::Invalid => "approval-invalid",
            Self::KeyTooShort { .. } => "approval-key-too-short",
            Self::Own => "approval-own",
        }
    }
}

impl fmt::Display for TicketError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Expired => f.write_str("nobody approved this call in time; make the call again to ask anew"),
            Self::Invalid => f.write_str(
                "this is not a request for approval that was made here; hand it over exactly as the refused call got it",
            ),
            Self::KeyTooShort { bytes } => write!(
                f,
                "the key for approvals has {bytes} bytes; use at least {} that nobody can guess",
                crate::seal::KEY_BYTES
            ),
            Self::Own => f.write_str(
                "whoever makes a call may not approve it; ask somebody else, or write `allow_self_approval()` on the approvals",
            ),
        }
    }
}

impl Error for TicketError {}
