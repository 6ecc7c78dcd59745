//! One tool over standard input and output.

use std::sync::Arc;

use async_trait::async_trait;
use rust_mcp_sdk::{
    McpServer, RequestContext, ServerDetails, StdioTransport, ToMcpServerHandler, TransportOptions,
    error::SdkResult,
    macros::{JsonSchema, mcp_tool},
    mcp_server::{McpServerOptions, ServerHandler, server_runtime},
    schema::{
        CallToolRequestParams, CallToolResult, ContentBlock, Implementation, ListToolsResult,
        ListToolsResultCacheScope, PaginatedRequestParams, RpcError, ServerCapabilities,
        ServerCapabilitiesTools, ServerResult, TextContent, schema_utils::CallToolError,
    },
};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

#[mcp_tool(name = "count_words", title = "Count words", description = "Counts the words of a text.")]
#[derive(Debug, Deserialize, Serialize, JsonSchema)]
struct CountWords {
    /// The text.
    text: String,
}

struct Server;

#[async_trait]
impl ServerHandler for Server {
    async fn handle_list_tools_request(
        &self,
        _: Option<PaginatedRequestParams>,
        _: &RequestContext,
        _: Arc<dyn McpServer>,
    ) -> Result<ListToolsResult, RpcError> {
        Ok(ListToolsResult {
            tools: vec![CountWords::tool()],
            meta: None,
            next_cursor: None,
            cache_scope: ListToolsResultCacheScope::Private,
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
        if call.name != "count_words" {
            return Err(CallToolError::unknown_tool(call.name));
        }
        let arguments = Value::Object(call.arguments.unwrap_or_default());
        let CountWords { text } = serde_json::from_value(arguments).map_err(CallToolError::new)?;
        let words = json!({ "result": text.split_whitespace().count() });
        Ok(ServerResult::CallToolResult(CallToolResult {
            content: vec![ContentBlock::TextContent(TextContent::new(words.to_string(), None, None))],
            is_error: None,
            meta: None,
            result_type: "complete".to_owned(),
            structured_content: Some(words),
        }))
    }
}

fn details() -> ServerDetails {
    ServerDetails {
        server_info: Implementation {
            name: "words".to_owned(),
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
    }
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> SdkResult<()> {
    let server = server_runtime::create_server(McpServerOptions {
        server_details: details(),
        transport: StdioTransport::new(TransportOptions::default())?,
        handler: Server.to_mcp_server_handler(),
        message_observer: None,
    });
    server.start().await
}
