//! What a client reads of its calls: results, refusals, progress.

use std::{sync::Mutex, time::Duration};

use serde_json::{Value, json};
use tool_core::Caller;

use super::{ask, error};
use crate::mcp_fixture::{alice, call, fixture, legacy, modern};

#[tokio::test]
async fn a_structured_result_is_an_object_and_its_text() {
    let sum = ask(legacy("tools/call", call("add", json!({ "a": 2, "b": 3 })))).await;
    let text = json!([{ "type": "text", "text": "{\"sum\":5}" }]);
    assert_eq!(sum["result"], json!({ "content": text, "structuredContent": { "sum": 5 } }));

    let list = ask(modern("tools/call", call("list", json!({})))).await;
    assert_eq!(
        list["result"]["structuredContent"],
        json!({ "items": ["a", "b"] }),
        "an array has an object around it"
    );
    assert_eq!(list["result"]["_meta"]["io.modelcontextprotocol/serverInfo"]["name"], "samples");
}

#[tokio::test]
async fn each_kind_of_block_is_shown() {
    let answer = ask(legacy("tools/call", call("describe", json!({})))).await;
    assert_eq!(
        answer["result"]["content"],
        json!([
            { "type": "text", "text": "a text" },
            { "type": "image", "data": "AQID", "mimeType": "image/png" },
            { "type": "audio", "data": "BAU=", "mimeType": "audio/wav" },
            { "type": "resource", "resource": { "uri": "note://1", "mimeType": "text/markdown", "text": "# One" } },
            { "type": "resource_link", "uri": "note://2", "name": "Two", "description": "The second" }
        ])
    );
}

#[tokio::test]
async fn an_internal_tool_an_unknown_one_and_one_out_of_scope_are_the_same() {
    for era in [legacy, modern] {
        let unknown = ask(era("tools/call", call("no_such_tool", json!({})))).await.to_string();
        for hidden in ["purge", "scoped"] {
            let answer = ask(era("tools/call", call(hidden, json!({})))).await.to_string();
            assert_eq!(answer.replace(hidden, "no_such_tool"), unknown);
        }
    }
    let answer = ask(legacy("tools/call", call("purge", json!({})))).await;
    assert_eq!(error(&answer), (-32602, "Unknown tool: purge"));
}

#[tokio::test]
async fn whatever_a_caller_can_mend_is_a_result() {
    let faults = ask(modern("tools/call", call("add", json!({ "a": "x", "c": 1 })))).await;
    let text = faults["result"]["content"][0]["text"].as_str().unwrap();
    assert!(text.starts_with("invalid-arguments: "), "{text}");
    for pointer in ["/a", "/b", "/c"] {
        assert!(text.contains(pointer), "{pointer} is named: {text}");
    }
    assert_eq!(faults["result"]["isError"], true);

    let failed = ask(legacy("tools/call", call("fail", json!({})))).await;
    let content = json!([{ "type": "text", "text": "store-is-full: the store is full" }]);
    assert_eq!(failed["result"], json!({ "content": content, "isError": true }), "text only");

    let foreign = ask(legacy("tools/call", call("in_project", json!({ "project_id": "p-bob" })))).await;
    let missing = ask(legacy("tools/call", call("in_project", json!({ "project_id": "p-none" })))).await;
    assert_eq!(foreign, missing);
    assert_eq!(foreign["result"]["isError"], true);
}

#[tokio::test]
async fn a_defect_is_an_internal_error_with_an_id_and_no_detail() {
    let answer = ask(legacy("tools/call", call("in_project", json!({ "project_id": "p-broken" })))).await;
    assert_eq!(error(&answer), (-32603, "Internal error"));
    assert!(answer["error"]["data"]["correlation"].as_str().is_some_and(|id| !id.is_empty()), "{answer}");
    assert!(!answer.to_string().contains("db.internal"), "{answer}");
}

#[tokio::test]
async fn a_panic_in_a_tool_or_in_the_hosts_checks_is_answered() {
    let server = fixture().handler;
    let ask = async |caller: &str, message| server.handle(message, Caller::new(caller)).await.unwrap();
    assert_eq!(ask("alice", legacy("tools/call", call("panic", json!({})))).await["result"]["isError"], true);
    for message in
        [legacy("tools/list", json!({})), legacy("tools/call", call("echo", json!({ "text": "a" })))]
    {
        let answer = ask("mallory", message).await;
        assert!(answer.get("result").is_none_or(|result| result["tools"] == json!([])), "{answer}");
    }
    let after = ask("alice", legacy("tools/call", call("echo", json!({ "text": "still here" })))).await;
    assert_eq!(after["result"]["content"][0]["text"], "still here");
}

#[tokio::test]
async fn progress_increases_and_goes_to_those_who_asked() {
    let server = fixture().handler;
    let heard = Mutex::new(Vec::new());
    let mut message = modern("tools/call", call("steps", json!({})));
    message["params"]["_meta"]["progressToken"] = json!("p-1");
    let answer = server
        .handle_with(message, alice(), |heard_now| heard.lock().unwrap().push(heard_now))
        .await
        .unwrap();
    assert_eq!(answer["result"]["content"][0]["text"], "done");
    let notification = |done: f64| {
        let params = json!({ "progressToken": "p-1", "progress": done, "total": 4.0, "message": "working" });
        json!({ "jsonrpc": "2.0", "method": "notifications/progress", "params": params })
    };
    assert_eq!(*heard.lock().unwrap(), [notification(1.0), notification(3.0), notification(4.0)]);

    let silent = |notification: Value| panic!("nobody asked for {notification}");
    server.handle_with(modern("tools/call", call("steps", json!({}))), alice(), silent).await.unwrap();
}

#[tokio::test]
async fn a_progress_token_that_is_long_is_ignored() {
    let server = fixture().handler;
    // With its quotes, a token of 254 letters is 256 bytes of JSON; a control character is six.
    for (token, expected) in [("t".repeat(254), 3), ("t".repeat(255), 0), ("\u{1}".repeat(43), 0)] {
        let heard = Mutex::new(0);
        let mut message = modern("tools/call", call("steps", json!({})));
        message["params"]["_meta"]["progressToken"] = json!(token);
        let answer = server.handle_with(message, alice(), |_| *heard.lock().unwrap() += 1).await.unwrap();
        assert_eq!(answer["result"]["content"][0]["text"], "done", "the call itself is as any other");
        assert_eq!(*heard.lock().unwrap(), expected, "{} letters", token.len());
    }
}

#[tokio::test]
async fn whoever_drops_the_future_cancels_the_call() {
    let fixture = fixture();
    let waiting = fixture.waiting.clone();
    let running = tokio::spawn(async move {
        fixture.handler.handle(modern("tools/call", call("wait", json!({}))), alice()).await
    });
    waiting.started.notified().await;
    running.abort();
    tokio::time::timeout(Duration::from_secs(10), waiting.stopped.notified())
        .await
        .expect("the tool is stopped");
}
