use tool_core::tool;

/// Adds.
#[tool]
fn add((a, b): (u8, u8), _: u8) -> u8 {
    a + b
}

fn main() {}
