//! A queue of the host's that is slow, fails or panics while it takes a call.

use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering},
};

use serde_json::json;
use tokio::sync::Notify;
use tool_core::{
    Caller, InProcessQueue, LimitError, Limits, LiveCall, Operation, OperationQueue, OutcomeClass,
    QueueError, QueuedCall, Reservation, Usage,
};

use super::{
    Held, Stage,
    odd::{Host, Odd},
    settle,
};

#[derive(Clone, Copy)]
enum Mood {
    Fails,
    Panics,
    Slow,
}

struct Moody {
    queue: InProcessQueue,
    mood: Mood,
    asked: Arc<Notify>,
    may_take: Arc<Notify>,
}

impl Moody {
    fn new(mood: Mood) -> Arc<Self> {
        let queue = InProcessQueue::builder().build();
        Arc::new(Self { queue, mood, asked: Arc::default(), may_take: Arc::default() })
    }
}

#[tool_core::async_trait]
impl Odd for Moody {
    fn queue(&self) -> &InProcessQueue {
        &self.queue
    }

    async fn enqueue(&self, call: QueuedCall, live: LiveCall) -> Result<Operation, QueueError> {
        match self.mood {
            Mood::Fails => return Err("the table at db.internal is locked".into()),
            Mood::Panics => panic!("the broker at mq.internal is gone"),
            Mood::Slow => {
                self.asked.notify_one();
                self.may_take.notified().await;
            }
        }
        self.queue.enqueue(call, live).await
    }
}

/// Counts what is reserved and not given back.
#[derive(Clone, Default)]
struct Counted(Arc<AtomicUsize>);

#[tool_core::async_trait]
impl Limits for Counted {
    async fn reserve(&self, _: &Caller, _: &Usage<'_>) -> Result<Reservation, LimitError> {
        self.0.fetch_add(1, Ordering::SeqCst);
        let count = Arc::clone(&self.0);
        Ok(Reservation::refundable(move || {
            count.fetch_sub(1, Ordering::SeqCst);
        }))
    }
}

#[tokio::test(start_paused = true)]
async fn a_caller_that_goes_away_in_between_has_queued_the_call_and_paid_for_it() {
    let mut held = Held::new();
    let (queue, used) = (Moody::new(Mood::Slow), Counted::default());
    let (limits, host) = (used.clone(), Arc::new(Host(Arc::clone(&queue))));
    let stage = Stage::with([held.operation("work", |host| host)], host, |builder| builder.limits(limits));
    let (surface, request) = (
        stage.surface.clone(),
        stage.surface.request(Caller::new("alice"), "work", Some(json!({ "key": "a" }))),
    );
    let call = tokio::spawn(async move { surface.call(request).await });
    queue.asked.notified().await;
    call.abort();
    settle().await;
    queue.may_take.notify_one();
    assert_eq!(held.begun().await, "a");
    assert_eq!(used.0.load(Ordering::SeqCst), 1);
    let enqueued = stage.audit.decisions()[0].call;
    assert_eq!(stage.audit.end_of(enqueued).unwrap().outcome, OutcomeClass::Completed);
}

#[tokio::test]
async fn a_queue_that_fails_or_panics_takes_nothing_and_tells_nothing() {
    for mood in [Mood::Fails, Mood::Panics] {
        let (held, used) = (Held::new(), Counted::default());
        let limits = used.clone();
        let tools = [held.operation("work", |host| host)];
        let stage = Stage::with(tools, Arc::new(Host(Moody::new(mood))), |builder| builder.limits(limits));
        let reply = stage.call("alice", "work", json!({})).await;
        assert_eq!(reply.code.as_deref(), Some("internal"));
        assert!(!reply.text().contains(".internal"), "{}", reply.text());
        assert_eq!(used.0.load(Ordering::SeqCst), 0);
        let call = stage.audit.decisions()[0].call;
        assert_eq!(stage.audit.end_of(call).unwrap().outcome, OutcomeClass::Failed);
    }
}
