use tool_core::tool;

/// Searches.
#[tool(blocking)]
async fn search() {}

fn main() {}
