//! What becomes of an operation whose process was killed, and that cannot simply be begun again.

use crate::server::{Server, file, rows, text};
use rusqlite::Connection;
use serde_json::{Value, json};
use std::path::Path;
use tempfile::TempDir;

const NOTES: usize = 20_000;

/// Kills a server in the middle of an import, changes the record, and starts it again.
async fn killed(
    folder: &Path,
    change: &str,
) -> (Server, String, String) {
    let server = Server::start(folder);
    let project = server.project("garden").await;
    let operation = server.import(&project, file(NOTES)).await;
    server
        .until(&operation, |shown| shown["progress"]["done"].as_f64().is_some_and(|done| done >= 100.0))
        .await;
    server.kill();
    let changed = Connection::open(folder.join("notes.db")).unwrap().execute(change, [&operation]).unwrap();
    assert_eq!(changed, 1, "the kill came too late");
    (Server::start(folder), project, operation)
}

async fn assert_ended_as(
    change: &str,
    (state, code, words): (&str, &str, &str),
) {
    let folder = TempDir::new().unwrap();
    let (server, project, operation) = killed(folder.path(), change).await;
    let left = rows(folder.path(), &project).len();
    let ended = server.ended(&operation).await;
    assert_eq!((&ended["state"], &ended["code"]), (&json!(state), &json!(code)), "{ended}");
    assert!(text(&ended["text"]).contains(words), "{ended}");
    // Another operation of the same file, which would be kept from running by one that runs, has all of the rest to do.
    assert_eq!(rows(folder.path(), &project).len(), left, "it was run again");
    assert_eq!(server.get("/operations").await["unfinished"], json!([]));
    let finished = &server.get("/operations").await["finished"];
    assert_eq!(finished.as_array().map(Vec::len), Some(1), "it ended once: {finished}");
}

#[tokio::test]
async fn what_is_not_idempotent_is_unknown_and_is_not_run_again() {
    // As a call of a tool that is not idempotent is written down.
    let change = "
        UPDATE operations SET call = json_set(call, '$.idempotent', json('false')) WHERE id = ?1 AND state = 'running'";
    assert_ended_as(change, ("unknown", "indeterminate", "look before you start it again")).await;
}

#[tokio::test]
async fn what_was_asked_to_stop_is_not_run_again() {
    let change = "UPDATE operations SET cancel_requested = 1 WHERE id = ?1 AND state = 'running'";
    assert_ended_as(change, ("unknown", "indeterminate", "the process that ran it ended first")).await;
}

#[tokio::test]
async fn what_ended_its_process_five_times_is_given_up() {
    let change = "UPDATE operations SET attempts = 5 WHERE id = ?1 AND state = 'running'";
    assert_ended_as(change, ("failed", "attempts-exhausted", "it was begun 5 times")).await;
}

#[tokio::test]
async fn the_signs_of_processes_that_ended_are_removed() {
    let folder = TempDir::new().unwrap();
    let (server, _, operation) =
        killed(folder.path(), "UPDATE operations SET attempts = 5 WHERE id = ?1").await;
    let ended: Value = server.ended(&operation).await;
    assert_eq!(ended["state"], "failed");
    // Removed after the end was written, so asked again until the process has come so far.
    let signs = || {
        let names = std::fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name());
        names.filter(|name| name.to_string_lossy().contains("-worker-")).count()
    };
    server.until(&operation, |_| signs() == 1).await;
}
