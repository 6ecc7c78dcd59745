use tool_core::tool;

/// Searches.
#[tool(title, exposure, scopes, timeout, crate)]
fn search(query: String) -> String {
    query
}

fn main() {}
