//! What a client reads of a task: while it waits, while it runs, and in each way that it can end.

use serde_json::{Value, json};

use super::{Server, about, tasks};
use crate::mcp_fixture::call;

/// Takes the times out of a task, having looked at them.
fn without_times(mut task: Value) -> Value {
    let fields = task.as_object_mut().unwrap();
    let [created, updated] = ["createdAt", "lastUpdatedAt"].map(|key| match fields.remove(key) {
        Some(Value::String(time)) => time,
        other => panic!("{key} is {other:?}"),
    });
    // All of one length, so they compare as times do.
    assert!(
        created <= updated && created.len() == "2026-07-28T09:30:00.000Z".len() && created.ends_with('Z')
    );
    task
}

fn server_info() -> Value {
    json!({ "io.modelcontextprotocol/serverInfo": { "name": "samples", "version": "1.2.3" } })
}

#[tokio::test(start_paused = true)]
async fn a_task_waits_and_runs_and_says_how_far_it_is() {
    let server = Server::new();
    let created = server.ask(&tasks("tools/call", call("import", json!({})))).await["result"].take();
    let id = created["taskId"].clone();
    assert_eq!(
        without_times(created),
        json!({
            "resultType": "task", "taskId": id, "status": "working", "statusMessage": "it waits for its turn",
            "ttlMs": null, "pollIntervalMs": 1000, "_meta": server_info()
        })
    );
    let second = server.start("import").await;
    crate::door::settle().await;
    assert_eq!(
        without_times(server.get(id.as_str().unwrap()).await),
        json!({
            "resultType": "complete", "taskId": id, "status": "working",
            "statusMessage": "importing (3 of 10)", "ttlMs": null, "pollIntervalMs": 1000, "_meta": server_info()
        })
    );
    assert_eq!(server.get(&second).await["statusMessage"], "it waits for its turn");
}

#[tokio::test(start_paused = true)]
async fn one_that_has_ended_says_how_long_it_is_kept() {
    let server = Server::new();
    let id = server.start("say").await;
    let ended = server.ended(&id).await;
    // The queue keeps what has finished for an hour unless the host says otherwise.
    let ttl_ms = ended["ttlMs"].as_u64().unwrap();
    assert!((3_600_000..3_660_000).contains(&ttl_ms), "{ttl_ms}");
    assert!(ended.get("pollIntervalMs").is_none(), "there is nothing to come back for");
    assert_eq!(ended["result"]["content"], json!([{ "type": "text", "text": "said" }]));
}

#[tokio::test(start_paused = true)]
async fn a_call_that_failed_is_completed_with_an_error_as_its_result() {
    let server = Server::new();
    let ended = server.ended(&server.start("fail").await).await;
    assert_eq!(ended["status"], "completed");
    assert_eq!(ended["result"]["isError"], true);
    assert_eq!(ended["result"]["content"][0]["text"], "store-is-full: the store is full");
}

#[tokio::test(start_paused = true)]
async fn a_defect_is_failed_with_an_error_of_the_protocol() {
    let server = Server::new();
    let ended = server.ended(&server.start("panic").await).await;
    assert_eq!((&ended["status"], &ended["error"]["code"]), (&json!("failed"), &json!(-32603)));
    assert!(ended.get("result").is_none());
    let text = ended["error"]["message"].as_str().unwrap();
    assert!(text.contains("correlation") && !text.contains("on purpose"), "{text}");
    assert_eq!(ended["statusMessage"], text);
}

#[tokio::test(start_paused = true)]
async fn an_end_that_nobody_knows_is_failed_and_says_so() {
    let server = Server::new();
    let id = server.start("deaf").await;
    crate::door::settle().await;
    server.cancel(&id).await;
    assert_eq!(server.get(&id).await["statusMessage"], "it was asked to stop");
    let ended = server.ended(&id).await;
    assert_eq!(ended["status"], "failed");
    assert_eq!(
        ended["error"],
        json!({
            "code": -32603,
            "message": "the call was still running when it had to be answered; it may take effect. Look before you \
                        repeat it"
        })
    );
}

#[tokio::test(start_paused = true)]
async fn a_task_is_cancelled_before_it_starts_while_it_runs_and_not_after_its_end() {
    let server = Server::new();
    let acknowledged = json!({ "resultType": "complete" });
    let (runs, waits) = (server.start("read").await, server.start("import").await);
    crate::door::settle().await;
    assert_eq!(server.cancel(&waits).await, acknowledged);
    let cancelled = server.get(&waits).await;
    assert_eq!(
        (&cancelled["status"], &cancelled["statusMessage"]),
        (&json!("cancelled"), &json!("it was cancelled before it began"))
    );
    assert_eq!(server.cancel(&runs).await, acknowledged);
    assert_eq!(server.ended(&runs).await["status"], "cancelled");

    let ends = server.start("say").await;
    let ended = server.ended(&ends).await;
    assert_eq!(server.cancel(&ends).await, acknowledged);
    assert_eq!(server.get(&ends).await, ended);
}

#[tokio::test(start_paused = true)]
async fn an_answer_to_a_question_that_was_not_asked_is_ignored() {
    let server = Server::new();
    let id = server.start("import").await;
    let mut update = about("tasks/update", &id);
    update["params"]["inputResponses"] = json!({ "name": { "action": "accept", "content": {} } });
    assert_eq!(server.ask(&update).await["result"], json!({ "resultType": "complete" }));
    assert_eq!(server.get(&id).await["status"], "working");
}
