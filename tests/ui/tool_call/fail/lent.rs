//! A lent call runs no tool: `Tool::call` takes one by value.
use tool_core::{Caller, Tool, ToolCall, testing::TestCall};

async fn around_the_invoker(tool: impl Tool) {
    TestCall::new(Caller::new("alice"))
        .lend(async |call: &ToolCall<'_>| {
            let _ = tool.call(*call).await;
        })
        .await;
}

fn main() {}
