//! What a client reads of the MCP server, without a transport: both eras, message by message.

mod calls;
mod instructions;
mod log;
mod parameter_headers;
mod revisions;

use std::{num::NonZeroUsize, time::Duration};

use serde_json::{Value, json};
use tool_core::Caller;

use crate::mcp_fixture::{alice, fixture, legacy, modern, names, register, tools};

async fn ask(message: Value) -> Value {
    ask_as(alice(), message).await
}

async fn ask_as(caller: Caller, message: Value) -> Value {
    fixture().handler.handle(message, caller).await.expect("a request is answered")
}

/// What the fixture says of itself: `instructions` has what else may be in it.
fn instructions() -> String {
    "Try them.\n\nA result with data is one JSON object; its text says the same. A call that failed or was refused has \
     isError and a text whose first line is `code: message`. Tools about one project need `project_id`: no project is \
     remembered from call to call."
        .to_owned()
}

/// Code and text of an error.
fn error(answer: &Value) -> (i64, &str) {
    (answer["error"]["code"].as_i64().expect("an error"), answer["error"]["message"].as_str().unwrap())
}

#[tokio::test]
async fn a_tool_is_listed_with_everything_that_the_newest_revision_has() {
    // Schemas are in tool-core's dialect, in which a result may grow: outputs are open, whatever the tool said.
    let listed = tools(&ask(modern("tools/list", json!({}))).await);
    let digit = json!({ "type": "integer", "minimum": 0, "maximum": 10, "description": "A digit." });
    assert_eq!(
        listed["add"],
        json!({
            "name": "add",
            "title": "The add",
            "description": "Tool add.",
            "inputSchema": {
                "type": "object",
                "properties": { "a": digit, "b": digit },
                "required": ["a", "b"],
                "additionalProperties": false
            },
            "outputSchema": {
                "type": "object",
                "properties": { "sum": { "type": "integer", "minimum": 0, "maximum": 20 } },
                "required": ["sum"],
                "additionalProperties": true
            },
            "annotations": {
                "readOnlyHint": true, "destructiveHint": false, "idempotentHint": true, "openWorldHint": false
            },
            "icons": [{ "src": "https://example.com/add.png", "mimeType": "image/png", "sizes": ["48x48"] }]
        })
    );
}

#[tokio::test]
async fn all_four_hints_are_written_and_contradict_nothing() {
    let listed = tools(&ask(legacy("tools/list", json!({}))).await);
    let hints = |name: &str| {
        let hint = |key: &str| {
            listed[name]["annotations"][key].as_bool().unwrap_or_else(|| panic!("{name} has no {key}"))
        };
        [hint("readOnlyHint"), hint("destructiveHint"), hint("idempotentHint"), hint("openWorldHint")]
    };
    assert_eq!(hints("echo"), [true, false, true, true], "read-only");
    assert_eq!(hints("remember"), [false, false, true, true], "additive, and idempotent as stated");
    assert_eq!(hints("fail"), [false, true, false, true], "nothing was stated");
}

#[tokio::test]
async fn the_list_is_ordered_and_has_what_the_caller_may_call() {
    let expected =
        ["add", "describe", "echo", "fail", "in_project", "list", "panic", "remember", "steps", "wait"];
    assert_eq!(
        names(&ask(legacy("tools/list", json!({}))).await),
        expected,
        "neither the internal tool nor the scoped one"
    );
    let scoped = ask_as(alice().with_scopes(["scoped:use"]), legacy("tools/list", json!({}))).await;
    assert!(names(&scoped).contains(&"scoped".to_owned()));
}

#[tokio::test]
async fn a_modern_list_may_be_kept_by_its_caller_alone() {
    let server = fixture().handler.with_list_ttl(Duration::from_secs(5));
    let answer = server.handle(modern("tools/list", json!({})), alice()).await.unwrap();
    let result = &answer["result"];
    assert_eq!((&result["ttlMs"], &result["cacheScope"]), (&json!(5000), &json!("private")));
    assert_eq!(result["resultType"], "complete");
    assert_eq!(
        result["_meta"]["io.modelcontextprotocol/serverInfo"],
        json!({ "name": "samples", "version": "1.2.3" })
    );

    let legacy = ask(legacy("tools/list", json!({}))).await;
    let keys: Vec<_> = legacy["result"].as_object().unwrap().keys().collect();
    assert_eq!(keys, ["tools"], "an older peer reads no newer key");
}

#[tokio::test]
async fn discovery_announces_tools_and_nothing_else() {
    let answer = ask(modern("server/discover", json!({}))).await;
    let result = &answer["result"];
    assert_eq!(result["capabilities"], json!({ "tools": {} }));
    assert_eq!(result["instructions"], instructions());
    assert_eq!(result["cacheScope"], "private");
    assert_eq!(
        result["supportedVersions"],
        json!(["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25", "2026-07-28"])
    );
}

