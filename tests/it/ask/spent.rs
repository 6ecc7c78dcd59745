//! What a call costs that asks: each round counts, and one that only asks gives its ticket back.

use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering},
};

use tool_core::{
    Caller, InputAnswer, LimitError, Limits, Reservation, SealedApprovals, ToolCall, ToolError, ToolOutput,
    Usage, approve_destructive,
};

use super::{Asking, Brought, Person, brought, delete, invoker, sure, yes};
use crate::support::outside;

/// Counts what is used and not given back.
#[derive(Clone, Default)]
struct Used(Arc<AtomicUsize>);

impl Used {
    fn now(&self) -> usize {
        self.0.load(Ordering::SeqCst)
    }
}

#[tool_core::async_trait]
impl Limits for Used {
    async fn reserve(&self, _: &Caller, _: &Usage<'_>) -> Result<Reservation, LimitError> {
        self.0.fetch_add(1, Ordering::SeqCst);
        let used = Arc::clone(&self.0);
        Ok(Reservation::refundable(move || {
            used.fetch_sub(1, Ordering::SeqCst);
        }))
    }
}

fn fails(call: &ToolCall<'_>) -> Result<ToolOutput, ToolError> {
    call.ask(&sure())?;
    Err(ToolError::new("failed", "it did not work"))
}

fn panics(call: &ToolCall<'_>) -> Result<ToolOutput, ToolError> {
    match call.ask(&sure()) {
        Ok(_) => panic!("a tool panics on purpose"),
        Err(asks) => Err(asks),
    }
}

#[tokio::test]
async fn each_round_counts() {
    let used = Used::default();
    for (tool, body) in [("delete", delete as super::Body), ("fails", fails), ("panics", panics)] {
        let before = used.now();
        let invoker = invoker([Asking::new(tool, body)], |builder| builder.limits(used.clone()));
        let person = Person::at(&outside(&invoker));
        let asked = person.asked(tool).await;
        assert_eq!(used.now(), before + 1, "{tool} has only asked");
        person.call(tool, brought(asked.state, [("sure", yes())])).await;
        assert_eq!(used.now(), before + 2, "{tool} has run");
        person.answering(&[]).call(tool, Brought::default()).await;
        assert_eq!(used.now(), before + 3, "{tool} has failed");
    }
}

#[tokio::test]
async fn a_ticket_is_used_up_by_the_round_that_does_something() {
    let approvals = Arc::new(SealedApprovals::new([7; 32], approve_destructive()).unwrap());
    let tool = Asking::new("delete", delete);
    let invoker = invoker([tool.clone()], |builder| builder.approval(Arc::clone(&approvals)));
    let person = Person::at(&outside(&invoker));
    let refused = crate::support::reply(person.call("delete", Brought::default()).await);
    let request = refused.approval_request.unwrap();
    let ticket = Some(approvals.approve(&request, &Caller::new("bob")).unwrap());

    let first = Brought { ticket: ticket.clone(), ..Brought::default() };
    let asked = super::required(person.call("delete", first).await);
    let unapproved = brought(asked.state.clone(), [("sure", yes())]);
    let text = person.text("delete", unapproved).await;
    assert!(text.starts_with("approval-required: "), "an answer is no approval: {text}");
    let second = Brought { ticket: ticket.clone(), ..brought(asked.state.clone(), [("sure", yes())]) };
    assert_eq!(person.text("delete", second.clone()).await, "deleted");
    let text = person.text("delete", second).await;
    assert!(text.starts_with("approval-required: "), "the ticket is used up: {text}");
    assert_eq!(tool.begun(), 2);
}

#[tokio::test]
async fn a_declined_question_is_a_run_like_any_other() {
    let used = Used::default();
    let invoker = invoker([Asking::new("delete", delete)], |builder| builder.limits(used.clone()));
    let person = Person::at(&outside(&invoker));
    let asked = person.asked("delete").await;
    person.call("delete", brought(asked.state, [("sure", InputAnswer::Declined)])).await;
    assert_eq!(used.now(), 2);
}
