//! Tools that say something while they run: progress, messages, and a line where none belongs.

use std::time::Duration;

use tokio::time::sleep;
use tool_core::{Log, LogLevel, Progress, RegistryBuilder, tool};

use crate::App;

/// The suite wants to see several reports come one by one.
const BETWEEN: Duration = Duration::from_millis(50);

pub(crate) fn register(registry: RegistryBuilder<App>) -> RegistryBuilder<App> {
    registry
        .tool(test_tool_with_progress_tool())
        .tool(test_tool_with_logging_tool())
        .tool(test_logging_tool_tool())
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

/// Prints to standard output, as code that knows of no protocol does.
#[tool(title = "Prints", exposure = both, effect = read_only, open_world = false)]
#[expect(clippy::print_stdout, reason = "that is what it is for")]
fn test_prints() -> String {
    println!("printed by a tool");
    "It was printed.".to_owned()
}
