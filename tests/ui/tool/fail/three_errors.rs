use tool_core::tool;

/// Searches.
#[tool(title = "Search", exposure = public, efect = read_only)]
fn search(words: Vec<&str>) -> String {
    words.join(" ")
}

fn main() {}
