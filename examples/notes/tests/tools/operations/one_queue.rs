//! REST and MCP are two renderings of one queue.

use crate::server::file;
use crate::support::{Answer, Notes, text};
use serde_json::{Value, json};

fn json_of(answer: &Answer) -> Value {
    serde_json::from_str(&answer.text).unwrap()
}

/// Starts an import over REST; returns the answer.
async fn import(
    notes: &Notes,
    project: &str,
    lines: usize,
) -> Value {
    let started = notes.upload("T1", project, file(lines)).await;
    assert_eq!(started.status, 202, "{}", started.text);
    json_of(&started)
}

#[tokio::test]
async fn what_rest_starts_is_seen_and_waited_for_over_mcp() {
    let notes = Notes::new();
    let project = notes.project("alice", "garden").await;
    let started = import(&notes, &project, 250).await;

    let alice = notes.outside("alice");
    let ended = alice.call("wait_for_operation", json!({"operation": started["operation"]})).await;
    let ended = ended.structured();
    assert_eq!((&ended["tool"], &ended["state"]), (&json!("import_notes"), &json!("succeeded")));
    assert_eq!(ended["result"], json!({"imported": 250}));
    assert_eq!(ended["progress"], json!({"done": 250.0, "total": 250.0}));
    let seen = alice.call("operation_status", json!({})).await;
    assert_eq!(seen.structured()["finished"][0]["operation"], started["operation"]);
    let path = format!("/operations/{}", text(&started["operation"]));
    let shown = notes.rest("T1", "GET", &path).await.json();
    assert_eq!((&shown["result"], &shown["finished_ms"]), (&ended["result"], &ended["finished_ms"]));
}

#[tokio::test]
async fn what_mcp_starts_is_seen_and_waited_for_over_rest() {
    let notes = Notes::new();
    let project = notes.project("alice", "garden").await;
    notes.note("alice", &project, "apple").await;
    let started = notes.outside("alice").call("export_project", json!({"project_id": project})).await;
    let id = text(&started.structured()["operation"]);

    let ended = notes.rest("T1", "GET", &format!("/operations/{id}?wait_seconds=30")).await.json();
    assert_eq!((&ended["tool"], &ended["state"]), (&json!("export_project"), &json!("succeeded")));
    assert_eq!(ended["result"]["notes"][0]["title"], "apple");
    let listed = notes.rest("T1", "GET", "/operations").await.json();
    assert_eq!(listed["finished"][0]["operation"], id);
    assert!(listed["finished"][0].get("result").is_none(), "{listed}");
    let later =
        notes.rest("T1", "GET", &format!("/operations?cursor={}", text(&listed["cursor"]))).await.json();
    assert_eq!((&later["finished"], &later["gap"]), (&json!([]), &json!(false)));
}

#[tokio::test]
async fn each_cancels_what_the_other_started() {
    let notes = Notes::new();
    let project = notes.project("alice", "garden").await;
    let over_rest = import(&notes, &project, 20_000).await;
    let alice = notes.outside("alice");
    alice.call("cancel_operation", json!({"operation": over_rest["operation"]})).await;
    let ended = alice.call("wait_for_operation", json!({"operation": over_rest["operation"]})).await;
    assert_eq!(ended.structured()["state"], "cancelled");

    let again = json!({"project_id": project, "file": over_rest["file"]});
    let over_mcp = alice.call("import_notes", again.clone()).await;
    let id = text(&over_mcp.structured()["operation"]);
    let asked = notes.rest("T1", "DELETE", &format!("/operations/{id}")).await.json();
    assert_eq!((&asked["operation"], &asked["cancel_requested"]), (&json!(id), &json!(true)));
    let ended = notes.rest("T1", "GET", &format!("/operations/{id}?wait_seconds=30")).await.json();
    assert_eq!(ended["state"], "cancelled", "{ended}");

    // What was done before stays, and the rest is done when somebody starts it again.
    let ended = notes.ended("alice", "import_notes", again).await;
    assert_eq!(ended["result"], json!({"imported": 20_000}));
}

#[tokio::test]
async fn a_wait_is_of_sixty_seconds_at_most() {
    let notes = Notes::new();
    for (seconds, status, code) in
        [("61", 422, "wait-out-of-range"), ("-1", 400, "bad-query"), ("soon", 400, "bad-query")]
    {
        let path = format!("/operations/00000000000000000000000000000000?wait_seconds={seconds}");
        let refused = notes.rest("T1", "GET", &path).await;
        assert_eq!(
            (refused.status, &json_of(&refused)["error"]["code"]),
            (status, &json!(code)),
            "{seconds}"
        );
    }
}
