//! Undoing what an operation did: by the tool that its own tool names, for its owner, when it has finished.

use std::time::Duration;

use serde_json::{Value, json};
use tool_core::{
    BuildError, Caller, Control, HostMetadata, InProcessQueue, Invoker, Kind, LimitError, Limits,
    OperationTools, Registry, Reply, Reservation, Surface, Usage,
};

use super::{Held, settle, structured};
use crate::support::{Fixture, Projects, outside, registering, reply};

fn takes_operation() -> Value {
    json!({
        "type": "object",
        "properties": { "operation": { "type": "string", "description": "Id of the operation." } },
        "required": ["operation"],
        "additionalProperties": false
    })
}

/// Says which operation it undid, and of which project.
fn undo_work() -> Fixture {
    Fixture::new("undo_work").input(takes_operation()).host(|host| host.with_control(Control::Acts)).body(
        |seen| async move {
            Ok(tool_core::ToolOutput::json(
                json!({ "undid": seen.arguments["operation"], "of": seen.target }),
            ))
        },
    )
}

fn undoable(host: HostMetadata) -> HostMetadata {
    host.with_undo("undo_work")
}

/// One call, and then no more.
struct Once(std::sync::atomic::AtomicBool);

#[tool_core::async_trait]
impl Limits for Once {
    async fn reserve(&self, _: &Caller, _: &Usage<'_>) -> Result<Reservation, LimitError> {
        if self.0.swap(true, std::sync::atomic::Ordering::SeqCst) {
            return Err(LimitError::Exceeded { retry_after: Duration::from_mins(1) });
        }
        Ok(Reservation::kept())
    }
}

struct Desk(Surface);

impl Desk {
    fn new(tools: impl IntoIterator<Item = Fixture>, limits: Option<Once>) -> Self {
        let queue = InProcessQueue::builder().build();
        let watch = OperationTools::new(queue.clone());
        let watching = [watch.status(), watch.wait(), watch.cancel(), watch.undo()];
        let registry = watching.into_iter().fold(registering(tools), |builder, tool| builder.register(tool));
        let builder = Invoker::builder(registry.build().unwrap()).ownership(Projects).operations(queue);
        let builder = match limits {
            Some(limits) => builder.limits(limits),
            None => builder.unlimited(),
        };
        Self(outside(&builder.build().unwrap()))
    }

    async fn call(&self, caller: &str, tool: &str, arguments: Value) -> Reply {
        reply(self.0.call(self.0.request(Caller::new(caller), tool, Some(arguments))).await)
    }

    async fn start(&self, tool: &str, arguments: Value) -> Value {
        structured(&self.call("alice", tool, arguments).await)["operation"].clone()
    }

    async fn undo(&self, caller: &str, id: &Value) -> Reply {
        self.call(caller, "undo_operation", json!({ "operation": id })).await
    }
}

#[tokio::test(start_paused = true)]
async fn one_that_has_finished_is_undone_also_by_who_is_at_the_limit() {
    let mut held = Held::new();
    let tools = [held.operation("work", undoable), undo_work()];
    let desk = Desk::new(tools, Some(Once(false.into())));
    let id = desk.start("work", json!({})).await;
    held.begun().await;
    held.end_one();
    let ended = structured(&desk.call("alice", "wait_for_operation", json!({ "operation": id })).await);
    assert_eq!((&ended["state"], &ended["undo"]), (&json!("succeeded"), &json!(true)));
    assert_eq!(desk.call("alice", "work", json!({})).await.code.as_deref(), Some("limit-exceeded"));
    let undone = structured(&desk.undo("alice", &id).await);
    assert_eq!(
        undone,
        json!({ "operation": id, "undone_by": "undo_work", "result": { "undid": id, "of": null } })
    );
}

#[tokio::test(start_paused = true)]
async fn it_is_about_the_target_of_the_operation_which_must_still_be_the_callers() {
    let mut held = Held::new();
    let work = held.operation("work", |host| undoable(host).with_target("project"));
    let desk = Desk::new([work, undo_work().host(|host| host.with_target("project"))], None);
    let id = desk.start("work", json!({ "project_id": "p-alice" })).await;
    held.begun().await;
    held.end_one();
    settle().await;
    let undone = structured(&desk.undo("alice", &id).await);
    assert_eq!(undone["result"], json!({ "undid": id, "of": "p-alice" }));
}

#[tokio::test(start_paused = true)]
async fn one_that_runs_and_one_that_cannot_be_undone_and_one_of_somebody_else_are_not() {
    let mut held = Held::new();
    let (work, undo) = (held.operation("work", undoable), undo_work());
    let runs = undo.runs();
    let desk = Desk::new([work, held.operation("for_good", |host| host), undo], None);
    let id = desk.start("work", json!({})).await;
    held.begun().await;
    assert_eq!(
        desk.undo("alice", &id).await.text(),
        "not-finished: the operation has not finished; wait for its end, or stop it with cancel_operation"
    );
    held.end_one();
    let for_good = desk.start("for_good", json!({})).await;
    held.begun().await;
    held.end_one();
    settle().await;
    let ended = structured(&desk.call("alice", "wait_for_operation", json!({ "operation": for_good })).await);
    assert_eq!(ended.get("undo"), None);
    assert_eq!(
        desk.undo("alice", &for_good).await.text(),
        "not-undoable: what this operation did cannot be undone"
    );
    for (caller, id) in [("bob", &id), ("alice", &json!("00000000000000000000000000000000"))] {
        assert_eq!(desk.undo(caller, id).await.text(), "not-found: no such operation");
    }
    assert_eq!(runs.count(), 0);
}

