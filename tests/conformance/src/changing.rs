//! A tool and a prompt that come and go, so that lists change while somebody listens. The tool is registered by the program;
//! the prompt is of an engine that says itself when it has changed.

use std::sync::PoisonError;

use serde_json::json;
use tokio::sync::{Mutex, watch};
use tool_core::{
    BoxError, Effect, Exposure, HostMetadata, PromptMessages, RegistryBuilder, Source, SourceEntry, Tool,
    ToolCall, ToolDefinition, ToolError, ToolOutput, async_trait, tool,
};

use crate::App;

/// A tool that comes and goes.
const COMES_AND_GOES: &str = "test_dynamic_tool";

pub(crate) fn register(registry: RegistryBuilder<App>) -> RegistryBuilder<App> {
    registry.tool(test_trigger_tool_change_tool()).tool(test_trigger_prompt_change_tool())
}

/// Registers a tool, or takes it away again.
#[tool(title = "Change the tools", exposure = both, effect = additive, open_world = false)]
fn test_trigger_tool_change(#[state] app: &App) -> Result<String, ToolError> {
    let registry = app.registry.get().ok_or_else(|| ToolError::internal("the registry is not there yet"))?;
    let mut is_there = app.comes_and_goes.lock().unwrap_or_else(PoisonError::into_inner);
    let changed = if *is_there {
        registry.update(|update| update.remove(COMES_AND_GOES))
    } else {
        registry.update(|update| update.register(ComesAndGoes))
    };
    changed.map_err(ToolError::internal)?;
    *is_there = !*is_there;
    Ok("The tools have changed.".to_owned())
}

/// Lets the engine have a prompt, or none.
#[tool(title = "Change the prompts", exposure = both, effect = additive, open_world = false)]
fn test_trigger_prompt_change(#[state] app: &App) -> String {
    app.engine_has_prompt.send_modify(|has_prompt| *has_prompt = !*has_prompt);
    "The prompts have changed.".to_owned()
}

struct ComesAndGoes;

#[async_trait]
impl Tool for ComesAndGoes {
    fn definition(&self) -> ToolDefinition {
        ToolDefinition::new(COMES_AND_GOES, "Comes and goes.")
    }

    fn host(&self) -> HostMetadata {
        HostMetadata::default()
            .with_title("Comes and goes")
            .with_exposure(Exposure::Both)
            .with_effect(Effect::ReadOnly)
    }

    async fn call(&self, _: ToolCall<'_>) -> Result<ToolOutput, ToolError> {
        Ok(ToolOutput::text("It is there."))
    }
}

/// An engine that has a prompt now and then.
pub(crate) struct Engine {
    has_prompt: Mutex<watch::Receiver<bool>>,
}

impl Engine {
    pub(crate) fn new(has_prompt: watch::Receiver<bool>) -> Self {
        Self { has_prompt: Mutex::new(has_prompt) }
    }
}

#[async_trait]
impl Source for Engine {
    fn name(&self) -> &'static str {
        "engine"
    }

    async fn list(&self) -> Result<Vec<SourceEntry>, BoxError> {
        let prompt = || {
            SourceEntry::prompt("test_dynamic_prompt", "Comes and goes.", [])
                .with_title("Comes and goes")
                .with_metadata(json!({ "mcp": { "expose": true } }))
        };
        Ok(self.has_prompt.lock().await.borrow_and_update().then(prompt).into_iter().collect())
    }

    async fn call(&self, _: &str, _: &ToolCall<'_>) -> Result<ToolOutput, ToolError> {
        Err(ToolError::internal("the engine has no tools"))
    }

    async fn render(&self, _: &str, _: &ToolCall<'_>) -> Result<PromptMessages, ToolError> {
        Ok("It is there.".into())
    }

    async fn changed(&self) {
        if self.has_prompt.lock().await.changed().await.is_err() {
            std::future::pending::<()>().await;
        }
    }
}
