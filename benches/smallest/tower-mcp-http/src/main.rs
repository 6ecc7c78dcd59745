//! One tool over HTTP.

use tower_mcp::{BoxError, CallToolResult, HttpTransport, McpRouter, ToolBuilder};

#[derive(serde::Deserialize, schemars::JsonSchema)]
struct Text {
    /// The text.
    text: String,
}

#[derive(serde::Serialize, schemars::JsonSchema)]
struct Words {
    result: usize,
}

fn router() -> McpRouter {
    let count_words = ToolBuilder::new("count_words")
        .title("Count words")
        .description("Counts the words of a text.")
        .output_schema_for::<Words>()
        .handler(|Text { text }: Text| async move {
            CallToolResult::from_serialize(&Words { result: text.split_whitespace().count() })
        })
        .build();
    McpRouter::new().server_info("words", "1.0.0").tool(count_words)
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), BoxError> {
    Ok(HttpTransport::new(router()).serve("127.0.0.1:8080").await?)
}
