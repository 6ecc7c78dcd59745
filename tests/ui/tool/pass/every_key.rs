//! Every key of a function, in every form.

use tool_core::{ToolError, tool};

struct App;

const WORDS: &str = "Says something.";

fn explain(error: std::fmt::Error) -> ToolError {
    ToolError::internal(error)
}

#[tool(
    name = "whole",
    title = "Whole",
    description = WORDS,
    exposure = both,
    effect = additive,
    idempotent,
    open_world,
    headless(never = "it is alone"),
    target = "project",
    scopes = ["read"],
    timeout = "30s",
    kind = immediate,
    control,
    parallelism = parallel,
    blocking,
    error = explain,
    icons = ["data:,", icon(src = "data:,", mime_type = "image/png", sizes = ["48x48"])],
    meta = { "example.com/rank": 1 },
    tags = ["notes"],
    deprecated = "use part",
    companion = tool_of_everything,
    collect = App,
    crate = ::tool_core,
)]
fn everything(#[context] _project: &tool_core::Target) -> Result<(), std::fmt::Error> {
    Ok(())
}

#[tool(
    description = "In a literal.",
    exposure = internal,
    effect = destructive,
    idempotent = false,
    open_world = false,
    headless(not_yet = "it asks"),
    scopes = [],
    timeout = "500ms",
    control = waits,
    blocking = true,
    icons = [],
    meta = {},
    tags = [],
)]
fn otherwise() {}

#[tool(title = "Outside", description = concat!("Put ", "together."), exposure = external, effect = read_only, timeout = "1m", control = acts)]
fn outside() {}

#[tool(description = include_str!("../../../it/attributes/description.txt"), timeout = "2h", blocking = false)]
async fn included() {}

#[tool(description = "One for each note.", parallelism = serial_by("id"))]
async fn for_each_note(#[serde(rename = "id")] note: String) {
    drop(note);
}

#[tool(description = "One for each project.", target = "project", parallelism = serial_by_target)]
async fn for_each_project(#[context] _project: &tool_core::Target) {}

#[tool(description = "One at all.", parallelism = exclusive, kind = operation, undo = "outside")]
async fn alone() {}

fn main() {
    let _ = tool_of_everything::<App>;
    let _ = (otherwise_tool::<()>, outside_tool::<()>, included_tool::<()>);
    let _ = (everything(&tool_core::Target::new("project", "p")), otherwise(), outside(), included());
    let _ = (for_each_note_tool::<()>, for_each_project_tool::<()>, alone_tool::<()>);
    let _ = (for_each_note, for_each_project, alone);
}
