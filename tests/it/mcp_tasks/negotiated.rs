//! Who gets a task: whoever declares the extension with the request, and is offered the tools that watch operations.

use serde_json::{Value, json};
use tool_mcp::stdio;

use super::{CAPABILITIES, Server, about, tasks};
use crate::{
    mcp_fixture::{alice, call, legacy, modern, tools},
    mcp_stdio::Pipe,
};

/// Returns the id in a reference result.
fn reference(answer: &Value) -> &str {
    answer["result"]["structuredContent"]["operation"].as_str().unwrap_or_else(|| panic!("{answer}"))
}

/// What `wait_for_operation` says of an operation.
async fn waited(server: &Server, ask: fn(&str, Value) -> Value, id: &str) -> Value {
    let answer = server.ask(&ask("tools/call", call("wait_for_operation", json!({ "operation": id })))).await;
    let result = &answer["result"];
    let shown: Value = serde_json::from_str(result["content"][0]["text"].as_str().unwrap()).unwrap();
    assert!(result.get("structuredContent").is_none_or(|structured| *structured == shown));
    shown
}

#[tokio::test(start_paused = true)]
async fn three_kinds_of_clients_see_the_same_operation() {
    let server = Server::new();
    // A legacy client over HTTP that names no revision is of 2025-03-26, which has no structured content.
    let old = server.ask(&legacy("tools/call", call("import", json!({})))).await;
    let old: Value = serde_json::from_str(old["result"]["content"][0]["text"].as_str().unwrap()).unwrap();
    let plain = server.ask(&modern("tools/call", call("import", json!({})))).await;
    assert_eq!(plain["result"]["resultType"], "complete");
    let task = server.start("import").await;
    server.may_end.add_permits(3);
    for id in [old["operation"].as_str().unwrap(), reference(&plain), task.as_str()] {
        let shown = server.ended(id).await;
        assert_eq!((&shown["taskId"], &shown["status"]), (&json!(id), &json!("completed")));
        assert_eq!(
            shown["result"],
            json!({
                "content": [{ "type": "text", "text": "{\"notes\":412}" }],
                "structuredContent": { "notes": 412 },
                "resultType": "complete"
            })
        );
        for ask in [legacy, modern, tasks] {
            let read = waited(&server, ask, id).await;
            assert_eq!((&read["operation"], &read["state"]), (&json!(id), &json!("succeeded")));
            assert_eq!(read["result"], json!({ "notes": 412 }));
        }
    }
}

#[tokio::test(start_paused = true)]
async fn what_is_no_operation_is_answered_with_its_result() {
    let server = Server::new();
    let answer = server.ask(&tasks("tools/call", call("at_once", json!({})))).await;
    assert_eq!(answer["result"]["resultType"], "complete");
    assert_eq!(answer["result"]["content"], json!([{ "type": "text", "text": "done" }]));
}

#[tokio::test(start_paused = true)]
async fn the_extension_is_declared_with_each_request_and_never_before() {
    let server = Server::new();
    let mut pipe = Pipe::new(server.handler.clone(), stdio::as_local(alice()));
    let client = json!({
        "protocolVersion": "2025-11-25",
        "capabilities": { "extensions": { "io.modelcontextprotocol/tasks": {} } },
        "clientInfo": { "name": "c", "version": "0" }
    });
    let hello = pipe.ask(&legacy("initialize", client)).await;
    assert!(hello["result"]["capabilities"].get("extensions").is_none(), "{hello}");
    let import = || call("import", json!({}));
    let id = reference(&pipe.ask(&legacy("tools/call", import())).await).to_owned();
    assert_eq!(pipe.ask(&tasks("tools/call", import())).await["result"]["resultType"], "task");
    reference(&pipe.ask(&modern("tools/call", import())).await);

    let mut undeclared = about("tasks/get", &id);
    undeclared["params"]["_meta"][CAPABILITIES] = json!({});
    let mut handshake = about("tasks/get", &id);
    handshake["params"].as_object_mut().unwrap().remove("_meta");
    for message in [undeclared, handshake] {
        assert_eq!(
            pipe.ask(&message).await["error"],
            json!({
                "code": -32021,
                "message": "Missing required client capability",
                "data": { "requiredCapabilities": { "extensions": { "io.modelcontextprotocol/tasks": {} } } }
            })
        );
    }
}

