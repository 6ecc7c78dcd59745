//! The keys that decide which calls run at once, `control` and `parallelism`, as callers notice them.

use std::{num::NonZeroUsize, sync::Arc, time::Duration};

use serde_json::{Value, json};
use tokio::{
    sync::{Mutex, Semaphore, mpsc},
    task::JoinHandle,
};
use tool_core::{
    BoxError, Caller, Concurrency, Invoker, LimitError, Limits, Ownership, Registry, RegistryBuilder,
    Reservation, Target, Usage,
    testing::{TestAnswer, TestSurface},
    tool,
};

use crate::support::first_party;

/// Where calls stay until a test lets them go.
struct Desk {
    arrived: mpsc::UnboundedSender<String>,
    leave: Semaphore,
}

impl Desk {
    async fn stay(&self, who: &str) {
        self.arrived.send(who.to_owned()).unwrap();
        self.leave.acquire().await.unwrap().forget();
    }
}

/// Writes; one call at a time for each note.
#[tool(effect = read_only, parallelism = serial_by("note"))]
async fn by_note(#[state] desk: &Arc<Desk>, note: &str, text: Option<String>) {
    desk.stay(note).await;
    drop(text);
}

/// Writes; one call at a time for each project.
#[tool(effect = read_only, target = "project", parallelism = serial_by_target)]
async fn by_project(#[state] desk: &Arc<Desk>, #[context] project: &Target) {
    desk.stay(project.id()).await;
}

/// Writes; one call at a time.
#[tool(effect = read_only, parallelism = exclusive)]
async fn alone(#[state] desk: &Arc<Desk>, note: &str) {
    desk.stay(note).await;
}

/// Writes; any calls at once.
#[tool(effect = read_only, parallelism = parallel)]
async fn work(#[state] desk: &Arc<Desk>, note: &str) {
    desk.stay(note).await;
}

/// Stops something.
#[tool(control)]
async fn stop() -> &'static str {
    "stopped"
}

/// Stops something, in the other spelling.
#[tool(control = acts)]
async fn halt() -> &'static str {
    "halted"
}

/// Waits for something.
#[tool(effect = read_only, control = waits)]
async fn watch(#[state] desk: &Arc<Desk>) {
    desk.stay("a watcher").await;
}

struct Everybodys;

#[tool_core::async_trait]
impl Ownership for Everybodys {
    async fn resolve(&self, _: &Caller, target: &Target) -> Result<Option<Target>, BoxError> {
        Ok(Some(target.clone()))
    }
}

struct Exhausted;

#[tool_core::async_trait]
impl Limits for Exhausted {
    async fn reserve(&self, _: &Caller, _: &Usage<'_>) -> Result<Reservation, LimitError> {
        Err(LimitError::Exceeded { retry_after: Duration::from_mins(1) })
    }
}

/// A surface on which no call waits, and its desk.
struct Office {
    surface: TestSurface,
    desk: Arc<Desk>,
    arrivals: Mutex<mpsc::UnboundedReceiver<String>>,
}

impl Office {
    fn new(running: usize) -> Self {
        let (arrived, arrivals) = mpsc::unbounded_channel();
        let desk = Arc::new(Desk { arrived, leave: Semaphore::new(0) });
        let no_line =
            Concurrency::default().with_running(NonZeroUsize::new(running).unwrap()).with_waiting(0);
        let invoker = Invoker::builder(tools(&desk).build().unwrap()).unlimited().ownership(Everybodys);
        let surface = TestSurface::new(&first_party(&invoker.concurrency(no_line).build().unwrap()));
        Self { surface, desk, arrivals: Mutex::new(arrivals) }
    }

    /// Starts a call, and returns when it runs.
    async fn begin(&self, tool: &'static str, arguments: Value) -> (String, JoinHandle<TestAnswer>) {
        self.begin_at(self.surface.clone(), tool, arguments).await
    }

    async fn begin_at(
        &self,
        surface: TestSurface,
        tool: &'static str,
        arguments: Value,
    ) -> (String, JoinHandle<TestAnswer>) {
        let mut call = tokio::spawn(async move { surface.call(tool, arguments).await });
        let mut arrivals = self.arrivals.lock().await;
        tokio::select! {
            biased;
            who = arrivals.recv() => (who.unwrap(), call),
            answer = &mut call => panic!("{tool} does not run: {:?}", answer.unwrap().code()),
        }
    }

