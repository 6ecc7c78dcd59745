//! A call has no public constructor.
use tool_core::ToolCall;

fn main() {
    let _ = ToolCall::new(todo!());
}
