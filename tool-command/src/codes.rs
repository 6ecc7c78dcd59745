//! The stable codes of this crate, as data. What admission says is in `tool_core::codes`.

use tool_core::{Code, CodeKind, Retry};

/// Returns every code with which a command tool fails, to be served with [`tool_core::codes`]. Append-only, as that is.
///
/// An envelope has each of these, and each of [`tool_core::codes`], with the prefix `mcp-`.
///
/// # Examples
///
/// ```
/// assert!(tool_command::codes().iter().any(|code| code.code == "command-timeout"));
/// ```
pub fn codes() -> &'static [Code] {
    CODES
}

/// The code of a program that could not be started.
pub(crate) const NOT_STARTED: &str = "command-not-started";

/// The code of a program that ended with another status than those of success.
pub(crate) const EXIT_STATUS: &str = "command-exit-status";

/// The code of a program that was ended by a signal.
pub(crate) const SIGNAL: &str = "command-signal";

/// The code of a program that took too long.
pub(crate) const TIMEOUT: &str = "command-timeout";

/// The code of a program that was stopped because nobody waited for it any more.
pub(crate) const STOPPED: &str = "command-stopped";

/// The code of a program that printed other bytes than text.
pub(crate) const INVALID_UTF8: &str = "command-invalid-utf8";

/// The code of a program that printed no JSON where it is to print some.
pub(crate) const NOT_JSON: &str = "command-not-json";

/// The code of a program that printed other JSON than its schema says.
pub(crate) const OTHER_JSON: &str = "command-other-json";

/// The code of a program that printed more than is kept, where a part is of no use.
pub(crate) const TOO_LONG: &str = "command-output-too-long";

/// The code of a program that printed JSON that is no envelope.
pub(crate) const NOT_ENVELOPE: &str = "command-not-envelope";

/// The code of an envelope that says no.
pub(crate) const REFUSED: &str = "command-refused";

const fn failure(code: &'static str, meaning: &'static str, retry: Retry) -> Code {
    Code::new(CodeKind::Failure, code, meaning, retry)
}

/// Append-only: a new one goes to the end, and its line to the end of `tests/it/codes.snap`.
const CODES: &[Code] = &[
    failure(NOT_STARTED, "the program could not be started", Retry::No),
    failure(EXIT_STATUS, "the program ended with a status that is a failure", Retry::AfterChange),
    failure(SIGNAL, "the program was ended by a signal", Retry::AfterLooking),
    failure(TIMEOUT, "the program took too long and was stopped", Retry::AfterLooking),
    failure(STOPPED, "the program was stopped before its end", Retry::AfterLooking),
    failure(INVALID_UTF8, "the program printed bytes that are no text", Retry::No),
    failure(NOT_JSON, "the program printed no JSON where it is to print some", Retry::No),
    failure(OTHER_JSON, "the program printed other JSON than its schema says", Retry::No),
    failure(TOO_LONG, "the program printed more than is kept", Retry::AfterChange),
    failure(NOT_ENVELOPE, "the program printed JSON that is no envelope", Retry::No),
    failure(REFUSED, "the program said no; its envelope says why", Retry::AfterChange),
];
