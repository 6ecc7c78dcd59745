//! A server for the person who starts it, over standard input and output.
//!
//! `cargo run -p tool-examples --example stdio`; a client is configured with that command.

use tool_core::{Allow, BuildErrors, Caller, Invoker, Registry, Surface, tool};
use tool_mcp::{Handler, ServerIdentity, stdio};

/// Counts the words of a text.
#[tool(title = "Count words", exposure = both, effect = read_only, open_world = false)]
fn count_words(
    /// The text.
    text: &str,
) -> u32 {
    u32::try_from(text.split_whitespace().count()).unwrap_or(u32::MAX)
}

fn handler() -> Result<Handler, BuildErrors> {
    let invoker =
        Invoker::builder(Registry::builder(()).tool(count_words_tool()).build()?).unlimited().build()?;
    let surface = Surface::outside("words", &invoker, Allow::exposed()).build()?;
    Ok(Handler::new(surface, ServerIdentity::new("words", env!("CARGO_PKG_VERSION"))))
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    // Whoever can start this process may do what it can do anyway.
    let me = stdio::as_local(Caller::new("local"));
    stdio::serve(handler()?, me).await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[tokio::test]
    async fn the_handler_answers_without_a_transport() {
        let call = json!({
            "jsonrpc": "2.0", "id": 1, "method": "tools/call",
            "params": { "name": "count_words", "arguments": { "text": "three little words" } }
        });
        let answer = handler().unwrap().handle(call, Caller::new("local")).await.unwrap();
        assert_eq!(answer["result"]["structuredContent"], json!({ "result": 3 }));
    }
}
