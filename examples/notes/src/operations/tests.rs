//! Tests of what only the statements show.

use super::{bounds::Bounds, put, survey, take};
use crate::store::NoteStore;
use rusqlite::{
    Connection,
    trace::{TraceEvent, TraceEventCodes},
};
use serde_json::json;
use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering},
};
use tempfile::TempDir;
use tool_core::QueuedCall;

/// A call of alice's that waits for its turn.
fn call(number: usize) -> QueuedCall {
    serde_json::from_value(json!({
        "operation": format!("{number:032x}"),
        "owner": "alice",
        "scopes": [],
        "surface": "outside",
        "tool": "work",
        "arguments": {},
        "idempotent": true,
        "parent": "9f3a5c0012ab44de",
        "depth": 0,
        "queued_ms": 1_790_000_000_000_u64
    }))
    .unwrap()
}

#[test]
fn a_survey_is_one_statement_however_many_operations_there_are() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("notes.db");
    drop(NoteStore::open(&path).unwrap());
    let mut connection = Connection::open(&path).unwrap();
    let statements = Arc::new(AtomicUsize::new(0));
    let counted = Arc::clone(&statements);
    let count = move |event: TraceEvent<'_>| {
        if let TraceEvent::Stmt(..) = event {
            counted.fetch_add(1, Ordering::Relaxed);
        }
    };
    connection.trace_v2(TraceEventCodes::SQLITE_TRACE_STMT, Some(count)).unwrap();
    let mut queued = 0;
    for operations in [0, 1, 10, 100] {
        for number in queued..operations {
            put::put(&connection, &call(number), &Bounds { waiting_per_caller: 100, ..Bounds::default() })
                .unwrap();
        }
        queued = operations;
        for after in [None, Some("0"), Some("17"), Some("none")] {
            statements.store(0, Ordering::Relaxed);
            let survey = survey::of(&connection, "alice", after).unwrap();
            assert_eq!(statements.load(Ordering::Relaxed), 1, "{operations} {after:?}");
            assert_eq!(survey.unfinished.len(), operations);
        }
    }
}

#[test]
fn what_was_taken_is_not_taken_again() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("notes.db");
    drop(NoteStore::open(&path).unwrap());
    let (first, second) = (Connection::open(&path).unwrap(), Connection::open(&path).unwrap());
    let bounds = Bounds { running_per_caller: 9, ..Bounds::default() };
    for number in 0..2 {
        put::put(&first, &call(number), &bounds).unwrap();
    }
    let taken = |connection: &Connection, worker: &str| {
        take::next(connection, worker, &bounds).unwrap().map(|call| call.operation)
    };
    assert_eq!(taken(&first, "a"), Some(call(0).operation));
    assert_eq!(taken(&second, "b"), Some(call(1).operation));
    assert_eq!((taken(&first, "a"), taken(&second, "b")), (None, None));
}
