//! One tool over standard input and output.

use rmcp::{
    Json, ServerHandler, ServiceExt, handler::server::wrapper::Parameters, tool, tool_handler, tool_router,
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
    Server.serve(rmcp::transport::stdio()).await?.waiting().await?;
    Ok(())
}
