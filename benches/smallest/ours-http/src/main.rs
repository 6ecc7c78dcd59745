//! One tool over HTTP, for whoever has the token.

use tool_core::{Allow, BuildErrors, Caller, Invoker, Registry, Surface, tool};
use tool_mcp::{
    Handler, ServerIdentity, bearer,
    http::{Hosts, Mount, Origins},
};

/// Counts the words of a text.
#[tool(title = "Count words", exposure = both, effect = read_only, open_world = false)]
fn count_words(
    /// The text.
    text: &str,
) -> usize {
    text.split_whitespace().count()
}

fn handler() -> Result<Handler, BuildErrors> {
    let registry = Registry::builder(()).tool(count_words_tool()).build()?;
    let invoker = Invoker::builder(registry).unlimited().build()?;
    let surface = Surface::outside("words", &invoker, Allow::exposed()).build()?;
    Ok(Handler::new(surface, ServerIdentity::new("words", "1.0.0")))
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let authenticate =
        bearer(|token: String| async move { (token == "a-token").then(|| Caller::new("alice")) });
    let mount = Mount::new(handler()?, authenticate, Hosts::loopback(), Origins::none());
    let listener = tokio::net::TcpListener::bind("127.0.0.1:8080").await?;
    Ok(axum::serve(listener, axum::Router::new().route_service("/mcp", mount)).await?)
}
