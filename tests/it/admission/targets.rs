//! Whose target it is: what is asked, when, and that a missing one and a foreign one look the same.

use serde_json::json;
use tool_core::{BoxError, Caller, Effect, Invoker, testing::TestSurface};

use crate::support::{Fixture, Runs, first_party, invoker, one_word, outside, registry};

fn about_a_project() -> (Fixture, Runs) {
    let tool = Fixture::new("look")
        .host(|host| host.with_target("project").with_effect(Effect::ReadOnly))
        .input(one_word())
        .body(|seen| async move {
            Ok(tool_core::ToolOutput::text(format!("{} {}", seen.target.unwrap_or_default(), seen.arguments)))
        });
    let runs = tool.runs();
    (tool, runs)
}

#[tokio::test]
async fn a_foreign_target_and_a_missing_one_get_the_same_bytes_which_do_not_repeat_the_id() {
    let (tool, runs) = about_a_project();
    let bob = TestSurface::new(&outside(&invoker([tool]))).as_caller("bob");
    let foreign = bob.clone().target("p-alice").call("look", json!({ "word": "x" })).await;
    let missing = bob.target("p-nobody").call("look", json!({ "word": "x" })).await;
    assert_eq!(foreign.text(), "not-found: no such project");
    assert_eq!(foreign.reply(), missing.reply());
    assert_eq!(runs.count(), 0);
}

#[tokio::test]
async fn a_foreign_target_is_refused_before_the_arguments_are_looked_at() {
    let (tool, _) = about_a_project();
    let bob = TestSurface::new(&outside(&invoker([tool]))).as_caller("bob").target("p-alice");
    assert_eq!(bob.call("look", json!({ "wrod": 1 })).await.text(), "not-found: no such project");
}

#[tokio::test]
async fn the_target_is_stripped_and_handed_over_resolved() {
    let (tool, _) = about_a_project();
    let alice = TestSurface::new(&outside(&invoker([tool]))).as_caller("alice").target("p-alice");
    assert_eq!(alice.call("look", json!({ "word": "x" })).await.text(), r#"p-alice {"word":"x"}"#);
}

#[tokio::test]
async fn an_absent_or_ill_typed_target_is_an_argument_fault() {
    let (tool, runs) = about_a_project();
    let alice = TestSurface::new(&outside(&invoker([tool]))).as_caller("alice");
    for arguments in [
        json!({ "word": "x" }),
        json!({ "word": "x", "project_id": 7 }),
        json!({ "word": "x", "project_id": "" }),
    ] {
        let answer = alice.call("look", arguments).await;
        assert!(matches!(answer.code().as_deref(), Some("invalid-arguments" | "not-found")), "{answer:?}");
    }
    assert_eq!(runs.count(), 0);
}

#[tokio::test]
async fn ownership_that_cannot_answer_runs_nothing_and_says_nothing() {
    let (tool, runs) = about_a_project();
    let alice = TestSurface::new(&outside(&invoker([tool]))).as_caller("alice");
    for id in ["p-broken", "p-panics"] {
        let answer = alice.clone().target(id).call("look", json!({ "word": "x" })).await;
        assert_eq!(answer.code().as_deref(), Some("failure"));
        assert!(!format!("{:?}", answer.answer()).contains("db.internal"));
        assert!(answer.cause().is_some(), "a test reads why");
    }
    assert_eq!(runs.count(), 0);
}

#[tokio::test]
async fn a_first_party_call_without_a_target_is_told_to_choose_one() {
    let (tool, runs) = about_a_project();
    let surface = first_party(&invoker([tool]));
    let alice = TestSurface::new(&surface).as_caller("alice");
    assert_eq!(
        alice.call("look", json!({ "word": "x" })).await.text(),
        "target-missing: no project is chosen; choose one first"
    );
    assert_eq!(
        alice.target("p-alice").call("look", json!({ "word": "x" })).await.text(),
        r#"p-alice {"word":"x"}"#
    );
    assert_eq!(runs.count(), 1);
}

#[test]
fn a_target_without_ownership_is_an_error_that_names_the_tools() {
    let (tool, _) = about_a_project();
    let error = Invoker::builder(registry([tool, Fixture::new("plain")])).unlimited().build().unwrap_err();
    assert_eq!(
        error.to_string(),
        "1 fault\n- nothing says who owns the targets of `look`; call Invoker::builder(..).ownership(..)"
    );
}

#[tokio::test]
async fn a_tool_with_a_target_that_arrives_at_run_time_is_refused_without_ownership() {
    let registry = registry([]);
    let invoker = Invoker::builder(registry.clone()).unlimited().build().unwrap();
    let surface = outside(&invoker);
    let (tool, runs) = about_a_project();
    registry.update(|update| update.register(tool)).unwrap();
    let answer = TestSurface::new(&surface)
        .as_caller("alice")
        .target("p-alice")
        .call("look", json!({ "word": "x" }))
        .await;
    assert_eq!(answer.code().as_deref(), Some("failure"));
    assert_eq!(runs.count(), 0);
}

/// Remembers the ids that it was asked about.
#[derive(Clone, Default)]
struct Asked(std::sync::Arc<std::sync::Mutex<Vec<String>>>);

#[tool_core::async_trait]
impl tool_core::Ownership for Asked {
    async fn resolve(
        &self,
        _: &Caller,
        target: &tool_core::Target,
    ) -> Result<Option<tool_core::Target>, BoxError> {
        self.0.lock().unwrap().push(target.id().to_owned());
        Ok(None)
    }
}

#[tokio::test]
async fn ownership_is_asked_about_ids_that_the_schema_admits_and_no_other() {
    let (tool, _) = about_a_project();
    let asked = Asked::default();
    let invoker = Invoker::builder(registry([tool])).unlimited().ownership(asked.clone()).build().unwrap();
    let surface = TestSurface::new(&outside(&invoker));
    for id in [String::new(), "x".repeat(257), "x".repeat(256)] {
        let answer = surface.call("look", json!({ "word": "x", "project_id": id })).await;
        assert!(answer.reply().is_error());
    }
    assert_eq!(*asked.0.lock().unwrap(), ["x".repeat(256)]);
}
