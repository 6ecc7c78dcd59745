//! The official client in both lifecycles, over a pipe and over a real socket, and what each revision is shown.

use std::sync::Arc;

use rmcp::{
    ClientServiceExt, RoleClient,
    model::{CacheScope, CallToolRequestParams, ProtocolVersion},
    service::{ClientLifecycleMode, RunningService},
    transport::{StreamableHttpClientTransport, streamable_http_client::StreamableHttpClientTransportConfig},
};
use serde_json::{Value, json};
use tool_mcp::{
    http::{Hosts, Mount, Origins},
    stdio,
};

use crate::{
    mcp_fixture::{alice, call, fixture, legacy, tools},
    mcp_http::known_tokens,
    mcp_stdio::Pipe,
};

/// Each lifecycle, and the scope that a list of its era states.
fn lifecycles() -> [(ClientLifecycleMode, Option<CacheScope>); 2] {
    let modern = ClientLifecycleMode::Discover { preferred_versions: vec![ProtocolVersion::V_2026_07_28] };
    [(ClientLifecycleMode::Initialize, None), (modern, Some(CacheScope::Private))]
}

async fn exercise(client: RunningService<RoleClient, ()>, scope: Option<CacheScope>) {
    let list = client.peer().list_tools(None).await.unwrap();
    assert_eq!(list.cache_scope, scope, "the client is in the era that it was asked for");
    assert!(list.tools.iter().any(|tool| tool.name == "add" && tool.output_schema.is_some()));
    let arguments = json!({ "a": 4, "b": 5 }).as_object().cloned().unwrap();
    let sum = client.call_tool(CallToolRequestParams::new("add").with_arguments(arguments)).await.unwrap();
    assert_eq!(sum.structured_content, Some(json!({ "sum": 9 })));
    let unknown = client.call_tool(CallToolRequestParams::new("purge")).await.unwrap_err().to_string();
    assert!(unknown.contains("Unknown tool: purge"), "{unknown}");
    client.cancel().await.unwrap();
}

#[tokio::test]
async fn the_official_client_works_over_a_pipe() {
    for (lifecycle, scope) in lifecycles() {
        let (near, far) = tokio::io::duplex(64 * 1024);
        let (reader, writer) = tokio::io::split(far);
        let server =
            tokio::spawn(stdio::serve_streams(fixture().handler, stdio::as_local(alice()), reader, writer));
        exercise(().serve_with_lifecycle(near, lifecycle).await.unwrap(), scope).await;
        server.await.unwrap().expect("the server ends with its client");
    }
}

#[tokio::test]
async fn the_official_client_works_over_a_socket() {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let mount = Mount::new(fixture().handler, known_tokens(), Hosts::loopback(), Origins::none());
    let server =
        tokio::spawn(
            async move { axum::serve(listener, axum::Router::new().route_service("/mcp", mount)).await },
        );
    for (lifecycle, scope) in lifecycles() {
        let config =
            StreamableHttpClientTransportConfig::with_uri(Arc::from(format!("http://{address}/mcp")))
                .auth_header("T-alice");
        let transport = StreamableHttpClientTransport::from_config(config);
        exercise(().serve_with_lifecycle(transport, lifecycle).await.unwrap(), scope).await;
    }
    server.abort();
}

#[tokio::test]
async fn each_revision_is_shown_the_keys_that_it_has() {
    let every = ["annotations", "description", "icons", "inputSchema", "name", "outputSchema", "title"];
    for (version, unknown, structured) in [
        ("2024-11-05", &["annotations", "icons", "outputSchema", "title"][..], false),
        ("2025-03-26", &["icons", "outputSchema", "title"], false),
        ("2025-06-18", &["icons"], true),
        ("2025-11-25", &[], true),
    ] {
        let mut pipe = Pipe::new(fixture().handler, stdio::as_local(alice()));
        let client = json!({ "protocolVersion": version, "capabilities": {}, "clientInfo": { "name": "c", "version": "0" } });
        assert_eq!(pipe.ask(&legacy("initialize", client)).await["result"]["protocolVersion"], version);
        let add = tools(&pipe.ask(&legacy("tools/list", json!({}))).await)["add"].clone();
        let keys: Vec<&str> = add.as_object().unwrap().keys().map(String::as_str).collect();
        let expected: Vec<&str> = every.into_iter().filter(|key| !unknown.contains(key)).collect();
        assert_eq!(keys, expected, "{version}");

        let sum = pipe.ask(&legacy("tools/call", call("add", json!({ "a": 1, "b": 1 })))).await;
        assert_eq!(sum["result"].get("structuredContent").is_some(), structured, "{version}");
        assert_eq!(sum["result"]["content"], json!([{ "type": "text", "text": "{\"sum\":2}" }]), "{version}");
        let described = pipe.ask(&legacy("tools/call", call("describe", json!({})))).await;
        let kind = |block: usize| described["result"]["content"][block]["type"].clone();
        assert_eq!(kind(2), if version == "2024-11-05" { "text" } else { "audio" }, "{version}");
        assert_eq!(kind(4), if structured { "resource_link" } else { "text" }, "{version}");
    }
}

#[tokio::test]
async fn a_progress_message_goes_to_revisions_that_have_one() {
    for (version, message) in [("2024-11-05", None), ("2025-03-26", Some("working"))] {
        let mut pipe = Pipe::new(fixture().handler, stdio::as_local(alice()));
        let client = json!({ "protocolVersion": version, "capabilities": {}, "clientInfo": { "name": "c", "version": "0" } });
        pipe.ask(&legacy("initialize", client)).await;
        let mut request = legacy("tools/call", call("steps", json!({})));
        request["params"]["_meta"] = json!({ "progressToken": "p" });
        let first = pipe.ask(&request).await;
        assert_eq!(first["method"], "notifications/progress");
        assert_eq!(first["params"].get("message").and_then(Value::as_str), message, "{version}");
    }
}
