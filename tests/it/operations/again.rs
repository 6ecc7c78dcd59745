//! What is asked again when the turn comes: what may have changed while the work waited.

use std::sync::{
    Arc,
    atomic::{AtomicBool, AtomicUsize, Ordering},
};

use serde_json::json;
use tool_core::{
    Approval, ApprovalDecision, BoxError, Caller, EffectiveCall, InProcessQueue, Ownership, Target,
};

use super::{Held, Stage};

/// A stage on which one operation runs and keeps the others waiting.
async fn occupied(
    held: &mut Held,
    decide: impl FnOnce(tool_core::InvokerBuilder) -> tool_core::InvokerBuilder,
) -> Stage {
    let queue = Arc::new(InProcessQueue::builder().running(1.try_into().unwrap()).build());
    let tools =
        [held.operation("work", |host| host.with_target("project")), held.operation("first", |host| host)];
    let stage = Stage::with(tools, queue, decide);
    stage.start("alice", "first", json!({})).await;
    held.begun().await;
    stage
}

fn about_alices() -> serde_json::Value {
    json!({ "project_id": "p-alice", "key": "a" })
}

#[tokio::test(start_paused = true)]
async fn nothing_has_changed_and_it_runs() {
    let mut held = Held::new();
    let stage = occupied(&mut held, |builder| builder).await;
    let id = stage.start("alice", "work", about_alices()).await;
    held.end_one();
    assert_eq!(held.begun().await, "a");
    held.end_one();
    assert_eq!(stage.ended("alice", &id).await["state"], "succeeded");
}

#[tokio::test(start_paused = true)]
async fn a_tool_that_was_switched_off_does_not_run() {
    let mut held = Held::new();
    let stage = occupied(&mut held, |builder| builder).await;
    let id = stage.start("alice", "work", about_alices()).await;
    stage.invoker().registry().disable("work", "incident 42").unwrap();
    held.end_one();
    let ended = stage.ended("alice", &id).await;
    assert_eq!((&ended["state"], &ended["code"]), (&json!("failed"), &json!("unavailable")));
    assert_eq!(ended["text"], "its operator has switched this tool off");
    assert!(held.none_begun());
}

#[tokio::test(start_paused = true)]
async fn a_tool_that_has_gone_does_not_run() {
    let mut held = Held::new();
    let stage = occupied(&mut held, |builder| builder).await;
    let id = stage.start("alice", "work", about_alices()).await;
    stage.invoker().registry().update(|update| update.remove("work")).unwrap();
    held.end_one();
    assert_eq!(stage.ended("alice", &id).await["code"], "unknown-tool");
    assert!(held.none_begun());
}

#[tokio::test(start_paused = true)]
async fn arguments_that_do_not_fit_any_more_are_refused() {
    let mut held = Held::new();
    let stage = occupied(&mut held, |builder| builder).await;
    let id = stage.start("alice", "work", about_alices()).await;
    let stricter = json!({
        "type": "object",
        "properties": { "key": { "type": "integer", "description": "A number now." } },
        "additionalProperties": false
    });
    let tool = held.operation("work", |host| host.with_target("project")).input(stricter);
    stage
        .invoker()
        .registry()
        .update(|update| {
            update.remove("work");
            update.register(tool);
        })
        .unwrap();
    held.end_one();
    let ended = stage.ended("alice", &id).await;
    assert_eq!(ended["code"], "invalid-arguments");
    assert_eq!(ended["text"], "/key: expected an integer, found a string");
    assert!(held.none_begun());
}

/// Everything is everybody's, until it is given away.
struct GivenAway(Arc<AtomicBool>);

#[tool_core::async_trait]
impl Ownership for GivenAway {
    async fn resolve(&self, _: &Caller, target: &Target) -> Result<Option<Target>, BoxError> {
        Ok((!self.0.load(Ordering::SeqCst)).then(|| target.clone()))
    }
}

#[tokio::test(start_paused = true)]
async fn a_target_that_is_not_the_callers_any_more_is_not_touched() {
    let mut held = Held::new();
    let given_away = Arc::new(AtomicBool::new(false));
    let ownership = GivenAway(Arc::clone(&given_away));
    let stage = occupied(&mut held, |builder| builder.ownership(ownership)).await;
    let id = stage.start("alice", "work", about_alices()).await;
    given_away.store(true, Ordering::SeqCst);
    held.end_one();
    let ended = stage.ended("alice", &id).await;
    assert_eq!((&ended["state"], &ended["code"]), (&json!("failed"), &json!("not-found")));
    assert_eq!(ended["text"], "no such project");
    assert!(held.none_begun());
}

/// Everything is everybody's; the second answer waits until a test lets it go.
struct Slow {
    asked: Arc<tokio::sync::Notify>,
    answers: Arc<tokio::sync::Notify>,
    times: AtomicUsize,
}

#[tool_core::async_trait]
impl Ownership for Slow {
    async fn resolve(&self, _: &Caller, target: &Target) -> Result<Option<Target>, BoxError> {
        if self.times.fetch_add(1, Ordering::SeqCst) == 1 {
            self.asked.notify_one();
            self.answers.notified().await;
        }
        Ok(Some(target.clone()))
    }
}

#[tokio::test(start_paused = true)]
async fn a_tool_that_is_switched_off_while_the_owner_is_asked_does_not_run() {
    let mut held = Held::new();
    let (asked, answers) = (Arc::new(tokio::sync::Notify::new()), Arc::new(tokio::sync::Notify::new()));
    let slow = Slow { asked: Arc::clone(&asked), answers: Arc::clone(&answers), times: AtomicUsize::new(0) };
    let tools = [held.operation("work", |host| host.with_target("project"))];
    let queue = Arc::new(InProcessQueue::builder().build());
    let stage = Stage::with(tools, queue, |builder| builder.ownership(slow));
    let id = stage.start("alice", "work", about_alices()).await;
    asked.notified().await;
    stage.invoker().registry().disable("work", "incident 42").unwrap();
    answers.notify_one();
    assert_eq!(stage.ended("alice", &id).await["code"], "unavailable");
    assert!(held.none_begun());
    let (decisions, ends) = (stage.audit.decisions(), stage.audit.ends());
    assert_eq!(decisions.len(), ends.len());
}

/// Counts how often it is asked.
struct Asked(Arc<AtomicUsize>);

#[tool_core::async_trait]
impl Approval for Asked {
    async fn decide(&self, _: &EffectiveCall<'_>) -> Result<ApprovalDecision, BoxError> {
        self.0.fetch_add(1, Ordering::SeqCst);
        Ok(ApprovalDecision::NotNeeded)
    }
}

#[tokio::test(start_paused = true)]
async fn approval_is_asked_for_once_before_the_call_is_queued() {
    let mut held = Held::new();
    let asked = Arc::new(AtomicUsize::new(0));
    let approval = Asked(Arc::clone(&asked));
    let stage = Stage::with(
        [held.operation("work", |host| host)],
        Arc::new(InProcessQueue::builder().build()),
        |builder| builder.approval(approval),
    );
    let id = stage.start("alice", "work", json!({})).await;
    assert_eq!(asked.load(Ordering::SeqCst), 1);
    held.begun().await;
    held.end_one();
    let watched = asked.load(Ordering::SeqCst);
    assert_eq!(watched, 1, "the run asked again");
    stage.ended("alice", &id).await;
}
