//! The errors of this crate: those of JSON-RPC, for the client, and [`Error`], for whoever starts a server. What
//! admission or a tool says is a result and no error: `result`.

use std::{borrow::Cow, error, fmt};

use rmcp::model::{ErrorCode, ErrorData};
use tool_core::{BoxError, InputKind, InputStateFault, Read, Reply};

use crate::{ask, meta};

/// No tool of this name is offered to the caller: -32602, as the specification's section
/// [Error Handling](https://modelcontextprotocol.io/specification/2026-07-28/server/tools#error-handling) says.
pub(crate) fn unknown_tool(name: &str) -> ErrorData {
    ErrorData::invalid_params(format!("Unknown tool: {name}"), None)
}

/// The state of a call that was answered with input requests is no good: -32602. The specification has it rejected
/// ([2026-07-28, Server Requirements](https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/mrtr#server-requirements-basic-workflow)),
/// and protocol errors are errors of JSON-RPC.
pub(crate) fn input_state(fault: InputStateFault) -> ErrorData {
    let code = serde_json::json!({ "code": fault.code() });
    ErrorData::invalid_params(format!("Invalid `requestState`: {fault}"), Some(code))
}

/// The cursor is none of this list: -32602, as the section
/// [Pagination](https://modelcontextprotocol.io/specification/2026-07-28/server/utilities/pagination#error-handling) says.
pub(crate) fn invalid_cursor() -> ErrorData {
    ErrorData::invalid_params("Invalid cursor; list again from the first page, without `cursor`", None)
}

/// The parameters are not those of a method that there is: -32602.
pub(crate) fn malformed_params(method: &str) -> ErrorData {
    ErrorData::invalid_params(
        format!("Invalid params of {}: they are not what the specification says", echoed(method)),
        None,
    )
}

/// There is no such method: -32601.
pub(crate) fn unknown_method(method: &str) -> ErrorData {
    ErrorData::new(ErrorCode::METHOD_NOT_FOUND, format!("Method not found: {}", echoed(method)), None)
}

/// There is no such task for this caller, whatever the reason: -32602, as the tasks extension's section
/// [Protocol Errors](https://github.com/modelcontextprotocol/ext-tasks/blob/main/specification/2026-07-28/tasks.md#protocol-errors)
/// says. It never repeats the id, and is the same for a task that is somebody else's.
pub(crate) fn unknown_task() -> ErrorData {
    ErrorData::invalid_params("Unknown task: it never was, or is no longer kept", None)
}

/// There is no such resource for this caller, whatever the reason: -32602, and -32002 in the revisions before 2026-07-28,
/// which rmcp sees to; section
/// [Error Handling](https://modelcontextprotocol.io/specification/2026-07-28/server/resources#error-handling). It never
/// repeats the address, and is the same for a resource that is somebody else's.
pub(crate) fn unknown_resource() -> ErrorData {
    ErrorData::resource_not_found("Resource not found", None)
}

/// No prompt of this name is offered to the caller: -32602, as the section
/// [Error Handling](https://modelcontextprotocol.io/specification/2026-07-28/server/prompts#error-handling) says.
pub(crate) fn unknown_prompt(name: &str) -> ErrorData {
    ErrorData::invalid_params(format!("Unknown prompt: {name}"), None)
}

/// There is nothing of that name whose arguments could be completed, or it has no such argument: -32602.
pub(crate) fn unknown_completion() -> ErrorData {
    ErrorData::invalid_params("Unknown prompt, template or argument", None)
}

/// Something was not read: unknown as it is said here, and else what the caller of a tool would read. Arguments that do not
/// fit are -32602, and everything else is -32603.
pub(crate) fn not_read<T>(answer: Read<T>, unknown: ErrorData) -> ErrorData {
    match answer {
        Read::Unknown => unknown,
        Read::Cancelled => cancelled(),
        Read::Failure(failure) => internal(&failure.correlation()),
        Read::InputState(fault) => input_state(fault),
        Read::Refused(reply) if reply.code.as_deref() == Some("invalid-arguments") => {
            ErrorData::invalid_params(reply.text(), None)
        }
        Read::Refused(reply) => match reply.lacks_input {
            Some(kind) => lacks_input(kind, &reply),
            None => not_now(&reply),
        },
        _ => internal_unnamed(),
    }
}