#[tokio::test]
async fn the_handshake_agrees_on_each_revision_that_has_one() {
    for (asked, agreed) in [
        ("2024-11-05", "2024-11-05"),
        ("2025-03-26", "2025-03-26"),
        ("2025-06-18", "2025-06-18"),
        ("2025-11-25", "2025-11-25"),
        ("2026-07-28", "2025-11-25"),
        ("1999-01-01", "2025-11-25"),
    ] {
        let client = json!({ "protocolVersion": asked, "capabilities": {}, "clientInfo": { "name": "c", "version": "0" } });
        let answer = ask(legacy("initialize", client)).await;
        assert_eq!(
            answer["result"],
            json!({
                "protocolVersion": agreed,
                "capabilities": { "tools": {} },
                "serverInfo": { "name": "samples", "version": "1.2.3" },
                "instructions": instructions()
            })
        );
    }
}

#[tokio::test]
async fn a_message_that_cannot_be_understood_is_an_error_of_json_rpc() {
    for (message, code) in [
        (json!([legacy("ping", json!({}))]), -32600),
        (json!("ping"), -32600),
        (json!({ "jsonrpc": "1.0", "id": 1, "method": "ping" }), -32600),
        (legacy("no/such", json!({})), -32601),
        (modern("no/such", json!({})), -32601),
        (legacy("prompts/list", json!({})), -32601),
        (modern("resources/list", json!({})), -32601),
        (modern("ping", json!({})), -32601),
        (modern("subscriptions/listen", json!({ "notifications": { "toolsListChanged": true } })), -32601),
        (legacy("initialize", json!({})), -32602),
        (modern("initialize", json!({})), -32601),
        (legacy("tools/call", json!({ "arguments": {} })), -32602),
        (legacy("tools/call", json!({ "name": "echo", "arguments": [1] })), -32602),
        (legacy("tools/call", json!([1])), -32602),
        (legacy("server/discover", json!({})), -32602),
    ] {
        let answer = ask(message.clone()).await;
        assert_eq!(error(&answer).0, code, "{message} -> {answer}");
    }
    let mut unsupported = modern("tools/list", json!({}));
    unsupported["params"]["_meta"]["io.modelcontextprotocol/protocolVersion"] = json!("1999-01-01");
    assert_eq!(error(&ask(unsupported).await).0, -32022);
    assert_eq!(ask(legacy("ping", json!({}))).await["result"], json!({}));
}

#[tokio::test]
async fn what_is_no_request_is_never_answered() {
    let server = fixture().handler;
    for message in [
        json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }),
        json!({ "jsonrpc": "2.0", "method": "no/such", "params": [1] }),
        json!({ "jsonrpc": "2.0", "method": "tools/call", "params": { "name": "remember" } }),
        json!({ "jsonrpc": "2.0", "id": 1, "result": {} }),
        json!({ "jsonrpc": "2.0", "id": 1, "error": { "code": 1, "message": "" } }),
    ] {
        assert_eq!(server.handle(message.clone(), alice()).await, None, "{message}");
    }
}

#[tokio::test]
async fn an_id_is_echoed_as_it_was_sent() {
    for id in [json!(0), json!(-5), json!(9_007_199_254_740_991_i64), json!("a \" ü"), json!("")] {
        let mut message = legacy("ping", json!({}));
        message["id"] = id.clone();
        assert_eq!(ask(message).await["id"], id);
    }
}

#[tokio::test]
async fn pages_cover_the_list_once_and_say_nothing_of_it() {
    let server = fixture().handler.with_page_size(NonZeroUsize::new(4).unwrap());
    let whole = names(&fixture().handler.handle(modern("tools/list", json!({})), alice()).await.unwrap());
    let (mut seen, mut cursor) = (Vec::new(), json!(null));
    loop {
        let page = server.handle(modern("tools/list", json!({ "cursor": cursor })), alice()).await.unwrap();
        seen.extend(names(&page));
        let Some(next) = page["result"].get("nextCursor") else { break };
        assert!(whole.iter().all(|name| !next.to_string().contains(name.as_str())), "{next}");
        cursor = next.clone();
    }
    assert_eq!(seen, whole);
    assert_eq!(whole.len(), 10, "three pages");
    for cursor in [json!(""), json!("4"), json!("echo")] {
        let answer = server.handle(legacy("tools/list", json!({ "cursor": cursor })), alice()).await.unwrap();
        assert_eq!(
            error(&answer),
            (-32602, "Invalid cursor; list again from the first page, without `cursor`")
        );
    }
    let answer = server.handle(legacy("tools/list", json!({ "cursor": 4 })), alice()).await.unwrap();
    assert_eq!(error(&answer).0, -32602);
}

#[tokio::test]
async fn a_tool_that_comes_or_changes_is_seen_by_the_next_list() {
    let fixture = fixture();
    let list =
        async || tools(&fixture.handler.handle(legacy("tools/list", json!({})), alice()).await.unwrap());
    assert!(!list().await.contains_key("late"));
    register(&fixture.registry, "late");
    assert_eq!(list().await["late"]["description"], "Tool late.");
    fixture.registry.update(|update| update.remove("late")).unwrap();
    assert!(!list().await.contains_key("late"));
}

#[tokio::test]
async fn a_method_name_is_echoed_to_its_sixty_fourth_character() {
    for (letters, echoed) in [(64, "é".repeat(64)), (100_000, format!("{}…", "é".repeat(64)))] {
        let answer = ask(legacy(&"é".repeat(letters), json!({}))).await;
        assert_eq!(error(&answer), (-32601, format!("Method not found: {echoed}").as_str()));
    }
}
