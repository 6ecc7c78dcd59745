use tool_core::tool;

/// Has two markers.
#[tool]
fn both(#[state] #[context] both: &u8) -> u8 {
    *both
}

/// Has one twice.
#[tool]
fn twice(#[state] #[state] twice: &u8) -> u8 {
    *twice
}

/// Has one with something.
#[tool]
fn with_something(#[state(clone)] state: u8) -> u8 {
    state
}

fn main() {}
