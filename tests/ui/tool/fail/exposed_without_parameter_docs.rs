use tool_core::tool;

/// Searches.
#[tool(title = "Search", exposure = external)]
fn search(query: String, #[serde(default)] limit: u32) -> String {
    format!("{query}{limit}")
}

fn main() {}