/// The call needs what its client does not declare, and no argument says the same: -32021, as the
/// [schema](https://modelcontextprotocol.io/specification/2026-07-28/schema#missingrequiredclientcapabilityerror) has it.
/// Revisions with a handshake do not have the error, and a reply to them lacks nothing: they have no word for it.
pub(crate) fn lacks_input(kind: InputKind, reply: &Reply) -> ErrorData {
    let mut error = ErrorData::missing_required_client_capability(ask::capability(kind));
    error.message = reply.text().into();
    error
}

/// A question about a task was not answered, and may be later: -32603, with what the caller of a tool would read.
pub(crate) fn not_now(reply: &Reply) -> ErrorData {
    ErrorData::internal_error(reply.text(), meta::of_reply(reply).map(|meta| serde_json::json!(meta)))
}

/// Too many listen already: -32603.
pub(crate) fn too_many_listeners() -> ErrorData {
    ErrorData::internal_error(
        "Too many subscriptions are open; end one, or list again from time to time",
        None,
    )
}

/// A method's name as errors repeat it: enough to recognise it by, and no more of what a client sent.
fn echoed(method: &str) -> Cow<'_, str> {
    match method.char_indices().nth(64) {
        Some((end, _)) => Cow::Owned(format!("{}…", &method[..end])),
        None => Cow::Borrowed(method),
    }
}

/// A defect on this side: -32603, with the id under which the log has the cause and nothing else.
pub(crate) fn internal(correlation: &str) -> ErrorData {
    ErrorData::internal_error("Internal error", Some(serde_json::json!({ "correlation": correlation })))
}

/// A defect on this side that the log tells about without an id: -32603.
pub(crate) fn internal_unnamed() -> ErrorData {
    ErrorData::internal_error("Internal error", None)
}

/// The caller has cancelled. rmcp drops it, for nobody waits for an answer.
pub(crate) fn cancelled() -> ErrorData {
    ErrorData::internal_error(CANCELLED, None)
}

const CANCELLED: &str = "Cancelled";

pub(crate) fn is_cancelled(error: &ErrorData) -> bool {
    error.message == CANCELLED
}

/// Why a server did not start, or stopped before its input ended.
///
/// # Examples
///
/// ```
/// use tool_mcp::{Error, stdio};
///
/// let error = stdio::from_environment("NO_SUCH_VARIABLE", tool_mcp::bearer(|_: String| async { None })).unwrap_err();
/// assert_eq!(error.code(), "no-credential");
/// assert_eq!(
///     error.to_string(),
///     "no credential; set NO_SUCH_VARIABLE to a token, or start the server with one"
/// );
/// ```
#[non_exhaustive]
pub enum Error {
    /// The authenticator failed. Its host can mend it. The text of its own error, which may repeat a credential, is not
    /// part of this one's: it is here, and in the log after
    /// [`log_failure_details`](tool_core::InvokerBuilder::log_failure_details).
    Authenticator(BoxError),
    /// The credential is not accepted. Whoever starts the process can mend it.
    CredentialRefused,
    /// The environment has no credential. Whoever starts the process can mend it.
    NoCredential {
        /// The variable that was read.
        variable: String,
    },
    /// The service loop ended by a defect.
    Stopped,
}

impl Error {
    /// Returns the stable code.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Authenticator(_) => "authenticator",
            Self::CredentialRefused => "credential-refused",
            Self::NoCredential { .. } => "no-credential",
            Self::Stopped => "stopped",
        }
    }
}

impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // What `fn main() -> Result<(), Error>` prints, often into a file of the client's; so no detail either.
        fmt::Display::fmt(self, f)
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Authenticator(_) => {
                f.write_str("the credential could not be checked; the source of this error says why")
            }
            Self::CredentialRefused => {
                f.write_str("the credential is not accepted; start the server with a valid token")
            }
            Self::NoCredential { variable } => {
                write!(f, "no credential; set {variable} to a token, or start the server with one")
            }
            Self::Stopped => f.write_str("the server stopped by a defect; the log has the cause"),
        }
    }
}

impl error::Error for Error {
    fn source(&self) -> Option<&(dyn error::Error + 'static)> {
        match self {
            Self::Authenticator(error) => Some(&**error),
            _ => None,
        }
    }
}
