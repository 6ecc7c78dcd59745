use tool_core::tool;

/// Searches.
#[tool(
    title = 3,
    description = 3,
    idempotent = "yes",
    scopes = "notes:read",
    tags = [1],
    meta = [1],
    error = 3,
    collect = 3,
    companion = "search_tool",
    crate = "tool_core"
)]
fn search(query: String) -> String {
    query
}

fn main() {}
