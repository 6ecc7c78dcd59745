//! A tool that is off does not run, whenever it was switched off, and neither does one that nobody decided about.

use std::sync::{Arc, Mutex, mpsc};

use serde_json::json;
use tool_core::{
    AuditSink, BoxError, Control, DecisionRecord, EndRecord, Invoker, Registry, SwitchRecord,
    testing::TestSurface,
};

use super::SlowHost;
use crate::{
    door::{call, code},
    support::{Fixture, outside, registry},
};

#[tokio::test(start_paused = true)]
async fn a_tool_that_goes_while_its_call_is_decided_does_not_run() {
    for step in ["owned", "limits", "approval", "audit"] {
        for (goes, expected) in [("disabled", "unavailable"), ("removed", "unknown-tool")] {
            let export = Fixture::new("export").host(|host| host.with_target("project"));
            let (runs, host) = (export.runs(), SlowHost::default());
            let registry = registry([export]);
            let builder = Invoker::builder(registry.clone());
            let builder = match step {
                "owned" => builder.unlimited().ownership(host.clone()),
                "limits" => builder.limits(host.clone()).ownership(crate::support::Projects),
                "approval" => builder.unlimited().ownership(crate::support::Projects).approval(host.clone()),
                _ => builder.unlimited().ownership(crate::support::Projects).audit(host.clone()),
            };
            let surface = outside(&builder.build().unwrap());
            let running = call(&surface, "alice", "export", json!({ "project_id": "p-alice" }));
            host.asked.notified().await;
            match goes {
                "disabled" => registry.disable("export", "incident 42").unwrap(),
                _ => registry.update(|update| update.remove("export")).unwrap(),
            };
            host.may_answer.notify_one();
            let answer = running.await.unwrap();
            assert_eq!((code(&answer), runs.count()), (expected, 0), "{goes} at the step `{step}`");
        }
    }
}

#[tokio::test]
async fn a_tool_that_is_off_is_off_in_the_registry_that_takes_it() {
    let export = Fixture::new("export");
    let (runs, inner) = (export.runs(), registry([export]));
    inner.disable("export", "incident 42").unwrap();
    let whole = Registry::builder(()).merge("billing", &inner).build().unwrap();
    let surface = TestSurface::new(&outside(&Invoker::builder(whole).unlimited().build().unwrap()));
    assert!(surface.names().is_empty());
    assert_eq!(surface.call("billing__export", json!({})).await.code().as_deref(), Some("unavailable"));
    assert_eq!(runs.count(), 0);
}

#[tokio::test]
async fn a_tool_that_comes_later_and_needs_what_nobody_decided_does_not_run() {
    let stop = Fixture::new("stop").host(|host| host.with_control(Control::Acts));
    let registry = registry([stop]);
    // Control needs neither limits nor ownership, so there are none.
    let invoker = Invoker::builder(registry.clone()).build().unwrap();
    let surface = outside(&invoker);
    let late = Fixture::new("late");
    let owned = Fixture::new("owned").host(|host| host.with_target("project"));
    let runs = [late.runs(), owned.runs()];
    registry
        .update(|update| {
            update.register(late);
            update.register(owned);
        })
        .unwrap();
    for (name, arguments) in [("late", json!({})), ("owned", json!({ "project_id": "p-alice" }))] {
        let answer = call(&surface, "alice", name, arguments).await.unwrap();
        assert_eq!(code(&answer), "failure", "{name}");
    }
    assert!(runs.iter().all(|runs| runs.count() == 0));
}

/// Switches `two` off when `one` is.
struct Follows(Registry, Arc<Mutex<Vec<String>>>);

#[tool_core::async_trait]
impl AuditSink for Follows {
    async fn decision(&self, _: DecisionRecord) -> Result<(), BoxError> {
        Ok(())
    }

    fn end(&self, _: EndRecord) {}

    fn switched(&self, record: SwitchRecord) {
        if record.tool == "one" {
            self.0.disable("two", "goes with one").unwrap();
        }
        self.1.lock().unwrap().push(record.tool);
    }
}

#[test]
fn a_sink_may_answer_a_switch_with_a_switch() {
    let registry = registry([Fixture::new("one"), Fixture::new("two")]);
    let told = Arc::<Mutex<Vec<_>>>::default();
    let follows = Follows(registry.clone(), Arc::clone(&told));
    let invoker = Invoker::builder(registry.clone()).unlimited().audit(follows).build().unwrap();
    let (ended, end) = mpsc::channel();
    // In a thread of its own: one that waits for itself would never say so.
    std::thread::spawn(move || {
        registry.disable("one", "incident 42").unwrap();
        ended.send(()).unwrap();
    });
    assert!(end.recv_timeout(std::time::Duration::from_secs(10)).is_ok(), "it waits for itself");
    assert!(TestSurface::new(&outside(&invoker)).names().is_empty());
    assert_eq!(*told.lock().unwrap(), ["two", "one"]);
}
