//! `/mcp` beside the REST routes: who gets in, and what is said to those who do not.

use crate::support::{Notes, body, message, post};
use axum::{body::Body, http::Request};
use notes::rest::MAX_BODY_BYTES;
use serde_json::json;

#[tokio::test]
async fn without_a_token_of_the_service_nothing_is_said() {
    let notes = Notes::new();
    let list = message("tools/list", &json!({}));
    let refused = [None, Some("Bearer T3"), Some("Bearer "), Some("T1"), Some("Basic T1")];
    for authorization in refused {
        let mut request = post(&list);
        if let Some(value) = authorization {
            request = request.header("authorization", value);
        }
        let answer = notes.answer(request.body(body(&list)).unwrap()).await;
        assert_eq!(answer.status, 401, "{authorization:?}");
        assert!(answer.headers["www-authenticate"].to_str().unwrap().starts_with("Bearer"));
        assert!(!answer.text.contains("search_notes"), "{authorization:?}: {}", answer.text);
    }
    let request = post(&list).header("authorization", "Bearer T1").body(body(&list)).unwrap();
    assert!(notes.answer(request).await.text.contains("search_notes"));
}

#[tokio::test]
async fn only_the_hosts_and_pages_of_this_machine_get_in() {
    let notes = Notes::new();
    let list = message("tools/list", &json!({}));
    let ask = async |host: &str, origin: Option<&str>| {
        let mut request = post(&list).header("authorization", "Bearer T1");
        request.headers_mut().unwrap().insert("host", host.parse().unwrap());
        if let Some(origin) = origin {
            request = request.header("origin", origin);
        }
        notes.answer(request.body(body(&list)).unwrap()).await.status
    };
    for host in ["127.0.0.1:3000", "localhost:3000", "[::1]:3000"] {
        assert_eq!(ask(host, None).await, 200, "{host}");
    }
    for host in ["127.0.0.1:3001", "localhost", "evil.example:3000"] {
        assert_eq!(ask(host, None).await, 403, "{host}");
    }
    assert_eq!(ask("127.0.0.1:3000", Some("http://localhost:5173")).await, 200);
    assert_eq!(ask("127.0.0.1:3000", Some("https://evil.example")).await, 403);
}

#[tokio::test]
async fn the_rest_api_is_where_it_was() {
    let notes = Notes::new();
    let request = Request::get("/health").body(Body::empty()).unwrap();
    assert_eq!(notes.answer(request).await.json(), json!({"status": "ok"}));
    assert_eq!(notes.rest("T1", "GET", "/projects").await.json(), json!([]));
    assert_eq!(notes.rest("T1", "GET", "/nowhere").await.status, 404);
}

#[tokio::test]
async fn a_message_has_at_most_the_size_of_a_body_of_rest() {
    let notes = Notes::new();
    let project = notes.project("alice", "garden").await;
    let call = |size: usize| {
        let arguments = json!({"project_id": project, "title": "long", "body": "x".repeat(size)});
        message("tools/call", &json!({"name": "create_note", "arguments": arguments}))
    };
    let overhead = call(0).to_string().len();
    let send = async |size: usize| {
        let call = call(size - overhead);
        let request = post(&call).header("authorization", "Bearer T1").body(body(&call)).unwrap();
        notes.answer(request).await.status
    };
    // The longest message is read, and its text is too long for a note.
    assert_eq!(send(MAX_BODY_BYTES).await, 200);
    assert_eq!(send(MAX_BODY_BYTES + 1).await, 413);
}
