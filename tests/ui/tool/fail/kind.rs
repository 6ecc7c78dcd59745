use tool_core::tool;

/// Imports something.
#[tool(kind = later)]
fn unknown() {}

/// Imports something.
#[tool(kind)]
fn no_word() {}

/// Stops something, some day.
#[tool(kind = operation, control)]
fn never_queued() {}

fn main() {}
