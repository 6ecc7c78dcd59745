//! The records of an operation: the call that started it, and the run.

use serde_json::json;
use tool_core::{DecisionRecord, OutcomeClass, Step};

use super::{Held, Stage};
use crate::support::Fixture;

fn of<'r>(records: &'r [DecisionRecord], tool: &str) -> Vec<&'r DecisionRecord> {
    records.iter().filter(|record| record.tool.as_deref() == Some(tool)).collect()
}

#[tokio::test(start_paused = true)]
async fn the_call_and_the_run_have_a_decision_and_an_end_each() {
    let mut held = Held::new();
    let stage = Stage::new([held.operation("work", |host| host)]);
    let id = stage.start("alice", "work", json!({ "key": "a" })).await;
    held.begun().await;
    let (decisions, ends) = (stage.audit.decisions(), stage.audit.ends());
    let [call, run] = of(&decisions, "work")[..] else { panic!("{decisions:?}") };
    assert_eq!((call.step, run.step), (Step::Run, Step::Run));
    assert_eq!((call.parent, run.parent), (None, Some(call.call)));
    assert_eq!((call.caller.as_str(), run.caller.as_str()), ("alice", "alice"));
    assert_eq!((run.surface.as_str(), &run.digest), ("outside", &call.digest));
    assert_eq!(ends.len(), 1, "the run has not ended");
    assert_eq!(stage.audit.end_of(call.call).unwrap().outcome, OutcomeClass::Completed);
    held.end_one();
    stage.ended("alice", &id).await;
    assert_eq!(stage.audit.end_of(run.call).unwrap().outcome, OutcomeClass::Completed);
}

#[tokio::test(start_paused = true)]
async fn a_run_that_is_refused_has_records_too() {
    let mut held = Held::new();
    let queue = tool_core::InProcessQueue::builder().running(1.try_into().unwrap());
    let stage =
        Stage::sized([held.operation("first", |host| host), held.operation("work", |host| host)], queue);
    stage.start("alice", "first", json!({})).await;
    held.begun().await;
    let id = stage.start("alice", "work", json!({})).await;
    stage.invoker().registry().disable("work", "incident 42").unwrap();
    held.end_one();
    stage.ended("alice", &id).await;
    let decisions = stage.audit.decisions();
    let [call, run] = of(&decisions, "work")[..] else { panic!("{decisions:?}") };
    assert_eq!((run.step, run.code, run.parent), (Step::Enabled, Some("unavailable"), Some(call.call)));
    assert_eq!(stage.audit.end_of(run.call).unwrap().outcome, OutcomeClass::Refused);
}

#[tokio::test(start_paused = true)]
async fn a_full_queue_is_the_end_of_the_call() {
    let mut held = Held::new();
    let queue = tool_core::InProcessQueue::builder().running(1.try_into().unwrap()).waiting(0);
    let stage = Stage::sized([held.operation("work", |host| host)], queue);
    stage.start("alice", "work", json!({})).await;
    held.begun().await;
    assert_eq!(stage.call("alice", "work", json!({})).await.code.as_deref(), Some("busy"));
    let decisions = stage.audit.decisions();
    let refused = of(&decisions, "work")[2];
    let end = stage.audit.end_of(refused.call).unwrap();
    assert_eq!((end.outcome, end.code.as_deref()), (OutcomeClass::Refused, Some("busy")));
}

#[tokio::test(start_paused = true)]
async fn a_panic_is_a_failure_of_that_operation_alone() {
    let panics = Fixture::new("panics").host(|host| host.with_kind(tool_core::Kind::Operation));
    let panics = panics.body(|_| async { panic!("the password is hunter2") });
    let queue = tool_core::InProcessQueue::builder().running(1.try_into().unwrap());
    let stage = Stage::sized([panics], queue);
    for _ in 0..2 {
        let id = stage.start("alice", "panics", json!({})).await;
        let ended = stage.ended("alice", &id).await;
        assert_eq!((&ended["state"], &ended["code"]), (&json!("failed"), &json!("internal")));
        assert!(!ended.to_string().contains("hunter2"), "{ended}");
    }
    let (decisions, ends) = (stage.audit.decisions(), stage.audit.ends());
    assert_eq!(decisions.len(), ends.len());
}
