//! `cancel_operation`: stops what waits at once, and asks what runs to stop.

use serde_json::json;

use super::{CANCEL, WAIT, asked_about, shown, theirs};
use crate::{Content, OperationQueue, OperationState, ToolCall, ToolDefinition, ToolError, ToolOutput};

pub(super) fn definition() -> ToolDefinition {
    let text = format!(
        "Cancels one of your operations. One that waits is cancelled at once. One that runs is asked to stop; call {WAIT} \
         to learn how it ended. One that has finished stays as it is."
    );
    ToolDefinition::new(CANCEL, text)
        .with_input_schema(json!({
            "type": "object",
            "properties": { "operation": { "type": "string", "description": "Id of the operation." } },
            "required": ["operation"],
            "additionalProperties": false
        }))
        .with_output_schema(shown::schema())
}

pub(super) async fn run(queue: &dyn OperationQueue, call: &ToolCall<'_>) -> Result<ToolOutput, ToolError> {
    let id = asked_about(call)?;
    let operation = theirs(queue.cancel(call.caller().id(), &id).await)?;
    let text = match operation.state {
        OperationState::InputRequired | OperationState::Queued | OperationState::Running => {
            format!("The operation was asked to stop. Call {WAIT} to learn how it ended.")
        }
        OperationState::Cancelled => "The operation is cancelled.".to_owned(),
        OperationState::Succeeded | OperationState::Failed | OperationState::Unknown => {
            "The operation had finished already.".to_owned()
        }
    };
    Ok(ToolOutput::json(shown::value(&operation, call)).with_content(Content::Text(text)))
}
