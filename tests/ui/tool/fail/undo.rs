use tool_core::tool;

/// Answers at once.
#[tool(undo = "take_back")]
fn unstated() {}

/// Answers at once, as it says.
#[tool(kind = immediate, undo = "take_back")]
fn immediate() {}

fn main() {}
