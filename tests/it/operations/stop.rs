//! Stopping with operations: what waits is given up and told so, what runs comes to an end, and nothing outlives it.

use std::time::Duration;

use serde_json::json;
use tool_core::{Caller, InProcessQueue, OperationId, OperationQueue, OperationState};

use super::{Held, Stage, settle};

const DEADLINE: Duration = Duration::from_secs(10);

struct Stopping {
    stage: Stage,
    queue: InProcessQueue,
    runs: OperationId,
    waits: OperationId,
}

async fn with_one_running_and_one_waiting(held: &mut Held) -> Stopping {
    let queue = InProcessQueue::builder().running(1.try_into().unwrap()).build();
    let shared = std::sync::Arc::new(queue.clone());
    let stage = Stage::with([held.operation("work", |host| host)], shared, |builder| builder);
    let runs = stage.start("alice", "work", json!({ "key": "runs" })).await;
    held.begun().await;
    let waits = stage.start("alice", "work", json!({ "key": "waits" })).await;
    let [runs, waits] = [runs, waits].map(|id| OperationId::parse(&id).unwrap());
    Stopping { stage, queue, runs, waits }
}

#[tokio::test(start_paused = true)]
async fn what_runs_may_end_and_what_waits_is_given_up() {
    let mut held = Held::new();
    let Stopping { stage, queue, runs, waits } = with_one_running_and_one_waiting(&mut held).await;
    let invoker = stage.invoker().clone();
    let stopping = tokio::spawn(async move { invoker.shutdown(DEADLINE).await });
    settle().await;
    let given_up = queue.get("alice", &waits).await.unwrap().unwrap();
    assert_eq!(given_up.state, OperationState::Cancelled);
    assert_eq!(given_up.end.unwrap().code.as_deref(), Some("unavailable"));
    held.end_one();
    let report = stopping.await.unwrap();
    assert_eq!((&report.unstarted, report.cancelled.is_empty()), (&vec!["work".to_owned()], true));
    assert!(!report.is_clean());
    assert_eq!(queue.get("alice", &runs).await.unwrap().unwrap().state, OperationState::Succeeded);
    assert!(held.none_begun());
    let request = stage.surface.request(Caller::new("alice"), "work", None);
    let late = super::reply(stage.surface.call(request).await);
    assert_eq!(late.text(), "unavailable: the service is stopping; try again later");
}

#[tokio::test(start_paused = true)]
async fn what_still_runs_at_the_deadline_is_stopped_and_its_end_is_written() {
    let mut held = Held::new();
    let Stopping { stage, queue, runs, .. } = with_one_running_and_one_waiting(&mut held).await;
    let report = stage.invoker().shutdown(DEADLINE).await;
    assert_eq!((report.cancelled, report.aborted.len()), (vec!["work".to_owned()], 0));
    // It says itself how it ended, and that is there when the shutdown returns.
    let ended = queue.get("alice", &runs).await.unwrap().unwrap();
    assert_eq!((ended.state, ended.end.unwrap().code.as_deref()), (OperationState::Failed, Some("gave-up")));
    let (decisions, ends) = (stage.audit.decisions(), stage.audit.ends());
    assert_eq!(decisions.len(), ends.len());
}

#[tokio::test(start_paused = true)]
async fn one_that_waits_for_room_does_not_begin() {
    let mut held = Held::new();
    let queue = InProcessQueue::builder().build();
    let exclusive = held.operation("work", |host| host.with_parallelism(tool_core::Parallelism::Exclusive));
    let shared = std::sync::Arc::new(queue.clone());
    let stage = Stage::with([exclusive], shared, |builder| builder);
    stage.start("alice", "work", json!({})).await;
    held.begun().await;
    let waits = stage.start("alice", "work", json!({})).await;
    settle().await;
    let invoker = stage.invoker().clone();
    let stopping = tokio::spawn(async move { invoker.shutdown(DEADLINE).await });
    settle().await;
    held.end_one();
    stopping.await.unwrap();
    let ended = queue.get("alice", &OperationId::parse(&waits).unwrap()).await.unwrap().unwrap();
    assert_eq!(ended.state, OperationState::Cancelled);
    assert!(held.none_begun());
}
