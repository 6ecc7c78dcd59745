//! Many calls at once that are dropped, cancelled, late, in panic, and stopped in the middle: what holds for each of them.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex},
    time::Duration,
};

use serde_json::json;
use tokio::{task::JoinHandle, time::sleep};
use tokio_util::sync::CancellationToken;
use tool_core::{
    AuditSink, BoxError, CallId, Caller, DecisionRecord, Effect, EndRecord, Exposure, HostMetadata, Invoker,
    OutcomeClass, Parallelism, Registry, Surface, SwitchRecord, Tool, ToolCall, ToolDefinition, ToolError,
    ToolOutput,
};

use super::{Fan, few, turns};
use crate::{door::call, support::outside};

/// Keeps how often each call was decided, and what it ended as.
#[derive(Clone, Default)]
struct Pairs(Arc<Mutex<HashMap<CallId, Pair>>>);

/// One call as it is recorded.
#[derive(Default)]
struct Pair {
    decisions: usize,
    ends: Vec<OutcomeClass>,
}

#[tool_core::async_trait]
impl AuditSink for Pairs {
    async fn decision(&self, record: DecisionRecord) -> Result<(), BoxError> {
        self.0.lock().unwrap().entry(record.call).or_default().decisions += 1;
        tokio::task::yield_now().await;
        Ok(())
    }

    fn end(&self, record: EndRecord) {
        let mut calls = self.0.lock().unwrap();
        let pair = calls.entry(record.call).or_default();
        assert_eq!(pair.decisions, 1, "it is decided before it ends");
        pair.ends.push(record.outcome);
    }

    fn switched(&self, _: SwitchRecord) {}
}

impl Pairs {
    /// Asserts that each call has one decision and one end; returns how many calls ended as each.
    fn checked(&self) -> HashMap<OutcomeClass, usize> {
        let mut outcomes = HashMap::new();
        for (call, Pair { decisions, ends }) in &*self.0.lock().unwrap() {
            assert_eq!((*decisions, ends.len()), (1, 1), "{call}: {ends:?}");
            *outcomes.entry(ends[0]).or_default() += 1;
        }
        outcomes
    }
}

/// Works for 4 ms; some of them call others, commit, panic or are late.
struct Works {
    name: &'static str,
    effect: Effect,
    commits: bool,
}

#[tool_core::async_trait]
impl Tool for Works {
    fn definition(&self) -> ToolDefinition {
        ToolDefinition::new(self.name, "Works.")
    }

    fn host(&self) -> HostMetadata {
        let host = HostMetadata::default().with_title("Works").with_exposure(Exposure::Both);
        let host = host.with_effect(self.effect);
        if self.name == "late" { host.with_timeout(Duration::from_millis(1)) } else { host }
    }

    async fn call(&self, call: ToolCall<'_>) -> Result<ToolOutput, ToolError> {
        let commit = self.commits.then(|| call.commit_point());
        for step in 0..4 {
            sleep(Duration::from_millis(1)).await;
            if step == 1 && self.name.starts_with("calls") {
                let _ = tokio::join!(call.invoke("adds", json!({})), call.invoke("panics", json!({})));
            }
            if let Some(commit) = commit.as_ref().filter(|_| step == 2) {
                commit.reach()?;
                assert_ne!(self.name, "panics", "on purpose");
            }
        }
        Ok(ToolOutput::empty())
    }
}

const NAMES: [&str; 7] = ["reads", "adds", "panics", "late", "calls_read", "calls_write", "no_such_tool"];

fn works() -> Registry {
    let works = |name, effect, commits| Works { name, effect, commits };
    Registry::builder(())
        .register(works("reads", Effect::ReadOnly, false))
        .register(works("adds", Effect::Additive, false))
        .register(works("panics", Effect::Destructive, true))
        .register(works("late", Effect::Destructive, true))
        .register(works("calls_read", Effect::ReadOnly, false))
        .register(works("calls_write", Effect::Destructive, true))
        .build()
        .unwrap()
}

