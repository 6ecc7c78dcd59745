//! Waiting for an operation: at once when it ends, and never longer than hosts hold a call.

use std::{sync::Arc, time::Duration};

use serde_json::json;
use tokio::time::Instant;
use tool_core::{
    BoxError, Caller, InProcessQueue, Operation, OperationChanges, OperationId, OperationQueue,
    OperationTools, Registry, Tool, finished,
};

use super::{
    Held, Stage,
    odd::{Host, Odd},
    structured,
};

#[tokio::test(start_paused = true)]
async fn it_returns_when_the_operation_ends() {
    let mut held = Held::new();
    let stage = Arc::new(Stage::new([held.operation("work", |host| host)]));
    let id = stage.start("alice", "work", json!({ "key": "a" })).await;
    held.begun().await;
    let (waiting, before) = (Arc::clone(&stage), Instant::now());
    let waiter = tokio::spawn(async move { waiting.ended("alice", &id).await });
    tokio::time::sleep(Duration::from_secs(7)).await;
    assert!(!waiter.is_finished());
    held.end_one();
    assert_eq!(waiter.await.unwrap()["result"], json!({ "done": "a" }));
    assert_eq!(before.elapsed(), Duration::from_secs(7));
}

#[tokio::test(start_paused = true)]
async fn it_says_that_the_operation_goes_on_and_to_call_again() {
    let mut held = Held::new();
    let stage = Stage::new([held.operation("work", |host| host)]);
    let id = stage.start("alice", "work", json!({})).await;
    held.begun().await;
    for (arguments, seconds) in
        [(json!({ "operation": id }), 45), (json!({ "operation": id, "wait_seconds": 60 }), 60)]
    {
        let before = Instant::now();
        let reply = stage.call("alice", "wait_for_operation", arguments).await;
        assert_eq!(before.elapsed(), Duration::from_secs(seconds));
        assert_eq!((&structured(&reply)["state"], reply.is_error()), (&json!("running"), false));
        assert!(reply.text().ends_with("Call wait_for_operation again to wait further."), "{}", reply.text());
    }
    let longer = json!({ "operation": id, "wait_seconds": 61 });
    let refused = stage.call("alice", "wait_for_operation", longer).await;
    assert_eq!(refused.code.as_deref(), Some("invalid-arguments"));
}

#[tokio::test]
async fn the_longest_wait_can_be_shorter_and_not_longer() {
    let tools = OperationTools::new(InProcessQueue::builder().build());
    for (asked, longest, usual) in [(10_u64, 10, 10), (50, 50, 45), (600, 60, 45), (0, 1, 1)] {
        let definition = tools.clone().longest_wait(Duration::from_secs(asked)).wait().definition();
        let argument = &definition.input_schema["properties"]["wait_seconds"];
        assert_eq!(argument["maximum"], longest);
        let text = argument["description"].as_str().unwrap();
        assert!(text.ends_with(&format!("else {usual}.")), "{text}");
    }
    assert!(Registry::builder(()).register(tools.wait()).build().is_ok());
}

/// A queue in which an operation ends just after somebody read that it runs.
struct EndsInBetween {
    queue: InProcessQueue,
    may_end: Arc<tokio::sync::Semaphore>,
}

#[tool_core::async_trait]
impl Odd for EndsInBetween {
    fn queue(&self) -> &InProcessQueue {
        &self.queue
    }

    async fn get(&self, owner: &str, id: &OperationId) -> Result<Option<Operation>, BoxError> {
        let read = self.queue.get(owner, id).await?;
        if read.as_ref().is_some_and(|operation| !operation.is_finished()) {
            let mut changes = self.queue.subscribe(owner, id).await?;
            self.may_end.add_permits(1);
            changes.changed().await;
        }
        Ok(read)
    }
}

#[tokio::test(start_paused = true)]
async fn an_end_between_subscribing_and_reading_is_not_lost() {
    let mut held = Held::new();
    let queue =
        EndsInBetween { queue: InProcessQueue::builder().build(), may_end: Arc::clone(&held.may_end) };
    let stage =
        Stage::with([held.operation("work", |host| host)], Arc::new(Host(Arc::new(queue))), |builder| {
            builder
        });
    let id = stage.start("alice", "work", json!({ "key": "a" })).await;
    held.begun().await;
    let before = Instant::now();
    assert_eq!(stage.ended("alice", &id).await["state"], "succeeded");
    assert_eq!(before.elapsed(), Duration::ZERO, "it was noticed when the window closed");
}

