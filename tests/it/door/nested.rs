//! A tool that calls another one: the same door, the same caller, records of its own.

use std::{num::NonZeroUsize, time::Duration};

use serde_json::{Value, json};
use tool_core::{
    Concurrency, Exposure, HostMetadata, Invoker, OutcomeClass, Parallelism, Registry, Step, Tool, ToolCall,
    ToolDefinition, ToolError, ToolOutput,
    testing::{TestCall, TestSurface},
};

use super::recorder::Recorder;
use crate::support::{Fixture, Projects, one_word, outside, registry};

struct Stage {
    surface: TestSurface,
    audit: Recorder,
}

fn relay(name: &str, arguments: Value) -> Fixture {
    Fixture::new("relay").calls([(name, arguments)])
}

fn stage(tools: impl IntoIterator<Item = Fixture>) -> Stage {
    stage_with(Concurrency::default(), tools)
}

fn stage_with(concurrency: Concurrency, tools: impl IntoIterator<Item = Fixture>) -> Stage {
    let audit = Recorder::default();
    let invoker = Invoker::builder(registry(tools))
        .unlimited()
        .ownership(Projects)
        .concurrency(concurrency)
        .audit(audit.clone())
        .build()
        .unwrap();
    Stage { surface: TestSurface::new(&outside(&invoker)).as_caller("alice"), audit }
}

#[tokio::test]
async fn a_nested_call_goes_through_the_same_door_for_the_same_caller() {
    let search = Fixture::new("notes::search").input(one_word());
    let runs = search.runs();
    let Stage { surface, audit } = stage([relay("notes::search", json!({ "word": "x" })), search]);
    assert_eq!(surface.call("relay", json!({})).await.text(), "ran");
    assert_eq!(runs.count(), 1);
    let [outer, inner] = &audit.decisions()[..] else { panic!("{:?}", audit.decisions()) };
    assert_eq!((outer.tool.as_deref(), inner.tool.as_deref()), (Some("relay"), Some("notes::search")));
    assert_eq!((outer.parent, inner.parent), (None, Some(outer.call)));
    assert_eq!(inner.caller, "alice");
    for call in [outer.call, inner.call] {
        assert_eq!(audit.end_of(call).unwrap().outcome, OutcomeClass::Completed);
    }
}

#[tokio::test]
async fn a_tool_that_is_not_offered_outside_is_not_reached_through_one_that_is() {
    let internal = Fixture::new("internal").host(|host| host.with_exposure(Exposure::Internal));
    let scoped = Fixture::new("scoped").host(|host| host.with_scopes(["admin"]));
    let runs = [internal.runs(), scoped.runs()];
    let stages = [
        stage([relay("internal", json!({})), internal]),
        stage([relay("scoped", json!({})), scoped]),
        stage([relay("No such name!", json!({}))]),
    ];
    for Stage { surface, audit } in stages {
        assert_eq!(surface.call("relay", json!({})).await.text(), "unknown-tool: no such tool");
        assert!(audit.decisions()[1].code.is_some());
    }
    assert!(runs.iter().all(|runs| runs.count() == 0));
}

#[tokio::test]
async fn arguments_and_targets_of_a_nested_call_are_checked() {
    let look = || Fixture::new("look").host(|host| host.with_target("project")).input(one_word());
    let relay = |arguments| relay("look", arguments).host(|host| host.with_target("project"));
    let wrong = stage([relay(json!({ "word": 7 })), look()]);
    let answer = wrong.surface.call("relay", json!({ "project_id": "p-alice" })).await;
    assert!(answer.text().starts_with("invalid-arguments: /word:"), "{}", answer.text());

    let foreign = stage([relay(json!({ "word": "x", "project_id": "p-bob" })), look()]);
    let answer = foreign.surface.call("relay", json!({ "project_id": "p-alice" })).await;
    assert_eq!(answer.text(), "not-found: no such project");

    // The project that the outer call is about is what the inner one is about, unless it says otherwise.
    let inherited = stage([relay(json!({ "word": "x" })), look()]);
    let answer = inherited.surface.call("relay", json!({ "project_id": "p-alice" })).await;
    assert_eq!(answer.text(), "ran");
}

#[tokio::test]
async fn tools_that_call_each_other_end() {
    let Stage { surface, audit } = stage([relay("relay", json!({}))]);
    let answer = surface.call("relay", json!({})).await;
    assert_eq!(answer.code().as_deref(), Some("nested-too-deep"));
    let decisions = audit.decisions();
    assert_eq!(decisions.len(), 10, "eight nested ones ran, the ninth was refused");
    assert_eq!(decisions.last().unwrap().step, Step::Room);
}

#[tokio::test(start_paused = true)]
async fn a_nested_call_needs_no_room_of_its_own_and_never_waits_for_itself() {
    let one = Concurrency::default().with_running(NonZeroUsize::MIN);
    let twice = Fixture::new("relay").calls([("plain", json!({})), ("plain", json!({}))]);
    let Stage { surface, .. } = stage_with(one, [twice, Fixture::new("plain")]);
    assert_eq!(surface.call("relay", json!({})).await.text(), "ran");

    let relay = relay("relay", json!({})).host(|host| host.with_parallelism(Parallelism::Exclusive));
    let Stage { surface, .. } = stage([relay]);
    let before = tokio::time::Instant::now();
    assert_eq!(surface.call("relay", json!({})).await.code().as_deref(), Some("busy"));
    assert_eq!(before.elapsed(), Duration::ZERO);
}

#[tokio::test(start_paused = true)]
async fn a_call_makes_16_calls_at_once_and_no_more() {
    struct Fan;

    #[tool_core::async_trait]
    impl Tool for Fan {
        fn definition(&self) -> ToolDefinition {
            ToolDefinition::new("fan", "Calls many at once.")
        }

        fn host(&self) -> HostMetadata {
            HostMetadata::default().with_title("Fan").with_exposure(Exposure::Both)
        }

        async fn call(&self, call: ToolCall<'_>) -> Result<ToolOutput, ToolError> {
            let mut inside: Vec<_> = (0..16).map(|_| Box::pin(call.invoke("wait", json!({})))).collect();
            for waiting in &mut inside {
                assert!(poll_once(waiting.as_mut()).await.is_none());
            }
            // The seventeenth is refused at once; one that were let in would wait for ever.
            let another = tokio::time::timeout(Duration::from_secs(1), call.invoke("wait", json!({})));
            another.await.map_err(|_| ToolError::new("let-in", "it was let in"))?.into_result()
        }
    }

    /// Polls once.
    async fn poll_once<F: Future>(mut future: std::pin::Pin<&mut F>) -> Option<F::Output> {
        std::future::poll_fn(|context| {
            std::task::Poll::Ready(match future.as_mut().poll(context) {
                std::task::Poll::Ready(output) => Some(output),
                std::task::Poll::Pending => None,
            })
        })
        .await
    }

    let wait = Fixture::new("wait").body(|_| std::future::pending());
    let registry = Registry::builder(()).register(Fan).register(wait).build().unwrap();
    let surface = outside(&Invoker::builder(registry).unlimited().build().unwrap());
    assert_eq!(TestSurface::new(&surface).call("fan", json!({})).await.code().as_deref(), Some("busy"));
}

#[tokio::test]
async fn a_lent_call_has_no_door() {
    let call = TestCall::new(tool_core::Caller::new("alice"));
    let outcome = call.lend(async |call: &ToolCall<'_>| call.invoke("anything", json!({})).await).await;
    assert_eq!(outcome.into_result().unwrap_err().code(), "unknown-tool");
}
