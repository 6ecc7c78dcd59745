use tool_core::tool;

/// Searches.
#[tool(exposure = internal, exposure = both)]
fn search(query: String) -> String {
    query
}

fn main() {}
