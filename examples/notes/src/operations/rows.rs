//! From a row of the table to an operation, and the forms in which its parts are written. No statement is here.

use super::fault::Fault;
use rusqlite::Row;
use serde_json::{Value, json};
use std::{
    sync::{Mutex, PoisonError},
    time::{Duration, SystemTime, UNIX_EPOCH},
};
use tool_core::{Operation, OperationId, OperationState, Progress, ProgressUpdate};

/// The columns that [`operation`] reads.
pub(super) const COLUMNS: &str = "id, call, state, cancel_requested, started_ms, finished_ms, progress, end";

/// Returns the operation of a row with [`COLUMNS`].
pub(super) fn operation(row: &Row<'_>) -> Result<Operation, Fault> {
    let json = |column: &str| row.get::<_, Option<String>>(column);
    let mut operation = Operation::queued(&serde_json::from_str(&row.get::<_, String>("call")?)?);
    operation.state = state(row.get("state")?)?;
    operation.cancel_requested = row.get("cancel_requested")?;
    operation.started_at = row.get::<_, Option<i64>>("started_ms")?.map(at);
    operation.finished_at = row.get::<_, Option<i64>>("finished_ms")?.map(at);
    operation.progress = json("progress")?.map(|text| read_progress(&text)).transpose()?.flatten();
    operation.end = json("end")?.map(|text| serde_json::from_str(&text)).transpose()?;
    Ok(operation)
}

/// Returns the id that a column holds.
pub(super) fn id(text: &str) -> Result<OperationId, Fault> {
    OperationId::parse(text).ok_or(Fault::Unreadable)
}

fn state(text: String) -> Result<OperationState, Fault> {
    Ok(serde_json::from_value(Value::String(text))?)
}

/// Writes a report of progress.
///
/// ```json
/// {"done": 1200.0, "total": 3000.0, "message": null}
/// ```
pub(super) fn write_progress(update: &ProgressUpdate) -> String {
    json!({ "done": update.done, "total": update.total, "message": update.message }).to_string()
}

fn read_progress(text: &str) -> Result<Option<ProgressUpdate>, Fault> {
    let written: Value = serde_json::from_str(text)?;
    let Some(done) = written["done"].as_f64() else { return Ok(None) };
    // A report is made by reporting; there is no other way to make one.
    let read = std::sync::Arc::new(Mutex::new(None));
    let heard = std::sync::Arc::clone(&read);
    let progress = Progress::new(move |update| {
        *heard.lock().unwrap_or_else(PoisonError::into_inner) = Some(update);
    });
    progress.report(done, written["total"].as_f64(), written["message"].as_str());
    Ok(read.lock().unwrap_or_else(PoisonError::into_inner).take())
}

/// Returns the present time, in milliseconds since 1970.
pub(super) fn now_ms() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    since.as_millis().try_into().unwrap_or(i64::MAX)
}

fn at(ms: i64) -> SystemTime {
    UNIX_EPOCH + Duration::from_millis(ms.try_into().unwrap_or_default())
}
