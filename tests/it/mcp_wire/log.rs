//! What tools write to their callers: off by default, for those who asked, from the level that they asked for.

use std::sync::Mutex;

use http::header;
use serde_json::{Value, json};
use tool_core::{Invoker, Log, LogLevel, Registry, tool};
use tool_mcp::{Handler, ServerIdentity, stdio};

use crate::{
    mcp_fixture::{alice, call, legacy, modern},
    mcp_http::{mount_of, post, text},
    mcp_stdio::Pipe,
    support::outside,
};

/// Writes one message of each of three levels.
#[tool(title = "Write", exposure = both, effect = read_only)]
fn write(#[context] log: &Log) -> String {
    log.write(LogLevel::Debug, "looked");
    log.named("dates").write(LogLevel::Info, json!({ "missing": 3 }));
    log.write(LogLevel::Error, "failed");
    "done".to_owned()
}

/// Writes far too much.
#[tool(title = "Flood", exposure = both, effect = read_only)]
fn flood(#[context] log: &Log) -> String {
    log.write(LogLevel::Info, "x".repeat(16 * 1024));
    for number in 0..1_000 {
        log.write(LogLevel::Info, number);
    }
    "done".to_owned()
}

fn handler() -> Handler {
    let registry = Registry::builder(()).tool(write_tool()).tool(flood_tool()).build().unwrap();
    let invoker = Invoker::builder(registry).unlimited().build().unwrap();
    Handler::new(outside(&invoker), ServerIdentity::new("samples", "1.2.3"))
}

/// A call whose request asks for messages of this level.
fn asking(tool: &str, level: &str) -> Value {
    let mut message = modern("tools/call", call(tool, json!({})));
    message["params"]["_meta"]["io.modelcontextprotocol/logLevel"] = json!(level);
    message
}

async fn heard(handler: &Handler, message: Value) -> Vec<Value> {
    let heard = Mutex::new(Vec::new());
    let answer = handler.handle_with(message, alice(), |one| heard.lock().unwrap().push(one)).await.unwrap();
    assert_eq!(answer["result"]["content"][0]["text"], "done", "the call itself is as any other");
    heard.into_inner().unwrap()
}

fn message(params: &Value) -> Value {
    json!({ "jsonrpc": "2.0", "method": "notifications/message", "params": params })
}

#[tokio::test]
async fn a_request_hears_what_it_asked_for_and_nothing_is_on_by_default() {
    let on = handler().with_log();
    let info = message(&json!({ "level": "info", "logger": "dates", "data": { "missing": 3 } }));
    let error = message(&json!({ "level": "error", "data": "failed" }));
    assert_eq!(heard(&on, asking("write", "info")).await, [info, error.clone()]);
    assert_eq!(heard(&on, asking("write", "warning")).await, [error]);
    for silent in [
        asking("write", "emergency"),
        asking("write", "loud"),
        modern("tools/call", call("write", json!({}))),
    ] {
        assert_eq!(heard(&on, silent.clone()).await, Vec::<Value>::new(), "{silent}");
    }
    assert_eq!(
        heard(&handler(), asking("write", "debug")).await,
        Vec::<Value>::new(),
        "off unless the host says so"
    );
}

#[tokio::test]
async fn a_flood_has_an_end() {
    let heard = heard(&handler().with_log(), asking("flood", "debug")).await;
    assert_eq!(heard.len(), 100);
    assert_eq!((&heard[0]["params"]["data"], &heard[99]["params"]["data"]), (&json!(0), &json!(99)));
}

#[tokio::test]
async fn a_connection_says_once_from_which_level_on() {
    let mut pipe = Pipe::new(handler().with_log(), stdio::as_local(alice()));
    let write = legacy("tools/call", call("write", json!({})));
    let hello = json!({ "protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": { "name": "c", "version": "0" } });
    let greeting = pipe.ask(&legacy("initialize", hello)).await;
    assert_eq!(greeting["result"]["capabilities"]["logging"], json!({}));
    assert_eq!(pipe.ask(&write).await["result"]["content"][0]["text"], "done", "nothing is asked for yet");

    let wrong = pipe.ask(&legacy("logging/setLevel", json!({ "level": "loud" }))).await;
    assert_eq!(wrong["error"]["code"], -32602, "{wrong}");
    assert_eq!(pipe.ask(&legacy("logging/setLevel", json!({ "level": "error" }))).await["result"], json!({}));
    assert_eq!(pipe.ask(&write).await, message(&json!({ "level": "error", "data": "failed" })));
    assert_eq!(pipe.receive().await.unwrap()["result"]["content"][0]["text"], "done");
    let modern = pipe.ask(&modern("logging/setLevel", json!({ "level": "error" }))).await;
    assert_eq!(modern["error"]["code"], -32601, "2026-07-28 has no such method");
}

#[tokio::test]
async fn it_is_announced_where_it_works_and_nowhere_else() {
    let hello = || {
        let client = json!({ "name": "c", "version": "0" });
        legacy(
            "initialize",
            json!({ "protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": client }),
        )
    };
    let over_http = async |handler: Handler, message: Value| -> Value {
        serde_json::from_str(&text(mount_of(handler).respond(post(&message)).await).await).unwrap()
    };
    // No message over HTTP is remembered until the next one.
    let greeting = over_http(handler().with_log(), hello()).await;
    assert_eq!(greeting["result"]["capabilities"], json!({ "tools": {} }));
    let set = over_http(handler().with_log(), legacy("logging/setLevel", json!({ "level": "info" }))).await;
    assert_eq!(set["error"]["code"], -32601);
    let discovered = over_http(handler().with_log(), modern("server/discover", json!({}))).await;
    assert_eq!(discovered["result"]["capabilities"]["logging"], json!({}));
    let off = over_http(handler(), modern("server/discover", json!({}))).await;
    assert!(off["result"]["capabilities"].get("logging").is_none(), "{off}");

    let mut pipe = Pipe::new(handler(), stdio::as_local(alice()));
    assert!(pipe.ask(&hello()).await["result"]["capabilities"].get("logging").is_none());
    let set = pipe.ask(&legacy("logging/setLevel", json!({ "level": "info" }))).await;
    assert_eq!(set["error"]["code"], -32601);
}

#[tokio::test]
async fn an_answer_is_a_stream_only_when_something_comes_before_it() {
    let mount = mount_of(handler().with_log());
    for (level, kind) in [("info", "text/event-stream"), ("emergency", "application/json")] {
        let response = mount.respond(post(&asking("write", level))).await;
        assert_eq!(response.headers()[header::CONTENT_TYPE], kind, "{level}");
    }
}
