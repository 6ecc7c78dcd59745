//! Who asks leaves a record: through the wrong surface, and also when nobody waits for the answer.

use serde_json::json;
use tool_core::{Caller, Invoker, OutcomeClass, Step, ToolError};
use tool_mcp::{Handler, ServerIdentity};

use super::SlowHost;
use crate::{
    door::{code, recorder::Recorder, settle},
    mcp_fixture::{self, legacy, modern},
    mcp_http::{mount_of, post},
    support::{Fixture, outside, registry},
};

#[tokio::test]
async fn a_request_that_another_surface_made_is_refused_and_recorded() {
    let (plain, audit) = (Fixture::new("plain"), Recorder::default());
    let runs = plain.runs();
    let invoker = Invoker::builder(registry([plain])).unlimited().audit(audit.clone()).build().unwrap();
    let (one, other) = (outside(&invoker), outside(&invoker));
    let answer = other.call(one.request(Caller::new("mallory"), "plain", None)).await;
    assert_eq!((code(&answer), runs.count()), ("unknown-tool", 0));
    let decisions = audit.decisions();
    assert_eq!(decisions.len(), 1);
    assert_eq!((decisions[0].caller.as_str(), decisions[0].step), ("mallory", Step::Exists));
    assert_eq!(audit.end_of(decisions[0].call).unwrap().outcome, OutcomeClass::Refused);
}

/// A server that looks projects up at a host that does not answer.
fn slow_lookup() -> (Handler, SlowHost, Recorder) {
    let (host, audit) = (SlowHost::default(), Recorder::default());
    let look = Fixture::new("look").host(|host| host.with_target("project"));
    let builder = Invoker::builder(registry([look])).unlimited().ownership(host.clone());
    let surface = outside(&builder.audit(audit.clone()).build().unwrap());
    (Handler::new(surface, ServerIdentity::new("test", "0")), host, audit)
}

/// Asserts that so many lookups were recorded, as ones that nobody waited for.
fn assert_recorded(audit: &Recorder, lookups: usize) {
    let decisions = audit.decisions();
    assert_eq!(decisions.len(), lookups);
    for decision in decisions {
        assert_eq!((decision.tool.as_deref(), decision.step), (Some("look"), Step::Owned));
        assert_eq!(decision.code, Some("cancelled"));
        assert_eq!(audit.end_of(decision.call).unwrap().outcome, OutcomeClass::Cancelled);
    }
}

#[tokio::test(start_paused = true)]
async fn a_client_that_hangs_up_while_the_host_is_asked_is_recorded() {
    let (handler, host, audit) = slow_lookup();
    for lookups in 1..=4 {
        let form = if lookups % 2 == 0 { legacy } else { modern };
        let call = mcp_fixture::call("look", json!({ "project_id": "p-guess" }));
        let (handler, message) = (handler.clone(), form("tools/call", call));
        let running = tokio::spawn(async move { handler.handle(message, Caller::new("mallory")).await });
        host.asked.notified().await;
        running.abort();
        assert!(running.await.unwrap_err().is_cancelled());
        settle().await;
        assert_recorded(&audit, lookups);
    }
}

#[tokio::test(start_paused = true)]
async fn a_client_that_closes_its_connection_while_the_host_is_asked_is_recorded() {
    let (handler, host, audit) = slow_lookup();
    let mount = mount_of(handler);
    for lookups in 1..=4 {
        let form = if lookups % 2 == 0 { legacy } else { modern };
        let call = mcp_fixture::call("look", json!({ "project_id": "p-guess" }));
        let (mount, request) = (mount.clone(), post(&form("tools/call", call)));
        let running = tokio::spawn(async move { mount.respond(request).await.status() });
        host.asked.notified().await;
        running.abort();
        assert!(running.await.unwrap_err().is_cancelled());
        settle().await;
        assert_recorded(&audit, lookups);
    }
}

#[tokio::test]
async fn a_code_that_is_none_carries_nothing_into_the_records() {
    // A code is made of words in small letters, with 64 letters at most.
    let long = "canary-".repeat(9) + "canary";
    let codes = ["no such row: CANARY", "CANARY", "canary secret", "-canary", &long];
    for stated in codes {
        let (audit, code) = (Recorder::default(), stated.to_owned());
        let fails = Fixture::new("fails").body(move |_| {
            let error = ToolError::new(code.clone(), "it failed");
            async { Err(error) }
        });
        let invoker = Invoker::builder(registry([fails])).unlimited().audit(audit.clone()).build().unwrap();
        let surface = outside(&invoker);
        surface.call(surface.request(Caller::new("alice"), "fails", None)).await;
        let ends = audit.ends();
        assert_eq!((ends.len(), ends[0].code.as_deref()), (1, Some("other")), "{stated}");
        let all = format!("{ends:?}{:?}", audit.decisions());
        assert!(!all.to_lowercase().contains("canary"), "{all}");
    }
}
