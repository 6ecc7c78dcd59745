//! Why a tool of a manifest is not offered, which is decided and no accident. What could not be found out is `fault`.

use std::fmt;

use crate::Place;

/// A tool of a manifest that is not offered.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Omitted {
    /// Its id.
    pub id: String,
    /// Where it is written.
    pub place: Place,
    /// Why.
    pub reason: OmittedReason,
}

/// Why a tool of a manifest is not offered.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum OmittedReason {
    /// Its id begins with what the host hides.
    Hidden(String),
    /// It can run in none of its ways here; one reason for each.
    NoWay(Vec<String>),
    /// It is reached over MCP already.
    OnlyMcp,
    /// It may take longer than hosts wait, and is no operation.
    TooLong {
        /// Its limit; `None` is no limit.
        seconds: Option<u64>,
    },
    /// Any text at all would become an argument of the program.
    Unconstrained {
        /// The input.
        input: String,
    },
    /// What it needs is not there.
    Unmet(String),
}

impl OmittedReason {
    /// Returns whether the manifest is to be mended, and not this machine: what a check in CI fails on.
    pub fn is_bad(&self) -> bool {
        matches!(self, Self::TooLong { .. } | Self::Unconstrained { .. })
    }
}

impl fmt::Display for Omitted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: `{}` is not offered: {}", self.place, self.id, self.reason)
    }
}

impl fmt::Display for OmittedReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Hidden(prefix) => write!(f, "ids that begin with `{prefix}` are hidden here"),
            Self::NoWay(reasons) => f.write_str(&reasons.join("; ")),
            Self::OnlyMcp => f.write_str("it is reached over MCP already, and a server that offers it again would be one in front of itself"),
            Self::TooLong { seconds } => {
                match seconds {
                    Some(seconds) => write!(f, "it may take {seconds} s")?,
                    None => f.write_str("it may take any time")?,
                }
                f.write_str(
                    ", and hosts drop a call after a minute; write operation = true, or time_limit_secs = 50 or less",
                )
            }
            Self::Unconstrained { input } => write!(
                f,
                "any text would become an argument of the program through `{input}`; give it a type that bounds it (of a pattern, neither `.` nor `[^…]`, nor blanks beside quotes), or let it travel on stdin"
            ),
            Self::Unmet(what) => f.write_str(what),
        }
    }
}
