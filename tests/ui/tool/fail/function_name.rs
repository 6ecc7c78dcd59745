use tool_core::tool;

/// Searches.
#[tool]
#[expect(non_snake_case)]
fn searchNotes() {}

fn main() {}
