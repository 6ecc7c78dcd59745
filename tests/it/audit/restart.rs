//! What a restart makes of the file it finds: calls that were cut off, a torn line, garbage, and somebody else's file.

use std::{fs, pin::pin};

use serde_json::{Value, json};
use tool_core::{AuditLog, AuditSink, JsonLines};

use super::{
    durable::{call, on, once, reading, writing},
    paired, path_in, records,
};
use crate::support::Fixture;

fn open_call(id: &str) -> String {
    let record =
        json!({ "record": "decision", "call": id, "tool": "writes", "step": "run", "durable": true });
    format!("{record}\n")
}

/// Opens a file with this text in it, and returns what it holds then.
fn reopened(text: &str) -> String {
    let directory = tempfile::tempdir().unwrap();
    let path = path_in(&directory);
    fs::write(&path, text).unwrap();
    drop(JsonLines::append(&path).unwrap());
    fs::read_to_string(&path).unwrap()
}

/// A copy of the file while the tool runs is what a killed process leaves behind.
#[tokio::test]
async fn a_call_that_a_crash_cut_off_ends_as_unknown_at_the_restart() {
    let directory = tempfile::tempdir().unwrap();
    let (path, copy) = (path_in(&directory), directory.path().join("copy.jsonl"));
    let log = AuditLog::to(JsonLines::append(&path).unwrap()).start().unwrap();
    let (from, to) = (path.clone(), copy.clone());
    let dies = Fixture::new("dies").body(move |_| {
        fs::copy(&from, &to).unwrap();
        std::future::pending()
    });
    let surface = on(&log, [writing(), dies]);
    call(&surface, "writes").await;
    let mut cut_off = pin!(call(&surface, "dies"));
    while !copy.exists() {
        assert!(once(cut_off.as_mut()).await.is_none());
        tokio::task::yield_now().await;
    }

    let log = AuditLog::to(JsonLines::append(&copy).unwrap()).start().unwrap();
    call(&on(&log, [writing()]), "writes").await;
    log.flush().await;
    let pairs = paired(&records(&copy));
    let told: Vec<_> = pairs.iter().map(|(decision, end)| (&decision["tool"], &end["outcome"])).collect();
    let (writes, dies) = (json!("writes"), json!("dies"));
    let (completed, unknown) = (json!("completed"), json!("unknown"));
    assert_eq!(told, [(&writes, &completed), (&dies, &unknown), (&writes, &completed)]);
    assert_eq!(pairs[1].1.get("duration_us"), None, "nobody knows how long it ran");
    assert!(pairs[1].1["time_ms"].is_u64());
}

#[test]
fn a_torn_last_line_is_closed_and_is_no_decision() {
    let torn = open_call("00000000000000aa") + &open_call("00000000000000bb")[..40];
    let text = reopened(&torn);
    let lines: Vec<_> = text.lines().collect();
    assert_eq!((lines.len(), text.ends_with('\n')), (3, true), "{text}");
    let end: Value = serde_json::from_str(lines[2]).unwrap();
    assert_eq!((&end["record"], &end["call"]), (&json!("end"), &json!("00000000000000aa")));
}

#[test]
fn a_second_restart_changes_nothing() {
    let once =
        reopened(&(open_call("00000000000000aa") + "garbage\n" + &open_call("00000000000000bb")[..40]));
    assert_eq!(reopened(&once), once);
}

#[test]
fn a_file_of_something_else_is_refused_and_left_as_it_is() {
    let directory = tempfile::tempdir().unwrap();
    let path = path_in(&directory);
    fs::write(&path, "# my notes").unwrap();
    let error = JsonLines::append(&path).unwrap_err();
    let expected = format!(
        "audit file {}: its first line is not an audit record; use another file, or move this one away",
        path.display()
    );
    assert_eq!(error.to_string(), expected);
    assert_eq!(fs::read_to_string(&path).unwrap(), "# my notes");
}

#[test]
fn a_second_log_on_the_same_file_is_refused_until_the_first_is_gone() {
    let directory = tempfile::tempdir().unwrap();
    let path = path_in(&directory);
    let first = JsonLines::append(&path).unwrap();
    let error = JsonLines::append(&path).unwrap_err();
    let expected = format!(
        "audit file {}: another log writes it already; give each process a file of its own",
        path.display()
    );
    assert_eq!(error.to_string(), expected);
    drop(first);
    assert!(JsonLines::append(&path).is_ok());
}

#[cfg(unix)]
#[test]
fn what_is_no_regular_file_is_refused() {
    let error = JsonLines::append("/dev/null").unwrap_err();
    assert_eq!(
        error.to_string(),
        "audit file /dev/null: it is not a regular file; use `JsonLines::to_writer` for a pipe or a device"
    );
}

#[test]
fn a_directory_that_does_not_exist_is_named() {
    let error = JsonLines::append("/no/such/directory/audit.jsonl").unwrap_err();
    assert!(error.to_string().starts_with("audit file /no/such/directory/audit.jsonl: "), "{error}");
    assert_eq!(error.kind(), std::io::ErrorKind::NotFound);
}

#[cfg(unix)]
#[tokio::test]
async fn after_a_rotation_records_go_to_the_new_file() {
    let directory = tempfile::tempdir().unwrap();
    let (path, older) = (path_in(&directory), directory.path().join("audit.jsonl.1"));
    let log = AuditLog::to(JsonLines::append(&path).unwrap()).start().unwrap();
    let surface = on(&log, [writing(), reading()]);
    call(&surface, "writes").await;
    log.flush().await;
    log.reopen().await.unwrap();
    assert_eq!(paired(&records(&path)).len(), 1, "the same file is opened again when nobody moved it");

    fs::rename(&path, &older).unwrap();
    call(&surface, "writes").await;
    log.reopen().await.unwrap();
    call(&surface, "reads").await;
    log.flush().await;
    let all = [records(&older), records(&path)].concat();
    assert_eq!(paired(&all).len(), 3);
    assert!(records(&older).len() >= 3 && records(&path).len() >= 2, "{all:#?}");

    fs::remove_dir_all(directory.path()).unwrap();
    assert!(log.reopen().await.is_err(), "the directory has gone");
    call(&surface, "writes").await;
    log.flush().await;
    assert_eq!(log.lost(), 0, "it went on with the former one");
}
