//! A call cannot be kept for later.
use std::sync::Mutex;
use tool_core::{Tool, ToolCall, ToolDefinition, ToolError, ToolOutput};

struct Keeps(Mutex<Vec<ToolCall<'static>>>);

#[tool_core::async_trait]
impl Tool for Keeps {
    fn definition(&self) -> ToolDefinition {
        ToolDefinition::new("keeps", "Keeps its calls.")
    }

    async fn call(&self, call: ToolCall<'_>) -> Result<ToolOutput, ToolError> {
        self.0.lock().unwrap().push(call);
        Ok(ToolOutput::empty())
    }
}

fn main() {}
