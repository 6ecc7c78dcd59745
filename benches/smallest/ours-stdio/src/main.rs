//! One tool over standard input and output.

use tool_core::{Allow, BuildErrors, Caller, Invoker, Registry, Surface, tool};
use tool_mcp::{Handler, ServerIdentity, stdio};

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
    stdio::serve(handler()?, stdio::as_local(Caller::new("local"))).await?;
    Ok(())
}
