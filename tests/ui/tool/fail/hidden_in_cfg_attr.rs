use tool_core::tool;

/// Counts.
#[tool]
fn count(#[cfg_attr(all(), state)] count: &u8) -> u8 {
    *count
}

fn main() {}
