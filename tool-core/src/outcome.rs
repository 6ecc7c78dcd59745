//! How a request ended. How a surface words it is `reply`.

use crate::{InputRequired, Refusal, ToolError, ToolOutput, error::Correlation};

/// How a request ended, before any surface has worded it.
///
/// # Examples
///
/// A tool that [calls another one](crate::ToolCall::invoke) mostly hands on what came of it:
///
/// ```
/// use tool_core::{Outcome, Refusal, ToolOutput};
///
/// assert!(Outcome::Completed(ToolOutput::text("done")).into_result().is_ok());
/// let refused = Outcome::Refused(Refusal::UnknownTool).into_result().unwrap_err();
/// assert_eq!(refused.code(), "unknown-tool");
/// ```
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
    /// Something must be answered before the call goes on, and nothing has changed.
    InputRequired(InputRequired),
    /// The tool may have changed something, and nobody waited for its end.
    Indeterminate,
    /// Admission said no, and nothing ran.
    Refused(Refusal),
}

impl Outcome {
    /// Returns what the tool returned, or an error that says why there is nothing: for a tool that called another one.
    ///
    /// # Errors
    ///
    /// The tool's own error; the code and the words of a refusal; an internal error when admission could not decide.
    pub fn into_result(self) -> Result<ToolOutput, ToolError> {
        Err(match self {
            Self::Completed(output) => return Ok(output),
            Self::Failed(error) => error,
            Self::Cancelled => ToolError::new("cancelled", "the call was cancelled, and changed nothing"),
            Self::Failure(failure) => ToolError::internal(format!(
                "a nested call could not be decided, see {}",
                failure.correlation()
            )),
            // Nobody is asked for a call that a tool makes.
            Self::InputRequired(_) => ToolError::internal("a nested call asked for input"),
            Self::Indeterminate => ToolError::new(INDETERMINATE, INDETERMINATE_TEXT),
            Self::Refused(refusal) => ToolError::new(refusal.code(), refusal.to_string()),
        })
    }
}

/// The code of a call that was answered before it ended, and may have changed something.
pub(crate) const INDETERMINATE: &str = "indeterminate";

/// What the caller of such a call reads.
pub(crate) const INDETERMINATE_TEXT: &str =
    "the call was still running when it had to be answered; it may take effect. Look before you repeat it";

/// A defect on the host's side, known to the caller by a correlation id only.
#[derive(Clone, Debug)]
pub struct Failure(pub(crate) Correlation);

impl Failure {
    /// Returns the id under which the host's log has the cause.
    pub fn correlation(&self) -> String {
        self.0.to_string()
    }
}
