//! Two processes on one database: what runs in one is waited for and cancelled in the other.

use crate::server::{Server, expected, file, rows};
use reqwest::{Method, StatusCode};
use tempfile::TempDir;

/// Long enough that a wait has begun before it ends.
const NOTES: usize = 80_000;

/// Two servers, and an operation that the first of them runs.
async fn running(folder: &TempDir) -> (Server, Server, String, String) {
    let first = Server::start(folder.path());
    let project = first.project("garden").await;
    let operation = first.import(&project, file(NOTES)).await;
    first.until(&operation, |shown| shown["state"] == "running").await;
    // It has taken nothing, since it was not there.
    let second = Server::start(folder.path());
    let shown = second.get(&format!("/operations/{operation}")).await;
    assert_eq!(shown["state"], "running", "{shown}");
    (first, second, project, operation)
}

#[tokio::test]
async fn a_wait_in_one_ends_for_an_operation_that_runs_in_the_other() {
    let folder = TempDir::new().unwrap();
    let (first, second, project, operation) = running(&folder).await;
    let ended = second.ended(&operation).await;
    assert_eq!(ended["result"], serde_json::json!({ "imported": NOTES }), "{ended}");
    assert_eq!(ended, first.get(&format!("/operations/{operation}")).await);
    assert_eq!(rows(folder.path(), &project), expected(NOTES));
}

#[tokio::test]
async fn it_is_cancelled_from_the_other_and_goes_on_when_it_is_started_again() {
    let folder = TempDir::new().unwrap();
    let (first, second, project, operation) = running(&folder).await;
    let path = format!("/operations/{operation}");
    let (status, asked) = second.ask(Method::DELETE, &path, String::new()).await;
    assert_eq!((status, &asked["cancel_requested"]), (StatusCode::OK, &true.into()), "{asked}");

    let ended = second.ended(&operation).await;
    assert_eq!((&ended["state"], &ended["code"]), (&"cancelled".into(), &"cancelled".into()), "{ended}");
    let left = rows(folder.path(), &project).len();
    assert!(left < NOTES && left.is_multiple_of(100), "{left}");
    let said = format!("stopped after {left} of {NOTES} notes, which stay; start it again to go on");
    assert_eq!(ended["text"], said);
    assert_eq!(first.get(&path).await["state"], "cancelled");
}

#[tokio::test]
async fn what_a_killed_process_ran_is_taken_up_by_the_other() {
    let folder = TempDir::new().unwrap();
    let (first, second, project, operation) = running(&folder).await;
    first.kill();
    let ended = second.ended(&operation).await;
    assert_eq!(ended["state"], "succeeded", "{ended}");
    assert_eq!(rows(folder.path(), &project), expected(NOTES));
}
