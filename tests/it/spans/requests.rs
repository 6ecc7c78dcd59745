//! The span of a request, around the one of its call.

use bytes::Bytes;
use http::{Request, header};
use http_body_util::Full;
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tool_core::{Caller, Surface, TraceContext};
use tool_mcp::{
    Handler, ServerIdentity, bearer,
    http::{Hosts, Mount, Origins},
    stdio,
};

use super::{PARENT, fields, owned, tools, traced};
use crate::{
    mcp_fixture::{self, alice, call, legacy, modern},
    observed::Observed,
    support::{invoker, outside},
};

fn handler(surface: Surface) -> Handler {
    Handler::new(surface, ServerIdentity::new("spans", "1.0.0"))
}

/// What a client of the latest revision sends, from within a trace of its own.
fn in_trace(method: &str, mut params: Value) -> Value {
    params["_meta"]["traceparent"] = json!(PARENT);
    params["_meta"]["tracestate"] = json!("vendor=1");
    modern(method, params)
}

fn post(message: &Value) -> Request<Full<Bytes>> {
    Request::post("/mcp")
        .header(header::HOST, "localhost:8080")
        .header(header::AUTHORIZATION, "Bearer good")
        .header(header::CONTENT_TYPE, "application/json")
        .header(header::ACCEPT, "application/json, text/event-stream")
        .header("mcp-protocol-version", "2026-07-28")
        .header("mcp-method", message["method"].as_str().unwrap())
        .header("mcp-name", message["params"]["name"].as_str().unwrap_or_default())
        .body(Full::from(message.to_string()))
        .unwrap()
}

fn mount(surface: Surface) -> Mount {
    let authenticate = bearer(|_| async { Some(Caller::new("alice")) });
    Mount::new(handler(surface), authenticate, Hosts::loopback(), Origins::none())
}

#[tokio::test]
async fn a_request_over_http_is_a_server_span_around_the_call_in_the_callers_trace() {
    let (invoker, adopted) = traced();
    let mount = mount(outside(&invoker));
    let (observed, _guard) = Observed::start();
    mount.respond(post(&in_trace("tools/call", call("works", json!({}))))).await;

    let span = observed.span("mcp_request");
    assert_eq!(
        fields(&span),
        owned(&[
            ("gen_ai.operation.name", "execute_tool"),
            ("gen_ai.tool.name", "works"),
            ("jsonrpc.request.id", "1"),
            ("mcp.method.name", "tools/call"),
            ("mcp.protocol.version", "2026-07-28"),
            ("network.transport", "tcp"),
            ("otel.kind", "server"),
            ("otel.name", "tools/call works"),
        ])
    );
    assert_eq!(observed.around(&observed.span("execute_tool")).unwrap().name, "mcp_request");
    let context = TraceContext::parse(PARENT, Some("vendor=1")).unwrap();
    assert_eq!(*adopted.lock().unwrap(), [("mcp_request", context)]);
}

#[tokio::test]
async fn the_hosts_own_span_is_around_the_request_over_http_and_a_connections_is_not() {
    let surface = outside(&invoker(tools()));
    let (observed, _guard) = Observed::start();
    let of_host = tracing::info_span!("of_the_host");
    let request = post(&modern("tools/list", json!({})));
    tracing::Instrument::instrument(mount(surface.clone()).respond(request), of_host.clone()).await;
    assert_eq!(observed.around(&observed.span("mcp_request")).unwrap().name, "of_the_host");

    let (observed, _guard) = Observed::start();
    let (near, far) = tokio::io::duplex(64 * 1024);
    let (reader, writer) = tokio::io::split(far);
    let served = stdio::serve_streams(handler(surface), stdio::as_local(alice()), reader, writer);
    let of_connection = tracing::info_span!("of_the_connection");
    let served = tokio::spawn(tracing::Instrument::instrument(served, of_connection));
    let (output, mut input) = tokio::io::split(near);
    input.write_all(format!("{}\n", legacy("tools/list", json!({}))).as_bytes()).await.unwrap();
    assert!(BufReader::new(output).lines().next_line().await.unwrap().is_some());
    input.shutdown().await.unwrap();
    served.await.unwrap().unwrap();
    let span = observed.span("mcp_request");
    assert_eq!(span.parent, None);
    assert_eq!(span.field("network.transport"), Some("pipe"));
    assert_eq!(span.field("otel.name"), Some("tools/list"));
    assert_eq!(span.field("gen_ai.operation.name"), None);
}

#[tokio::test]
async fn what_a_client_made_up_is_not_in_the_span_of_its_request() {
    let handler = mcp_fixture::fixture().handler;
    let message = |method: &str, params: Value, id: Value| {
        let mut message = legacy(method, params);
        message["id"] = id;
        message
    };
    for (message, name, error) in [
        (message("tools/call", call("made_up", json!({})), json!(7)), "tools/call", Some("-32602")),
        // An internal tool: for the client there is none, and the host's name of it is no text of the client's.
        (message("tools/call", call("purge", json!({})), json!(7)), "tools/call purge", Some("-32602")),
        (message("made/up", json!({}), json!("made-up")), "_OTHER", Some("-32601")),
        (message("tools/list", json!({ "cursor": "made-up" }), json!(7)), "tools/list", Some("-32602")),
        (message("tools/call", call("fail", json!({})), json!(7)), "tools/call fail", Some("tool_error")),
        (message("tools/call", call("list", json!({})), json!("made-up")), "tools/call list", None),
    ] {
        let (observed, _guard) = Observed::start();
        handler.handle(message.clone(), alice()).await;
        let span = observed.span("mcp_request");
        assert_eq!(span.field("otel.name"), Some(name));
        assert_eq!(span.field("error.type"), error, "{message}");
        let code = error.filter(|error| error.starts_with('-'));
        assert_eq!(span.field("rpc.response.status_code"), code);
        assert_eq!(span.field("jsonrpc.request.id"), (message["id"] == 7).then_some("7"));
        assert!(!observed.text().contains("made"), "{}", observed.text());
    }
}

#[tokio::test]
async fn a_handshake_says_which_revision_was_agreed_on() {
    let handler = mcp_fixture::fixture().handler;
    let (observed, _guard) = Observed::start();
    let params = json!({
        "protocolVersion": "1999-01-01", "capabilities": {}, "clientInfo": { "name": "old", "version": "1" }
    });
    let answer = handler.handle(legacy("initialize", params), alice()).await.unwrap();
    let agreed = answer["result"]["protocolVersion"].as_str().unwrap();
    assert_eq!(observed.span("mcp_request").field("mcp.protocol.version"), Some(agreed));
    assert!(!observed.text().contains("1999"), "{}", observed.text());
}
