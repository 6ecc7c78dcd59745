//! A call serves for one run: it is moved into it.
use tool_core::{Tool, ToolCall, ToolDefinition, ToolError, ToolOutput};

struct Twice<T>(T);

#[tool_core::async_trait]
impl<T: Tool> Tool for Twice<T> {
    fn definition(&self) -> ToolDefinition {
        self.0.definition()
    }

    async fn call(&self, call: ToolCall<'_>) -> Result<ToolOutput, ToolError> {
        self.0.call(call).await?;
        self.0.call(call).await
    }
}

fn main() {}
