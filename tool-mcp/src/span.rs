//! The span of one request, as the server sees it. Never with anything of a request but what this server knows as well:
//! a method that it has, a revision that it speaks, a tool that it has, for whomever.
//!
//! Names: `Server` of the OpenTelemetry semantic conventions for MCP, v0.1.0,
//! <https://github.com/open-telemetry/semantic-conventions-genai/blob/v0.1.0/docs/gen-ai/mcp.md#server>, except that
//! the status has no description, for `JSONRPCError.message` repeats what a client sent, and that an id which is text
//! is left out, for it is the client's. There are no sessions, hence no `mcp.session.id`.

use std::pin::Pin;

use rmcp::model::{ErrorData, ProtocolVersion, RequestId};
use tool_core::{Answer, Read, TraceContext};
use tracing::{Span, field};

use crate::{Handler, context::Context, error, listen, log, unwind::walled};

/// What carries the messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Carrier {
    /// Whoever calls the handler; its present span is the parent.
    Host,
    /// HTTP; the server's span, if there is one, is the parent.
    Http,
    /// A pair of streams, whose present span would be one of the whole connection. So a request has none around it.
    Streams,
}

/// The method of a request that the server does not have, as the conventions name what has no name.
const OTHER: &str = "_OTHER";

/// A method as spans name it.
pub(crate) fn method(name: &str) -> &'static str {
    match name {
        "completion/complete" => "completion/complete",
        "initialize" => "initialize",
        "prompts/get" => "prompts/get",
        "prompts/list" => "prompts/list",
        "resources/list" => "resources/list",
        "resources/read" => "resources/read",
        "resources/subscribe" => "resources/subscribe",
        "resources/templates/list" => "resources/templates/list",
        "resources/unsubscribe" => "resources/unsubscribe",
        "server/discover" => "server/discover",
        listen::METHOD => listen::METHOD,
        log::SET_LEVEL => log::SET_LEVEL,
        "tasks/cancel" => "tasks/cancel",
        "tasks/get" => "tasks/get",
        "tasks/update" => "tasks/update",
        "tools/call" => "tools/call",
        "tools/list" => "tools/list",
        _ => OTHER,
    }
}

/// Runs a request in a span of its own, behind the wall against panics, and marks the span when it fails.
///
/// It is boxed, whatever it is: rmcp makes one task for any request, which is as large as the largest of all methods, and
/// moves it some twenty times. One method with 15 kB cost every call as much as all the rest. A request that is large comes
/// boxed as well, because it is moved in here, too.
pub(crate) fn request<'r, T>(
    span: Span,
    request: impl Future<Output = Result<T, ErrorData>> + Send + 'r,
) -> Pin<Box<dyn Future<Output = Result<T, ErrorData>> + Send + 'r>> {
    Box::pin(async move {
        let answered = tracing::Instrument::instrument(walled(request), span.clone()).await;
        let result = answered.unwrap_or_else(|| Err(error::internal_unnamed()));
        if let Err(error) = &result {
            failed(&span, error);
        }
        result
    })
}

/// Returns the span of a request, as part of the client's trace where the client says so and the host knows how.
///
/// `tool` is the name in the request. Whether there is such a tool is asked now, because exporters take a span's name
/// when the span is entered, and no other one later.
pub(crate) fn of(
    method: &'static str,
    tool: Option<&str>,
    context: &Context<'_>,
    carrier: Carrier,
    handler: &Handler,
) -> Span {
    let surface = &handler.shared().surface;
    let tool = tool.filter(|name| surface.has_name(name));
    let span = tracing::info_span!(
        parent: parent(carrier),
        "mcp_request",
        otel.name = tool.map_or(method.to_owned(), |tool| format!("{method} {tool}")),
        otel.kind = "server",
        otel.status_code = field::Empty,
        mcp.method.name = method,
        mcp.protocol.version = field::Empty,
        jsonrpc.request.id = number(context.id).map(field::display),
        network.transport = transport(carrier),
        gen_ai.operation.name = (method == "tools/call").then_some("execute_tool"),
        gen_ai.tool.name = tool,
        rpc.response.status_code = field::Empty,
        error.r#type = field::Empty,
    );
    speaks(&span, context.revision.version());
    let (traceparent, tracestate) = (context.meta.get_traceparent(), context.meta.get_tracestate());
    if let Some(context) = traceparent.and_then(|parent| TraceContext::parse(parent, tracestate)) {
        surface.invoker().set_trace_parent(&span, &context);
    }
    span
}

/// Says which revision a request is of. One that nobody knows is the client's text.
pub(crate) fn speaks(span: &Span, version: &ProtocolVersion) {
    if ProtocolVersion::KNOWN_VERSIONS.contains(version) {
        span.record("mcp.protocol.version", version.as_str());
    }
}

/// Marks the span of a call that was answered without a result.
pub(crate) fn answered(span: &Span, answer: &Answer) {
    match answer {
        Answer::Cancelled => mark(span, "cancelled"),
        Answer::Reply(reply) if reply.is_error() => mark(span, "tool_error"),
        // A result, or an error of the protocol, which `failed` marks.
        _ => {}
    }
}

/// Marks the span of something that was not read for a reason of its own.
pub(crate) fn read<T>(span: &Span, answer: &Read<T>) {
    match answer {
        Read::Cancelled => mark(span, "cancelled"),
        Read::Refused(_) => mark(span, "tool_error"),
        // A result, or an error of the protocol, which `failed` marks.
        _ => {}
    }
}

fn failed(span: &Span, error: &ErrorData) {
    // Nobody is sent the error of a call that was cancelled, and `answered` has marked it.
    if !error::is_cancelled(error) {
        let code = error.code.0.to_string();
        span.record("rpc.response.status_code", &code);
        mark(span, &code);
    }
}

fn mark(span: &Span, error_type: &str) {
    span.record("otel.status_code", "ERROR");
    span.record("error.type", error_type);
}

fn parent(carrier: Carrier) -> Option<tracing::Id> {
    match carrier {
        Carrier::Host | Carrier::Http => Span::current().id(),
        Carrier::Streams => None,
    }
}

fn transport(carrier: Carrier) -> Option<&'static str> {
    match carrier {
        Carrier::Host => None,
        Carrier::Http => Some("tcp"),
        Carrier::Streams => Some("pipe"),
    }
}

fn number(id: &RequestId) -> Option<i64> {
    match id {
        RequestId::Number(number) => Some(*number),
        RequestId::String(_) => None,
    }
}
