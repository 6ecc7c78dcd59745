//! A call has no default.
use tool_core::ToolCall;

fn main() {
    let _: ToolCall<'static> = Default::default();
}
