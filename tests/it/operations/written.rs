//! A queue that keeps nothing but text, as one outside of the process does.

use std::sync::{Arc, Mutex, OnceLock};

use serde_json::json;
use tokio_util::sync::CancellationToken;
use tool_core::{
    BoxError, Caller, Callers, HostMetadata, Invoker, Kind, LiveCall, Operation, OperationChanges,
    OperationEnd, OperationId, OperationQueue, OperationRunner, OperationState, OperationSurvey, Progress,
    QueueError, QueuedCall, Registry, Surface, Tool, ToolCall, ToolDefinition, ToolError, ToolOutput,
};

use super::reply;
use crate::support::outside;

/// The lines that a broker would carry.
#[derive(Clone, Default)]
struct Lines(Arc<Mutex<Vec<String>>>, Arc<OnceLock<OperationRunner>>);

impl Lines {
    /// Runs the next one, as a worker would.
    async fn work(&self) -> OperationEnd {
        let line = self.0.lock().unwrap().remove(0);
        let call: QueuedCall = serde_json::from_str(&line).unwrap();
        let runner = self.1.get().unwrap();
        runner.run(call, None, CancellationToken::new(), Progress::default()).await
    }
}

#[tool_core::async_trait]
impl OperationQueue for Lines {
    fn attach(&self, runner: OperationRunner) -> bool {
        self.1.set(runner).is_ok()
    }

    async fn enqueue(&self, call: QueuedCall, _: LiveCall) -> Result<Operation, QueueError> {
        self.0.lock().unwrap().push(serde_json::to_string(&call)?);
        Ok(Operation::queued(&call))
    }

    async fn get(&self, _: &str, _: &OperationId) -> Result<Option<Operation>, BoxError> {
        Ok(None)
    }

    async fn survey(&self, _: &str, _: Option<&str>) -> Result<OperationSurvey, BoxError> {
        Ok(OperationSurvey::new(Vec::new(), Vec::new(), "", false))
    }

    async fn cancel(&self, _: &str, _: &OperationId) -> Result<Option<Operation>, BoxError> {
        Ok(None)
    }

    async fn subscribe(&self, _: &str, _: &OperationId) -> Result<OperationChanges, BoxError> {
        Ok(OperationChanges::none())
    }

    async fn close(&self) -> Vec<Operation> {
        Vec::new()
    }
}

/// Says who calls, with which scopes.
struct WhoAmI;

#[tool_core::async_trait]
impl Tool for WhoAmI {
    fn definition(&self) -> ToolDefinition {
        ToolDefinition::new("who_am_i", "Says who calls.")
    }

    fn host(&self) -> HostMetadata {
        let host = HostMetadata::default().with_title("Who").with_exposure(tool_core::Exposure::Both);
        host.with_kind(Kind::Operation).with_scopes(["a"])
    }

    async fn call(&self, call: ToolCall<'_>) -> Result<ToolOutput, ToolError> {
        let caller = call.caller();
        let scopes: Vec<_> = ["a", "b", "c"].into_iter().filter(|scope| caller.has_scope(scope)).collect();
        let user = caller.extension::<&'static str>().copied();
        Ok(ToolOutput::json(json!({ "id": caller.id(), "scopes": scopes, "user": user })))
    }
}

/// Alice has the scopes that it is made with; everybody else has gone.
struct Users(&'static [&'static str]);

#[tool_core::async_trait]
impl Callers for Users {
    async fn restore(&self, owner: &str) -> Result<Option<Caller>, BoxError> {
        Ok((owner == "alice").then(|| Caller::new(owner).with_scopes(self.0.iter().copied()).with("user 7")))
    }
}

fn stage(callers: Option<Users>) -> (Surface, Lines) {
    let lines = Lines::default();
    let builder = Invoker::builder(Registry::builder(()).register(WhoAmI).build().unwrap()).unlimited();
    let builder = builder.operations(lines.clone());
    let builder = match callers {
        Some(users) => builder.callers(users),
        None => builder,
    };
    (outside(&builder.build().unwrap()), lines)
}

async fn enqueue(surface: &Surface, caller: &str) {
    let caller = Caller::new(caller).with_scopes(["a", "b"]).with("live");
    assert!(!reply(surface.call(surface.request(caller, "who_am_i", None)).await).is_error());
}

#[tokio::test]
async fn a_caller_is_found_again_with_what_it_held_then_and_holds_now() {
    let (surface, lines) = stage(Some(Users(&["a", "c"])));
    enqueue(&surface, "alice").await;
    let end = lines.work().await;
    assert_eq!(end.state, OperationState::Succeeded, "{:?}", end.text);
    assert_eq!(
        serde_json::Value::from(end.result.unwrap()),
        json!({ "id": "alice", "scopes": ["a"], "user": "user 7" })
    );
}

#[tokio::test]
async fn what_is_written_down_is_not_in_logs() {
    let (surface, lines) = stage(None);
    let caller = Caller::new("alice").with_scopes(["a"]);
    let request = surface.request(caller, "who_am_i", Some(json!({})));
    assert!(!reply(surface.call(request).await).is_error());
    let line =
        lines.0.lock().unwrap()[0].replace("\"arguments\":{}", "\"arguments\":{\"password\":\"hunter2\"}");
    let call: QueuedCall = serde_json::from_str(&line).unwrap();
    assert_eq!(call.arguments["password"], "hunter2");
    let mut operation = Operation::queued(&call);
    operation.finish(OperationEnd::new(OperationState::Failed, "gone", "hunter2 is gone"));
    assert!(!format!("{call:?} {operation:?} {:?}", operation.end).contains("hunter2"));
}

#[tokio::test]
async fn a_right_that_was_taken_away_is_gone() {
    let (surface, lines) = stage(Some(Users(&["b", "c"])));
    enqueue(&surface, "alice").await;
    let end = lines.work().await;
    assert_eq!((end.state, end.code.as_deref()), (OperationState::Failed, Some("unknown-tool")));
}

/// Returns how an operation ends whose caller is gone when its turn comes.
pub(crate) async fn without_its_caller() -> String {
    let (surface, lines) = stage(Some(Users(&["a"])));
    enqueue(&surface, "bob").await;
    let end = lines.work().await;
    assert_eq!((end.state, end.code.as_deref()), (OperationState::Failed, Some("unavailable")));
    end.text.unwrap()
}

/// Returns how an operation ends whose surface cannot be told from another when its turn comes.
pub(crate) async fn without_its_surface() -> String {
    let (surface, lines) = stage(None);
    enqueue(&surface, "alice").await;
    let twin = outside(surface.invoker());
    let end = lines.work().await;
    assert_eq!((end.state, end.code.as_deref()), (OperationState::Failed, Some("unavailable")));
    drop(twin);
    enqueue(&surface, "alice").await;
    assert_eq!(lines.work().await.state, OperationState::Succeeded);
    end.text.unwrap()
}

#[tokio::test]
async fn without_callers_the_run_has_the_id_and_the_scopes_of_the_call() {
    let (surface, lines) = stage(None);
    enqueue(&surface, "alice").await;
    let result = serde_json::Value::from(lines.work().await.result.unwrap());
    assert_eq!((&result["id"], &result["scopes"]), (&json!("alice"), &json!(["a", "b"])));
    assert!(result["user"].is_null(), "{result}");
}
