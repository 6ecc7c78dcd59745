//! One user of the service in the demo: an MCP client, a REST client, and a look at the bytes.

use super::transcript::Exchange;
use crate::{mcp, tokens::Tokens, users::UserId};
use reqwest::{StatusCode, header::ACCEPT};
use rmcp::{
    RoleClient, ServiceExt,
    model::CallToolRequestParams,
    service::RunningService,
    transport::{StreamableHttpClientTransport, streamable_http_client::StreamableHttpClientTransportConfig},
};
use serde_json::{Map, Value, json};
use std::time::Duration;

/// How long a response may take.
const PATIENCE: Duration = Duration::from_secs(10);

/// A user of the service.
pub(super) struct Client {
    user: &'static str,
    server: String,
    token: String,
    http: reqwest::Client,
    mcp: RunningService<RoleClient, ()>,
}

impl Client {
    /// Connects as the user of this name.
    pub(super) async fn connect(
        server: &str,
        user: &'static str,
        tokens: &Tokens,
    ) -> Result<Self, String> {
        let token = tokens.of(&UserId::named(user)).ok_or_else(|| format!("{user} has no token"))?;
        let http = reqwest::Client::builder().no_proxy().timeout(PATIENCE).build();
        let http = http.map_err(|error| format!("no HTTP client: {error}"))?;
        let config = StreamableHttpClientTransportConfig::with_uri(format!("{server}{}", mcp::PATH))
            .auth_header(token.as_str());
        let transport = StreamableHttpClientTransport::with_client(http.clone(), config);
        let mcp = ().serve(transport).await.map_err(|error| format!("{user} cannot connect: {error}"))?;
        Ok(Self { user, server: server.to_owned(), token: token.as_str().to_owned(), http, mcp })
    }

    /// Lists the tools over MCP, and returns their names.
    pub(super) async fn tools(
        &self,
        log: &mut Vec<Exchange>,
    ) -> Result<Vec<String>, String> {
        let tools = self.mcp.list_all_tools().await.map_err(|error| format!("no list: {error}"))?;
        let names: Vec<_> = tools.into_iter().map(|tool| tool.name.into_owned()).collect();
        self.note(log, "MCP tools/list".to_owned(), json!(names));
        Ok(names)
    }

    /// Calls a tool over MCP, and returns its result.
    pub(super) async fn call(
        &self,
        log: &mut Vec<Exchange>,
        tool: &'static str,
        arguments: &Map<String, Value>,
    ) -> Result<Value, String> {
        let params = CallToolRequestParams::new(tool).with_arguments(arguments.clone());
        let result = self.mcp.call_tool(params).await.map_err(|error| format!("{tool}: {error}"))?;
        let result = serde_json::to_value(result).map_err(|error| format!("{tool}: {error}"))?;
        self.note(log, call(tool, arguments), result.clone());
        Ok(result)
    }

    /// Calls a tool without the MCP client, and returns the status and the very text of the response.
    pub(super) async fn call_raw(
        &self,
        log: &mut Vec<Exchange>,
        tool: &str,
        arguments: &Map<String, Value>,
    ) -> Result<(StatusCode, String), String> {
        let message = json!({
            "jsonrpc": "2.0",
            "id": 1,
            "method": "tools/call",
            "params": {"name": tool, "arguments": arguments},
        });
        let request = self
            .http
            .post(format!("{}{}", self.server, mcp::PATH))
            .bearer_auth(&self.token)
            .header(ACCEPT, "application/json, text/event-stream")
            .header("MCP-Protocol-Version", "2025-11-25")
            .json(&message);
        let response = request.send().await.map_err(|error| format!("{tool}: {error}"))?;
        let status = response.status();
        let text = response.text().await.map_err(|error| format!("{tool}: {error}"))?;
        let shown = serde_json::from_str(&text).unwrap_or_else(|_| Value::String(text.clone()));
        self.note(log, call(tool, arguments), shown);
        Ok((status, text))
    }

    /// Reads an address of the REST API.
    pub(super) async fn get(
        &self,
        log: &mut Vec<Exchange>,
        path: &str,
    ) -> Result<Value, String> {
        let request = self.http.get(format!("{}{path}", self.server)).bearer_auth(&self.token);
        let response = request.send().await.map_err(|error| format!("GET {path}: {error}"))?;
        let body: Value = response.json().await.map_err(|error| format!("GET {path}: {error}"))?;
        self.note(log, format!("REST GET {path}"), body.clone());
        Ok(body)
    }

    /// Sends a file to an address of the REST API.
    pub(super) async fn post(
        &self,
        log: &mut Vec<Exchange>,
        path: &str,
        file: &'static str,
    ) -> Result<Value, String> {
        let request = self.http.post(format!("{}{path}", self.server)).bearer_auth(&self.token).body(file);
        let response = request.send().await.map_err(|error| format!("POST {path}: {error}"))?;
        let body: Value = response.json().await.map_err(|error| format!("POST {path}: {error}"))?;
        self.note(log, format!("REST POST {path}"), body.clone());
        Ok(body)
    }

    fn note(
        &self,
        log: &mut Vec<Exchange>,
        request: String,
        response: Value,
    ) {
        log.push(Exchange { user: self.user, request, response });
    }
}

fn call(
    tool: &str,
    arguments: &Map<String, Value>,
) -> String {
    format!("MCP tools/call {tool} {}", json!(arguments))
}
