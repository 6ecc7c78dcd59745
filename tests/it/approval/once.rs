//! How often a ticket works: once, also when it is used twice at once; and not at all when nothing ran.

use std::{
    collections::BTreeMap,
    num::NonZeroUsize,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use serde_json::json;
use tokio::{sync::Barrier, task::JoinHandle};
use tool_core::{
    Caller, Concurrency, Exposure, HostMetadata, Invoker, LimitError, Limits, Outcome, Refusal, Reply,
    Reservation, Tool, ToolCall, ToolDefinition, ToolError, ToolOutput, Usage,
};

use super::{ASKED, Desk, arguments, assert_asked, erase, sealed};
use crate::support::{Fixture, Projects, Slow, outside, registry};

/// Waits until the tool runs; a call that ends before it does fails the test.
async fn until_begun(slow: &Slow, running: &mut JoinHandle<Reply>) {
    tokio::select! {
        () = slow.begun.notified() => {}
        reply = running => panic!("it did not run: {}", reply.unwrap().text()),
    }
}

#[tokio::test]
async fn a_ticket_in_use_cannot_be_used_a_second_time() {
    let slow = Slow::default();
    let tool = slow.tool();
    let runs = tool.runs();
    let desk = Arc::new(Desk::new([tool], sealed()));
    let ticket = desk.ticket("alice", "slow", &json!({})).await;
    let mut running = {
        let (desk, ticket) = (Arc::clone(&desk), ticket.clone());
        tokio::spawn(async move { desk.call("alice", "slow", &json!({}), Some(&ticket)).await })
    };
    until_begun(&slow, &mut running).await;
    let none = json!({});
    let reply = tokio::select! {
        reply = desk.call("alice", "slow", &none, Some(&ticket)) => reply,
        () = slow.begun.notified() => panic!("it runs twice"),
    };
    assert_asked(&desk, &reply, "it runs");
    slow.may_end.notify_one();
    assert_eq!(running.await.unwrap().text(), "ran");
    assert_eq!(runs.count(), 1);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn of_many_uses_at_once_exactly_one_runs() {
    const USES: usize = 16;
    let (tool, runs) = erase("erase");
    let desk = Arc::new(Desk::new([tool], sealed()));
    for round in 1..=20 {
        let (ticket, barrier) =
            (desk.ticket("alice", "erase", &arguments()).await, Arc::new(Barrier::new(USES)));
        let uses: Vec<_> = (0..USES)
            .map(|_| {
                let (desk, ticket, barrier) = (Arc::clone(&desk), ticket.clone(), Arc::clone(&barrier));
                tokio::spawn(async move {
                    barrier.wait().await;
                    desk.call("alice", "erase", &arguments(), Some(&ticket)).await.text()
                })
            })
            .collect();
        let mut texts = BTreeMap::<String, usize>::new();
        for running in uses {
            *texts.entry(running.await.unwrap()).or_default() += 1;
        }
        assert_eq!(texts, BTreeMap::from([("ran".into(), 1), (ASKED.into(), USES - 1)]));
        assert_eq!(runs.count(), round);
    }
}

#[tokio::test]
async fn a_call_that_finds_no_room_gives_its_ticket_back() {
    let slow = Slow::default();
    let (tool, _) = erase("erase");
    let one = Concurrency::default().with_running(NonZeroUsize::MIN).with_waiting(0);
    let desk = Arc::new(Desk::with([slow.tool(), tool], sealed(), |builder| builder.concurrency(one)));
    let (first, second) =
        (desk.ticket("alice", "slow", &json!({})).await, desk.ticket("alice", "erase", &arguments()).await);
    let mut running = {
        let desk = Arc::clone(&desk);
        tokio::spawn(async move { desk.call("alice", "slow", &json!({}), Some(&first)).await })
    };
    until_begun(&slow, &mut running).await;
    let busy = desk.call("alice", "erase", &arguments(), Some(&second)).await;
    assert_eq!(busy.code.as_deref(), Some("busy"), "{}", busy.text());
    slow.may_end.notify_one();
    assert_eq!(running.await.unwrap().text(), "ran");
    assert_eq!(desk.call("alice", "erase", &arguments(), Some(&second)).await.text(), "ran");
}

/// Nothing is left as long as it is closed.
struct Gate(Arc<AtomicBool>);

#[tool_core::async_trait]
impl Limits for Gate {
    async fn reserve(&self, _: &Caller, _: &Usage<'_>) -> Result<Reservation, LimitError> {
        if self.0.load(Ordering::SeqCst) {
            return Err(LimitError::Exceeded { retry_after: Duration::from_secs(1) });
        }
        Ok(Reservation::kept())
    }
}

#[tokio::test]
async fn a_caller_at_its_limit_keeps_its_ticket() {
    let closed = Arc::new(AtomicBool::new(false));
    let gate = Gate(Arc::clone(&closed));
    let (tool, _) = erase("erase");
    let desk = Desk::with([tool], sealed(), |builder| builder.limits(gate));
    let ticket = desk.ticket("alice", "erase", &arguments()).await;
    closed.store(true, Ordering::SeqCst);
    let refused = desk.call("alice", "erase", &arguments(), Some(&ticket)).await;
    assert_eq!(refused.code.as_deref(), Some("limit-exceeded"));
    closed.store(false, Ordering::SeqCst);
    assert_eq!(desk.call("alice", "erase", &arguments(), Some(&ticket)).await.text(), "ran");
}

#[tokio::test]
async fn a_tool_that_fails_has_used_the_ticket_up() {
    let tool = Fixture::new("fails").body(|_| async { Err(ToolError::new("full", "the store is full")) });
    let runs = tool.runs();
    let desk = Desk::new([tool], sealed());
    let ticket = desk.ticket("alice", "fails", &json!({})).await;
    assert_eq!(
        desk.call("alice", "fails", &json!({}), Some(&ticket)).await.text(),
        "full: the store is full"
    );
    assert_asked(&desk, &desk.call("alice", "fails", &json!({}), Some(&ticket)).await, "it may have acted");
    assert_eq!(runs.count(), 1);
}

/// Calls `erase` from within, and tells what came of it.
struct Nested;

#[tool_core::async_trait]
impl Tool for Nested {
    fn definition(&self) -> ToolDefinition {
        ToolDefinition::new("nested", "Calls another tool.")
    }

    fn host(&self) -> HostMetadata {
        HostMetadata::default().with_title("Nested").with_exposure(Exposure::Both)
    }

    async fn call(&self, call: ToolCall<'_>) -> Result<ToolOutput, ToolError> {
        match call.invoke("erase", arguments()).await {
            Outcome::Refused(Refusal::ApprovalRequired { .. }) => Ok(ToolOutput::text("erase was refused")),
            other => Ok(ToolOutput::text(format!("{other:?}"))),
        }
    }
}

#[tokio::test]
async fn a_ticket_of_a_call_is_none_of_the_calls_that_its_tool_makes() {
    let (tool, runs) = erase("erase");
    let tools = registry([tool]);
    tools.update(|update| update.register(Nested)).unwrap();
    let approvals = Arc::new(sealed());
    let builder = Invoker::builder(tools).unlimited().ownership(Projects);
    let invoker = builder.approval(Arc::clone(&approvals)).build().unwrap();
    let desk = Desk { approvals, surface: outside(&invoker) };
    let ticket = desk.ticket("alice", "nested", &json!({})).await;
    let reply = desk.call("alice", "nested", &json!({}), Some(&ticket)).await;
    assert_eq!(reply.text(), "erase was refused");
    assert_eq!(runs.count(), 0);
}
