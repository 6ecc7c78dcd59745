//! An MCP endpoint beside the routes of an axum service, with the service's own tokens.
//!
//! `cargo run -p tool-examples --example mount`, then
//! `curl -i localhost:8080/mcp -H 'content-type: application/json' -d '{}'` is a 401, because there is no way in
//! without a credential.

use axum::{Router, routing::get};
use tool_core::{Allow, BuildErrors, Caller, Invoker, Registry, Surface, tool};
use tool_mcp::{
    Handler, ServerIdentity, bearer,
    http::{Hosts, Mount, Origins},
};

/// Tells who is calling.
#[tool(title = "Who am I", exposure = both, effect = read_only, open_world = false)]
fn who_am_i(#[context] caller: &Caller) -> String {
    caller.id().to_owned()
}

/// What the service does for its REST routes as well. A real one asks its store, and compares digests.
fn user_of(token: &str) -> Option<Caller> {
    (token == "token-of-alice").then(|| Caller::new("alice"))
}

fn app() -> Result<Router, BuildErrors> {
    let invoker =
        Invoker::builder(Registry::builder(()).tool(who_am_i_tool()).build()?).unlimited().build()?;
    let surface = Surface::outside("mcp", &invoker, Allow::exposed()).build()?;
    let handler = Handler::new(surface, ServerIdentity::new("mount-example", env!("CARGO_PKG_VERSION")));
    let authenticate = bearer(|token: String| async move { user_of(&token) });
    let mcp = Mount::new(handler, authenticate, Hosts::loopback(), Origins::none());
    Ok(Router::new().route("/health", get(|| async { "ok" })).route_service("/mcp", mcp))
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:8080").await?;
    eprintln!("http://{}/mcp, Authorization: Bearer token-of-alice", listener.local_addr()?);
    axum::serve(listener, app()?).await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use axum::{
        body::Body,
        http::{Request, StatusCode},
    };
    use http_body_util::BodyExt;
    use serde_json::{Value, json};
    use tower::ServiceExt;

    use super::*;

    async fn post(token: Option<&str>, message: &Value) -> (StatusCode, String) {
        let mut request = Request::post("/mcp")
            .header("host", "localhost:8080")
            .header("content-type", "application/json")
            .header("accept", "application/json, text/event-stream");
        if let Some(token) = token {
            request = request.header("authorization", format!("Bearer {token}"));
        }
        let request = request.body(Body::from(message.to_string())).unwrap();
        let response = app().unwrap().oneshot(request).await.unwrap();
        let status = response.status();
        let body = response.into_body().collect().await.unwrap().to_bytes();
        (status, String::from_utf8(body.to_vec()).unwrap())
    }

    #[tokio::test]
    async fn a_tool_sees_the_caller_of_the_token_and_nobody_else_gets_in() {
        let call = json!({
            "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": { "name": "who_am_i", "arguments": {} }
        });
        let (status, body) = post(Some("token-of-alice"), &call).await;
        assert_eq!(status, StatusCode::OK);
        let body: Value = serde_json::from_str(&body).unwrap();
        assert_eq!(body["result"]["content"][0]["text"], "alice");

        for wrong in [None, Some("token-of-mallory")] {
            let (status, body) = post(wrong, &call).await;
            assert_eq!(status, StatusCode::UNAUTHORIZED);
            assert!(!body.contains("who_am_i"), "{body}");
        }
    }
}
