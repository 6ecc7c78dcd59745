//! `operation_status`: what runs for the caller, and what finished recently.

use serde_json::json;

use super::{STATUS, WAIT, hidden, shown};
use crate::{Operation, OperationQueue, ToolCall, ToolDefinition, ToolError, ToolOutput};

pub(super) fn definition() -> ToolDefinition {
    let text = format!(
        "Lists your operations: those that wait or run, and those that finished recently. Results are not in the list; \
         call {WAIT} with the id of one for its result."
    );
    ToolDefinition::new(STATUS, text).with_output_schema(json!({
        "type": "object",
        "properties": {
            "unfinished": {
                "type": "array",
                "items": shown::schema(),
                "description": "What waits or runs, the first that was started first."
            },
            "finished": {
                "type": "array",
                "items": shown::schema(),
                "description": "What finished recently, the last that finished first."
            }
        },
        "required": ["unfinished", "finished"]
    }))
}

pub(super) async fn run(queue: &dyn OperationQueue, call: &ToolCall<'_>) -> Result<ToolOutput, ToolError> {
    let owner = call.caller().id();
    let mut operations = queue.list(owner).await.map_err(|error| hidden(&*error))?;
    // The queue's own filter, again: it is the one that a mistake would hurt.
    operations.retain(|operation| operation.owner == owner);
    let (mut finished, mut unfinished): (Vec<Operation>, Vec<Operation>) =
        operations.into_iter().partition(Operation::is_finished);
    unfinished.sort_by(|a, b| (a.queued_at, &a.id).cmp(&(b.queued_at, &b.id)));
    finished.sort_by(|a, b| (b.finished_at, &b.id).cmp(&(a.finished_at, &a.id)));
    let shown = |operations: &[Operation]| -> Vec<_> {
        operations.iter().map(|operation| shown::without_result(operation, call)).collect()
    };
    Ok(ToolOutput::json(json!({ "unfinished": shown(&unfinished), "finished": shown(&finished) })))
}
