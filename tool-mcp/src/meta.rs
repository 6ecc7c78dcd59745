//! What a surface says to programs, in `_meta`: requests for approval, tickets, how long to stay away, and what is beside
//! a result that may not be touched. What these mean is the surface's; hosts do not show `_meta` to models.
//!
//! | key | where | value |
//! |---|---|---|
//! | [`APPROVAL_REQUEST`] | in a result of `tools/call` that says `approval-required` | text |
//! | [`APPROVAL_TICKET`] | in the parameters of `tools/call` | text, at most 16 KiB |
//! | `tool-core/footer` | in a result without room for it: an error, text, a map, or a schema kept as written | one line of text; see [`Footer`](tool_core::Footer) |
//! | `tool-core/session-id` | in the same results | 32 hexadecimal digits; see [`SessionId`](tool_core::SessionId) |
//! | [`RETRY_AFTER_MS`] | in a result that says `busy` or `limit-exceeded` | milliseconds, rounded up |
//!
//! All revisions have them: requests and results have had `_meta` since 2024-11-05. A key is a prefix of dotted labels,
//! a slash and a name, and a prefix whose second label is `mcp` or `modelcontextprotocol` is taken
//! ([2026-07-28, `_meta`](https://modelcontextprotocol.io/specification/2026-07-28/basic#meta)).
//!
//! # A call that a person must approve
//!
//! The call gets a result, of which the model reads the content and the client's program the rest:
//!
//! ```json
//! {
//!   "content": [{ "type": "text", "text": "approval-required: a person must approve this call first: ..." }],
//!   "isError": true,
//!   "_meta": { "tool-core/approval-request": "aS8..." }
//! }
//! ```
//!
//! The program hands the request to the host, and makes the same call with the ticket that it gets:
//!
//! ```json
//! {
//!   "name": "delete_note",
//!   "arguments": { "note": "n-3" },
//!   "_meta": { "tool-core/approval-ticket": "Xk0..." }
//! }
//! ```
//!
//! A ticket that is no text or too long is an error of the request, -32602. One that is no good is a call without a
//! ticket: it gets a new request.
//!
//! # The endpoint of the host
//!
//! MCP has no method for it, and should not: whoever approves must not be the model. So it is a route of the host's own
//! service, behind the same authentication as its other routes, which puts the [`Caller`](tool_core::Caller) into the
//! request:
//!
//! ```
//! use std::sync::Arc;
//!
//! use axum::{Extension, Json, Router, extract::State, http::StatusCode, routing::post};
//! use serde_json::{Value, json};
//! use tool_core::{Caller, SealedApprovals, TicketError};
//!
//! type Answer = Result<Json<Value>, (StatusCode, Json<Value>)>;
//!
//! /// What a person sees before deciding.
//! async fn read(approvals: State<Arc<SealedApprovals>>, by: Extension<Caller>, body: Json<Value>) -> Answer {
//!     let request = request_of(&by, &body)?;
//!     let shown = approvals.read(request).map_err(refused)?;
//!     Ok(Json(json!(shown)))
//! }
//!
//! async fn approve(approvals: State<Arc<SealedApprovals>>, by: Extension<Caller>, body: Json<Value>) -> Answer {
//!     let request = request_of(&by, &body)?;
//!     let ticket = approvals.approve(request, &by).map_err(refused)?;
//!     Ok(Json(json!({ "ticket": ticket })))
//! }
//!
//! /// Who may approve is the host's rule. Here, it is whoever has a scope for it.
//! fn request_of<'b>(by: &Caller, body: &'b Value) -> Result<&'b str, (StatusCode, Json<Value>)> {
//!     if !by.has_scope("approvals:decide") {
//!         return Err((StatusCode::FORBIDDEN, Json(json!({ "error": "forbidden" }))));
//!     }
//!     Ok(body["request"].as_str().unwrap_or_default())
//! }
//!
//! fn refused(error: TicketError) -> (StatusCode, Json<Value>) {
//!     let status = match error {
//!         TicketError::Expired => StatusCode::GONE,
//!         TicketError::Own => StatusCode::FORBIDDEN,
//!         _ => StatusCode::BAD_REQUEST,
//!     };
//!     (status, Json(json!({ "error": error.code(), "message": error.to_string() })))
//! }
//!
//! fn routes(approvals: Arc<SealedApprovals>) -> Router {
//!     Router::new()
//!         .route("/approvals/read", post(read))
//!         .route("/approvals/approve", post(approve))
//!         .with_state(approvals)
//! }
//! # use http_body_util::BodyExt;
//! # use tool_core::{
//! #     Allow, Exposure, HostMetadata, Invoker, Registry, Surface, Tool, ToolCall, ToolDefinition, ToolError,
//! #     ToolOutput, approve_destructive,
//! # };
//! # use tool_mcp::{Handler, ServerIdentity};
//! # use tower_service::Service;
//! #
//! # struct DeleteNote;
//! #
//! # #[tool_core::async_trait]
//! # impl Tool for DeleteNote {
//! #     fn definition(&self) -> ToolDefinition {
//! #         ToolDefinition::new("delete_note", "Deletes a note.").with_input_schema(json!({
//! #             "type": "object",
//! #             "properties": { "note": { "type": "string", "description": "The note." } },
//! #             "required": ["note"]
//! #         }))
//! #     }
//! #
//! #     fn host(&self) -> HostMetadata {
//! #         HostMetadata::default().with_title("Delete a note").with_exposure(Exposure::Both)
//! #     }
//! #
//! #     async fn call(&self, call: ToolCall<'_>) -> Result<ToolOutput, ToolError> {
//! #         Ok(ToolOutput::text(format!("{} is gone", call.arguments()["note"])))
//! #     }
//! # }
//! #
//! # async fn ask(app: &Router, path: &str, by: Caller, request: &str) -> (StatusCode, Value) {
//! #     let message = axum::http::Request::post(path)
//! #         .header("content-type", "application/json")
//! #         .extension(by)
//! #         .body(axum::body::Body::from(json!({ "request": request }).to_string()))
//! #         .unwrap();
//! #     let answer = app.clone().call(message).await.unwrap();
//! #     let status = answer.status();
//! #     let body = answer.into_body().collect().await.unwrap().to_bytes();
//! #     (status, serde_json::from_slice(&body).unwrap())
//! # }
//!
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() -> Result<(), Box<dyn std::error::Error>> {
//! # let key = [7; 32];
//! // The same value for the invoker and for the routes.
//! let approvals = Arc::new(SealedApprovals::new(key, approve_destructive())?);
//! let registry = Registry::builder(()).register(DeleteNote).build()?;
//! let invoker = Invoker::builder(registry).unlimited().approval(Arc::clone(&approvals)).build()?;
//! let app = routes(approvals);
//! # let surface = Surface::outside("mcp", &invoker, Allow::exposed()).build()?;
//! # let handler = Handler::new(surface, ServerIdentity::new("notes", "1.0.0"));
//! # let call = |meta: Value| {
//! #     let params = json!({ "name": "delete_note", "arguments": { "note": "n-3" }, "_meta": meta });
//! #     json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params })
//! # };
//! # let refused = handler.handle(call(json!({})), Caller::new("alice")).await.unwrap();
//! # let request = refused["result"]["_meta"][tool_mcp::meta::APPROVAL_REQUEST].as_str().unwrap();
//! # let bob = Caller::new("bob").with_scopes(["approvals:decide"]);
//! # let (status, shown) = ask(&app, "/approvals/read", bob.clone(), request).await;
//! # assert_eq!((status, &shown["caller"], &shown["arguments"]), (StatusCode::OK, &json!("alice"), &json!({ "note": "n-3" })));
//! # assert_eq!(ask(&app, "/approvals/approve", Caller::new("carol"), request).await.0, StatusCode::FORBIDDEN);
//! # let alice = Caller::new("alice").with_scopes(["approvals:decide"]);
//! # let (status, own) = ask(&app, "/approvals/approve", alice, request).await;
//! # assert_eq!((status, &own["error"]), (StatusCode::FORBIDDEN, &json!("approval-own")));
//! # assert_eq!(ask(&app, "/approvals/approve", bob.clone(), "x").await.0, StatusCode::BAD_REQUEST);
//! # let (status, approved) = ask(&app, "/approvals/approve", bob, request).await;
//! # assert_eq!(status, StatusCode::OK);
//! # let ran = handler.handle(call(json!({ tool_mcp::meta::APPROVAL_TICKET: approved["ticket"] })), Caller::new("alice")).await.unwrap();
//! # assert_eq!(ran["result"]["content"][0]["text"], "\"n-3\" is gone");
//! # Ok(())
//! # }
//! ```
//!
//! How the request gets to whoever approves, and the ticket back to the program, is the host's: a page that both have
//! open, a row in its database, a message. A client that asks the person whom it acts for posts to the route itself, and
//! the host writes [`allow_self_approval`](tool_core::SealedApprovals::allow_self_approval).

use rmcp::model::MetaObject;
use serde_json::Value;
use tool_core::Reply;

/// In a result: what the host makes a ticket of.
pub const APPROVAL_REQUEST: &str = "tool-core/approval-request";

/// In a request: the ticket of an approval.
pub const APPROVAL_TICKET: &str = "tool-core/approval-ticket";

/// In a result: how long to stay away, in milliseconds.
pub const RETRY_AFTER_MS: &str = "tool-core/retry-after-ms";

/// The longest ticket, in bytes. No credential is longer than what servers take as all headers of a request together: 16
/// KiB in Node.js (`http.maxHeaderSize`), 8 KiB in Apache and nginx.
const LONGEST_TICKET: usize = 16 * 1024;

/// Returns the `_meta` of a reply, if it has anything for programs.
pub(crate) fn of_reply(reply: &Reply) -> Option<MetaObject> {
    // A name in `_meta` has a prefix, and labels with hyphens as the others here.
    let added =
        reply.meta.iter().map(|(key, value)| (format!("tool-core/{}", key.replace('_', "-")), value.clone()));
    let mut meta = MetaObject(added.collect());
    if let Some(request) = &reply.approval_request {
        meta.insert(APPROVAL_REQUEST.to_owned(), request.as_str().into());
    }
    if let Some(wait) = reply.retry_after {
        // Rounded up: whoever comes back at this moment is not too early.
        let ms = u64::try_from(wait.as_nanos().div_ceil(1_000_000)).unwrap_or(u64::MAX);
        meta.insert(RETRY_AFTER_MS.to_owned(), ms.into());
    }
    (!meta.is_empty()).then_some(meta)
}

/// Returns the ticket that a request brings.
pub(crate) fn ticket(meta: &MetaObject) -> Option<&str> {
    meta.get(APPROVAL_TICKET).and_then(Value::as_str).filter(|ticket| is_short(ticket))
}

/// Returns what is wrong with the ticket that a request brings. A call whose ticket cannot be read is refused, not made
/// without it: whoever sends one means to use it.
pub(crate) fn ticket_fault(meta: &Value) -> Option<&'static str> {
    match meta.get(APPROVAL_TICKET) {
        None | Some(Value::Null) => None,
        Some(Value::String(ticket)) if is_short(ticket) => None,
        Some(_) => Some(
            r#"`_meta["tool-core/approval-ticket"]` must be a string of at most 16384 bytes, the ticket as the approval gave it"#,
        ),
    }
}

fn is_short(ticket: &str) -> bool {
    ticket.len() <= LONGEST_TICKET
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use serde_json::json;

    use super::*;

    #[test]
    fn a_wait_is_rounded_up_to_milliseconds() {
        let wait = |retry_after| {
            let mut reply = Reply::default();
            reply.retry_after = retry_after;
            json!(of_reply(&reply))
        };
        assert_eq!(wait(Some(Duration::from_micros(1_500_001))), json!({ "tool-core/retry-after-ms": 1501 }));
        assert_eq!(wait(Some(Duration::from_secs(2))), json!({ "tool-core/retry-after-ms": 2000 }));
        assert_eq!(wait(None), json!(null));
    }
}
