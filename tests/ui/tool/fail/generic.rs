use tool_core::tool;

/// Searches.
#[tool]
fn search<T: std::fmt::Display>(query: T) -> String {
    query.to_string()
}

/// Searches.
#[tool]
fn search_impl(query: impl std::fmt::Display) -> String {
    query.to_string()
}

fn main() {}
