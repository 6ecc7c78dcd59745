use tool_core::tool;

/// Is a struct.
#[tool]
struct Notes;

/// Is an impl block.
#[tool]
impl Notes {}

fn main() {}
