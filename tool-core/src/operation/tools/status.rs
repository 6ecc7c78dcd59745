//! `operation_status`: what runs for the caller, what finished since it asked last, and what it should know of.

use std::time::Duration;

use serde_json::{Map, Value, json};
use tokio::time::timeout;

use super::{STATUS, WAIT, hidden, shown};
use crate::{
    Finding, Findings, Operation, OperationQueue, ToolCall, ToolDefinition, ToolError, ToolOutput,
    error::chain, panic_wall,
};

pub(super) fn definition(with_findings: bool) -> ToolDefinition {
    let mut text = format!(
        "Lists your operations: those that wait or run, and those that finished recently. Pass the `cursor` of the last \
         answer to read of what finished only what is new since then. Results are not in the list; call {WAIT} with the \
         id of one for its result."
    );
    let mut output = output();
    if with_findings {
        text.push_str(" It also says which findings are open.");
        if let Some(properties) = output["properties"].as_object_mut() {
            properties.extend(findings_schema());
        }
    }
    ToolDefinition::new(STATUS, text)
        .with_input_schema(json!({
            "type": "object",
            "properties": {
                "cursor": {
                    "type": "string",
                    "description": "The `cursor` of an earlier answer; without it, all that finished recently is listed."
                }
            },
            "additionalProperties": false
        }))
        .with_output_schema(output)
}

fn output() -> Value {
    json!({
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
                "description": "What finished since the cursor, the first that finished first."
            },
            "cursor": { "type": "string", "description": "Pass it next time, to read what finishes from now on." },
            "gap": {
                "type": "boolean",
                "description": "True when operations that finished since your cursor may have been forgotten; \
                                `finished` has all that are left."
            }
        },
        "required": ["unfinished", "finished", "cursor"]
    })
}

/// What is there besides with a source of findings.
fn findings_schema() -> Map<String, Value> {
    let finding = json!({
        "type": "object",
        "properties": {
            "kind": { "type": "string", "description": "What they are." },
            "severity": {
                "type": "string",
                "enum": ["info", "warning", "error", "critical"],
                "description": "How bad they are."
            },
            "count": { "type": "integer", "description": "How many there are." },
            "summary": { "type": "string", "description": "What they are about." }
        },
        "required": ["kind", "severity", "count", "summary"]
    });
    let findings = json!({
        "type": "array",
        "items": finding,
        "description": "What is open, the worst first; empty when nothing is."
    });
    let unknown = json!({ "type": "string", "description": "Why it is not known at present what is open; then `findings` is not there." });
    Map::from_iter([("findings".to_owned(), findings), ("findings_unknown".to_owned(), unknown)])
}

pub(super) async fn run(
    queue: &dyn OperationQueue,
    findings: Option<&dyn Findings>,
    call: &ToolCall<'_>,
) -> Result<ToolOutput, ToolError> {
    let owner = call.caller().id();
    let after = call.arguments().get("cursor").and_then(Value::as_str);
    let mut survey = queue.survey(owner, after).await.map_err(|error| hidden(&*error))?;
    survey.unfinished.sort_by(|a, b| (a.queued_at, &a.id).cmp(&(b.queued_at, &b.id)));
    let shown = |operations: &[Operation]| -> Vec<Value> {
        // The queue's own filter, again: it is the one that a mistake would hurt.
        let theirs = operations.iter().filter(|operation| operation.owner == owner);
        theirs.map(|operation| shown::without_result(operation, call)).collect()
    };
    let mut answer = json!({
        "unfinished": shown(&survey.unfinished),
        "finished": shown(&survey.finished),
        "cursor": survey.cursor
    });
    if survey.gap {
        answer["gap"] = true.into();
    }
    if let Some(findings) = findings {
        match open(findings, call).await {
            Ok(findings) => answer["findings"] = json!(findings),
            Err(unknown) => answer["findings_unknown"] = unknown.into(),
        }
    }
    Ok(ToolOutput::json(answer))
}

/// How long the findings are waited for: whoever asks is to see its operations, and to stop them, without them.
const PATIENCE: Duration = Duration::from_secs(2);

/// Returns what is open for the caller, the worst first. Not knowing it is said, and is no reason to keep the rest back.
async fn open(findings: &dyn Findings, call: &ToolCall<'_>) -> Result<Vec<Finding>, String> {
    let asked = timeout(PATIENCE, panic_wall::walled_future(findings.open(call.caller()))).await;
    let asked = match asked {
        Ok(Ok(answer)) => answer.map_err(|error| chain(&*error)),
        Ok(Err(panicked)) => Err(panicked),
        Err(_) => Err("the findings took over 2 s".to_owned()),
    };
    match asked {
        Ok(mut open) => {
            open.sort_by(|a, b| (b.severity, &a.kind).cmp(&(a.severity, &b.kind)));
            Ok(open)
        }
        Err(detail) => {
            let correlation = call.defect(&detail, "the findings of a caller could not be read");
            Err(format!(
                "the findings cannot be read at present; their operator can find the cause under correlation id {correlation}"
            ))
        }
    }
}
