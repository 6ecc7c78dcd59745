use tool_core::tool;

/// Searches.
#[tool(name = "search notes")]
fn with_space() {}

/// Searches.
#[tool(name = "Search")]
fn with_capital() {}

/// Searches.
#[tool(name = "_search")]
fn edge() {}

/// Searches.
#[tool(name = "a__b")]
fn separator() {}

/// Searches.
#[tool(name = "")]
fn empty() {}

/// Searches.
#[tool(name = "a2345678901234567890123456789012345678901234567890123456789012345")]
fn long() {}

fn main() {}
