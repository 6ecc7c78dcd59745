use tool_core::tool;

/// Searches.
#[tool]
unsafe fn search() {}

fn main() {}
