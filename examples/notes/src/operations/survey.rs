//! What one caller is told of its operations: one statement, however many there are.

use super::{
    fault::Fault,
    rows::{self, COLUMNS},
};
use rusqlite::{Connection, params};
use tool_core::OperationSurvey;

/// A caller's counters, and with each row one of its operations; one row without an operation when there is none.
///
/// A place that is ahead of the caller's own count, or after which something was forgotten, is none.
fn statement() -> String {
    let columns = COLUMNS.replace("id,", "operations.id,");
    format!(
        "SELECT callers.finished, ?2 NOT BETWEEN callers.forgotten AND callers.finished AS gap,
             operations.row, operations.finish, {columns}
         FROM callers
         LEFT JOIN operations ON operations.owner = callers.owner
             AND (operations.finish IS NULL OR operations.finish >
                 CASE WHEN ?2 BETWEEN callers.forgotten AND callers.finished THEN ?2 ELSE 0 END)
         WHERE callers.owner = ?1
         ORDER BY operations.finish, operations.row"
    )
}

/// Returns what has not finished, and what finished after a place that an earlier survey named: how many had then.
pub(super) fn of(
    connection: &Connection,
    owner: &str,
    after: Option<&str>,
) -> Result<OperationSurvey, Fault> {
    // A text that is no place is one that nobody has come to.
    let after = after.map(|place| read(place).unwrap_or(i64::MAX));
    let mut survey = OperationSurvey::new(Vec::new(), Vec::new(), "0", after.is_some_and(|place| place != 0));
    let mut statement = connection.prepare_cached(&statement())?;
    let mut found = statement.query(params![owner, after])?;
    while let Some(row) = found.next()? {
        survey.cursor = row.get::<_, i64>("finished")?.to_string();
        survey.gap = row.get::<_, Option<bool>>("gap")?.unwrap_or_default();
        if row.get::<_, Option<i64>>("row")?.is_some() {
            let has_finished = row.get::<_, Option<i64>>("finish")?.is_some();
            let list = if has_finished { &mut survey.finished } else { &mut survey.unfinished };
            list.push(rows::operation(row)?);
        }
    }
    Ok(survey)
}

fn read(place: &str) -> Option<i64> {
    place.bytes().all(|byte| byte.is_ascii_digit()).then(|| place.parse().ok())?
}
