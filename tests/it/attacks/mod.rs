//! What callers and hosts get wrong, by accident or on purpose, and what holds all the same. Ordinary use is tested elsewhere.

mod asked;
mod budget;
mod files;
mod folding;
mod hidden;
mod lanes;
mod names;
mod nested;
mod paths;
mod providers;
mod records;
mod room;
mod shutdown;
mod storms;
mod switches;
mod texts;
mod tickets;

use std::{
    future::{Future as _, poll_fn},
    num::NonZeroUsize,
    sync::Arc,
    task::Poll,
};

use serde_json::json;
use tokio::{sync::Notify, task::JoinHandle};
use tool_core::{
    Answer, Approval, ApprovalDecision, AuditSink, BoxError, Caller, Concurrency, DecisionRecord,
    EffectiveCall, EndRecord, Exposure, HostMetadata, LimitError, Limits, Ownership, Reservation,
    SealedApprovals, Surface, SwitchRecord, Target, Tool, ToolCall, ToolDefinition, ToolError, ToolOutput,
    Usage, approve_destructive,
};

use crate::door::{Held, code, settle};

/// Calls another tool, so many times at once, and returns what the last of them to end returned.
struct Fan {
    name: &'static str,
    host: HostMetadata,
    inner: &'static str,
    times: usize,
}

impl Fan {
    fn new(name: &'static str, inner: &'static str, times: usize) -> Self {
        let host = HostMetadata::default().with_title("Fan").with_exposure(Exposure::Both);
        Self { name, host, inner, times }
    }

    fn host(mut self, change: impl FnOnce(HostMetadata) -> HostMetadata) -> Self {
        self.host = change(self.host);
        self
    }
}

#[tool_core::async_trait]
impl Tool for Fan {
    fn definition(&self) -> ToolDefinition {
        ToolDefinition::new(self.name, "Calls another tool.")
    }

    fn host(&self) -> HostMetadata {
        self.host.clone()
    }

    async fn call(&self, call: ToolCall<'_>) -> Result<ToolOutput, ToolError> {
        let mut running: Vec<_> =
            (0..self.times).map(|_| Box::pin(call.invoke(self.inner, json!({})))).collect();
        let mut last = None;
        poll_fn(|context| {
            running.retain_mut(|one| match one.as_mut().poll(context) {
                Poll::Ready(outcome) => {
                    last = Some(outcome);
                    false
                }
                Poll::Pending => true,
            });
            if running.is_empty() { Poll::Ready(()) } else { Poll::Pending }
        })
        .await;
        last.expect("it makes a call").into_result()
    }
}

/// Whatever the host is asked, it says that it was asked, and answers yes when a test lets it.
#[derive(Clone, Default)]
struct SlowHost {
    asked: Arc<Notify>,
    may_answer: Arc<Notify>,
}

impl SlowHost {
    async fn answers(&self) {
        self.asked.notify_one();
        self.may_answer.notified().await;
    }
}

#[tool_core::async_trait]
impl Approval for SlowHost {
    async fn decide(&self, _: &EffectiveCall<'_>) -> Result<ApprovalDecision, BoxError> {
        self.answers().await;
        Ok(ApprovalDecision::NotNeeded)
    }
}

#[tool_core::async_trait]
impl AuditSink for SlowHost {
    async fn decision(&self, _: DecisionRecord) -> Result<(), BoxError> {
        self.answers().await;
        Ok(())
    }

    fn end(&self, _: EndRecord) {}

    fn switched(&self, _: SwitchRecord) {}
}

#[tool_core::async_trait]
impl Limits for SlowHost {
    async fn reserve(&self, _: &Caller, _: &Usage<'_>) -> Result<Reservation, LimitError> {
        self.answers().await;
        Ok(Reservation::kept())
    }
}

#[tool_core::async_trait]
impl Ownership for SlowHost {
    async fn resolve(&self, _: &Caller, target: &Target) -> Result<Option<Target>, BoxError> {
        self.answers().await;
        Ok(Some(target.clone()))
    }
}

fn few(running: usize, waiting: usize) -> Concurrency {
    Concurrency::default().with_running(NonZeroUsize::new(running).unwrap()).with_waiting(waiting)
}

/// Returns how many runs have begun since the last look.
async fn begun(held: &mut Held) -> usize {
    settle().await;
    std::iter::repeat_with(|| held.none_begun()).take_while(|none| !none).count()
}

/// Returns the answer of a call that waits for nothing.
async fn at_once(running: JoinHandle<Answer>) -> Answer {
    settle().await;
    assert!(running.is_finished(), "it waits");
    running.await.unwrap()
}

fn approvals() -> SealedApprovals {
    SealedApprovals::new([7; 32], approve_destructive()).unwrap()
}

/// Returns the request for approval that alice's call without arguments gets.
async fn approval_request(surface: &Surface, tool: &str) -> String {
    let answer = surface.call(surface.request(Caller::new("alice"), tool, None)).await;
    let Answer::Reply(reply) = answer else { panic!("{answer:?}") };
    reply.approval_request.expect("the call needs approval")
}

/// Calls as alice, with a ticket, and returns what came of it.
async fn with_ticket(surface: &Surface, tool: &str, ticket: &str) -> String {
    let request = surface.request(Caller::new("alice"), tool, None).with_ticket(ticket);
    code(&surface.call(request).await).to_owned()
}

/// Lets the others go on so many times.
async fn turns(count: usize) {
    for _ in 0..count {
        tokio::task::yield_now().await;
    }
}
