use tool_core::tool;

/// Searches.
#[tool(crate = reexport::tool_core)]
fn search(query: String) -> String {
    query
}

fn main() {}
