//! The stable codes of this crate, as data. What admission and tools say is in `tool_core::codes`.

use tool_core::{Code, CodeKind, Retry};

/// Returns every code of [`Error`](crate::Error), to be served with [`tool_core::codes`]. Append-only, as that is.
///
/// # Examples
///
/// ```
/// let served = serde_json::to_value([tool_core::codes(), tool_mcp::codes()].concat()).unwrap();
/// assert!(served.as_array().unwrap().iter().any(|entry| entry["code"] == "no-credential"));
/// ```
pub fn codes() -> &'static [Code] {
    CODES
}

const fn server(code: &'static str, meaning: &'static str, retry: Retry) -> Code {
    Code::new(CodeKind::Server, code, meaning, retry)
}

/// Append-only: a new one goes to the end, and its line to the end of `tests/it/codes.snap`.
const CODES: &[Code] = &[
    server("authenticator", "the credential could not be checked", Retry::Later),
    server("credential-refused", "the credential is not accepted", Retry::AfterChange),
    server("no-credential", "the environment has no credential", Retry::AfterChange),
    server("stopped", "the service loop ended by a defect", Retry::Later),
];
