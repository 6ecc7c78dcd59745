//! `undo_operation`: runs the tool that undoes what an operation did, through the same door as any other call.

use serde_json::{Value, json};

use super::{CANCEL, STATUS, UNDO, asked_about, theirs};
use crate::{Content, OperationQueue, Target, ToolCall, ToolDefinition, ToolError, ToolOutput};

pub(super) fn definition() -> ToolDefinition {
    let text = format!(
        "Undoes one of your operations that has finished. Only some can be undone: what {STATUS} lists says `undo` then. \
         One that has not finished is stopped with {CANCEL}."
    );
    ToolDefinition::new(UNDO, text)
        .with_input_schema(json!({
            "type": "object",
            "properties": { "operation": { "type": "string", "description": "Id of the operation." } },
            "required": ["operation"],
            "additionalProperties": false
        }))
        .with_output_schema(json!({
            "type": "object",
            "properties": {
                "operation": { "type": "string", "description": "Id of the operation that was undone." },
                "undone_by": { "type": "string", "description": "The tool that undid it." },
                "text": { "type": "string", "description": "What that tool said, when it is text." },
                "result": { "type": "object", "description": "What that tool returned." }
            },
            "required": ["operation", "undone_by"]
        }))
}

pub(super) async fn run(queue: &dyn OperationQueue, call: &ToolCall<'_>) -> Result<ToolOutput, ToolError> {
    let id = asked_about(call)?;
    let operation = theirs(queue.get(call.caller().id(), &id).await)?;
    if !operation.is_finished() {
        let text = format!("the operation has not finished; wait for its end, or stop it with {CANCEL}");
        return Err(ToolError::new("not-finished", text));
    }
    let undo = call.undo_of(&operation.tool);
    let undo =
        undo.ok_or_else(|| ToolError::new("not-undoable", "what this operation did cannot be undone"))?;
    // As the caller named it then: whose it is now is asked again.
    let target = operation.target.as_ref().map(|target| Target::new(&target.kind, &target.id));
    let undone =
        call.invoke_about(&undo, json!({ "operation": id }), target.as_ref(), true).await.into_result()?;
    let mut answer = json!({ "operation": id, "undone_by": call.public_name(&undo) });
    match undone.structured() {
        Some(result @ Value::Object(_)) => answer["result"] = result.clone(),
        Some(other) => answer["text"] = other.to_string().into(),
        None => {
            if let Some(Content::Text(text)) = undone.content().first().map(Content::block) {
                answer["text"] = text.as_str().into();
            }
        }
    }
    Ok(ToolOutput::json(answer))
}
