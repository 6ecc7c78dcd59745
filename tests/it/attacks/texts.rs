//! Texts and numbers of the host's that cannot be worded, and texts that would repeat what nobody should read.

use std::{fmt, sync::Arc, time::Duration};

use serde_json::json;
use tool_core::{
    Answer, Available, BoxError, Caller, Effect, Invoker, LimitError, Limits, Registered, Reservation, Step,
    ToolOutput, Usage, testing::TestSurface,
};

use super::{approval_request, approvals, few, with_ticket};
use crate::{
    door::{call, code, recorder::Recorder},
    support::{Fixture, outside, registry},
};

/// An error that panics when it is to say what it is.
#[derive(Debug)]
struct Speechless;

impl fmt::Display for Speechless {
    fn fmt(&self, _: &mut fmt::Formatter<'_>) -> fmt::Result {
        panic!("no words")
    }
}

impl std::error::Error for Speechless {}

/// Cannot say whether anything is left.
struct Unknown;

#[tool_core::async_trait]
impl Limits for Unknown {
    async fn reserve(&self, _: &Caller, _: &Usage<'_>) -> Result<Reservation, LimitError> {
        Err(LimitError::Undetermined(Box::new(Speechless)))
    }
}

#[tokio::test]
async fn an_error_whose_text_panics_stops_one_call_and_is_recorded() {
    let (plain, audit) = (Fixture::new("plain"), Recorder::default());
    let runs = plain.runs();
    let invoker = Invoker::builder(registry([plain])).limits(Unknown).audit(audit.clone()).build().unwrap();
    let answer = call(&outside(&invoker), "alice", "plain", json!({})).await.expect("it is answered");
    assert_eq!((code(&answer), runs.count()), ("failure", 0));
    let steps: Vec<_> = audit.decisions().iter().map(|decision| decision.step).collect();
    assert_eq!(steps, [Step::Limits]);
}

#[tokio::test]
async fn an_availability_whose_error_panics_hides_one_tool() {
    let invoker = Invoker::builder(registry([Fixture::new("bad"), Fixture::new("good")]))
        .unlimited()
        .availability(|_: &Caller, tool: &Registered| match tool.name().as_str() {
            "bad" => Err(BoxError::from(Speechless)),
            _ => Ok(Available::Visible),
        })
        .build()
        .unwrap();
    let surface = TestSurface::new(&outside(&invoker));
    assert_eq!(surface.names(), ["good"]);
    assert_eq!(surface.call("good", json!({})).await.text(), "ran");
}

/// Nothing is left, ever.
struct Never;

#[tool_core::async_trait]
impl Limits for Never {
    async fn reserve(&self, _: &Caller, _: &Usage<'_>) -> Result<Reservation, LimitError> {
        Err(LimitError::Exceeded { retry_after: Duration::MAX })
    }
}

#[tokio::test]
async fn the_longest_wait_there_is_can_be_said() {
    let surface =
        outside(&Invoker::builder(registry([Fixture::new("plain")])).limits(Never).build().unwrap());
    let answer = TestSurface::new(&surface).call("plain", json!({})).await;
    let text = format!("limit-exceeded: your limit is used up; try again in {} seconds", u64::MAX);
    assert_eq!(answer.text(), text);
    assert_eq!(answer.reply().retry_after, Some(Duration::MAX));
}

#[tokio::test(start_paused = true)]
async fn settings_without_end_do_not_overflow() {
    let plain = Fixture::new("plain").host(|host| host.with_timeout(Duration::MAX));
    let approvals = Arc::new(approvals().with_lifetime(Duration::MAX));
    let invoker = Invoker::builder(registry([plain]))
        .unlimited()
        .concurrency(few(usize::MAX, usize::MAX).with_patience(Duration::MAX))
        .approval(Arc::clone(&approvals))
        .build()
        .unwrap();
    let surface = outside(&invoker);
    let request = approval_request(&surface, "plain").await;
    let ticket = approvals.approve(&request, &Caller::new("bob")).unwrap();
    assert_eq!(with_ticket(&surface, "plain", &ticket).await, "completed");
    assert_eq!(with_ticket(&surface, "plain", &ticket).await, "approval-required");
    assert!(invoker.shutdown(Duration::MAX).await.is_clean());
}

#[tokio::test]
async fn an_answer_does_not_say_what_it_holds_when_it_is_debugged() {
    let read = Fixture::new("read")
        .host(|host| host.with_effect(Effect::ReadOnly))
        .body(|_| async { Ok(ToolOutput::text("CANARY")) });
    let invoker = Invoker::builder(registry([Fixture::new("erase"), read])).unlimited();
    let surface = outside(&invoker.approval(Arc::new(approvals())).build().unwrap());
    let refused = call(&surface, "alice", "erase", json!({})).await.unwrap();
    let Answer::Reply(reply) = &refused else { panic!("{refused:?}") };
    let request = reply.approval_request.clone().expect("it needs approval");
    let read = call(&surface, "alice", "read", json!({})).await.unwrap();
    let Answer::Reply(reply) = &read else { panic!("{read:?}") };
    assert_eq!(reply.text(), "CANARY");
    let shown = format!("{refused:?}{read:?}");
    assert!(!shown.contains(&request) && !shown.contains("CANARY"), "{shown}");
}