    /// Makes a call that must be refused while it would run beside another one.
    async fn refused(&self, surface: &TestSurface, tool: &str, arguments: Value) {
        tokio::select! {
            answer = surface.call(tool, arguments) => assert_eq!(answer.code().as_deref(), Some("busy")),
            beside = async { self.arrivals.lock().await.recv().await } => panic!("{tool} runs: {beside:?}"),
        }
    }

    async fn end(&self, call: JoinHandle<TestAnswer>) {
        self.desk.leave.add_permits(1);
        assert_eq!(call.await.unwrap().code(), None);
    }
}

fn tools(desk: &Arc<Desk>) -> RegistryBuilder<Arc<Desk>> {
    Registry::builder(Arc::clone(desk))
        .tool(by_note_tool())
        .tool(by_project_tool())
        .tool(alone_tool())
        .tool(work_tool())
        .tool(stop_tool())
        .tool(halt_tool())
        .tool(watch_tool())
}

#[tokio::test]
async fn calls_about_one_value_take_turns_and_others_do_not() {
    let office = Office::new(8);
    let (_, first) = office.begin("by_note", json!({ "note": "a" })).await;
    office.refused(&office.surface, "by_note", json!({ "note": "a", "text": "another" })).await;
    let (entered, other) = office.begin("by_note", json!({ "note": "b" })).await;
    assert_eq!(entered, "b");
    office.desk.leave.add_permits(1);
    office.end(other).await;
    assert_eq!(first.await.unwrap().code(), None);
    let (_, again) = office.begin("by_note", json!({ "note": "a" })).await;
    office.end(again).await;
}

#[tokio::test]
async fn calls_about_one_target_take_turns_and_others_do_not() {
    let office = Office::new(8);
    let (one, two) = (office.surface.clone().target("p1"), office.surface.clone().target("p2"));
    let (entered, _first) = office.begin_at(one.clone(), "by_project", json!({})).await;
    assert_eq!(entered, "p1");
    office.refused(&one, "by_project", json!({})).await;
    assert_eq!(office.begin_at(two, "by_project", json!({})).await.0, "p2");
}

#[tokio::test]
async fn an_exclusive_tool_runs_once_at_a_time_and_a_parallel_one_does_not_care() {
    let office = Office::new(8);
    let _first = office.begin("alone", json!({ "note": "a" })).await;
    office.refused(&office.surface, "alone", json!({ "note": "b" })).await;
    let _one = office.begin("work", json!({ "note": "a" })).await;
    let _two = office.begin("work", json!({ "note": "a" })).await;
}

#[tokio::test]
async fn control_runs_when_the_limit_is_used_up() {
    let (arrived, _arrivals) = mpsc::unbounded_channel();
    let desk = Arc::new(Desk { arrived, leave: Semaphore::new(1) });
    let invoker = Invoker::builder(tools(&desk).build().unwrap()).limits(Exhausted).ownership(Everybodys);
    let surface = TestSurface::new(&first_party(&invoker.build().unwrap()));
    assert_eq!(surface.call("work", json!({ "note": "a" })).await.code().as_deref(), Some("limit-exceeded"));
    assert_eq!(surface.call("stop", json!({})).await.text(), "stopped");
    assert_eq!(surface.call("halt", json!({})).await.text(), "halted");
    assert_eq!(surface.call("watch", json!({})).await.code(), None);
}

#[tokio::test]
async fn control_runs_while_the_room_is_full() {
    let office = Office::new(1);
    let (_, inside) = office.begin("work", json!({ "note": "a" })).await;
    office.refused(&office.surface, "work", json!({ "note": "b" })).await;
    assert_eq!(office.surface.call("stop", json!({})).await.text(), "stopped");
    let (_, watcher) = office.begin("watch", json!({})).await;
    assert!(!inside.is_finished());
    office.desk.leave.add_permits(1);
    office.end(watcher).await;
}

#[tokio::test]
async fn what_waits_is_counted_per_caller_and_what_acts_is_not() {
    let office = Office::new(8);
    for _ in 0..16 {
        office.begin("watch", json!({})).await;
    }
    office.refused(&office.surface, "watch", json!({})).await;
    assert_eq!(office.surface.call("stop", json!({})).await.text(), "stopped");
    office.begin_at(office.surface.clone().as_caller("bob"), "watch", json!({})).await;
}
