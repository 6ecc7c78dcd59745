//! Where a request was decided. The order is that of admission.

use std::fmt;

use serde::Serialize;

/// A step of admission, in its order. Decision records and metrics name the one that decided.
///
/// # Examples
///
/// ```
/// use tool_core::Step;
///
/// assert!(Step::Exists < Step::Owned && Step::Owned < Step::Run, "the order is that of admission");
/// assert_eq!(Step::Approval.to_string(), "approval");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Step {
    /// Is there such a tool?
    Exists,
    /// Is it offered to this kind of caller?
    Exposed,
    /// Does it make sense without a conversation, where there is none?
    Headless,
    /// Is it on the allowlist, and does the caller hold its scopes?
    Allowed,
    /// Has nobody switched it off?
    Enabled,
    /// Does the application's state allow it?
    Available,
    /// Is the target the caller's?
    Owned,
    /// Do the arguments fit?
    Arguments,
    /// Are the answers that the caller brings back of this very call?
    Input,
    /// Is the caller within its limits?
    Limits,
    /// Has somebody approved, where somebody must?
    Approval,
    /// Is there room to run?
    Room,
    /// Could the decision be recorded?
    Audit,
    /// Nothing said no, and the tool ran.
    Run,
}

impl Step {
    /// Returns the stable name.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Exists => "exists",
            Self::Exposed => "exposed",
            Self::Headless => "headless",
            Self::Allowed => "allowed",
            Self::Enabled => "enabled",
            Self::Available => "available",
            Self::Owned => "owned",
            Self::Arguments => "arguments",
            Self::Input => "input",
            Self::Limits => "limits",
            Self::Approval => "approval",
            Self::Room => "room",
            Self::Audit => "audit",
            Self::Run => "run",
        }
    }
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}
