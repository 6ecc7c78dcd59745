//! Operations as tasks, for clients that declare the extension `io.modelcontextprotocol/tasks` with a request. A task is a
//! rendering and nothing else: no task is kept here, its id is the operation's, and every question about one goes to the
//! surface, which compares the owner each time.
//!
//! Source of every rule in this folder: the extension's specification, 2026-07-28,
//! <https://github.com/modelcontextprotocol/ext-tasks/blob/main/specification/2026-07-28/tasks.md>; SEP-2663.

mod rendered;
mod requests;

use rmcp::model::{ClientCapabilities, ErrorData};

pub(crate) use self::rendered::created;
use crate::context::Context;

/// Returns whether this very request says that its client knows tasks ("Capability Negotiation": never by what was said
/// before). Revisions with a handshake do not have the extension.
pub(crate) fn declared(context: &Context<'_>) -> bool {
    context.revision.is_modern()
        && context.meta.client_capabilities().is_some_and(|client| client.supports_tasks())
}

/// A method about tasks, from a request that does not declare the extension: -32021 ("Protocol Errors").
pub(crate) fn undeclared() -> ErrorData {
    ErrorData::missing_required_client_capability(ClientCapabilities::builder().enable_tasks().build())
}

/// Returns whether this is a method of the extension.
pub(crate) fn is_method(name: &str) -> bool {
    matches!(name, "tasks/cancel" | "tasks/get" | "tasks/update")
}
