//! Tools whose calls go on as operations, which are tasks to clients that declare the extension. How a client watches them is
//! not here: the library's own tools and its rendering as tasks do that.
#![expect(clippy::needless_pass_by_value, reason = "a function takes where it asks by value")]

use std::time::Duration;

use serde_json::json;
use tokio::time::sleep;
use tool_core::{
    Field, InProcessQueue, InputRequest, Inputs, OperationTools, RegistryBuilder, ToolCall, ToolError,
    ToolOutput, tool,
};

use crate::App;

pub(crate) fn register(registry: RegistryBuilder<App>, queue: &InProcessQueue) -> RegistryBuilder<App> {
    let watch = OperationTools::new(queue.clone());
    registry
        .tool(greet_tool())
        .tool(slow_compute_tool())
        .tool(failing_job_tool())
        .tool(protocol_error_job_tool())
        .tool(confirm_delete_tool())
        .tool(multi_input_tool())
        .tool(test_tool_with_task_tool())
        .tool(greet_slowly_tool())
        .register(watch.status())
        .register(watch.wait())
        .register(watch.cancel())
}

/// Greets at once.
#[tool(title = "Greet", exposure = both, effect = read_only, open_world = false)]
fn greet(
    /// Who is greeted.
    name: String,
) -> String {
    format!("Hello, {name}!")
}

/// Computes for a while.
#[tool(title = "Compute slowly", exposure = both, effect = read_only, open_world = false, kind = operation)]
async fn slow_compute(
    /// How many seconds it takes.
    #[schemars(range(max = 3600))]
    seconds: u32,
    /// What it is called in the result.
    #[serde(default)]
    label: String,
) -> String {
    sleep(Duration::from_secs(seconds.into())).await;
    format!("Computed {label} for {seconds} s.")
}

/// Fails after a second, as a tool fails.
#[tool(title = "Fail", exposure = both, effect = read_only, open_world = false, kind = operation)]
async fn failing_job() -> Result<String, ToolError> {
    sleep(Duration::from_secs(1)).await;
    Err(ToolError::new("job-failed", "this job always fails"))
}

/// Ends by a defect.
#[tool(title = "End by a defect", exposure = both, effect = read_only, open_world = false, kind = operation)]
fn protocol_error_job() -> Result<String, ToolError> {
    Err(ToolError::internal("a defect"))
}

/// Asks before it deletes.
#[tool(title = "Confirm", exposure = both, effect = read_only, open_world = false, kind = operation)]
fn confirm_delete(
    #[context] inputs: Inputs,
    /// What would be deleted.
    filename: String,
) -> Result<String, ToolError> {
    let confirm = InputRequest::form("confirm", "Delete it?").with_field(Field::boolean("confirm"));
    let deleted = inputs.ask(&confirm)?.confirms("confirm");
    Ok(format!("{filename}: {deleted}"))
}

/// Asks two things at once.
#[tool(title = "Ask for two", exposure = both, effect = read_only, open_world = false, kind = operation)]
fn multi_input(#[context] inputs: Inputs) -> Result<String, ToolError> {
    let name = InputRequest::form("name", "Who are you?").with_field(Field::text("name"));
    let sure = InputRequest::form("sure", "Are you sure?").with_field(Field::boolean("confirm"));
    inputs.ask_all([&name, &sure])?;
    Ok("Both were answered.".to_owned())
}

/// Asks for a name, and goes on as an operation with it.
#[tool(title = "Ask, then go on", exposure = both, effect = read_only, open_world = false)]
async fn test_tool_with_task(#[context] call: &ToolCall<'_>) -> Result<ToolOutput, ToolError> {
    let name = InputRequest::form("user_name", "What is your name?").with_field(Field::text("name"));
    let mut content = call.ask(&name)?.into_content()?;
    let started = call.invoke("greet_slowly", json!({ "name": content.remove("name") })).await;
    Ok(started.into_result()?.with_operation())
}

/// Greets as an operation.
#[tool(title = "Greet slowly", exposure = both, effect = read_only, open_world = false, kind = operation)]
fn greet_slowly(
    /// Who is greeted.
    name: String,
) -> String {
    format!("Hello, {name}!")
}
