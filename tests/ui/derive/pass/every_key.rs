//! Every key of a struct.

use tool_core::{Registry, Run, Tool, ToolCall};

struct App;

#[derive(serde::Deserialize, schemars::JsonSchema, Tool)]
#[serde(deny_unknown_fields)]
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
    icons = ["data:,"],
    meta = { "example.com/rank": 1 },
    tags = ["notes"],
    deprecated = "use part",
    companion = as_tool,
    collect = App,
    crate = ::tool_core
)]
struct Everything {}

impl Run<App> for Everything {
    type Output = ();
    type Error = std::convert::Infallible;

    async fn run(self, _: &App, _: &ToolCall<'_>) -> Result<(), Self::Error> {
        Ok(())
    }
}

/// Goes on.
#[derive(serde::Deserialize, schemars::JsonSchema, Tool)]
#[serde(deny_unknown_fields)]
#[tool(kind = operation, undo = "whole")]
struct Undoable {}

impl Run<App> for Undoable {
    type Output = ();
    type Error = std::convert::Infallible;

    async fn run(self, _: &App, _: &ToolCall<'_>) -> Result<(), Self::Error> {
        Ok(())
    }
}

fn main() {
    let _ = Registry::builder(App).tool(Undoable::tool());
    let _ = Registry::builder(App).tool(Everything::as_tool());
}
