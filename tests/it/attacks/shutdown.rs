//! No call outlives an invoker that was shut down, not even one that the host has not decided about.

use std::time::Duration;

use serde_json::json;
use tool_core::Invoker;

use super::SlowHost;
use crate::{
    door::{call, code, recorder::Recorder},
    support::{Fixture, outside, registry},
};

#[tokio::test(start_paused = true)]
async fn a_call_that_waits_for_the_hosts_decision_is_waited_for_and_then_ended() {
    let (look, host, audit) = (Fixture::new("look"), SlowHost::default(), Recorder::default());
    let runs = look.runs();
    let invoker =
        Invoker::builder(registry([look])).limits(host.clone()).audit(audit.clone()).build().unwrap();
    let running = call(&outside(&invoker), "alice", "look", json!({}));
    host.asked.notified().await;
    let before = tokio::time::Instant::now();
    invoker.shutdown(Duration::from_secs(1)).await;
    assert_eq!(before.elapsed(), Duration::from_secs(1), "it has until the deadline");
    assert!(running.is_finished());
    assert_eq!((code(&running.await.unwrap()), runs.count()), ("cancelled", 0));
    assert_eq!((audit.decisions().len(), audit.ends().len()), (1, 1));
}

#[tokio::test(start_paused = true)]
async fn a_call_that_was_allowed_too_late_does_not_run() {
    let (look, host) = (Fixture::new("look"), SlowHost::default());
    let runs = look.runs();
    let invoker = Invoker::builder(registry([look])).limits(host.clone()).build().unwrap();
    let running = call(&outside(&invoker), "alice", "look", json!({}));
    host.asked.notified().await;
    let stopping = tokio::spawn({
        let invoker = invoker.clone();
        async move { invoker.shutdown(Duration::from_secs(1)).await }
    });
    crate::door::settle().await;
    host.may_answer.notify_one();
    assert_eq!((code(&running.await.unwrap()), runs.count()), ("unavailable", 0));
    assert!(stopping.await.unwrap().is_clean());
}
