//! Stopping: nobody is let in, those inside come to an end, and what became of them is told.

use std::time::Duration;

use serde_json::json;
use tool_core::{Effect, Invoker, OutcomeClass, Surface, testing::TestSurface};

use super::{Held, call, code, recorder::Recorder, settle};
use crate::support::{Fixture, outside, registry};

fn stage(tools: impl IntoIterator<Item = Fixture>) -> (Surface, Recorder) {
    let audit = Recorder::default();
    let invoker = Invoker::builder(registry(tools)).unlimited().audit(audit.clone()).build().unwrap();
    (outside(&invoker), audit)
}

const DEADLINE: Duration = Duration::from_secs(10);

#[tokio::test(start_paused = true)]
async fn calls_that_end_in_time_are_waited_for_and_nobody_is_let_in() {
    let mut held = Held::new();
    let (surface, audit) = stage([held.tool("work", |host| host)]);
    let running = call(&surface, "alice", "work", json!({}));
    held.begun().await;
    let invoker = surface.invoker().clone();
    let stopping = tokio::spawn(async move { invoker.shutdown(DEADLINE).await });
    settle().await;
    let late = TestSurface::new(&surface).call("work", json!({})).await;
    assert_eq!(late.text(), "unavailable: the service is stopping; try again later");
    held.end_one();
    assert_eq!(code(&running.await.unwrap()), "completed");
    let report = stopping.await.unwrap();
    assert!(report.is_clean(), "{report:?}");
    assert_eq!(audit.decisions().len(), audit.ends().len());
}

#[tokio::test(start_paused = true)]
async fn who_waits_for_a_turn_is_told_at_once() {
    let mut held = Held::new();
    let (surface, _) =
        stage([held.tool("work", |host| host.with_parallelism(tool_core::Parallelism::Exclusive))]);
    let running = call(&surface, "alice", "work", json!({}));
    held.begun().await;
    let waiting = call(&surface, "alice", "work", json!({}));
    settle().await;
    let before = tokio::time::Instant::now();
    let invoker = surface.invoker().clone();
    let stopping = tokio::spawn(async move { invoker.shutdown(DEADLINE).await });
    assert_eq!(code(&waiting.await.unwrap()), "unavailable");
    assert_eq!(before.elapsed(), Duration::ZERO);
    held.end_one();
    running.await.unwrap();
    assert!(stopping.await.unwrap().is_clean());
}

#[tokio::test(start_paused = true)]
async fn a_read_that_goes_on_is_dropped_at_the_deadline() {
    let mut held = Held::new();
    let (surface, audit) = stage([held.tool("work", |host| host.with_effect(Effect::ReadOnly))]);
    let running = call(&surface, "alice", "work", json!({}));
    held.begun().await;
    let before = tokio::time::Instant::now();
    let report = surface.invoker().shutdown(DEADLINE).await;
    assert_eq!(before.elapsed(), DEADLINE);
    assert_eq!(report.cancelled, ["work"]);
    assert!(report.aborted.is_empty(), "{report:?}");
    assert_eq!(code(&running.await.unwrap()), "cancelled");
    assert_eq!(audit.ends()[0].outcome, OutcomeClass::Cancelled);
}

#[tokio::test(start_paused = true)]
async fn a_write_that_ignores_its_token_is_stopped_by_force_and_told_to_be_unknown() {
    let mut held = Held::new();
    let (surface, audit) = stage([held.tool("work", |host| host)]);
    let running = call(&surface, "alice", "work", json!({}));
    let left = call(&surface, "bob", "work", json!({}));
    held.begun().await;
    held.begun().await;
    left.abort();
    let report = surface.invoker().shutdown(DEADLINE).await;
    assert_eq!((report.cancelled.len(), report.aborted.len()), (2, 2), "{report:?}");
    assert!(report.running.is_empty(), "no task outlives the invoker: {report:?}");
    assert_eq!(code(&running.await.unwrap()), "indeterminate");
    let ends = audit.ends();
    assert_eq!(ends.len(), 2);
    assert!(ends.iter().all(|end| end.outcome == OutcomeClass::Unknown), "{ends:?}");
}

#[tokio::test(start_paused = true)]
async fn a_write_that_minds_its_token_ends_by_itself() {
    let minds = Fixture::new("minds").body(|seen| async move {
        seen.cancellation.cancelled().await;
        Ok(tool_core::ToolOutput::text("stopped in order"))
    });
    let (surface, _) = stage([minds]);
    let running = call(&surface, "alice", "minds", json!({}));
    settle().await;
    let report = surface.invoker().shutdown(DEADLINE).await;
    assert_eq!((report.cancelled.len(), report.aborted.len()), (1, 0));
    assert_eq!(code(&running.await.unwrap()), "completed");
}
