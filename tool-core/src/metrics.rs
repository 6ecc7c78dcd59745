//! How calls are counted and timed. What is kept about one call is `audit`.

use std::{fmt, time::Duration};

use serde::Serialize;

use crate::Step;

/// Takes one measurement per call, for counters and histograms of the host's own.
///
/// It is called where the call ends, so it must be quick.
///
/// # Examples
///
/// ```
/// use tool_core::{Measured, Metrics};
///
/// struct Statsd;
///
/// impl Metrics for Statsd {
///     fn call_ended(&self, measured: &Measured<'_>) {
///         let tool = measured.tool.unwrap_or("unknown");
///         println!("calls,tool={tool},step={},outcome={}:1|c", measured.step, measured.outcome);
///     }
/// }
/// ```
pub trait Metrics: Send + Sync + 'static {
    /// Takes the measurement of a call that has ended.
    fn call_ended(&self, measured: &Measured<'_>);
}

/// One call, measured.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Measured<'a> {
    /// Name in the registry; `None` for a tool that does not exist, because that name is the caller's text.
    pub tool: Option<&'a str>,
    /// The step that decided.
    pub step: Step,
    /// How it ended.
    pub outcome: OutcomeClass,
    /// From the request to the end of the run, waiting included.
    pub duration: Duration,
}

/// How a call ended, without what it said.
///
/// # Examples
///
/// ```
/// use tool_core::OutcomeClass;
///
/// assert_eq!(OutcomeClass::Refused.as_str(), "refused");
/// assert_ne!(OutcomeClass::Refused, OutcomeClass::Failed, "one was stopped by admission, the other one ran");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum OutcomeClass {
    /// Nobody waited for it any more, and it has changed nothing.
    Cancelled,
    /// The tool returned.
    Completed,
    /// The tool failed.
    Failed,
    /// It was answered with input requests, and is made again when they are answered. It has changed nothing.
    InputRequired,
    /// Nobody knows whether it changed something: it was stopped by force, or the process ended first.
    Unknown,
    /// Admission said no.
    Refused,
    /// Admission could not decide.
    Undecided,
}

impl OutcomeClass {
    /// Returns the stable name.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Cancelled => "cancelled",
            Self::Completed => "completed",
            Self::Failed => "failed",
            Self::InputRequired => "input-required",
            Self::Unknown => "unknown",
            Self::Refused => "refused",
            Self::Undecided => "undecided",
        }
    }
}

impl fmt::Display for OutcomeClass {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}