/// Makes so many calls at once. A third of them is dropped, a third is cancelled, each after another while.
fn storm(surface: &Surface, calls: usize) -> Vec<JoinHandle<()>> {
    let start = |number: usize| {
        let token = CancellationToken::new();
        let (name, caller) = (NAMES[number % NAMES.len()], Caller::new(format!("caller-{}", number % 5)));
        let request = surface.request(caller, name, None).with_cancellation(token.clone());
        let surface = surface.clone();
        let running = tokio::spawn(async move { surface.call(request).await });
        tokio::spawn(async move {
            // What comes when has no factor in common with what kind of call it is.
            sleep(Duration::from_millis(u64::try_from(number / 5 % 6).unwrap())).await;
            turns(number % 11).await;
            match number % 3 {
                0 => running.abort(),
                1 => token.cancel(),
                _ => {}
            }
            let _ = running.await;
        })
    };
    (0..calls).map(start).collect()
}

/// How a storm comes to its end.
#[derive(Clone, Copy)]
enum End {
    DroppedRuntime,
    OfItself,
    Shutdown,
}

fn stormed(end: End, after: Duration) -> HashMap<OutcomeClass, usize> {
    let runtime =
        tokio::runtime::Builder::new_current_thread().enable_time().start_paused(true).build().unwrap();
    let (few, audit) = (few(80, 100).with_patience(Duration::from_millis(3)), Pairs::default());
    let builder = Invoker::builder(works()).unlimited().concurrency(few);
    let invoker = builder.audit(audit.clone()).build().unwrap();
    let calls = runtime.block_on(async {
        let calls = storm(&outside(&invoker), 300);
        sleep(after).await;
        calls
    });
    let all_end = async {
        for running in calls {
            running.await.unwrap();
        }
    };
    match end {
        End::DroppedRuntime => drop(all_end),
        End::OfItself => {
            runtime.block_on(all_end);
            assert!(runtime.block_on(invoker.shutdown(Duration::from_secs(5))).is_clean());
        }
        End::Shutdown => {
            runtime.block_on(invoker.shutdown(Duration::ZERO));
            runtime.block_on(all_end);
        }
    }
    drop((runtime, invoker));
    audit.checked()
}

#[test]
fn each_decision_has_one_end_however_the_calls_go() {
    use OutcomeClass::{Cancelled, Completed, Failed, Refused, Unknown};
    let outcomes = stormed(End::OfItself, Duration::ZERO);
    for every in [Cancelled, Completed, Failed, Refused] {
        assert!(outcomes.contains_key(&every), "a storm has all of it: {outcomes:?}");
    }
    for after in 1..=6 {
        let after = Duration::from_millis(after);
        stormed(End::Shutdown, after);
        let outcomes = stormed(End::DroppedRuntime, after);
        assert!(outcomes.contains_key(&Unknown), "some were writing: {outcomes:?}");
    }
}

#[tokio::test(start_paused = true)]
async fn exclusive_tools_that_call_each_other_end_without_waiting_for_each_other() {
    let fan =
        |name, inner| Fan::new(name, inner, 2).host(|host| host.with_parallelism(Parallelism::Exclusive));
    let registry =
        Registry::builder(()).register(fan("a", "b")).register(fan("b", "c")).register(fan("c", "a"));
    let invoker =
        Invoker::builder(registry.build().unwrap()).unlimited().concurrency(few(2, 200)).build().unwrap();
    let surface = outside(&invoker);
    let before = tokio::time::Instant::now();
    let calls: Vec<_> =
        (0..90).map(|number| call(&surface, "alice", ["a", "b", "c"][number % 3], json!({}))).collect();
    for running in calls {
        running.await.unwrap();
    }
    assert_eq!(before.elapsed(), Duration::ZERO, "no call waited for the clock");
    assert!(invoker.shutdown(Duration::from_secs(1)).await.is_clean());
}
