//! Nominates three tools for one state and one for another.

use tool_core::{Run, Tool, ToolCall, tool};

/// The state that most tools here are for.
#[derive(Debug)]
pub struct App;

/// Another state.
#[derive(Debug)]
pub struct Worker;

/// Archives a note.
#[tool(title = "Archive a note", exposure = both, collect = App)]
pub fn archive_note(
    #[state] app: &App,
    /// Id of the note.
    note: &str,
) -> String {
    format!("{app:?} archived {note}")
}

/// Tags a note.
#[tool(collect = App)]
pub async fn tag_note(note: String) -> String {
    std::future::ready(note).await
}

/// Renames a note.
#[derive(Debug, serde::Deserialize, schemars::JsonSchema, Tool)]
#[serde(deny_unknown_fields)]
#[tool(collect = App)]
pub struct RenameNote {
    /// The new name.
    pub name: String,
}

impl Run<App> for RenameNote {
    type Output = String;
    type Error = std::convert::Infallible;

    async fn run(self, _: &App, _: &ToolCall<'_>) -> Result<String, Self::Error> {
        Ok(self.name)
    }
}

/// Sweeps.
#[tool(collect = Worker)]
pub fn sweep() {}

/// Sweeps elsewhere: a name that both states have.
#[tool(name = "tidy", collect = Worker)]
pub fn tidy_worker() -> &'static str {
    "worker"
}
