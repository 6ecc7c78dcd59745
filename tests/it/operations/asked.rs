//! Operations that ask their owner: what is asked and answered, by whom, how often the tool runs, and how it ends without
//! an answer.

use std::{
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use serde_json::{Value, json};
use tool_core::{
    Caller, Exposure, Field, HostMetadata, InProcessQueue, InProcessQueueBuilder, InputAnswer, InputKind,
    InputRequest, Invoker, Kind, Operation, OperationAnswer, OperationTools, Registry, Surface, Tool,
    ToolCall, ToolDefinition, ToolError, ToolOutput, testing::TestSurface,
};

use super::settle;
use crate::{
    door::recorder::Recorder,
    support::{outside, reply},
};

/// An operation that asks before it counts as done.
#[derive(Clone, Default)]
struct Asks {
    begun: Arc<AtomicUsize>,
    done: Arc<AtomicUsize>,
}

fn sure() -> InputRequest {
    InputRequest::form("sure", "Delete 3 notes?").with_field(Field::boolean("delete"))
}

fn who() -> InputRequest {
    InputRequest::form("who", "Who are you?").with_field(Field::text("name"))
}

#[tool_core::async_trait]
impl Tool for Asks {
    fn definition(&self) -> ToolDefinition {
        ToolDefinition::new("work", "Asks.").with_input_schema(json!({
            "type": "object",
            "properties": { "how": { "type": "string", "description": "What it asks." } },
            "required": ["how"],
            "additionalProperties": false
        }))
    }

    fn host(&self) -> HostMetadata {
        HostMetadata::default().with_title("Work").with_exposure(Exposure::Both).with_kind(Kind::Operation)
    }

    async fn call(&self, call: ToolCall<'_>) -> Result<ToolOutput, ToolError> {
        self.begun.fetch_add(1, Ordering::SeqCst);
        let inputs = call.inputs();
        let said = match call.arguments()["how"].as_str().unwrap() {
            "once" => inputs.ask(&sure())?.confirms("delete").to_string(),
            "both" => {
                let [sure, who] = inputs.ask_all([&sure(), &who()])?;
                format!("{} {}", sure.confirms("delete"), who.into_content()?["name"])
            }
            "until" => match inputs.ask(&who())?.into_content()?["name"].as_str() {
                Some("bob") => "bob".to_owned(),
                _ => return Err(inputs.ask_again(&who())),
            },
            how => panic!("{how}"),
        };
        self.done.fetch_add(1, Ordering::SeqCst);
        Ok(ToolOutput::text(said))
    }
}

struct Stage {
    surface: Surface,
    tool: Asks,
    audit: Recorder,
}

impl Stage {
    fn new() -> Self {
        Self::sized(InProcessQueue::builder())
    }

    fn sized(queue: InProcessQueueBuilder) -> Self {
        let (queue, tool, audit) = (queue.build(), Asks::default(), Recorder::default());
        let watch = OperationTools::new(queue.clone());
        let registry = Registry::builder(()).register(tool.clone()).register(watch.wait());
        let registry = registry.register(watch.cancel()).build().unwrap();
        let invoker = Invoker::builder(registry).unlimited().audit(audit.clone()).operations(queue);
        Self { surface: outside(&invoker.build().unwrap()), tool, audit }
    }

    /// Starts an operation whose caller can be asked; returns its id, or the code of the refusal.
    async fn start(&self, how: &str) -> Result<String, String> {
        let request = self.surface.request(Caller::new("alice"), "work", Some(json!({ "how": how })));
        let request = request.with_input_kinds([InputKind::Form]).with_operation_inputs();
        let reply = reply(self.surface.call(request).await);
        settle().await;
        reply.operation.map(|it| it.id.to_string()).ok_or_else(|| reply.code.unwrap().to_string())
    }

    async fn shown(&self, id: &str) -> Operation {
        shown(self.surface.operation(Caller::new("alice"), id).await).expect("it is hers")
    }

    async fn answer(&self, id: &str, key: &str, answer: InputAnswer) -> Operation {
        let answers = [(key.to_owned(), answer)];
        let answer = self.surface.answer_operation(Caller::new("alice"), id, answers).await;
        settle().await;
        shown(answer).expect("it is hers")
    }

    fn begun(&self) -> usize {
        self.tool.begun.load(Ordering::SeqCst)
    }
}

fn shown(answer: OperationAnswer) -> Option<Operation> {
    match answer {
        OperationAnswer::Operation(operation) => Some(*operation),
        OperationAnswer::Unknown => None,
        other => panic!("{other:?}"),
    }
}

fn keys(operation: &Operation) -> Vec<&str> {
    operation.pending.iter().map(|pending| pending.key.as_str()).collect()
}

fn yes() -> InputAnswer {
    InputAnswer::accepted([("delete", true)])
}

fn named(name: &str) -> InputAnswer {
    InputAnswer::accepted([("name", name)])
}

/// Returns state, code and text of an operation.
fn end(operation: &Operation) -> (&str, &str, &str) {
    let end = operation.end.as_ref();
    let (code, text) = end.map(|end| (end.code.as_deref(), end.text.as_deref())).unwrap_or_default();
    (operation.state.as_str(), code.unwrap_or_default(), text.unwrap_or_default())
}

#[tokio::test(start_paused = true)]
async fn it_runs_from_its_start_with_the_answer_of_its_owner() {
    let stage = Stage::new();
    let id = stage.start("once").await.unwrap();
    let waits = stage.shown(&id).await;
    assert_eq!((end(&waits), keys(&waits)), (("input-required", "", ""), vec!["sure"]));
    assert_eq!(waits.pending[0].request, sure());
    let answered = stage.answer(&id, "sure", yes()).await;
    assert_eq!((answered.state.as_str(), keys(&answered)), ("queued", vec![]));
    assert_eq!(end(&stage.shown(&id).await), ("succeeded", "", "true"));
    assert_eq!((stage.begun(), stage.tool.done.load(Ordering::SeqCst)), (2, 1));
    // The call, and each of its runs, in the records.
    let decided = stage.audit.decisions();
    let of_work =
        decided.iter().filter(|record| record.tool.as_ref().is_some_and(|tool| tool.as_str() == "work"));
    assert_eq!(of_work.count(), 3);
}

#[tokio::test(start_paused = true)]
async fn it_waits_for_the_last_of_several_answers() {
    let stage = Stage::new();
    let id = stage.start("both").await.unwrap();
    assert_eq!(keys(&stage.shown(&id).await), ["sure", "who"]);
    let half = stage.answer(&id, "sure", yes()).await;
    assert_eq!((half.state.as_str(), keys(&half)), ("input-required", vec!["who"]));
    // It was answered, and is not asked for any more.
    let same = stage.answer(&id, "sure", InputAnswer::Declined).await;
    assert_eq!((keys(&same), stage.begun()), (vec!["who"], 1));
    stage.answer(&id, "who", named("alice")).await;
    assert_eq!(end(&stage.shown(&id).await).2, "true \"alice\"");
}

#[tokio::test(start_paused = true)]
async fn an_answer_to_an_earlier_round_is_none_to_a_later_one() {
    let stage = Stage::new();
    let id = stage.start("until").await.unwrap();
    stage.answer(&id, "who", named("carol")).await;
    let again = stage.shown(&id).await;
    assert_eq!((again.state.as_str(), keys(&again)), ("input-required", vec!["who.2"]));
    assert_eq!(keys(&stage.answer(&id, "who", named("bob")).await), ["who.2"]);
    stage.answer(&id, "who.2", named("bob")).await;
    assert_eq!(end(&stage.shown(&id).await), ("succeeded", "", "bob"));
    // However patient its owner is, it asks ten times at most.
    let id = stage.start("until").await.unwrap();
    stage.answer(&id, "who", named("carol")).await;
    for round in 2..=10 {
        stage.answer(&id, &format!("who.{round}"), named("carol")).await;
    }
    assert_eq!(end(&stage.shown(&id).await).1, "input-too-many-rounds");
}

#[tokio::test(start_paused = true)]
async fn nobody_else_answers_and_nobody_else_knows() {
    let stage = Stage::new();
    let id = stage.start("once").await.unwrap();
    let foreign = stage.surface.answer_operation(Caller::new("mallory"), &id, [("sure".into(), yes())]).await;
    assert!(shown(foreign).is_none());
    settle().await;
    assert_eq!((keys(&stage.shown(&id).await), stage.begun()), (vec!["sure"], 1));
}

#[tokio::test(start_paused = true)]
async fn an_answer_that_does_not_fit_ends_it() {
    let stage = Stage::new();
    let id = stage.start("once").await.unwrap();
    stage.answer(&id, "sure", InputAnswer::accepted([("delete", "perhaps")])).await;
    assert_eq!(end(&stage.shown(&id).await).1, "invalid-input");
    // One that is too large to be looked at is no answer.
    let id = stage.start("once").await.unwrap();
    let deep = (0..300).fold(Value::Null, |inner, _| json!([inner]));
    let still = stage.answer(&id, "sure", InputAnswer::accepted([("delete", deep)])).await;
    assert_eq!(keys(&still), ["sure"]);
}

#[tokio::test(start_paused = true)]
async fn a_caller_that_does_not_answer_operations_is_not_asked() {
    let stage = Stage::new();
    let request = stage.surface.request(Caller::new("alice"), "work", Some(json!({ "how": "once" })));
    let reply = reply(stage.surface.call(request.with_input_kinds([InputKind::Form])).await);
    settle().await;
    let id = reply.operation.unwrap().id.to_string();
    assert_eq!(end(&stage.shown(&id).await).1, "input-unavailable");
}

#[tokio::test(start_paused = true)]
async fn one_that_waits_for_an_answer_is_cancelled_at_once() {
    let stage = Stage::new();
    let id = stage.start("once").await.unwrap();
    let cancelled = shown(stage.surface.cancel_operation(Caller::new("alice"), &id).await).unwrap();
    let text = "it was cancelled while it waited for an answer";
    assert_eq!(end(&cancelled), ("cancelled", "cancelled", text));
    assert_eq!(keys(&stage.answer(&id, "sure", yes()).await), Vec::<&str>::new());
    assert_eq!((stage.shown(&id).await.state.as_str(), stage.begun()), ("cancelled", 1));
}

#[tokio::test(start_paused = true)]
async fn nobody_is_waited_for_longer_than_ten_minutes() {
    let stage = Stage::new();
    let id = stage.start("once").await.unwrap();
    tokio::time::advance(Duration::from_mins(10)).await;
    assert_eq!(stage.shown(&id).await.state.as_str(), "input-required");
    tokio::time::advance(Duration::from_secs(1)).await;
    let text = "it asked, and was not answered in time; start it again";
    assert_eq!(end(&stage.shown(&id).await), ("failed", "input-state-expired", text));
    stage.answer(&id, "sure", yes()).await;
    assert_eq!(stage.begun(), 1);
}

#[tokio::test(start_paused = true)]
async fn what_waits_for_answers_counts_as_waiting() {
    let stage = Stage::sized(
        InProcessQueue::builder().running_per_caller(1.try_into().unwrap()).waiting_per_caller(2),
    );
    let first = stage.start("once").await.unwrap();
    stage.start("once").await.unwrap();
    assert_eq!(stage.start("once").await.unwrap_err(), "busy");
    stage.answer(&first, "sure", yes()).await;
    stage.start("once").await.expect("one has ended");
}

#[tokio::test(start_paused = true)]
async fn a_service_that_stops_gives_it_up() {
    let stage = Stage::new();
    let id = stage.start("once").await.unwrap();
    let report = stage.surface.invoker().shutdown(Duration::from_secs(1)).await;
    assert_eq!((report.unstarted.len(), report.is_clean()), (1, false), "{report:?}");
    stage.surface.answer_operation(Caller::new("alice"), &id, [("sure".into(), yes())]).await;
    settle().await;
    assert_eq!(stage.begun(), 1);
}

#[tokio::test(start_paused = true)]
async fn a_test_answers_what_it_asks() {
    let stage = Stage::new();
    let person = TestSurface::new(&stage.surface).with_answer("sure", yes()).with_answer("who", named("bob"));
    for (how, text) in [("once", "true"), ("both", "true \"bob\""), ("until", "bob")] {
        let started = person.call("work", json!({ "how": how })).await;
        assert_eq!(person.finished(&started).await.text(), text);
    }
    let patient = TestSurface::new(&stage.surface).with_answer("who", named("carol"));
    let started = patient.call("work", json!({ "how": "until" })).await;
    assert_eq!(patient.finished(&started).await.code().as_deref(), Some("input-too-many-rounds"));
    let nobody = TestSurface::new(&stage.surface);
    let started = nobody.call("work", json!({ "how": "once" })).await;
    assert_eq!(nobody.finished(&started).await.code().as_deref(), Some("input-unavailable"));
}

#[tokio::test(start_paused = true)]
#[should_panic(expected = "the operation asks for `who`; write with_answer(\"who\", ..)")]
async fn a_test_is_told_which_answer_it_lacks() {
    let stage = Stage::new();
    let person = TestSurface::new(&stage.surface).with_answer("sure", yes());
    let started = person.call("work", json!({ "how": "both" })).await;
    person.finished(&started).await;
}

#[tokio::test(start_paused = true)]
async fn a_test_reads_why_an_operation_failed() {
    let stage = Stage::new();
    let person = TestSurface::new(&stage.surface);
    let started = person.call("work", json!({ "how": "strangely" })).await;
    let ended = person.finished(&started).await;
    assert_eq!(ended.code().as_deref(), Some("internal"));
    assert!(ended.cause().is_some_and(|cause| cause.contains("panicked")), "{:?}", ended.cause());
    assert!(!ended.text().contains("strangely"), "{}", ended.text());
}
