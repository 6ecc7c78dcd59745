//! Every key of a method.

use tool_core::{Registry, ToolError, tools};

struct Notes;

fn explain(error: std::fmt::Error) -> ToolError {
    ToolError::internal(error)
}

#[tools(crate = ::tool_core)]
impl Notes {
    #[tool(
        name = "whole",
        title = "Whole",
        description = "Says something.",
        exposure = both,
        effect = additive,
        idempotent = true,
        open_world = false,
        headless(never = "it is alone"),
        target = "project",
        scopes = ["read"],
        timeout = "30s",
        kind = immediate,
        control,
        parallelism = parallel,
        blocking,
        error = explain,
        icons = ["data:,"],
        meta = { "example.com/rank": 1 },
        tags = ["notes"],
        deprecated = "use part"
    )]
    fn everything(&self, #[context] _project: &tool_core::Target) -> Result<(), std::fmt::Error> {
        Ok(())
    }

    #[tool(description = "Goes on.", kind = operation, undo = "whole")]
    fn undoable(&self) {}
}

fn main() {
    let _ = Registry::builder(Notes).tools::<Notes>();
    Notes.undoable();
    let _ = Notes.everything(&tool_core::Target::new("project", "p"));
}
