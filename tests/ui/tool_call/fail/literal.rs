//! A call cannot be written down.
use tool_core::ToolCall;

fn main() {
    let _ = ToolCall { admitted: todo!(), brand: todo!() };
}
