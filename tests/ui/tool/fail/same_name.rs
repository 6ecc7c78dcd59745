use tool_core::tool;

/// Searches.
#[tool]
fn search(query: String, #[serde(rename = "query")] words: String) -> String {
    query + &words
}

fn main() {}
