//! One operation as REST shows it. Who may see it is decided where it is read.

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Map, Value};
use std::time::{SystemTime, UNIX_EPOCH};
use tool_core::{Operation, ProgressUpdate};

/// An operation: work that goes on after the request that started it.
#[derive(Serialize, JsonSchema)]
pub(super) struct Shown {
    /// The id.
    operation: String,
    /// The function that it runs.
    tool: String,
    /// How it stands: `queued`, `running`, `succeeded`, `failed`, `cancelled` or `unknown`.
    state: &'static str,
    /// Whether nothing more will happen.
    finished: bool,
    /// Whether it was asked to stop.
    cancel_requested: bool,
    /// When it was queued, in milliseconds since 1970.
    queued_ms: u64,
    /// When its turn came.
    #[serde(skip_serializing_if = "Option::is_none")]
    started_ms: Option<u64>,
    /// When it ended.
    #[serde(skip_serializing_if = "Option::is_none")]
    finished_ms: Option<u64>,
    /// How far it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    progress: Option<Progress>,
    /// Why it did not succeed, for programs.
    #[serde(skip_serializing_if = "Option::is_none")]
    code: Option<String>,
    /// Why it did not succeed, for people.
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<String>,
    /// What came of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    result: Option<Map<String, Value>>,
}

/// How far an operation is.
#[derive(Serialize, JsonSchema)]
struct Progress {
    /// How many notes are done.
    done: f64,
    /// How many there are.
    #[serde(skip_serializing_if = "Option::is_none")]
    total: Option<f64>,
}

impl Shown {
    /// Shows an operation with its result.
    pub(super) fn whole(operation: Operation) -> Self {
        let result = operation.end.as_ref().and_then(|end| end.result.clone());
        Self { result, ..Self::brief(operation) }
    }

    /// Shows an operation without its result, which can be large.
    pub(super) fn brief(operation: Operation) -> Self {
        let (code, text) = operation.end.map(|end| (end.code, end.text)).unwrap_or_default();
        Self {
            operation: operation.id.to_string(),
            tool: operation.tool,
            state: operation.state.as_str(),
            finished: operation.state.is_finished(),
            cancel_requested: operation.cancel_requested,
            queued_ms: unix_ms(operation.queued_at),
            started_ms: operation.started_at.map(unix_ms),
            finished_ms: operation.finished_at.map(unix_ms),
            progress: operation.progress.map(|ProgressUpdate { done, total, .. }| Progress { done, total }),
            code,
            text,
            result: None,
        }
    }
}

fn unix_ms(time: SystemTime) -> u64 {
    time.duration_since(UNIX_EPOCH).unwrap_or_default().as_millis().try_into().unwrap_or(u64::MAX)
}
