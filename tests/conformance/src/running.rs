//! Tools that say something while they run: progress, messages, that the list has changed, and a line where none belongs.

use std::{sync::PoisonError, time::Duration};

use tokio::time::sleep;
use tool_core::{
    Effect, Exposure, HostMetadata, Log, LogLevel, Progress, RegistryBuilder, Tool, ToolCall, ToolDefinition,
    ToolError, ToolOutput, async_trait, tool,
};

use crate::App;

/// The suite wants to see several reports come one by one.
const BETWEEN: Duration = Duration::from_millis(50);

/// A tool that comes and goes.
const COMES_AND_GOES: &str = "test_dynamic_tool";

pub(crate) fn register(registry: RegistryBuilder<App>) -> RegistryBuilder<App> {
    registry
        .tool(test_tool_with_progress_tool())
        .tool(test_tool_with_logging_tool())
        .tool(test_logging_tool_tool())
        .tool(test_trigger_tool_change_tool())
        .tool(test_prints_tool())
}

/// Reports progress: 0, 50 and 100 of 100.
#[tool(title = "Progress", exposure = both, effect = read_only, open_world = false)]
async fn test_tool_with_progress(#[context] progress: &Progress) -> String {
    for done in [0.0, 50.0, 100.0] {
        if done > 0.0 {
            sleep(BETWEEN).await;
        }
        progress.report(done, Some(100.0), None);
    }
    "Progress was reported.".to_owned()
}

/// Writes three messages.
#[tool(title = "Logging", exposure = both, effect = read_only, open_world = false)]
async fn test_tool_with_logging(#[context] log: &Log) -> String {
    log.write(LogLevel::Info, "Tool execution started");
    sleep(BETWEEN).await;
    log.write(LogLevel::Info, "Tool processing data");
    sleep(BETWEEN).await;
    log.write(LogLevel::Info, "Tool execution completed");
    "Messages were written.".to_owned()
}

/// Writes one message.
#[tool(title = "Logging, one message", exposure = both, effect = read_only, open_world = false)]
fn test_logging_tool(#[context] log: &Log) -> String {
    log.write(LogLevel::Info, "This is a log message");
    "A message was written.".to_owned()
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

/// Prints to standard output, as code that knows of no protocol does.
#[tool(title = "Prints", exposure = both, effect = read_only, open_world = false)]
#[expect(clippy::print_stdout, reason = "that is what it is for")]
fn test_prints() -> String {
    println!("printed by a tool");
    "It was printed.".to_owned()
}
