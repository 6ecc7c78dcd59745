//! What ten thousand waiters for one operation cost, and how often each of them is woken.

use std::{
    pin::Pin,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    task::{Context, Poll},
};

use serde_json::json;
use tokio::{sync::Semaphore, task::JoinSet};
use tool_core::{
    Allow, Answer, Caller, Exposure, HostMetadata, InProcessQueue, Invoker, Kind, OperationId,
    OperationState, Registry, Surface, Tool, ToolCall, ToolDefinition, ToolError, ToolOutput, finished,
};

use super::HEAP;

const WAITERS: usize = 10_000;

/// Begins, and ends when it may.
struct Work {
    begun: Arc<Semaphore>,
    may_end: Arc<Semaphore>,
}

#[tool_core::async_trait]
impl Tool for Work {
    fn definition(&self) -> ToolDefinition {
        ToolDefinition::new("work", "Goes on.")
    }

    fn host(&self) -> HostMetadata {
        HostMetadata::default().with_title("Work").with_exposure(Exposure::Both).with_kind(Kind::Operation)
    }

    async fn call(&self, _: ToolCall<'_>) -> Result<ToolOutput, ToolError> {
        self.begun.add_permits(1);
        self.may_end.acquire().await.unwrap().forget();
        Ok(ToolOutput::json(json!("done")))
    }
}

/// Counts how often a future is polled.
struct Polled<F> {
    future: Pin<Box<F>>,
    polls: Arc<AtomicUsize>,
}

impl<F: Future> Future for Polled<F> {
    type Output = F::Output;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<F::Output> {
        self.polls.fetch_add(1, Ordering::SeqCst);
        self.future.as_mut().poll(context)
    }
}

/// Waits for one operation in ten thousand tasks; returns the bytes that they hold, and how often they were polled.
async fn wait_for_one() -> (usize, usize) {
    let (begun, may_end) = (Arc::new(Semaphore::new(0)), Arc::new(Semaphore::new(0)));
    let work = Work { begun: Arc::clone(&begun), may_end: Arc::clone(&may_end) };
    let registry = Registry::builder(()).register(work).build().unwrap();
    let queue = Arc::new(InProcessQueue::builder().build());
    let invoker = Invoker::builder(registry).unlimited().operations(Arc::clone(&queue)).build().unwrap();
    let surface = Surface::outside("outside", &invoker, Allow::exposed()).build().unwrap();
    let Answer::Reply(reply) = surface.call(surface.request(Caller::new("alice"), "work", None)).await else {
        panic!("no reply")
    };
    let id = OperationId::parse(reply.structured.unwrap()["operation"].as_str().unwrap()).unwrap();
    begun.acquire().await.unwrap().forget();

    let (before, polls, mut waiters) = (HEAP.current_usage(), Arc::new(AtomicUsize::new(0)), JoinSet::new());
    for _ in 0..WAITERS {
        let (queue, id) = (Arc::clone(&queue), id.clone());
        let future = Box::pin(async move { finished(&*queue, "alice", &id).await.unwrap().unwrap().state });
        waiters.spawn(Polled { future, polls: Arc::clone(&polls) });
    }
    while polls.load(Ordering::SeqCst) < WAITERS {
        tokio::task::yield_now().await;
    }
    let held = HEAP.current_usage() - before;
    may_end.add_permits(1);
    while let Some(state) = waiters.join_next().await {
        assert_eq!(state.unwrap(), OperationState::Succeeded);
    }
    (held, polls.load(Ordering::SeqCst))
}

pub(super) fn cost_under_4_kib_and_one_wake_up_each() {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
    let (held, polls) = runtime.block_on(wait_for_one());
    assert!(held / WAITERS < 4 * 1024, "{} B each", held / WAITERS);
    // Once to begin with, and once when it has ended.
    assert_eq!(polls, 2 * WAITERS);
}
