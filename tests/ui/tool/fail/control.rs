use tool_core::tool;

/// Stops something.
#[tool(control = stops)]
fn unknown() {}

/// Stops something.
#[tool(control = true)]
fn no_word() {}

/// Stops something, one call at a time.
#[tool(control, parallelism = exclusive)]
fn never_waits() {}

fn main() {}
