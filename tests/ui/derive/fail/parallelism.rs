use tool_core::{Run, Tool, ToolCall};

/// Writes.
#[derive(serde::Deserialize, schemars::JsonSchema, Tool)]
#[tool(parallelism = serial_by_target)]
#[serde(deny_unknown_fields)]
struct WriteNote {}

impl Run<()> for WriteNote {
    type Output = ();
    type Error = std::convert::Infallible;

    async fn run(self, (): &(), _: &ToolCall<'_>) -> Result<(), Self::Error> {
        Ok(())
    }
}

fn main() {}
