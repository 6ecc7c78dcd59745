//! What a function takes from the call.

use std::sync::{Arc, Mutex};

use serde_json::json;
use tokio_util::sync::CancellationToken;
use tool_core::{
    BoxError, Caller, FromCall, Invoker, Ownership, Progress, Registry, Target, ToolCall, ToolError,
    testing::TestSurface, tool,
};

use super::surface;
use crate::support::{first_party, reply};

#[derive(Clone, Debug, PartialEq)]
struct UserId(u64);

impl<'a> FromCall<'a> for UserId {
    fn from_call(call: &'a ToolCall<'a>) -> Result<Self, ToolError> {
        call.caller().extension().cloned().ok_or_else(|| ToolError::new("no-user", "sign in first"))
    }
}

#[derive(Clone)]
struct ProjectId(String);

impl<'a> FromCall<'a> for &'a ProjectId {
    fn from_call(call: &'a ToolCall<'a>) -> Result<Self, ToolError> {
        call.target_as()
    }
}

struct RequestId(u32);

impl<'a> FromCall<'a> for &'a RequestId {
    fn from_call(call: &'a ToolCall<'a>) -> Result<Self, ToolError> {
        call.extension()
    }
}

/// Takes everything that is ready to take.
#[tool]
async fn ready(
    #[context] call: &ToolCall<'_>,
    #[context] caller: &Caller,
    #[context] owned_caller: Caller,
    #[context] cancellation: &CancellationToken,
    #[context] owned_cancellation: CancellationToken,
    #[context] progress: &Progress,
    #[context] owned_progress: Progress,
    word: String,
) -> String {
    tokio::task::yield_now().await;
    progress.report(1.0, Some(2.0), None);
    owned_progress.report(2.0, Some(2.0), Some("done"));
    let tokens = (cancellation.is_cancelled(), owned_cancellation.is_cancelled());
    format!("{} {} {} {tokens:?} {word}", call.tool(), caller.id(), owned_caller.id())
}

#[tokio::test]
async fn the_parts_of_a_call_can_be_taken() {
    let invoker = Invoker::builder(Registry::builder(()).tool(ready_tool()).build().unwrap())
        .unlimited()
        .build()
        .unwrap();
    let surface = first_party(&invoker);
    let seen = Arc::new(Mutex::new(Vec::new()));
    let reports = Arc::clone(&seen);
    let progress = Progress::new(move |update| reports.lock().unwrap().push(update.message));
    let request = surface.request(Caller::new("alice"), "ready", Some(json!({ "word": "w" })));
    let reply = reply(surface.call(request.with_progress(progress)).await);
    assert_eq!(reply.text(), "ready alice alice (false, false) w");
    assert_eq!(*seen.lock().unwrap(), [None, Some("done".to_owned())]);
}

/// Takes types of the host.
#[tool(target = "project")]
fn hosts_own(#[context] user: UserId, #[context] project: &ProjectId, #[context] target: &Target) -> String {
    format!("{} {} {}", user.0, project.0, target.id())
}

struct Projects;

#[tool_core::async_trait]
impl Ownership for Projects {
    async fn resolve(&self, _: &Caller, target: &Target) -> Result<Option<Target>, BoxError> {
        Ok(Some(target.clone().with(ProjectId(format!("resolved {}", target.id())))))
    }
}

#[tokio::test]
async fn a_host_takes_values_of_its_own_types() {
    // The function goes on being called with plain values.
    assert_eq!(hosts_own(UserId(1), &ProjectId("p".to_owned()), &Target::new("project", "p")), "1 p p");

    let registry = Registry::builder(()).tool(hosts_own_tool()).build().unwrap();
    let invoker = Invoker::builder(registry).unlimited().ownership(Projects).build().unwrap();
    let surface = first_party(&invoker);
    let surface = TestSurface::new(&surface).target("p7");
    let alice = surface.clone().with_caller(Caller::new("alice").with(UserId(7)));
    assert_eq!(alice.call("hosts_own", json!({})).await.text(), "7 resolved p7 p7");
    let nobody = surface.as_caller("nobody").call("hosts_own", json!({})).await;
    assert_eq!(nobody.text(), "no-user: sign in first");
}

/// Takes what middleware set.
#[tool(blocking)]
fn of_request(#[context] request: &RequestId, #[context] caller: &Caller) -> String {
    format!("{} {}", request.0, caller.id())
}

#[tokio::test]
async fn what_middleware_set_reaches_a_blocking_body() {
    let invoker = Invoker::builder(Registry::builder(()).tool(of_request_tool()).build().unwrap())
        .unlimited()
        .build()
        .unwrap();
    let surface = first_party(&invoker);
    let request = || surface.request(Caller::new("alice"), "of_request", None);
    let set = reply(surface.call(request().with_extension(RequestId(5))).await);
    assert_eq!(set.text(), "5 alice");
    let unset = reply(surface.call(request()).await);
    assert_eq!(unset.code.as_deref(), Some("internal"), "the host forgot to set it");
}

/// Takes a target that it does not name.
#[tool]
fn forgetful(#[context] target: Target) -> String {
    target.id().to_owned()
}

#[tokio::test]
async fn a_target_that_the_tool_does_not_name_is_a_fault_of_the_host() {
    let surface = surface(Registry::builder(()).tool(forgetful_tool()));
    assert_eq!(surface.call("forgetful", json!({})).await.code().as_deref(), Some("internal"));
}
