//! The tools of every row: one from a function with the attribute, and as many of the same shape as a row needs.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tool_core::{
    BuildErrors, Effect, Exposure, HostMetadata, Registry, RegistryBuilder, Target, Tool, ToolCall,
    ToolDefinition, ToolError, ToolOutput, async_trait, tool,
};

/// What the tool that is called is called with.
pub(crate) const ARGUMENTS: &str = r#"{"query":"rust","limit":5}"#;

/// What a search found.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Found {
    query: String,
    found: u32,
}

/// The function, which is all that the floor calls.
pub(crate) fn found(query: String, limit: u32) -> Found {
    Found { found: limit.min(3), query }
}

/// The arguments, for whoever decodes them by hand.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Arguments {
    /// Words to look for.
    pub(crate) query: String,
    /// At most this many.
    #[schemars(range(min = 1, max = 100))]
    pub(crate) limit: u32,
}

/// Finds notes that contain every given word.
#[tool(title = "Find notes", exposure = both, effect = read_only, idempotent = true, open_world = false)]
fn find_notes(
    /// Words to look for.
    query: String,
    /// At most this many.
    #[schemars(range(min = 1, max = 100))]
    limit: u32,
) -> Found {
    found(query, limit)
}

/// Finds notes of one project that contain every given word.
#[tool(
    title = "Find notes of a project",
    exposure = both,
    effect = read_only,
    idempotent = true,
    open_world = false,
    target = "project",
    scopes = ["notes:read"]
)]
fn find_notes_of_project(
    #[context] _project: &Target,
    /// Words to look for.
    query: String,
    /// At most this many.
    #[schemars(range(min = 1, max = 100))]
    limit: u32,
) -> Found {
    found(query, limit)
}

/// A tool that is there and is never called.
struct Idle(usize);

#[async_trait]
impl Tool for Idle {
    fn definition(&self) -> ToolDefinition {
        let Self(number) = self;
        ToolDefinition::new(format!("find_notes_{number}"), "Finds notes that contain every given word.")
            .with_input::<Arguments>()
            .with_output::<Found>()
    }

    fn host(&self) -> HostMetadata {
        HostMetadata::default()
            .with_title("Find notes")
            .with_exposure(Exposure::Both)
            .with_effect(Effect::ReadOnly)
            .with_idempotent(true)
            .with_open_world(false)
    }

    async fn call(&self, _: ToolCall<'_>) -> Result<ToolOutput, ToolError> {
        Err(ToolError::new("idle", "this tool is never called"))
    }
}

/// Returns a builder with so many tools.
pub(crate) fn builder(tools: usize) -> RegistryBuilder<()> {
    (1..tools)
        .fold(Registry::builder(()).tool(find_notes_tool()), |builder, number| builder.register(Idle(number)))
}

/// Returns a registry of so many tools.
pub(crate) fn registry(tools: usize) -> Result<Registry, BuildErrors> {
    builder(tools).build()
}

/// Returns a registry of so many tools, and one more that is about a project.
pub(crate) fn registry_of_projects(tools: usize) -> Result<Registry, BuildErrors> {
    builder(tools).tool(find_notes_of_project_tool()).build()
}
