//! An operation as its owner reads it, in a schema and in a value.

use std::time::SystemTime;

use serde_json::{Map, Value, json};

use crate::{Operation, OperationState, ToolCall, ToolOutput};

/// Returns the schema of [`value`].
pub(super) fn schema() -> Value {
    json!({
        "type": "object",
        "properties": {
            "operation": { "type": "string", "description": "Id of the operation." },
            "tool": { "type": "string", "description": "The tool that was called." },
            "state": {
                "type": "string",
                "enum": ["queued", "running", "input-required", "succeeded", "failed", "cancelled", "unknown"],
                "description": "How it stands. `unknown`: it may have changed something; look before you repeat it."
            },
            "finished": { "type": "boolean", "description": "Whether nothing more will happen." },
            "cancel_requested": { "type": "boolean", "description": "Whether it was asked to stop." },
            "queued_ms": { "type": "integer", "description": "When it was queued, in milliseconds since 1970." },
            "started_ms": { "type": "integer", "description": "When its turn came, in milliseconds since 1970." },
            "finished_ms": { "type": "integer", "description": "When it ended, in milliseconds since 1970." },
            "progress": {
                "type": "object",
                "properties": {
                    "done": { "type": "number", "description": "How much is done, in the tool's own unit." },
                    "total": { "type": "number", "description": "How much there is to do, in the same unit." },
                    "message": { "type": "string", "description": "What is happening." }
                },
                "required": ["done"],
                "description": "The last report of the tool."
            },
            "undo": { "type": "boolean", "description": "True when what it did can be undone." },
            "code": { "type": "string", "description": "Why it did not succeed, as a stable word." },
            "text": { "type": "string", "description": "Why it did not succeed, a result that is text, or why the result is not there." },
            "result": { "type": "object", "description": "The result, when it succeeded." }
        },
        "required": ["operation", "tool", "state", "finished", "cancel_requested", "queued_ms"]
    })
}

/// Returns an operation as its owner reads it.
///
/// ```json
/// {"operation": "4f1c..", "tool": "import_notes", "state": "succeeded", "finished": true, "cancel_requested": false,
///  "queued_ms": 1790000000000, "started_ms": 1790000000004, "finished_ms": 1790000012000, "result": {"notes": 412}}
/// ```
pub(super) fn value(operation: &Operation, call: &ToolCall<'_>) -> Value {
    let mut shown = without_result(operation, call);
    if let (Some(end), Some(fields)) = (&operation.end, shown.as_object_mut()) {
        fields.extend(end.result.clone().map(|result| ("result".into(), result.into())));
        fields.extend(end.text.clone().map(|text| ("text".into(), text.into())));
    }
    shown
}

/// Returns an operation as an answer: its record, and beside it what cannot be written into one, such as a picture.
pub(super) fn output(operation: &Operation, call: &ToolCall<'_>) -> ToolOutput {
    let blocks = operation.end.iter().flat_map(|end| end.blocks.iter().cloned());
    blocks.fold(ToolOutput::json(value(operation, call)), ToolOutput::with_content)
}

/// Returns the same without its result, which can be large.
pub(super) fn without_result(operation: &Operation, call: &ToolCall<'_>) -> Value {
    let mut shown = Map::new();
    let mut add = |key: &str, value: Value| drop(shown.insert(key.to_owned(), value));
    add("operation", operation.id.as_str().into());
    add("tool", call.public_name(&operation.tool).into());
    add("state", operation.state.as_str().into());
    add("finished", operation.is_finished().into());
    add("cancel_requested", operation.cancel_requested.into());
    add("queued_ms", unix_ms(operation.queued_at));
    for (key, time) in [("started_ms", operation.started_at), ("finished_ms", operation.finished_at)] {
        if let Some(time) = time {
            add(key, unix_ms(time));
        }
    }
    // A number that JSON does not have is no progress.
    if let Some(progress) = operation.progress.as_ref().filter(|progress| progress.done.is_finite()) {
        let mut report = Map::from_iter([("done".to_owned(), json!(progress.done))]);
        report.extend(
            progress.total.filter(|total| total.is_finite()).map(|total| ("total".into(), json!(total))),
        );
        report.extend(progress.message.clone().map(|message| ("message".into(), message.into())));
        add("progress", report.into());
    }
    if operation.is_finished() && call.undo_of(&operation.tool).is_some() {
        add("undo", true.into());
    }
    if let Some(end) = &operation.end {
        if let Some(code) = &end.code {
            add("code", code.as_str().into());
        }
        // Of one that succeeded the text is the result.
        if let Some(text) = end.text.as_ref().filter(|_| end.state != OperationState::Succeeded) {
            add("text", text.as_str().into());
        }
    }
    shown.into()
}

fn unix_ms(time: SystemTime) -> Value {
    let since = time.duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    u64::try_from(since.as_millis()).unwrap_or_default().into()
}
