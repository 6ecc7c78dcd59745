//! The three ways in, with all calls through each.

use bytes::Bytes;
use http::{Request, header};
use http_body_util::{BodyExt, Full};
use serde_json::{Value, json};
use tokio_util::sync::CancellationToken;
use tool_core::{Caller, Surface};
use tool_mcp::{
    Handler,
    http::{Hosts, Mount, Origins},
    stdio,
};

use super::{CALLS, TOKEN, host::Doorman};
use crate::{
    mcp_fixture::{call, legacy, modern},
    mcp_stdio::Pipe,
};

pub(super) fn arguments(project: &str) -> Value {
    match project {
        "" => json!({ "word": "CANARY-argument" }),
        id => json!({ "word": "CANARY-argument", "project_id": id }),
    }
}

/// Requests that are answered before a tool is found, and some that find one and do not fit.
fn strange() -> Vec<Value> {
    let mut named = legacy("tools/list", json!({}));
    named["id"] = json!("CANARY-id");
    let mut progress = legacy("tools/call", call("works", arguments("")));
    progress["params"]["_meta"]["progressToken"] = json!("CANARY-progress");
    progress["params"]["_meta"]["tool-core/approval-ticket"] = json!("CANARY-ticket");
    let client = json!({ "name": "CANARY-client", "version": "CANARY" });
    vec![
        named,
        progress,
        legacy("tools/call", call("CANARY_name", json!({ "CANARY": "CANARY" }))),
        legacy("tools/call", call("works", json!({ "word": 1, "CANARY-key": "CANARY-value" }))),
        legacy("tools/call", json!({ "name": ["CANARY"], "arguments": "CANARY" })),
        legacy("tools/list", json!({ "cursor": "CANARY-cursor" })),
        legacy("CANARY/method", json!({ "CANARY": "CANARY" })),
        legacy(
            "initialize",
            json!({ "protocolVersion": "CANARY", "capabilities": {}, "clientInfo": client }),
        ),
        json!({ "jsonrpc": "CANARY", "id": "CANARY", "method": "CANARY" }),
        json!(["CANARY-batch"]),
        json!("CANARY-text"),
    ]
}

/// A call from within a trace; `tracestate` and `baggage` are the caller's text.
fn in_trace(name: &str, project: &str) -> Value {
    let mut params = call(name, arguments(project));
    params["_meta"] = json!({
        "traceparent": "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
        "tracestate": "vendor=CANARY-state",
        "baggage": "user=CANARY-baggage",
    });
    params
}

fn post(token: &str, body: String, message: &Value) -> Request<Full<Bytes>> {
    let mut request = Request::post("/mcp?word=CANARY-query")
        .header(header::HOST, "localhost:8080")
        .header(header::AUTHORIZATION, format!("Bearer {token}"))
        .header(header::COOKIE, "session=CANARY-cookie")
        .header("x-host", "CANARY-header")
        .header(header::CONTENT_TYPE, "application/json")
        .header(header::ACCEPT, "application/json, text/event-stream");
    if message["params"]["_meta"].get("io.modelcontextprotocol/protocolVersion").is_some() {
        request = request.header("mcp-protocol-version", "2026-07-28").header("mcp-method", "tools/call");
        request = request.header("mcp-name", message["params"]["name"].as_str().unwrap());
    }
    request.body(Full::from(body)).unwrap()
}

pub(super) async fn over_http(handler: Handler) {
    let mount = Mount::new(handler, Doorman, Hosts::loopback(), Origins::none());
    let send = async |token: &str, message: &Value| {
        let response = mount.respond(post(token, message.to_string(), message)).await;
        drop(response.into_body().collect().await);
    };
    for (name, project) in CALLS {
        send(TOKEN, &modern("tools/call", in_trace(name, project))).await;
    }
    for message in strange() {
        send(TOKEN, &message).await;
    }
    for token in ["CANARY-unknown", "CANARY-fails", "CANARY-panics"] {
        send(token, &legacy("tools/list", json!({}))).await;
    }
    let broken = "{\"CANARY\": CANARY".to_owned();
    drop(mount.respond(post(TOKEN, broken, &Value::Null)).await);
}

pub(super) async fn over_streams(handler: Handler) {
    let mut pipe = Pipe::new(handler, stdio::with_token(TOKEN, Doorman).unwrap());
    for (name, project) in CALLS {
        pipe.ask(&legacy("tools/call", in_trace(name, project))).await;
    }
    for message in strange() {
        pipe.send(&message.to_string()).await;
    }
    pipe.send("{\"CANARY\": CANARY").await;
    // Cancelled for a reason, which is the client's text, and then one that shows that all before it is read.
    let mut waits = legacy("tools/call", call("waits", arguments("")));
    waits["id"] = json!(77);
    pipe.send(&waits.to_string()).await;
    let reason = json!({ "requestId": 77, "reason": "CANARY-reason-to-cancel" });
    pipe.send(
        &json!({ "jsonrpc": "2.0", "method": "notifications/cancelled", "params": reason }).to_string(),
    )
    .await;
    let mut last = legacy("ping", json!({}));
    last["id"] = json!(78);
    pipe.send(&last.to_string()).await;
    while pipe.receive().await.expect("the last one is answered")["id"] != 78 {}
}

pub(super) async fn in_process(surface: &Surface) {
    let alice = Caller::new("alice").with("CANARY-of-the-caller");
    for (name, project) in CALLS {
        let request = surface.request(alice.clone(), name, Some(arguments(project)));
        let request = request.with_ticket("CANARY-ticket").with_extension("CANARY-extension");
        surface.call(request).await;
    }
    surface.call(surface.request(alice.clone(), "CANARY_name", None)).await;
    let cancelled = CancellationToken::new();
    cancelled.cancel();
    for name in ["waits", "writes_on"] {
        let request = surface.request(alice.clone(), name, Some(arguments("")));
        surface.call(request.with_cancellation(cancelled.clone())).await;
    }
    surface.catalogue(&alice);
}
