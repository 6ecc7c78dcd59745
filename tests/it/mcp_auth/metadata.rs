//! The metadata of the protected resource, as clients without a token get it.

use bytes::Bytes;
use http::{Method, Request, StatusCode, header};
use http_body_util::Full;
use serde_json::{Value, json};
use tool_mcp::http::{Mount, ProtectedResource};

use super::{asks_who, who};
use crate::{
    mcp_fixture::fixture,
    mcp_http::{mount_of, text, with},
};

const PATH: &str = "/.well-known/oauth-protected-resource/mcp";

fn mount() -> Mount {
    let resource =
        ProtectedResource::new("https://notes.example.com/mcp", ["https://login.example.com"]).unwrap();
    mount_of(fixture().handler).with_protected_resource(resource)
}

fn get(path: &str) -> Request<Full<Bytes>> {
    Request::get(path).header(header::HOST, "localhost").body(Full::default()).unwrap()
}

#[tokio::test]
async fn anybody_gets_what_the_host_wrote_and_nothing_else() {
    let response = mount().respond(get(PATH)).await;
    assert_eq!(response.status(), StatusCode::OK);
    assert_eq!(response.headers()[header::CONTENT_TYPE], "application/json");
    let document: Value = serde_json::from_str(&text(response).await).unwrap();
    assert_eq!(
        document,
        json!({
            "resource": "https://notes.example.com/mcp",
            "authorization_servers": ["https://login.example.com"],
            "bearer_methods_supported": ["header"]
        })
    );
    // The scopes of tools are the host's own, although the fixture has a tool with one.
    assert!(!document.to_string().contains("scoped"));
}

#[tokio::test]
async fn the_path_of_the_metadata_is_no_way_to_the_tools() {
    for method in [Method::POST, Method::PUT, Method::DELETE, Method::OPTIONS] {
        let mut request = asks_who();
        *request.uri_mut() = PATH.parse().unwrap();
        *request.method_mut() = method;
        let response = mount().respond(request).await;
        assert_eq!(response.status(), StatusCode::METHOD_NOT_ALLOWED);
        assert_eq!(response.headers()[header::ALLOW], "GET, HEAD");
        assert_eq!(text(response).await, "only GET is served here");
    }
    let mut head = get(PATH);
    *head.method_mut() = Method::HEAD;
    let response = mount().respond(head).await;
    assert_eq!((response.status(), text(response).await.as_str()), (StatusCode::OK, ""));
}

#[tokio::test]
async fn only_its_own_path_is_open_and_only_at_hosts_of_the_server() {
    for path in [
        "/mcp",
        "/.well-known/oauth-protected-resource",
        "/.well-known/oauth-protected-resource/mcp/",
        "/.well-known/oauth-protected-resource/other",
        "/.well-known/oauth-protected-resource/../mcp",
        "/.well-known/openid-configuration",
    ] {
        assert_eq!(mount().respond(get(path)).await.status(), StatusCode::METHOD_NOT_ALLOWED, "{path}");
    }
    assert_eq!(
        mount().respond(with(get(PATH), header::HOST, "evil.example")).await.status(),
        StatusCode::FORBIDDEN
    );
    assert_eq!(
        mount().respond(with(get(PATH), header::ORIGIN, "https://evil.example")).await.status(),
        StatusCode::FORBIDDEN
    );
    // Not configured, not there.
    assert_eq!(mount_of(fixture().handler).respond(get(PATH)).await.status(), StatusCode::METHOD_NOT_ALLOWED);
    assert_eq!(who(&mount(), asks_who()).await.as_deref(), Ok("alice"));
}
