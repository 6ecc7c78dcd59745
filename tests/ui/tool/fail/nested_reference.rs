use tool_core::tool;

/// Joins.
#[tool]
fn join(words: Vec<&str>) -> String {
    words.join(" ")
}

fn main() {}
