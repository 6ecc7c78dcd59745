//! rust-mcp-sdk, in its fastest documented settings: JSON answers, a handler that looks at the name itself, and a list that is made
//! once. It does not check arguments against the schema.

use std::{error::Error, sync::Arc};

use async_trait::async_trait;
use axum::{
    Router,
    body::{Body, Bytes},
    extract::State,
    http::{HeaderMap, Method, StatusCode, Uri},
    response::Response,
    routing::post,
    serve::ListenerExt,
};
use rust_mcp_sdk::{
    McpServer, RequestContext, ServerDetails, ToMcpServerHandler,
    id_generator::{FastIdGenerator, UuidGenerator},
    macros::{JsonSchema, mcp_tool},
    mcp_http::{DEFAULT_MAX_LISTEN_STREAMS, McpAppState, McpHttpHandler},
    mcp_server::ServerHandler,
    schema::{
        CallToolRequestParams, CallToolResult, ContentBlock, Implementation, ListToolsResult,
        PaginatedRequestParams, RpcError, ServerCapabilities, ServerCapabilitiesTools, ServerResult,
        TextContent, Tool, schema_utils::CallToolError,
    },
};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

#[mcp_tool(
    name = "find_notes",
    title = "Find notes",
    description = "Finds notes that contain every given word.",
    read_only_hint = true,
    destructive_hint = false,
    idempotent_hint = true,
    open_world_hint = false
)]
#[derive(Debug, Deserialize, Serialize, JsonSchema)]
struct FindNotes {
    /// Words to look for.
    query: String,
    /// At most this many.
    limit: u32,
}

#[derive(Serialize)]
struct Found {
    query: String,
    found: u32,
}

struct Notes {
    tools: Vec<Tool>,
}

impl Notes {
    fn with(tools: usize) -> Self {
        let named = |number: usize| {
            let mut tool = FindNotes::tool();
            if number > 0 {
                tool.name = format!("find_notes_{number}");
            }
            tool.output_schema = serde_json::from_value(json!({
                "type": "object",
                "properties": { "query": { "type": "string" }, "found": { "type": "integer", "minimum": 0 } },
                "required": ["query", "found"]
            }))
            .ok();
            tool
        };
        Self { tools: (0..tools).map(named).collect() }
    }
}

#[async_trait]
impl ServerHandler for Notes {
    async fn handle_list_tools_request(
        &self,
        _: Option<PaginatedRequestParams>,
        _: &RequestContext,
        _: Arc<dyn McpServer>,
    ) -> Result<ListToolsResult, RpcError> {
        Ok(ListToolsResult {
            tools: self.tools.clone(),
            meta: None,
            next_cursor: None,
            cache_scope: rust_mcp_sdk::schema::ListToolsResultCacheScope::Private,
            result_type: "complete".to_owned(),
            ttl_ms: 0,
        })
    }

    async fn handle_call_tool_request(
        &self,
        call: CallToolRequestParams,
        _: &RequestContext,
        _: Arc<dyn McpServer>,
    ) -> Result<ServerResult, CallToolError> {
        if call.name != "find_notes" {
            return Err(CallToolError::unknown_tool(call.name));
        }
        let arguments = Value::Object(call.arguments.unwrap_or_default());
        let arguments: FindNotes = serde_json::from_value(arguments).map_err(CallToolError::new)?;
        let found = json!(Found { found: arguments.limit.min(3), query: arguments.query });
        Ok(ServerResult::CallToolResult(CallToolResult {
            content: vec![ContentBlock::TextContent(TextContent::new(found.to_string(), None, None))],
            is_error: None,
            meta: None,
            result_type: "complete".to_owned(),
            structured_content: Some(found),
        }))
    }
}

fn state(notes: Notes) -> Arc<McpAppState> {
    Arc::new(McpAppState {
        id_generator: Arc::new(UuidGenerator {}),
        stream_id_gen: Arc::new(FastIdGenerator::new(Some("s_"))),
        server_details: Arc::new(ServerDetails {
            server_info: Implementation {
                name: "notes".to_owned(),
                version: "1.0.0".to_owned(),
                title: None,
                description: None,
                icons: vec![],
                website_url: None,
            },
            capabilities: ServerCapabilities {
                tools: Some(ServerCapabilitiesTools { list_changed: None }),
                ..ServerCapabilities::default()
            },
            meta: None,
            instructions: None,
        }),
        handler: notes.to_mcp_server_handler(),
        ping_interval: std::time::Duration::from_secs(12),
        transport_options: Arc::default(),
        enable_json_response: true,
        message_observer: None,
        extensions: Arc::default(),
        active_listen_streams: Arc::default(),
        max_listen_streams: DEFAULT_MAX_LISTEN_STREAMS,
    })
}

/// What `rust-mcp-axum` does for each request. That crate itself is left out: it asks for the feature `auth`, and so for a
/// cryptographic library in C.
async fn answer(
    State((handler, state)): State<(Arc<McpHttpHandler>, Arc<McpAppState>)>,
    headers: HeaderMap,
    uri: Uri,
    body: Bytes,
) -> Result<Response, StatusCode> {
    let text = str::from_utf8(&body).map_err(|_| StatusCode::BAD_REQUEST)?;
    let request = McpHttpHandler::create_request(Method::POST, uri, headers, Some(text));
    let answer = handler
        .handle_streamable_http(request, state)
        .await
        .map_err(|_| StatusCode::INTERNAL_SERVER_ERROR)?;
    Ok(answer.map(Body::new))
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let (_, tools) = bench_subject::told()?;
    let handler = Arc::new(McpHttpHandler::new(vec![], None));
    let app = Router::new().route("/mcp", post(answer)).with_state((handler, state(Notes::with(tools))));
    let listener = tokio::net::TcpListener::from_std(bench_subject::listen()?)?.tap_io(|stream| {
        let _ = stream.set_nodelay(true);
    });
    Ok(axum::serve(listener, app).await?)
}
