//! Approvals as input requests: where the host says so twice, and then as any ticket.

use std::sync::Arc;

use serde_json::json;
use tool_core::{
    Allow, Answer, BuildError, InputAnswer, InputKind, Invoker, SealedApprovals, Surface, approve_destructive,
};

use super::{Asking, Brought, Person, brought, delete, invoker, names, required, yes};
use crate::support::{project_id, reply};

const APPROVAL: &str = "tool-core/approval";

const REFUSED: &str =
    "approval-required: a person must approve this call first: this tool may overwrite or delete something";

fn sealed() -> SealedApprovals {
    SealedApprovals::new([7; 32], approve_destructive()).unwrap()
}

fn approve(answer: bool) -> InputAnswer {
    InputAnswer::accepted([("approve", answer)])
}

/// Someone at a surface that asks for approvals, and the tool.
fn desk(approvals: SealedApprovals, tool: &Asking, asks: bool) -> Person {
    let invoker = invoker([tool.clone()], |builder| builder.approval(Arc::new(approvals)));
    let surface = Surface::outside("mcp", &invoker, Allow::exposed()).target_argument(project_id());
    let surface = if asks { surface.ask_for_approval() } else { surface };
    Person::at(&surface.build().unwrap())
}

fn purge() -> Asking {
    Asking::new("purge", |_| Ok(tool_core::ToolOutput::text("purged")))
}

#[tokio::test]
async fn the_person_sees_the_whole_call_and_approves_it_once() {
    let tool = purge().host(|host| host.with_target("project"));
    let person = desk(sealed().allow_self_approval(), &tool, true);
    let call = json!({ "word": "a\u{202e}b", "project_id": "p-alice" });
    let asked = required(person.send("purge", call.clone(), Brought::default()).await);
    assert_eq!(names(&asked), [APPROVAL]);
    assert_eq!(
        asked.requests[0].message(),
        "Approve this call? this tool may overwrite or delete something\npurge about the project p-alice\n\
         {\"word\":\"a\\u{202e}b\"}"
    );
    assert_eq!(tool.begun(), 0, "nothing has begun");
    let answer = || brought(asked.state.clone(), [(APPROVAL, approve(true))]);
    assert_eq!(reply(person.send("purge", call.clone(), answer()).await).text(), "purged");
    let again = person.send("purge", call.clone(), answer()).await;
    assert_eq!(names(&required(again)), [APPROVAL], "used up: the person is asked anew");
    let other = person.send("purge", json!({ "word": "b", "project_id": "p-alice" }), answer()).await;
    assert!(matches!(other, Answer::InputState(_)), "{other:?}");
    assert_eq!(tool.begun(), 1);
}

#[tokio::test]
async fn whoever_declines_is_told_and_not_asked_again() {
    let tool = purge();
    let person = desk(sealed().allow_self_approval(), &tool, true);
    let asked = person.asked("purge").await;
    for (answer, expected) in [
        (
            InputAnswer::Declined,
            "approval-denied: this call is not approved: the person who was asked declined",
        ),
        (approve(false), "approval-denied: this call is not approved: the person who was asked declined"),
        (
            InputAnswer::Cancelled,
            "approval-denied: this call is not approved: the person who was asked did not choose",
        ),
    ] {
        let text = person.text("purge", brought(asked.state.clone(), [(APPROVAL, answer)])).await;
        assert_eq!(text, expected);
    }
    assert_eq!(tool.begun(), 0);
}

#[tokio::test]
async fn nobody_is_asked_unless_the_host_says_both_words() {
    let person = desk(sealed().allow_self_approval(), &purge(), false);
    let refused = reply(person.call("purge", Brought::default()).await);
    assert_eq!(refused.text(), REFUSED);
    assert!(refused.approval_request.is_some(), "the way through the host is open");
    let unheard = |invoker: &Invoker| {
        let surface = Surface::outside("mcp", invoker, Allow::exposed()).ask_for_approval();
        surface.build().unwrap_err().iter().map(BuildError::code).collect::<Vec<_>>()
    };
    let strict = invoker([purge()], |builder| builder.approval(Arc::new(sealed())));
    let without = invoker([purge()], |builder| builder);
    assert_eq!((unheard(&strict), unheard(&without)), (vec!["unasked-approval"], vec!["unasked-approval"]));
}

#[tokio::test]
async fn who_cannot_be_asked_and_what_cannot_be_read_is_refused_as_ever() {
    let tool = purge();
    let person = desk(sealed().allow_self_approval(), &tool, true);
    for kinds in [&[][..], &[InputKind::Url, InputKind::Sampling]] {
        assert_eq!(person.answering(kinds).text("purge", Brought::default()).await, REFUSED);
    }
    let long = person.send("purge", json!({ "word": "x".repeat(5000) }), Brought::default()).await;
    assert_eq!(reply(long).text(), REFUSED);
    assert_eq!(tool.begun(), 0);
}

#[tokio::test]
async fn a_person_who_was_not_asked_cannot_approve() {
    let tool = purge();
    let person = desk(sealed().allow_self_approval(), &tool, true);
    let unasked = person.call("purge", brought(None, [(APPROVAL, approve(true))])).await;
    let asked = required(unasked);
    assert_eq!(names(&asked), [APPROVAL]);
    let foreign = brought(asked.state, [(APPROVAL, approve(true))]);
    assert!(matches!(person.named("bob").call("purge", foreign).await, Answer::InputState(_)));
    assert_eq!(tool.begun(), 0);
}

#[tokio::test]
async fn an_approved_call_may_go_on_to_ask() {
    let tool = Asking::new("delete", delete);
    let person = desk(sealed().allow_self_approval(), &tool, true);
    let approval = person.asked("delete").await;
    let sure = required(person.call("delete", brought(approval.state, [(APPROVAL, approve(true))])).await);
    assert_eq!(names(&sure), ["sure"], "the approval was not used up by asking");
    let answer = brought(sure.state, [("sure", yes())]);
    assert_eq!(person.text("delete", answer.clone()).await, "deleted");
    let replayed = required(person.call("delete", answer).await);
    assert_eq!(names(&replayed), [APPROVAL]);
}
