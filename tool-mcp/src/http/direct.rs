//! Requests that are complete in themselves: calls and lists of 2026-07-28 of which nobody hears anything but the answer, and
//! about which nothing is left to find out. They are answered without rmcp's loop, which is made for a conversation and costs
//! three times what such a request does.
//!
//! Nothing is refused in here. A request with anything unusual about it, in its headers too, is rmcp's, which says what is
//! wrong with it; and every answer is made by the same functions.

use http::{HeaderMap, HeaderName, Response, StatusCode, header::ACCEPT, request::Parts};
use rmcp::model::{
    CallToolRequestParams, ErrorCode, ErrorData, JsonRpcError, ProtocolVersion, RequestId, RequestMetaObject,
    ServerJsonRpcMessage, ServerResult,
};
use tokio_util::sync::CancellationToken;

use super::{attended::Attended, body::ResponseBody, response};
use crate::{
    context::Context,
    plain::{Asks, Plain},
    revision::Revision,
    server::Server,
};

const MCP_METHOD: HeaderName = HeaderName::from_static("mcp-method");
const MCP_NAME: HeaderName = HeaderName::from_static("mcp-name");
const MCP_PROTOCOL_VERSION: HeaderName = HeaderName::from_static("mcp-protocol-version");

/// How a header begins that holds a name as base64
/// ([value encoding](https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http#value-encoding)).
const ENCODED: &str = "=?";

/// A request that can be answered at once.
pub(super) struct Complete {
    request: Plain,
    meta: RequestMetaObject,
}

/// Returns a request that can be answered at once; `None` for any other.
pub(super) fn complete(head: &Parts, mut request: Plain) -> Option<Complete> {
    let version = only(&head.headers, MCP_PROTOCOL_VERSION)?;
    let method = only(&head.headers, MCP_METHOD)?;
    let meta = request.meta.take()?;
    (version == ProtocolVersion::V_2026_07_28.as_str()
        && method == request.asks.method()
        && accepts_both(&head.headers)
        && meta.protocol_version() == Some(ProtocolVersion::V_2026_07_28)
        && meta.client_capabilities().is_some()
        && meta.get_progress_token().is_none()
        && meta.log_level().is_none()
        && is_named(&head.headers, &request.asks))
    .then_some(Complete { request, meta })
}

/// Returns whether the headers name the tool, if there is one
/// ([server validation](https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http#server-validation)).
fn is_named(headers: &HeaderMap, asks: &Asks) -> bool {
    match asks {
        Asks::Call { name, .. } => {
            only(headers, MCP_NAME).is_some_and(|named| named == name && !named.starts_with(ENCODED))
        }
        Asks::List { .. } => true,
    }
}

/// Returns whether a client takes an answer as JSON and as a stream of events, and says so in the plain way.
fn accepts_both(headers: &HeaderMap) -> bool {
    let Some(accepted) = only(headers, ACCEPT) else { return false };
    let takes = |kind: &str| accepted.split(',').any(|entry| entry.trim() == kind);
    !accepted.contains(['"', ';']) && takes("application/json") && takes("text/event-stream")
}

/// Returns the value of a header that is given once, as text.
fn only(headers: &HeaderMap, name: HeaderName) -> Option<&str> {
    let mut values = headers.get_all(name).iter();
    match (values.next(), values.next()) {
        (Some(value), None) => value.to_str().ok(),
        _ => None,
    }
}

impl Complete {
    /// Returns whether the request names a tool of which arguments are repeated in headers, which rmcp compares.
    pub(super) fn has_parameter_headers(&self, server: &Server) -> bool {
        match &self.request.asks {
            Asks::Call { name, .. } => server.has_parameter_headers(name),
            Asks::List { .. } => false,
        }
    }

    /// Answers the request.
    pub(super) fn answer(self, server: Server, head: Parts) -> Attended<Response<ResponseBody>> {
        let gave_up = CancellationToken::new();
        Attended::new(self.answered(server, head, gave_up.clone()), gave_up)
    }

    async fn answered(
        self,
        server: Server,
        head: Parts,
        gave_up: CancellationToken,
    ) -> Response<ResponseBody> {
        // What the tool has left behind stops with the answer, as it does after rmcp's loop.
        let _answered = gave_up.clone().drop_guard();
        let Plain { id, asks, .. } = self.request;
        let context = Context {
            id: &id,
            meta: &self.meta,
            revision: Revision::from(&ProtocolVersion::V_2026_07_28),
            head: Some(&head),
            cancellation: &gave_up,
            peer: None,
        };
        match asks {
            Asks::Call { name, arguments } => {
                let mut call = CallToolRequestParams::new(name);
                call.arguments = arguments;
                match server.answer_call(call, &context).await {
                    Ok(result) => {
                        let message = ServerJsonRpcMessage::response(ServerResult::from(result), id);
                        response::json(StatusCode::OK, &message)
                    }
                    Err(error) => failed(id, error),
                }
            }
            Asks::List { cursor } => match server.answer_written_list(cursor.as_deref(), &context).await {
                Ok(list) => response::json_text(StatusCode::OK, list.message(id)),
                Err(error) => failed(id, error),
            },
        }
    }
}

fn failed(id: RequestId, error: ErrorData) -> Response<ResponseBody> {
    response::json(status(&error), &JsonRpcError::new(Some(id), error))
}

/// A client that lacks a capability is told so with 400, as [`error::lacks_input`](crate::error::lacks_input) says where. Any
/// other error that these methods have is an answer like a result.
fn status(error: &ErrorData) -> StatusCode {
    if error.code == ErrorCode::MISSING_REQUIRED_CLIENT_CAPABILITY {
        StatusCode::BAD_REQUEST
    } else {
        StatusCode::OK
    }
}
