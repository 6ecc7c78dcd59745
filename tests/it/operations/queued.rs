//! What the caller of an operation tool reads, and what the tool is listed with.

use std::{sync::Arc, time::Duration};

use serde_json::json;
use tool_core::{Caller, Exposure, InProcessQueue, Invoker, Kind, LimitError, Limits, Reservation, Usage};

use super::{Held, Stage, structured};
use crate::support::{Fixture, first_party, outside, registry};

fn work(held: &Held) -> [Fixture; 1] {
    [held.operation("work", |host| host)]
}

#[tokio::test(start_paused = true)]
async fn the_call_is_answered_before_the_work_is_done() {
    let mut held = Held::new();
    let stage = Stage::new(work(&held));
    let reply = stage.call("alice", "work", json!({ "key": "a" })).await;
    let reference = structured(&reply);
    assert_eq!((&reference["state"], reply.is_error()), (&json!("queued"), false));
    assert!(reply.text().contains("Call wait_for_operation with this id"), "{}", reply.text());
    assert_eq!(held.begun().await, "a");
    let id = reference["operation"].as_str().unwrap();
    assert_eq!(stage.state("alice", id).await, "running");
    held.end_one();
    let ended = stage.ended("alice", id).await;
    assert_eq!((&ended["state"], &ended["result"]), (&json!("succeeded"), &json!({ "done": "a" })));
    assert!(ended["started_ms"].is_u64() && ended["finished_ms"].is_u64(), "{ended}");
}

#[tokio::test]
async fn the_tool_is_listed_with_the_form_of_the_answer() {
    let held = Held::new();
    let stage = Stage::new(work(&held));
    let listed = stage.surface.listed(&Caller::new("alice"), "work").unwrap();
    let schema = serde_json::to_value(listed.output_schema.as_deref().unwrap()).unwrap();
    assert_eq!(schema["required"], json!(["operation", "state"]));
    assert!(schema["properties"].get("done").is_none(), "{schema}");
}

#[tokio::test]
async fn a_caller_without_the_tool_that_waits_is_not_sent_to_it() {
    let held = Held::new();
    let tools = registry([held.operation("work", |host| host.with_exposure(Exposure::Both))]);
    let queue = InProcessQueue::builder().build();
    let invoker = Invoker::builder(tools).unlimited().operations(queue).build().unwrap();
    let surface = first_party(&invoker);
    let answer = surface.call(surface.request(Caller::new("alice"), "work", None)).await;
    assert!(!super::reply(answer).text().contains("wait_for_operation"));
}

/// Two calls, and then no more; what is given back can be used again.
struct Two(Arc<std::sync::atomic::AtomicUsize>);

#[tool_core::async_trait]
impl Limits for Two {
    async fn reserve(&self, _: &Caller, _: &Usage<'_>) -> Result<Reservation, LimitError> {
        use std::sync::atomic::Ordering::SeqCst;
        if self.0.fetch_add(1, SeqCst) >= 2 {
            self.0.fetch_sub(1, SeqCst);
            return Err(LimitError::Exceeded { retry_after: Duration::from_mins(1) });
        }
        let used = Arc::clone(&self.0);
        Ok(Reservation::refundable(move || {
            used.fetch_sub(1, SeqCst);
        }))
    }
}

#[tokio::test(start_paused = true)]
async fn the_limit_counts_a_queued_call_once_and_one_that_was_not_taken_not_at_all() {
    let mut held = Held::new();
    let queue = Arc::new(InProcessQueue::builder().running(1.try_into().unwrap()).waiting(0).build());
    let stage = Stage::with(work(&held), queue, |builder| builder.limits(Two(Arc::default())));
    let first = stage.start("alice", "work", json!({ "key": "a" })).await;
    held.begun().await;
    for _ in 0..3 {
        let full = stage.call("alice", "work", json!({ "key": "b" })).await;
        assert_eq!(full.code.as_deref(), Some("busy"), "{}", full.text());
    }
    held.end_one();
    stage.ended("alice", &first).await;
    stage.start("alice", "work", json!({ "key": "c" })).await;
    assert_eq!(held.begun().await, "c");
    let over = stage.call("alice", "work", json!({ "key": "d" })).await;
    assert_eq!(over.code.as_deref(), Some("limit-exceeded"), "{}", over.text());
}

#[tokio::test(start_paused = true)]
async fn who_is_at_the_limit_can_still_watch_and_stop() {
    let mut held = Held::new();
    let queue = Arc::new(InProcessQueue::builder().build());
    let stage = Stage::with(work(&held), queue, |builder| builder.limits(Two(Arc::default())));
    let id = stage.start("alice", "work", json!({ "key": "a" })).await;
    stage.start("alice", "work", json!({ "key": "b" })).await;
    held.begun().await;
    held.begun().await;
    assert_eq!(stage.call("alice", "work", json!({})).await.code.as_deref(), Some("limit-exceeded"));
    assert_eq!(stage.state("alice", &id).await, "running");
    stage.call("alice", "cancel_operation", json!({ "operation": id })).await;
    assert_eq!(stage.ended("alice", &id).await["state"], "failed");
}

#[tokio::test(start_paused = true)]
async fn a_call_that_is_sent_twice_under_one_key_is_one_operation() {
    let mut held = Held::new();
    let stage = Stage::new(work(&held));
    let send = async |caller: &str, key: &str| {
        let arguments = Some(json!({ "key": key }));
        let request =
            stage.surface.request(Caller::new(caller), "work", arguments).with_idempotency_key("k1");
        structured(&super::reply(stage.surface.call(request).await))["operation"].clone()
    };
    let first = send("alice", "a").await;
    held.begun().await;
    assert_eq!(send("alice", "a").await, first);
    assert!(held.none_begun());
    assert_ne!(send("bob", "a").await, first, "another caller's key is another key");
    assert_ne!(send("alice", "b").await, first, "another call is another operation");
}

#[tokio::test]
async fn a_tool_that_is_registered_without_a_queue_is_not_run() {
    let held = Held::new();
    let invoker = Invoker::builder(registry([])).unlimited().build().unwrap();
    let surface = outside(&invoker);
    let tool = held.operation("work", |host| host.with_kind(Kind::Operation));
    let runs = tool.runs();
    invoker.registry().update(|update| update.register(tool)).unwrap();
    let answer = surface.call(surface.request(Caller::new("alice"), "work", None)).await;
    assert!(matches!(answer, tool_core::Answer::Failure(_)), "{answer:?}");
    assert_eq!(runs.count(), 0);
}

#[tokio::test]
async fn a_queue_serves_one_invoker() {
    let queue = InProcessQueue::builder().build();
    let build = || Invoker::builder(registry([])).unlimited().operations(queue.clone()).build();
    let _first = build().unwrap();
    assert!(build().unwrap_err().iter().any(|fault| fault.code() == "queue-in-use"));
}
