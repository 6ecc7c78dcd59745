use tool_core::tool;

/// Searches.
#[tool(exposure = public, effect = none)]
fn search(query: String) -> String {
    query
}

fn main() {}
