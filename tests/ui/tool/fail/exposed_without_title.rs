use tool_core::tool;

/// Searches.
#[tool(exposure = both)]
fn search(
    /// Words.
    query: String,
) -> String {
    query
}

fn main() {}
