use tool_core::tool;

/// Counts.
#[tool]
fn count(#[state] #[serde(default)] count: &u8, #[context] #[schemars(range(min = 1))] caller: &tool_core::Caller) -> u8 {
    let _ = caller;
    *count
}

fn main() {}
