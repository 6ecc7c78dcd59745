//! Two processes on one database, behind a proxy without affinity: nobody notices which of them answers.

mod proxy;

use self::proxy::Proxy;
use crate::server::{Client, Server, expected, file, rows, text};
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use tempfile::TempDir;

/// Two servers, and a client that reaches each of them in turn.
struct Several {
    client: Client,
    first: Server,
    second: Server,
    folder: TempDir,
    _proxy: Proxy,
}

impl Several {
    async fn start(more: &[&str]) -> Self {
        let folder = TempDir::new().unwrap();
        let (listener, address) = Proxy::bind().await;
        let hosts = address.to_string();
        let flags = [&["--shared", "--hosts", &hosts], more].concat();
        let users = "alice=T1,bob=T2,carol=T3";
        let first = Server::start_for(users, folder.path(), &flags);
        let second = Server::start_for(users, folder.path(), &flags);
        let servers = [&first, &second].map(|server| server.address().to_owned()).to_vec();
        let proxy = Proxy::start(listener, servers);
        Self { client: Client::of(proxy.url()), first, second, folder, _proxy: proxy }
    }
}

/// Creates a project with a note; returns the project, and the arguments that name the note.
async fn note(
    client: &Client,
    token: &str,
) -> (Value, Value) {
    let created = client.call(token, "create_project", json!({ "name": "garden" })).await;
    let project = created["structuredContent"]["id"].clone();
    let new = json!({ "project_id": project, "title": "apple", "body": "red" });
    let created = client.call(token, "create_note", new).await;
    let arguments = json!({ "project_id": project, "note_id": created["structuredContent"]["id"] });
    (project, arguments)
}

/// The result of a call with this ticket.
async fn call_with(
    client: &Client,
    ticket: &str,
    tool: &str,
    arguments: &Value,
) -> Value {
    let meta = json!({ "tool-core/approval-ticket": ticket });
    let params = json!({ "name": tool, "arguments": arguments, "_meta": meta });
    let message = json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params });
    client.ask_as("T1", Method::POST, "/mcp", message.to_string()).await.1["result"].clone()
}

fn code(result: &Value) -> &str {
    result["content"][0]["text"].as_str().unwrap().split(':').next().unwrap()
}

#[tokio::test]
async fn a_budget_is_one_over_both_of_them_and_over_a_restart() {
    let several = Several::start(&["--reads-per-minute", "6"]).await;
    let mut codes = Vec::new();
    for _ in 0..8 {
        let result = several.client.call("T1", "list_projects", json!({})).await;
        codes.push(result["isError"] == true);
    }
    assert_eq!(codes, [false, false, false, false, false, false, true, true]);
    let refused = several.client.call("T1", "list_projects", json!({})).await;
    assert_eq!(code(&refused), "limit-exceeded", "{refused}");
    // A use is back after ten seconds.
    let wait_ms = refused["_meta"]["tool-core/retry-after-ms"].as_u64().unwrap();
    assert!((1..=10_000).contains(&wait_ms), "{refused}");
    // The same budget over REST, and of each of them alone; somebody else's is full.
    let (status, _) = several.client.ask(Method::GET, "/projects", String::new()).await;
    assert_eq!(status, StatusCode::TOO_MANY_REQUESTS);
    assert_eq!(several.first.call("T1", "list_projects", json!({})).await["isError"], true);
    assert_eq!(several.second.call("T1", "list_projects", json!({})).await["isError"], true);
    assert_ne!(several.client.call("T2", "list_projects", json!({})).await["isError"], true);

    let Several { first, second, folder, .. } = several;
    first.kill();
    second.kill();
    let flags = ["--shared", "--reads-per-minute", "6"];
    let again = Server::start_for("alice=T1,bob=T2,carol=T3", folder.path(), &flags);
    assert_eq!(again.call("T1", "list_projects", json!({})).await["isError"], true);
}

#[tokio::test]
async fn an_operation_that_one_of_them_runs_is_waited_for_at_either() {
    let several = Several::start(&[]).await;
    let client = &several.client;
    let project = client.project("garden").await;
    let operation = client.import(&project, file(2_000)).await;
    for _ in 0..2 {
        let ended = client.call("T1", "wait_for_operation", json!({ "operation": operation })).await;
        assert_eq!(ended["structuredContent"]["state"], "succeeded", "{ended}");
    }
    let foreign = client.call("T2", "wait_for_operation", json!({ "operation": operation })).await;
    assert_eq!(code(&foreign), "not-found", "{foreign}");
    assert_eq!(rows(several.folder.path(), &project), expected(2_000));
}

#[tokio::test]
async fn a_ticket_of_one_of_them_is_good_at_either_and_once() {
    let several = Several::start(&["--approver", "carol"]).await;
    let client = &several.client;
    let (project, arguments) = note(client, "T1").await;
    let refused = client.call("T1", "delete_note", arguments.clone()).await;
    assert_eq!(code(&refused), "approval-required", "{refused}");
    let request = json!({ "request": refused["_meta"]["tool-core/approval-request"] }).to_string();

    // Who calls, and who does not approve, learn nothing of it.
    for token in ["T1", "T2"] {
        for path in ["/approvals/read", "/approvals/approve"] {
            let (status, answer) = client.ask_as(token, Method::POST, path, request.clone()).await;
            assert_eq!((status, &answer["error"]["code"]), (StatusCode::FORBIDDEN, &"not-approver".into()));
        }
    }
    let (status, shown) = client.ask_as("T3", Method::POST, "/approvals/read", request.clone()).await;
    assert_eq!(status, StatusCode::OK, "{shown}");
    assert_eq!((&shown["caller"], &shown["tool"]), (&"alice".into(), &"delete_note".into()));
    assert_eq!(shown["target"], json!({ "kind": "project", "id": project }));
    let (status, approved) = client.ask_as("T3", Method::POST, "/approvals/approve", request).await;
    assert_eq!(status, StatusCode::OK, "{approved}");
    let ticket = approved["ticket"].as_str().unwrap();

    // At both at once, and it is used up.
    let (one, other) = tokio::join!(
        call_with(&several.first, ticket, "delete_note", &arguments),
        call_with(&several.second, ticket, "delete_note", &arguments),
    );
    let refused = [&one, &other].into_iter().filter(|result| result["isError"] == true).count();
    assert_eq!(refused, 1, "{one}\n{other}");
    let (status, found) =
        client.ask(Method::GET, &format!("/projects/{}/notes", text(&project)), String::new()).await;
    assert_eq!((status, &found), (StatusCode::OK, &json!([])), "{found}");
}

#[tokio::test]
async fn what_nobody_asked_for_is_not_approved() {
    let several = Several::start(&["--approver", "carol"]).await;
    for request in ["", "not-a-request", &"A".repeat(10_000)] {
        let body = json!({ "request": request }).to_string();
        let (status, answer) = several.client.ask_as("T3", Method::POST, "/approvals/approve", body).await;
        assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{answer}");
        assert_eq!(answer["error"]["code"], "approval-invalid");
    }
    // The approver's own call cannot be approved by anybody.
    let (_, arguments) = note(&several.client, "T3").await;
    let refused = several.client.call("T3", "delete_note", arguments).await;
    let request = json!({ "request": refused["_meta"]["tool-core/approval-request"] }).to_string();
    let (status, answer) = several.client.ask_as("T3", Method::POST, "/approvals/approve", request).await;
    assert_eq!((status, &answer["error"]["code"]), (StatusCode::FORBIDDEN, &"approval-own".into()));
}
