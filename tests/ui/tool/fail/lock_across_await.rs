use tool_core::tool;

/// Counts.
#[tool]
async fn count(#[state] count: &mut u32) {
    *count += 1;
}

fn main() {}
