//! Mistakes of callers, and what a house says that is busy or that asks somebody first.

use std::time::Duration;

use serde_json::{Value, json};
use tool_core::{
    Approval, ApprovalDecision, Available, BoxError, Caller, Concurrency, Effect, EffectiveCall, Invoker,
    Quotas, Rate, Registered, ToolError, testing::TestSurface,
};

use super::{about_a_project, compare, search};
use crate::{
    operations,
    support::{Fixture, first_party, invoker, outside, registry, reply},
};

async fn said(tool: Fixture, name: &str, arguments: Value) -> String {
    TestSurface::new(&outside(&invoker([tool]))).as_caller("alice").call(name, arguments).await.text()
}

/// Returns what a first-party caller reads that hands arguments over as text, as model providers send them.
async fn text(arguments: &str) -> String {
    let surface = first_party(&invoker([search()]));
    reply(surface.call(surface.request_text(Caller::new("alice"), "search", arguments)).await).text()
}

fn endless(effect: Effect) -> Fixture {
    let tool = Fixture::new("endless").body(|_| async { std::future::pending().await });
    tool.host(move |host| host.with_effect(effect).with_timeout(Duration::from_secs(1)))
}

#[tokio::test(start_paused = true)]
async fn call_errors() {
    let deep = (0..40).fold(json!("x"), |inner, _| json!([inner]));
    let closed = |_: &Caller, _: &Registered| -> Result<Available, BoxError> {
        Ok(Available::Unavailable("closed until 8:00".into()))
    };
    let closed = Invoker::builder(registry([Fixture::new("closed")]))
        .unlimited()
        .availability(closed)
        .build()
        .unwrap();
    let own = first_party(&invoker([about_a_project("look")]));
    let fails = Fixture::new("fails").body(|_| async { Err(ToolError::internal("why")) });
    compare(
        "When a tool is called\n",
        [
            ("a missing argument", said(search(), "search", json!({})).await),
            ("an unknown argument", said(search(), "search", json!({ "qery": "x" })).await),
            ("a value of the wrong kind", said(search(), "search", json!({ "query": 7 })).await),
            ("a value out of range", said(search(), "search", json!({ "query": "x", "limit": 0 })).await),
            ("a text that is too long", said(search(), "search", json!({ "query": "x".repeat(21) })).await),
            ("arguments that are a list", said(search(), "search", json!([])).await),
            ("arguments as text, one of them twice", text(r#"{"query": "a", "query": "b"}"#).await),
            ("arguments as text that is no JSON", text("query=a").await),
            ("arguments as text that breaks off", text(r#"{"query": "a"#).await),
            ("arguments nested too deeply", said(search(), "search", json!({ "query": deep })).await),
            (
                "somebody else's target, and one that does not exist",
                said(about_a_project("look"), "look", json!({ "project_id": "p-bob" })).await,
            ),
            ("a conversation without a target", TestSurface::new(&own).call("look", json!({})).await.text()),
            (
                "a tool that cannot be used at present",
                TestSurface::new(&outside(&closed)).call("closed", json!({})).await.text(),
            ),
            (
                "a tool that panics, or fails with an error that nobody wrote for the model",
                said(fails, "fails", json!({})).await,
            ),
            ("a read that takes too long", said(endless(Effect::ReadOnly), "endless", json!({})).await),
            ("a write that takes too long", said(endless(Effect::Additive), "endless", json!({})).await),
        ],
    );
}

/// Decides the same about every call.
struct Decides(fn() -> ApprovalDecision);

#[tool_core::async_trait]
impl Approval for Decides {
    async fn decide(&self, _: &EffectiveCall<'_>) -> Result<ApprovalDecision, BoxError> {
        Ok((self.0)())
    }
}

/// Returns what a call of `plain` says that somebody decides about.
async fn decided(decide: fn() -> ApprovalDecision) -> String {
    let invoker = Invoker::builder(registry([Fixture::new("plain")])).unlimited();
    let surface = outside(&invoker.approval(Decides(decide)).build().unwrap());
    TestSurface::new(&surface).call("plain", json!({})).await.text()
}

#[tokio::test(start_paused = true)]
async fn refusals_in_a_busy_house() {
    let hour = Rate::per_hour(1);
    let quotas = Quotas::builder().reads(hour).writes(hour).build().unwrap();
    let limited = Invoker::builder(registry([Fixture::new("plain")])).limits(quotas).build().unwrap();
    let limited = TestSurface::new(&outside(&limited)).as_caller("alice");
    limited.call("plain", json!({})).await;

    let few = Concurrency::default().with_running(std::num::NonZeroUsize::MIN).with_waiting(0);
    let full = Invoker::builder(registry([endless(Effect::ReadOnly), Fixture::new("plain")])).unlimited();
    let full = outside(&full.concurrency(few).build().unwrap());
    let running = full.call(full.request(Caller::new("alice"), "endless", Some(json!({}))));

    let off = registry([Fixture::new("plain")]);
    off.disable("plain", "incident 42").unwrap();
    let off = outside(&Invoker::builder(off).unlimited().build().unwrap());

    let stopped = outside(&invoker([Fixture::new("plain")]));
    stopped.invoker().shutdown(Duration::ZERO).await;

    let beside = TestSurface::new(&full);
    let busy = tokio::select! {
        biased;
        answer = running => panic!("{answer:?}"),
        busy = beside.call("plain", json!({})) => busy.text(),
    };
    compare(
        "When a tool is called, and not now",
        [
            ("a caller that has used up its limit", limited.call("plain", json!({})).await.text()),
            ("more calls than there is room for", busy),
            (
                "a call that somebody must approve",
                decided(|| ApprovalDecision::Needed { reason: "deletes a project".into(), request: None })
                    .await,
            ),
            (
                "a call that nobody can approve",
                decided(|| ApprovalDecision::Denied { reason: "the books are closed".into() }).await,
            ),
            (
                "a tool that its operator has switched off",
                TestSurface::new(&off).call("plain", json!({})).await.text(),
            ),
            ("a service that stops", TestSurface::new(&stopped).call("plain", json!({})).await.text()),
        ],
    );
}

#[tokio::test(start_paused = true)]
async fn operation_errors() {
    compare("When an operation is asked about", operations::errors::all().await);
}
