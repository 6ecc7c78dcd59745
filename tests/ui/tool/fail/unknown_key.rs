use tool_core::tool;

/// Searches.
#[tool(titel = "Search", exposed = true)]
fn search(query: String) -> String {
    query
}

/// Deletes.
#[tool(title = "Delete", both, destructive)]
fn delete(query: String) -> String {
    query
}

fn main() {}
