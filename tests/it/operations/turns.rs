//! Whose turn it is, and how many there are.

use serde_json::json;
use tool_core::{Concurrency, InProcessQueue, Parallelism};

use super::{Held, Stage, settle};

#[tokio::test(start_paused = true)]
async fn who_queued_many_waits_behind_who_queued_one() {
    let mut held = Held::new();
    let queue = InProcessQueue::builder().running(1.try_into().unwrap());
    let stage = Stage::sized([held.operation("work", |host| host)], queue);
    for (caller, key) in [("alice", "a1"), ("alice", "a2"), ("alice", "a3"), ("bob", "b1"), ("carol", "c1")] {
        stage.start(caller, "work", json!({ "key": key })).await;
    }
    let mut order = Vec::new();
    for _ in 0..5 {
        order.push(held.begun().await);
        held.end_one();
    }
    // The first runs before anybody else has come, and has had its turn.
    assert!(order == ["a1", "a2", "b1", "c1", "a3"] || order == ["a1", "b1", "c1", "a2", "a3"], "{order:?}");
}

#[tokio::test(start_paused = true)]
async fn so_many_run_at_once_and_no_more() {
    let mut held = Held::new();
    let queue = InProcessQueue::builder().running(2.try_into().unwrap());
    let stage = Stage::sized([held.operation("work", |host| host)], queue);
    for key in ["a", "b", "c"] {
        stage.start("alice", "work", json!({ "key": key })).await;
    }
    held.begun().await;
    held.begun().await;
    settle().await;
    assert!(held.none_begun());
    held.end_one();
    assert_eq!(held.begun().await, "c");
}

#[tokio::test(start_paused = true)]
async fn a_full_line_is_busy_for_that_caller_and_a_full_queue_for_all() {
    let mut held = Held::new();
    let queue = InProcessQueue::builder().running(1.try_into().unwrap()).waiting(3).waiting_per_caller(2);
    let stage = Stage::sized([held.operation("work", |host| host)], queue);
    stage.start("alice", "work", json!({ "key": "runs" })).await;
    held.begun().await;
    for _ in 0..2 {
        stage.start("alice", "work", json!({})).await;
    }
    let full = stage.call("alice", "work", json!({})).await;
    assert_eq!((full.code.as_deref(), full.retry_after.is_some()), (Some("busy"), true));
    stage.start("bob", "work", json!({})).await;
    assert_eq!(stage.call("carol", "work", json!({})).await.code.as_deref(), Some("busy"));
}

#[tokio::test(start_paused = true)]
async fn operations_of_an_exclusive_tool_run_one_by_one_for_as_long_as_it_takes() {
    let mut held = Held::new();
    let stage = Stage::new([held.operation("work", |host| host.with_parallelism(Parallelism::Exclusive))]);
    let first = stage.start("alice", "work", json!({ "key": "a" })).await;
    held.begun().await;
    let second = stage.start("alice", "work", json!({ "key": "b" })).await;
    // Far beyond what a call that is waited for would wait.
    tokio::time::advance(std::time::Duration::from_mins(30)).await;
    settle().await;
    assert!(held.none_begun());
    held.end_one();
    assert_eq!(stage.ended("alice", &first).await["state"], "succeeded");
    assert_eq!(held.begun().await, "b");
    held.end_one();
    assert_eq!(stage.ended("alice", &second).await["state"], "succeeded");
}

#[tokio::test(start_paused = true)]
async fn one_caller_cannot_hold_every_worker() {
    let mut held = Held::new();
    let queue =
        InProcessQueue::builder().running(2.try_into().unwrap()).running_per_caller(1.try_into().unwrap());
    let stage = Stage::sized([held.operation("work", |host| host)], queue);
    for key in ["a1", "a2"] {
        stage.start("alice", "work", json!({ "key": key })).await;
    }
    assert_eq!(held.begun().await, "a1");
    settle().await;
    assert!(held.none_begun(), "alice has one running");
    stage.start("bob", "work", json!({ "key": "b1" })).await;
    assert_eq!(held.begun().await, "b1");
    held.end_one();
    held.end_one();
    assert_eq!(held.begun().await, "a2");
}

#[tokio::test(start_paused = true)]
async fn one_whose_turn_has_come_waits_for_room_and_is_not_sent_away() {
    let mut held = Held::new();
    let queue = std::sync::Arc::new(InProcessQueue::builder().build());
    let small = Concurrency::default().with_running(4.try_into().unwrap()).with_waiting(0);
    let stage =
        Stage::with([held.operation("work", |host| host)], queue, |builder| builder.concurrency(small));
    let mut ids = Vec::new();
    // Four calls of one caller would be its whole room; the fifth finds none at all.
    for caller in ["alice", "alice", "alice", "alice", "bob"] {
        ids.push((caller, stage.start(caller, "work", json!({})).await));
    }
    for _ in &ids {
        held.begun().await;
        held.end_one();
    }
    for (caller, id) in ids {
        assert_eq!(stage.ended(caller, &id).await["state"], "succeeded");
    }
}
