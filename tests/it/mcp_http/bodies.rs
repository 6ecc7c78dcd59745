//! What a body may be: its length, its type, its messages, and the headers that repeat them.

use bytes::Bytes;
use http::{StatusCode, header};
use http_body_util::{BodyExt, Full};
use serde_json::{Value, json};

use super::{json_of, mount, mount_of, ping, post, text, with};
use crate::mcp_fixture::{call, fixture, legacy, modern};

#[tokio::test]
async fn nothing_is_read_of_a_body_before_the_credential_is_good() {
    let untouchable = Full::new(Bytes::from("{}"))
        .map_frame(|frame| frame.map_data(|_| -> Bytes { panic!("the body is read") }));
    let request = with(ping(), header::AUTHORIZATION, "Bearer T-nobody").map(|_| untouchable);
    assert_eq!(mount().respond(request).await.status(), StatusCode::UNAUTHORIZED);
}

#[tokio::test]
async fn a_body_is_read_to_its_limit() {
    let message = legacy("ping", json!({})).to_string();
    for (limit, status) in
        [(message.len(), StatusCode::OK), (message.len() - 1, StatusCode::PAYLOAD_TOO_LARGE)]
    {
        let mount = mount_of(fixture().handler.with_message_limit(limit));
        assert_eq!(mount.respond(ping()).await.status(), status, "{limit}");
    }
    let mib = Full::new(Bytes::from(vec![b' '; 1024 * 1024 + 1]));
    assert_eq!(
        mount().respond(ping().map(|_| mib)).await.status(),
        StatusCode::PAYLOAD_TOO_LARGE,
        "1 MiB by default"
    );
}

#[tokio::test]
async fn media_types_are_those_of_the_specification() {
    for (name, value, status) in [
        (header::CONTENT_TYPE, "text/plain", StatusCode::UNSUPPORTED_MEDIA_TYPE),
        (header::CONTENT_TYPE, "Application/JSON; charset=utf-8", StatusCode::OK),
        (header::ACCEPT, "application/json", StatusCode::NOT_ACCEPTABLE),
        (header::ACCEPT, "text/html", StatusCode::NOT_ACCEPTABLE),
    ] {
        assert_eq!(mount().respond(with(ping(), name, value)).await.status(), status, "{value}");
    }
}

#[tokio::test]
async fn a_notification_is_accepted_and_has_no_answer() {
    let notification = json!({ "jsonrpc": "2.0", "method": "notifications/initialized" });
    let response = mount().respond(post(&notification)).await;
    assert_eq!(response.status(), StatusCode::ACCEPTED);
    assert_eq!(text(response).await, "");
}

#[tokio::test]
async fn a_body_that_is_no_message_is_answered_in_json_rpc() {
    for (body, id, code) in [
        ("{nope", json!(null), -32700),
        ("", json!(null), -32700),
        (r#"[{"jsonrpc":"2.0","id":1,"method":"ping"}]"#, json!(null), -32600),
        (r#"{"jsonrpc":"2.0","id":1,"id":2,"method":"ping"}"#, json!(null), -32600),
        (r#"{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{}}"#, json!(7), -32602),
        (r#"{"jsonrpc":"2.0","id":7,"result":{}}"#, json!(null), -32600),
    ] {
        let response = mount().respond(ping().map(|_| Full::new(Bytes::from(body)))).await;
        assert_eq!(response.status(), StatusCode::BAD_REQUEST, "{body}");
        let answer = json_of(response).await;
        assert_eq!(answer["error"]["code"], code, "{body}");
        assert_eq!(answer.get("id").unwrap_or(&Value::Null), &id, "{body}");
    }
}

#[tokio::test]
async fn a_modern_request_is_checked_against_its_headers() {
    let method = header::HeaderName::from_static("mcp-method");
    let version = header::HeaderName::from_static("mcp-protocol-version");
    let list = || post(&modern("tools/list", json!({})));
    for (request, status, code) in [
        (with(list(), method, "tools/call"), StatusCode::BAD_REQUEST, -32020),
        (with(list(), version.clone(), "2025-11-25"), StatusCode::BAD_REQUEST, -32020),
        (post(&modern("no/such", json!({}))), StatusCode::NOT_FOUND, -32601),
        (post(&modern("tools/call", call("no_such_tool", json!({})))), StatusCode::OK, -32602),
    ] {
        let response = mount().respond(request).await;
        assert_eq!(response.status(), status);
        assert_eq!(json_of(response).await["error"]["code"], code);
    }
    assert_eq!(mount().respond(with(ping(), version, "1999-01-01")).await.status(), StatusCode::BAD_REQUEST);
}
