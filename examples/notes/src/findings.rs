//! What the service has noticed and its user should look at, beside the operations: one statement, however much it is.

use crate::{
    ownership::OWNED,
    store::{NoteStore, StoreError},
};
use rusqlite::{Connection, params, types::Null};
use tool_core::{BoxError, Caller, Finding, Findings, Severity, async_trait};

/// Looks for files that were imported in part.
pub(crate) struct HalfImported(pub(crate) NoteStore);

#[async_trait]
impl Findings for HalfImported {
    async fn open(
        &self,
        caller: &Caller,
    ) -> Result<Vec<Finding>, BoxError> {
        let user = caller.id().to_owned();
        let select = format!(
            "SELECT count(*) FROM files JOIN file_texts ON file = files.id
             WHERE imported > 0 AND project IN (SELECT id FROM ({OWNED}))"
        );
        let count = move |connection: &Connection| {
            connection.query_row(&select, params![user, Null], |row| row.get(0))
        };
        let files: u32 = self.0.read(move |connection| count(connection).map_err(StoreError::from)).await?;
        let summary = match files {
            0 => return Ok(Vec::new()),
            1 => "a file is imported in part; import_notes goes on with it".to_owned(),
            many => format!("{many} files are imported in part; import_notes goes on with each"),
        };
        Ok(vec![Finding::new("half-imported-file", Severity::Warning, files.into(), summary)])
    }
}
