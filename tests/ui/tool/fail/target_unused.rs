//! A target that no parameter takes would be checked for nothing.
use tool_core::tool;

/// Cancels a booking.
#[tool(target = "booking")]
fn cancel(id: String) -> String {
    id
}

fn main() {}
