use tool_core::tool;

/// Switches.
#[tool(headless = false)]
fn without_reason() {}

/// Switches.
#[tool(headless(never))]
fn without_words() {}

/// Switches.
#[tool(headless(always = "it is"))]
fn unknown() {}

/// Switches.
#[tool(headless(never = ""))]
fn blank() {}

fn main() {}
