use tool_core::tool;

/// Searches.
#[tool(effect = read_only exposure = internal)]
fn search(query: String) -> String {
    query
}

fn main() {}
