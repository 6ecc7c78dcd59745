//! How a request ended. How a surface words it is `surface::reply`.

use crate::{Refusal, ToolError, ToolOutput, error::Correlation};

/// How a request ended, before any surface has worded it.
#[derive(Debug)]
#[non_exhaustive]
pub enum Outcome {
    /// The caller cancelled, and the tool has stopped without an effect.
    Cancelled,
    /// The tool ran and returned.
    Completed(ToolOutput),
    /// The tool ran and failed.
    Failed(ToolError),
    /// Admission itself could not decide, so nothing ran.
    Failure(Failure),
    /// The tool may have changed something, and nobody waited for its end.
    Indeterminate,
    /// Admission said no, and nothing ran.
    Refused(Refusal),
}

/// A defect on the host's side, known to the caller by a correlation id only.
#[derive(Clone, Debug)]
pub struct Failure(pub(crate) Correlation);

impl Failure {
    /// Returns the id under which the host's log has the cause.
    pub fn correlation(&self) -> String {
        self.0.to_string()
    }
}
