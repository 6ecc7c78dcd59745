use tool_core::tool;

/// Shows.
#[tool(icons = [3])]
fn number() {}

/// Shows.
#[tool(icons = [icon(mime_type = "image/png")])]
fn without_address() {}

/// Shows.
#[tool(icons = [icon(href = "https://example.com/a.png")])]
fn unknown() {}

fn main() {}
