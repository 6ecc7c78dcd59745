//! `wait_for_operation`: returns when the operation ends, or says that it still runs.

use std::time::Duration;

use serde_json::{Value, json};
use tokio::time::{Instant, timeout_at};

use super::{WAIT, asked_about, shown, theirs};
use crate::{
    Content, OperationQueue, OperationState, ToolCall, ToolDefinition, ToolError, ToolOutput,
    operation::finished,
};

/// Hosts begin to drop calls after this: about a third of calls that were held for 120 s died.
const CEILING: Duration = Duration::from_mins(1);

/// The margin to the ceiling is for the network.
const DEFAULT: Duration = Duration::from_secs(45);

/// How long one call may wait.
#[derive(Clone, Copy, Debug)]
pub(super) struct Window {
    longest: Duration,
}

impl Default for Window {
    fn default() -> Self {
        Self { longest: CEILING }
    }
}

impl Window {
    pub(super) fn up_to(longest: Duration) -> Self {
        let whole = Duration::from_secs(longest.as_secs());
        Self { longest: whole.clamp(Duration::from_secs(1), CEILING) }
    }

    /// Returns the wait that a call asked for, in seconds, or the usual one.
    fn of(self, seconds: Option<u64>) -> Duration {
        seconds.map_or(DEFAULT, Duration::from_secs).min(self.longest)
    }
}

pub(super) fn definition(window: Window) -> ToolDefinition {
    let (longest, usual) = (window.longest.as_secs(), window.of(None).as_secs());
    let text = "Waits until one of your operations has finished, and returns its result; at once when it has finished already. \
         When the wait ends first, it says that the operation goes on: call it again then.";
    ToolDefinition::new(WAIT, text)
        .with_input_schema(json!({
            "type": "object",
            "properties": {
                "operation": { "type": "string", "description": "Id of the operation." },
                "wait_seconds": {
                    "type": "integer",
                    "minimum": 1,
                    "maximum": longest,
                    "description": format!("How long to wait at most, in seconds; else {usual}.")
                }
            },
            "required": ["operation"],
            "additionalProperties": false
        }))
        .with_output_schema(shown::schema())
}

pub(super) async fn run(
    queue: &dyn OperationQueue,
    call: &ToolCall<'_>,
    window: Window,
) -> Result<ToolOutput, ToolError> {
    let (owner, id) = (call.caller().id(), asked_about(call)?);
    let until = Instant::now() + window.of(call.arguments().get("wait_seconds").and_then(Value::as_u64));
    if let Ok(ended) = timeout_at(until, finished(queue, owner, &id)).await {
        return Ok(shown::output(&theirs(ended)?, call));
    }
    // A change may have been missed that nobody could tell of, so what is said last was read last.
    let operation = theirs(queue.get(owner, &id).await)?;
    let answer = shown::output(&operation, call);
    if operation.is_finished() {
        return Ok(answer);
    }
    let text = match operation.state {
        OperationState::InputRequired => {
            "The operation waits for an answer, which the client that started it can give.".to_owned()
        }
        _ => format!("The operation goes on. Call {WAIT} again to wait further."),
    };
    Ok(answer.with_content(Content::Text(text)))
}
