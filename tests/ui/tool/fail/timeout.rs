use tool_core::tool;

/// Waits.
#[tool(timeout = "30")]
fn without_unit() {}

/// Waits.
#[tool(timeout = "1 week")]
fn unknown_unit() {}

/// Waits.
#[tool(timeout = "0s")]
fn nothing() {}

/// Waits.
#[tool(timeout = 30)]
fn number() {}

fn main() {}