#[tokio::test(start_paused = true)]
async fn nobody_calls_the_tool_that_undoes_but_undo_operation() {
    let mut held = Held::new();
    let undo = undo_work().host(|host| host.with_exposure(tool_core::Exposure::Internal));
    let desk = Desk::new([held.operation("work", undoable), undo], None);
    let id = desk.start("work", json!({})).await;
    held.begun().await;
    held.end_one();
    settle().await;
    // Not its owner, and not even the owner itself: whose an operation is, the tool cannot know.
    for caller in ["bob", "alice"] {
        let request = desk.0.request(Caller::new(caller), "undo_work", Some(json!({ "operation": id })));
        assert!(matches!(desk.0.call(request).await, tool_core::Answer::UnknownTool), "{caller}");
        assert!(desk.0.listed(&Caller::new(caller), "undo_work").is_none());
    }
    let undone = structured(&desk.undo("alice", &id).await);
    assert_eq!(undone["result"]["undid"], id);
}

fn faults(tools: impl IntoIterator<Item = Fixture>) -> Vec<(&'static str, String)> {
    let Err(errors) = registering(tools).build() else { return Vec::new() };
    errors.iter().map(|fault: &BuildError| (fault.code(), without_place(&fault.to_string()))).collect()
}

/// Takes out where the tool was registered.
fn without_place(text: &str) -> String {
    let (before, after) = text.split_once(" at ").unwrap();
    format!("{before}{}", &after[after.find(' ').unwrap()..])
}

/// Returns the titles of `docs/errors.md` with the texts.
pub(crate) fn all() -> Vec<(&'static str, String)> {
    let held = Held::new();
    let work = |undo: &str| held.operation("work", |host| host.with_undo(undo));
    let only = |tools: Vec<Fixture>| {
        let mut found = faults(tools);
        assert_eq!(found.len(), 1, "{found:?}");
        found.remove(0).1
    };
    let other = || undo_work().host(|host| host.with_target("folder"));
    let more = json!({
        "type": "object",
        "properties": {
            "operation": { "type": "string", "description": "Id of the operation." },
            "really": { "type": "boolean", "description": "Whether to." }
        },
        "additionalProperties": false
    });
    vec![
        ("an undo that is not registered", only(vec![work("undo_wrok"), undo_work()])),
        (
            "an undo of a tool that is no operation",
            only(vec![Fixture::new("work").host(undoable), undo_work()]),
        ),
        (
            "an undo that is not control",
            only(vec![work("undo_work"), undo_work().host(|host| host.with_control(Control::No))]),
        ),
        ("an undo of another kind of target", only(vec![work("undo_work"), other()])),
        ("an undo that takes something else", only(vec![work("undo_work"), undo_work().input(more)])),
        ("an undo that is nowhere near", only(vec![work("take_back")])),
    ]
}

#[test]
fn what_cannot_undo_is_a_fault_of_the_build() {
    let texts: Vec<_> = all().into_iter().map(|(_, text)| text).collect();
    assert_eq!(
        texts,
        [
            "`work` is undone by `undo_wrok`, which is not registered; did you mean `undo_work`?",
            "`work` cannot be undone by `undo_work`: only operations are undone; write kind = operation, or leave undo out",
            "`work` cannot be undone by `undo_work`: who has used up a budget must still be able to undo; write control on it",
            "`work` cannot be undone by `undo_work`: it is about another kind of target; write the same one on both, or none on it",
            "`work` cannot be undone by `undo_work`: it is called with the id of the operation; let it take `operation: String` and nothing else",
            "`work` is undone by `take_back`, which is not registered; register it, or leave undo out",
        ]
    );
}

#[test]
fn under_a_namespace_the_undo_of_the_same_namespace_is_meant() {
    let held = Held::new();
    let part = registering([held.operation("work", undoable), undo_work()]).build().unwrap();
    let whole = Registry::builder(()).merge("engine", &part).build().unwrap();
    let work = whole.snapshot().get("engine::work").unwrap().host().clone();
    assert_eq!((work.undo.as_deref(), work.kind), (Some("engine::undo_work"), Kind::Operation));
}

#[test]
fn a_registry_is_not_left_without_the_undo_that_a_tool_names() {
    let held = Held::new();
    let registry = registering([held.operation("work", undoable), undo_work()]).build().unwrap();
    let errors = registry.update(|update| update.remove("undo_work")).unwrap_err();
    assert_eq!(errors.iter().map(BuildError::code).collect::<Vec<_>>(), ["unknown-undo"]);
}
