//! Requests that are answered without rmcp's loop. Whatever they are, the answer is the loop's.

use std::task::{Context, Waker};

use bytes::Bytes;
use http::{Request, StatusCode, header};
use http_body_util::Full;
use proptest::{prelude::*, sample::select};
use serde_json::{Value, json};
use tokio::runtime::Builder;
use tool_mcp::http::Mount;

use super::{mount, mount_of, post, text, with};
use crate::mcp_fixture::{call, fixture, legacy, modern, register};

/// The same request, worded in a way that is left to rmcp.
fn through_the_loop(request: Request<Full<Bytes>>) -> Request<Full<Bytes>> {
    with(request, header::ACCEPT, "application/json;q=1, text/event-stream")
}

async fn answer(mount: &Mount, request: Request<Full<Bytes>>) -> (StatusCode, String, String) {
    let response = mount.respond(request).await;
    let kind = response.headers().get(header::CONTENT_TYPE).map(|kind| kind.to_str().unwrap().to_owned());
    (response.status(), kind.unwrap_or_default(), text(response).await)
}

#[tokio::test]
async fn a_request_that_is_complete_in_itself_is_answered_within_one_poll() {
    let is_ready = |request| {
        let mount = mount();
        let mut answering = std::pin::pin!(mount.respond(request));
        answering.as_mut().poll(&mut Context::from_waker(Waker::noop())).is_ready()
    };
    for message in [
        modern("tools/call", call("add", json!({ "a": 1, "b": 2 }))),
        modern("tools/call", call("nothing", json!({}))),
        modern("tools/list", json!({})),
    ] {
        assert!(is_ready(post(&message)), "{message}");
        assert!(!is_ready(through_the_loop(post(&message))), "{message}");
    }
}

/// Requests of which each is right or wrong in its own way.
fn messages() -> Vec<Value> {
    let named = |name: &str| modern("tools/call", call(name, json!({})));
    let with_id = |id: Value| {
        let mut message = named("list");
        message["id"] = id;
        message
    };
    let with_meta = |key: &str, value: Value| {
        let mut message = named("list");
        message["params"]["_meta"][key] = value;
        message
    };
    let mut messages = vec![
        modern("tools/call", call("add", json!({ "a": 1, "b": 2 }))),
        modern("tools/call", call("add", json!({ "a": 1, "b": 20 }))),
        modern("tools/call", call("add", json!({ "a": 9, "b": 9.5 }))),
        modern("tools/call", call("echo", json!({ "text": "ä\u{0}\"" }))),
        modern("tools/call", json!({ "name": "list" })),
        modern("tools/call", json!({ "name": "list", "arguments": null })),
        modern("tools/call", json!({ "name": "list", "arguments": [] })),
        modern("tools/call", json!({ "name": "list", "task": {} })),
        modern("tools/call", json!({ "name": "list", "cursor": "c" })),
        modern("tools/call", json!({})),
        modern("tools/call", call("in_project", json!({ "project_id": "p-bob" }))),
        modern("tools/call", call("=?base64?bGlzdA==?=", json!({}))),
        modern("tools/list", json!({})),
        modern("tools/list", json!({ "cursor": null })),
        modern("tools/list", json!({ "cursor": "of another list" })),
        modern("tools/list", json!({ "cursor": 1 })),
        modern("tools/list", json!({ "name": "list" })),
        legacy("tools/call", call("list", json!({}))),
        legacy("tools/list", json!({})),
        with_id(json!("x")),
        with_id(json!(-1)),
        with_id(json!(1.0)),
        with_id(json!(1.5)),
        with_id(json!(null)),
        with_id(json!(u64::MAX)),
    ];
    messages.extend(["describe", "fail", "list", "nothing", "purge", "remember", "scoped"].map(named));
    let capabilities = "io.modelcontextprotocol/clientCapabilities";
    messages.extend([
        with_meta(capabilities, json!({ "elicitation": {}, "sampling": {}, "roots": {} })),
        with_meta(capabilities, json!({ "extensions": { "io.modelcontextprotocol/tasks": {} } })),
        with_meta(capabilities, json!(1)),
        with_meta(capabilities, json!(null)),
        with_meta("io.modelcontextprotocol/clientInfo", json!({ "name": "a", "version": "1" })),
        with_meta("io.modelcontextprotocol/protocolVersion", json!("2025-11-25")),
        with_meta("io.modelcontextprotocol/protocolVersion", json!("1900-01-01")),
        with_meta("io.modelcontextprotocol/logLevel", json!("debug")),
        with_meta("io.modelcontextprotocol/logLevel", json!("loud")),
        with_meta("traceparent", json!("00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01")),
        with_meta("progressToken", json!(1)),
        with_meta("progressToken", json!({})),
        with_meta("tool-core/approval-ticket", json!("t")),
        with_meta("tool-core/approval-ticket", json!(1)),
    ]);
    messages
}

/// What a head may say instead of what it should.
fn changed(request: &mut Request<Full<Bytes>>, name: &'static str, value: &str, how: u8) {
    let (headers, value) = (request.headers_mut(), value.parse().unwrap());
    match how {
        0 => drop(headers.remove(name)),
        1 => drop(headers.append(name, value)),
        _ => drop(headers.insert(name, value)),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    #[test]
    fn the_answer_is_that_of_the_loop(
        message in select(messages()),
        change in prop::option::of((
            select(vec!["mcp-method", "mcp-name", "mcp-protocol-version", "mcp-session-id", "mcp-param-a"]),
            select(vec!["list", "add", "tools/call", "tools/list", "=?base64?bGlzdA==?=", "2026-07-28", "2025-11-25", "x"]),
            0u8..3,
        )),
    ) {
        let mut request = post(&message);
        if let Some((name, value, how)) = change {
            changed(&mut request, name, value, how);
        }
        let (mount, closely) = (mount(), through_the_loop(request.clone()));
        let runtime = Builder::new_current_thread().enable_all().build().unwrap();
        let (at_once, through_the_loop) =
            runtime.block_on(async { (answer(&mount, request).await, answer(&mount, closely).await) });
        prop_assert_eq!(at_once, through_the_loop);
    }
}

#[tokio::test]
async fn a_list_is_that_of_the_loop_whoever_asks_and_whatever_has_changed() {
    let fixture = fixture();
    let mount = mount_of(fixture.handler);
    let list = post(&modern("tools/list", json!({})));
    for added in ["added", "added_later"] {
        for token in ["T-alice", "T-bob", "T-alice", "T-mallory"] {
            let list = with(list.clone(), header::AUTHORIZATION, &format!("Bearer {token}"));
            let at_once = answer(&mount, list.clone()).await;
            assert_eq!(at_once, answer(&mount, through_the_loop(list)).await, "{token}");
            // What only bob has a scope for, and nobody else learns of.
            assert_eq!(at_once.2.contains("scoped"), token == "T-bob", "{token}");
        }
        register(&fixture.registry, added);
        let (.., text) = answer(&mount, list.clone()).await;
        assert!(text.contains(&format!("\"name\":\"{added}\"")), "{text}");
    }
}

#[tokio::test]
async fn a_list_that_stands_for_an_object_is_no_request() {
    let mut list = post(&modern("tools/call", call("list", json!({}))));
    let meta = modern("", json!({}))["params"]["_meta"].clone();
    for body in [
        json!(["2.0", 1, "tools/call", { "name": "list", "_meta": meta }]),
        json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": ["list", {}, null, meta] }),
    ] {
        *list.body_mut() = Full::from(body.to_string());
        assert_eq!(mount().respond(list.clone()).await.status(), StatusCode::BAD_REQUEST, "{body}");
    }
}
