//! That a call has no result, for a tool whose every answer has one form of its own. Who words it otherwise is `reply`.

use std::fmt;

use crate::{ArgumentFaults, Outcome, Refusal, Reply, panic_wall, schema::OutputForm, view::Rendered};

/// Why a call of a tool has no result: admission said no, or the tool failed. See
/// [`Tool::without_result`](crate::Tool::without_result).
#[derive(Clone, Copy)]
pub struct NoResult<'r> {
    code: &'r str,
    message: &'r str,
    faults: Option<&'r ArgumentFaults>,
}

impl<'r> NoResult<'r> {
    /// Returns the stable code: of [`codes`](crate::codes), or the tool's own.
    pub fn code(&self) -> &'r str {
        self.code
    }

    /// Returns what callers of other tools read.
    pub fn message(&self) -> &'r str {
        self.message
    }

    /// Returns what is wrong with the arguments, when that is the reason.
    pub fn argument_faults(&self) -> Option<&'r ArgumentFaults> {
        self.faults
    }
}

impl fmt::Debug for NoResult<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Never the message, which a tool wrote: `Debug` ends up in logs.
        f.debug_struct("NoResult").field("code", &self.code).finish_non_exhaustive()
    }
}

/// Returns what is wrong with the arguments, when that is how a request ended.
pub(crate) fn faults(outcome: &Outcome) -> Option<ArgumentFaults> {
    match outcome {
        Outcome::Failed(error) => error.argument_faults().cloned(),
        Outcome::Refused(Refusal::InvalidArguments(faults)) => Some(faults.clone()),
        _ => None,
    }
}

/// Returns how a tool itself words an error, if it does.
pub(crate) fn own_words(
    tool: &Rendered,
    error: &Reply,
    faults: Option<&ArgumentFaults>,
) -> Option<crate::ToolOutput> {
    if !matches!(**tool.output(), OutputForm::Verbatim { .. }) {
        return None;
    }
    let (code, text) = (error.code.as_deref()?, error.text());
    let message = text.strip_prefix(code).and_then(|rest| rest.strip_prefix(": ")).unwrap_or(&text);
    let no_result = NoResult { code, message, faults };
    panic_wall::walled(|| tool.entry.tool.without_result(&no_result)).ok().flatten()
}
