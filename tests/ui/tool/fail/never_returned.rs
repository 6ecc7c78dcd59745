use tool_core::tool;

/// Loops.
#[tool]
fn repeat() -> ! {
    loop {}
}

fn main() {}
