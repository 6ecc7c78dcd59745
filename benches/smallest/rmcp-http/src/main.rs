//! One tool over HTTP.

use std::sync::Arc;

use rmcp::{
    Json, ServerHandler,
    handler::server::wrapper::Parameters,
    tool, tool_handler, tool_router,
    transport::{
        StreamableHttpServerConfig, StreamableHttpService,
        streamable_http_server::session::never::NeverSessionManager,
    },
};

#[derive(serde::Deserialize, schemars::JsonSchema)]
struct Text {
    /// The text.
    text: String,
}

#[derive(serde::Serialize, schemars::JsonSchema)]
struct Words {
    result: usize,
}

#[derive(Clone)]
struct Server;

#[tool_router]
impl Server {
    /// Counts the words of a text.
    #[tool(title = "Count words")]
    fn count_words(&self, Parameters(Text { text }): Parameters<Text>) -> Json<Words> {
        Json(Words { result: text.split_whitespace().count() })
    }
}

#[tool_handler]
impl ServerHandler for Server {}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let config = StreamableHttpServerConfig::default().with_legacy_session_mode(false);
    let service = StreamableHttpService::new(|| Ok(Server), Arc::new(NeverSessionManager::default()), config);
    let listener = tokio::net::TcpListener::bind("127.0.0.1:8080").await?;
    Ok(axum::serve(listener, axum::Router::new().route_service("/mcp", service)).await?)
}
