//! What the policy is asked about, and what becomes of a call when nobody can answer.

use std::{
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::SystemTime,
};

use serde_json::json;
use tool_core::{
    Answer, ApprovalPolicy, BoxError, Effect, EffectiveCall, Exposure, HostMetadata, Reservation,
    SealedApprovals, SpentTickets,
};

use super::{Desk, KEY, arguments, erase, sealed};
use crate::support::Fixture;

#[tokio::test]
async fn what_is_not_asked_about_runs_with_and_without_a_ticket() {
    let read_only = |host: HostMetadata| host.with_effect(Effect::ReadOnly);
    let desk = Desk::new([Fixture::new("look").host(read_only)], sealed());
    assert_eq!(desk.call("alice", "look", &json!({}), None).await.text(), "ran");
    assert_eq!(desk.call("alice", "look", &json!({}), Some("nonsense")).await.text(), "ran");
}

#[tokio::test]
async fn a_policy_or_a_store_that_cannot_answer_stops_the_call() {
    let errs =
        |_: &EffectiveCall<'_>| -> Result<Option<String>, BoxError> { Err("db.internal is gone".into()) };
    let panics = |_: &EffectiveCall<'_>| -> Result<Option<String>, BoxError> { panic!("db.internal") };
    let broken = |policy: fn(&EffectiveCall<'_>) -> Result<Option<String>, BoxError>| {
        SealedApprovals::new(KEY, policy).unwrap()
    };
    for approvals in [broken(errs), broken(panics)] {
        let (tool, runs) = erase("erase");
        let desk = Desk::new([tool], approvals);
        let answer = desk.answer("alice", "erase", &arguments(), None).await;
        let Answer::Failure(failure) = answer else { panic!("{answer:?}") };
        assert_eq!(failure.correlation().len(), 16);
        assert_eq!(runs.count(), 0);
    }

    let (tool, runs) = erase("erase");
    let desk = Desk::new([tool], sealed().with_spent_tickets(Unreachable));
    let ticket = desk.ticket("alice", "erase", &arguments()).await;
    let answer = desk.answer("alice", "erase", &arguments(), Some(&ticket)).await;
    assert!(matches!(answer, Answer::Failure(_)), "{answer:?}");
    assert_eq!(runs.count(), 0);
}

struct Unreachable;

#[tool_core::async_trait]
impl SpentTickets for Unreachable {
    async fn spend(&self, _: &str, _: SystemTime) -> Result<Option<Reservation>, BoxError> {
        Err("db.internal is gone".into())
    }
}

/// Counts how often it is asked.
struct Counting(Arc<AtomicUsize>);

impl ApprovalPolicy for Counting {
    fn reason(&self, _: &EffectiveCall<'_>) -> Result<Option<String>, BoxError> {
        self.0.fetch_add(1, Ordering::SeqCst);
        Ok(Some("it counts".into()))
    }
}

#[tokio::test]
async fn nobody_is_asked_about_what_the_caller_may_not_know_of_or_wrote_wrongly() {
    let asked = Arc::new(AtomicUsize::new(0));
    let approvals = SealedApprovals::new(KEY, Counting(Arc::clone(&asked))).unwrap();
    let inside = Fixture::new("inside").host(|host| host.with_exposure(Exposure::Internal));
    let scoped = Fixture::new("scoped").host(|host| host.with_scopes(["notes:write"]));
    let desk = Desk::new([inside, scoped, erase("erase").0], approvals);
    for name in ["no_such_tool", "inside", "scoped"] {
        let answer = desk.answer("alice", name, &json!({}), Some("ticket")).await;
        assert!(matches!(answer, Answer::UnknownTool), "{name}: {answer:?}");
    }
    for (project, text) in [("p-bob", "not-found: no such project"), ("p-none", "not-found: no such project")]
    {
        let foreign = json!({ "project_id": project, "count": 3, "word": "ü" });
        assert_eq!(desk.call("alice", "erase", &foreign, None).await.text(), text);
    }
    let wrong = json!({ "project_id": "p-alice", "count": "three", "word": "ü" });
    let refused = desk.call("alice", "erase", &wrong, None).await;
    assert_eq!(refused.code.as_deref(), Some("invalid-arguments"));
    assert_eq!(asked.load(Ordering::SeqCst), 0);
    desk.request("alice", "erase", &arguments()).await;
    assert_eq!(asked.load(Ordering::SeqCst), 1, "and about this one it is");
}
