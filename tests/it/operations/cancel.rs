//! Stopping operations that wait, that run and that have finished.

use serde_json::{Value, json};
use tool_core::{Effect, InProcessQueue, Kind};

use super::{Held, Stage, structured};
use crate::support::Fixture;

async fn cancel(stage: &Stage, id: &str) -> Value {
    structured(&stage.call("alice", "cancel_operation", json!({ "operation": id })).await)
}

#[tokio::test(start_paused = true)]
async fn one_that_waits_never_runs() {
    let mut held = Held::new();
    let queue = InProcessQueue::builder().running(1.try_into().unwrap());
    let stage = Stage::sized([held.operation("work", |host| host)], queue);
    let first = stage.start("alice", "work", json!({ "key": "a" })).await;
    held.begun().await;
    let second = stage.start("alice", "work", json!({ "key": "b" })).await;
    let third = stage.start("alice", "work", json!({ "key": "c" })).await;
    let cancelled = cancel(&stage, &second).await;
    assert_eq!((&cancelled["state"], &cancelled["finished"]), (&json!("cancelled"), &json!(true)));
    held.end_one();
    assert_eq!(stage.ended("alice", &first).await["state"], "succeeded");
    assert_eq!(held.begun().await, "c", "the one behind it has its turn");
    held.end_one();
    stage.ended("alice", &third).await;
    assert_eq!(stage.ended("alice", &second).await["code"], "cancelled");
    assert!(held.none_begun());
}

#[tokio::test(start_paused = true)]
async fn one_that_changes_something_is_asked_to_stop_and_says_itself_how_it_ended() {
    let mut held = Held::new();
    let stage = Stage::new([held.operation("work", |host| host)]);
    let id = stage.start("alice", "work", json!({})).await;
    held.begun().await;
    let asked = cancel(&stage, &id).await;
    assert_eq!((&asked["state"], &asked["cancel_requested"]), (&json!("running"), &json!(true)));
    let ended = stage.ended("alice", &id).await;
    assert_eq!((&ended["state"], &ended["code"]), (&json!("failed"), &json!("gave-up")));
    assert_eq!(ended["text"], "stopped after half of it");
}

#[tokio::test(start_paused = true)]
async fn one_that_only_reads_is_dropped() {
    let reads = Fixture::new("reads").body(|_| std::future::pending());
    let reads = reads.host(|host| host.with_kind(Kind::Operation).with_effect(Effect::ReadOnly));
    let stage = Stage::new([reads]);
    let id = stage.start("alice", "reads", json!({})).await;
    super::settle().await;
    assert_eq!(stage.state("alice", &id).await, "running");
    cancel(&stage, &id).await;
    let ended = stage.ended("alice", &id).await;
    assert_eq!((&ended["state"], &ended["code"]), (&json!("cancelled"), &json!("cancelled")));
}

#[tokio::test(start_paused = true)]
async fn one_that_has_finished_stays_as_it_is() {
    let mut held = Held::new();
    let stage = Stage::new([held.operation("work", |host| host)]);
    let id = stage.start("alice", "work", json!({ "key": "a" })).await;
    held.begun().await;
    held.end_one();
    let ended = stage.ended("alice", &id).await;
    assert_eq!(cancel(&stage, &id).await, ended);
    assert_eq!((&ended["state"], &ended["cancel_requested"]), (&json!("succeeded"), &json!(false)));
}

#[tokio::test(start_paused = true)]
async fn one_that_does_not_stop_in_time_is_unknown() {
    let deaf = Fixture::new("deaf").body(|_| std::future::pending());
    let stage = Stage::new([deaf.host(|host| host.with_kind(Kind::Operation))]);
    let id = stage.start("alice", "deaf", json!({})).await;
    super::settle().await;
    cancel(&stage, &id).await;
    let before = tokio::time::Instant::now();
    let ended = stage.ended("alice", &id).await;
    assert_eq!((&ended["state"], &ended["code"]), (&json!("unknown"), &json!("indeterminate")));
    assert_eq!(before.elapsed(), std::time::Duration::from_secs(4));
}