#[tokio::test(start_paused = true)]
async fn an_operation_for_tasks_only_is_refused_to_who_does_not_declare_them() {
    let mut server = Server::new();
    server.set_handler(server.handler.clone().with_tasks_only(["import", "at_once", "no_such_tool"]));
    let undeclared = json!({
        "code": -32021,
        "message": "Missing required client capability",
        "data": { "requiredCapabilities": { "extensions": { "io.modelcontextprotocol/tasks": {} } } }
    });
    for ask in [legacy, modern] {
        let answer = server.ask(&ask("tools/call", call("import", json!({})))).await;
        assert_eq!(answer["error"], undeclared);
        reference(&server.ask(&modern("tools/call", call("say", json!({})))).await);
    }
    let status = server.respond("alice", &modern("tools/call", call("import", json!({})))).await.0;
    assert_eq!(status, http::StatusCode::BAD_REQUEST);
    assert_eq!(
        server.ask(&tasks("tools/call", call("import", json!({})))).await["result"]["resultType"],
        "task"
    );
    // Whoever is not offered it learns nothing of it.
    server.registry.disable("import", "an incident").unwrap();
    let answer = server.ask(&modern("tools/call", call("import", json!({})))).await;
    assert_eq!(answer["result"]["isError"], true, "{answer}");
    let answer = server.ask(&modern("tools/call", call("no_such_tool", json!({})))).await;
    assert_eq!(answer["error"]["code"], -32602);
}

#[tokio::test(start_paused = true)]
async fn tasks_are_announced_where_there_are_operations_to_watch() {
    let announced = async |server: &Server| {
        server.ask(&tasks("server/discover", json!({}))).await["result"]["capabilities"].take()
    };
    let server = Server::new();
    assert_eq!(
        announced(&server).await,
        json!({ "tools": { "listChanged": true }, "extensions": { "io.modelcontextprotocol/tasks": {} } })
    );
    // Without the tool that stops them nobody can do what a task promises.
    let server = Server::watched_by(|tools, registry| registry.register(tools.wait()));
    assert_eq!(announced(&server).await, json!({ "tools": { "listChanged": true } }));
    reference(&server.ask(&tasks("tools/call", call("import", json!({})))).await);
    for method in ["tasks/get", "tasks/update", "tasks/cancel"] {
        assert_eq!(server.ask(&about(method, "x")).await["error"]["code"], -32601, "{method}");
    }
}

#[tokio::test(start_paused = true)]
async fn every_client_is_listed_the_same_and_no_schema_that_one_of_the_answers_breaks() {
    let server = Server::new();
    let schemas = async |ask: fn(&str, Value) -> Value| {
        let listed = tools(&server.ask(&ask("tools/list", json!({}))).await);
        ["import", "say", "at_once"].map(|name| {
            let properties = listed[name]["outputSchema"]["properties"].as_object();
            properties.map(|properties| properties.keys().cloned().collect::<Vec<_>>())
        })
    };
    assert_eq!(schemas(modern).await, [None, None, None]);
    assert_eq!(schemas(tasks).await, [None, None, None]);
}

#[tokio::test(start_paused = true)]
async fn methods_that_the_extension_took_out_and_params_that_it_does_not_know_are_refused() {
    let server = Server::new();
    for (method, params, code) in [
        ("tasks/list", json!({}), -32601),
        ("tasks/result", json!({ "taskId": "x" }), -32601),
        ("tasks/get", json!({}), -32602),
        ("tasks/get", json!({ "taskId": 7 }), -32602),
        ("tasks/update", json!({ "taskId": "x" }), -32602),
        ("tasks/cancel", json!({}), -32602),
    ] {
        let answer = server.handler.handle(tasks(method, params), alice()).await.unwrap();
        assert_eq!(answer["error"]["code"], code, "{method}: {answer}");
    }
}