#[tokio::test(start_paused = true)]
async fn all_who_wait_for_one_operation_are_told() {
    let mut held = Held::new();
    let stage = Arc::new(Stage::new([held.operation("work", |host| host)]));
    let id = stage.start("alice", "work", json!({})).await;
    held.begun().await;
    let waiters: Vec<_> = (0..16)
        .map(|_| {
            let (stage, id) = (Arc::clone(&stage), id.clone());
            tokio::spawn(async move { stage.ended("alice", &id).await })
        })
        .collect();
    super::settle().await;
    // More of them would keep a caller's other calls out.
    let surface = &stage.surface;
    let one_more =
        surface.request(Caller::new("alice"), "wait_for_operation", Some(json!({ "operation": id })));
    assert_eq!(super::reply(surface.call(one_more).await).code.as_deref(), Some("busy"));
    held.end_one();
    for waiter in waiters {
        assert_eq!(waiter.await.unwrap()["state"], "succeeded");
    }
}

/// A queue in which an operation ends between the subscription and the read, and nothing more is told.
struct Deaf {
    queue: InProcessQueue,
    may_end: Arc<tokio::sync::Semaphore>,
}

#[tool_core::async_trait]
impl Odd for Deaf {
    fn queue(&self) -> &InProcessQueue {
        &self.queue
    }

    /// Ends the operation after the subscription was made, and then tells of nothing.
    async fn subscribe(&self, owner: &str, id: &OperationId) -> Result<OperationChanges, BoxError> {
        let mut changes = self.queue.subscribe(owner, id).await?;
        self.may_end.add_permits(1);
        changes.changed().await;
        Ok(OperationChanges::none())
    }
}

#[tokio::test(start_paused = true)]
async fn an_end_that_fires_while_one_subscribes_is_read_at_once() {
    let mut held = Held::new();
    let queue = Deaf { queue: InProcessQueue::builder().build(), may_end: Arc::clone(&held.may_end) };
    let stage =
        Stage::with([held.operation("work", |host| host)], Arc::new(Host(Arc::new(queue))), |builder| {
            builder
        });
    let id = stage.start("alice", "work", json!({})).await;
    held.begun().await;
    let before = Instant::now();
    assert_eq!(stage.ended("alice", &id).await["state"], "succeeded");
    assert_eq!(before.elapsed(), Duration::ZERO);
}

#[tokio::test(start_paused = true)]
async fn what_nobody_told_of_is_read_before_the_answer() {
    let mut held = Held::new();
    let queue = InProcessQueue::builder().build();
    let silent = Arc::new(Host(Arc::new(Silent(queue))));
    let stage = Arc::new(Stage::with([held.operation("work", |host| host)], silent, |builder| builder));
    let id = stage.start("alice", "work", json!({})).await;
    held.begun().await;
    let (waiting, before) = (Arc::clone(&stage), Instant::now());
    let waiter = tokio::spawn(async move { waiting.ended("alice", &id).await });
    super::settle().await;
    held.end_one();
    assert_eq!(waiter.await.unwrap()["state"], "succeeded", "it is what the window closes with");
    assert_eq!(before.elapsed(), Duration::from_secs(45));
}

#[tokio::test(start_paused = true)]
async fn the_products_own_code_waits_as_long_as_it_takes() {
    let mut held = Held::new();
    let queue = Arc::new(InProcessQueue::builder().build());
    let shared = Arc::clone(&queue);
    let stage = Stage::with([held.operation("work", |host| host)], shared, |builder| builder);
    let id = OperationId::parse(&stage.start("alice", "work", json!({ "key": "a" })).await).unwrap();
    held.begun().await;
    assert_eq!(finished(&*queue, "bob", &id).await.unwrap(), None);
    let (waiting, awaited) = (Arc::clone(&queue), id.clone());
    let callback =
        tokio::spawn(async move { finished(&*waiting, "alice", &awaited).await.unwrap().unwrap() });
    tokio::time::advance(Duration::from_hours(3)).await;
    super::settle().await;
    assert!(!callback.is_finished());
    held.end_one();
    let ended = callback.await.unwrap();
    assert_eq!(ended, queue.get("alice", &id).await.unwrap().unwrap(), "one record");
    assert_eq!(ended.end.unwrap().result.unwrap()["done"], "a");
}

/// A queue that never tells of a change.
struct Silent(InProcessQueue);

#[tool_core::async_trait]
impl Odd for Silent {
    fn queue(&self) -> &InProcessQueue {
        &self.0
    }

    async fn subscribe(&self, _: &str, _: &OperationId) -> Result<OperationChanges, BoxError> {
        // The sender is gone: nobody can tell of changes any more.
        Ok(OperationChanges::new(tokio::sync::watch::channel(()).1))
    }
}
