use tool_core::{Run, Tool, ToolCall};

struct App;

/// Deletes.
#[derive(serde::Deserialize, Tool)]
#[serde(deny_unknown_fields)]
struct DeleteNote {
    note: String,
}

impl Run<App> for DeleteNote {
    type Output = ();
    type Error = String;

    async fn run(self, _: &App, _: &ToolCall<'_>) -> Result<(), String> {
        Ok(drop(self.note))
    }
}

fn main() {}
