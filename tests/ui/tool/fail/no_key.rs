use tool_core::tool;

/// Searches.
#[tool("Search")]
fn search(query: String) -> String {
    query
}

fn main() {}
