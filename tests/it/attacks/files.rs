//! What takes the place of an audit file while it is rotated. Files at the start of a log are tested with the log.
#![cfg(unix)]

use std::{
    fs,
    path::{Path, PathBuf},
};

use serde_json::Value;
use tempfile::TempDir;
use tool_core::{AuditLog, AuditSink as _, Caller, Invoker, JsonLines, Surface};

use crate::support::{Fixture, outside, registry};

/// A log whose file has been moved away, and something else put in its place.
struct Rotated {
    directory: TempDir,
    log: AuditLog,
    surface: Surface,
}

impl Rotated {
    fn to(text: &str) -> Self {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("audit.jsonl");
        let log = AuditLog::to(JsonLines::append(&path).unwrap()).start().unwrap();
        let builder = Invoker::builder(registry([Fixture::new("plain")])).unlimited();
        let surface = outside(&builder.audit(log.clone()).build().unwrap());
        fs::rename(&path, directory.path().join("audit.1")).unwrap();
        fs::write(&path, text).unwrap();
        Self { directory, log, surface }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.directory.path().join(name)
    }

    async fn call(&self) {
        self.surface.call(self.surface.request(Caller::new("alice"), "plain", None)).await;
        self.log.flush().await;
    }
}

/// Counts the lines that are records.
fn records(path: &Path) -> usize {
    let text = fs::read_to_string(path).unwrap();
    text.lines().filter(|line| serde_json::from_str::<Value>(line).is_ok()).count()
}

#[tokio::test]
async fn a_file_of_something_else_is_not_written_to_and_the_former_one_is() {
    let foreign = "root:x:0:0\n";
    let rotated = Rotated::to(foreign);
    let error = rotated.log.reopen().await.unwrap_err();
    assert!(error.to_string().contains("use another file, or move this one away"), "{error}");
    rotated.call().await;
    assert_eq!(fs::read_to_string(rotated.path("audit.jsonl")).unwrap(), foreign);
    assert_eq!((records(&rotated.path("audit.1")), rotated.log.lost()), (2, 0));
}

#[tokio::test]
async fn a_file_whose_last_line_is_torn_goes_on_with_a_line_of_its_own() {
    let torn = r#"{"record":"decision","call":"00000"#;
    let rotated = Rotated::to(torn);
    rotated.log.reopen().await.unwrap();
    rotated.call().await;
    let text = fs::read_to_string(rotated.path("audit.jsonl")).unwrap();
    assert_eq!(text.lines().next(), Some(torn));
    assert_eq!(records(&rotated.path("audit.jsonl")), 2, "{text}");
}
