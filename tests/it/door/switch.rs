//! Switching a tool off in an incident.

use serde_json::json;
use tool_core::{Allow, Caller, Exposure, Invoker, OmissionReason, Step, Surface, testing::TestSurface};

use super::recorder::Recorder;
use crate::support::{Fixture, outside, registry};

#[tokio::test]
async fn a_tool_that_is_switched_off_is_unlisted_and_refused_at_once_and_comes_back() {
    let (export, audit) = (Fixture::new("export"), Recorder::default());
    let runs = export.runs();
    let registry = registry([export, Fixture::new("plain")]);
    let invoker = Invoker::builder(registry.clone()).unlimited().audit(audit.clone()).build().unwrap();
    let surface = outside(&invoker);
    let alice = TestSurface::new(&surface).as_caller("alice");
    let before = surface.generation();

    registry.disable("export", "incident 42: a parser bug").unwrap();
    assert!(surface.generation() > before, "listeners learn that the list is another");
    assert_eq!(alice.names(), ["plain"]);
    let refused = alice.call("export", json!({})).await;
    assert_eq!(refused.text(), "unavailable: its operator has switched this tool off");
    assert_eq!(runs.count(), 0);
    let omissions = surface.catalogue(&Caller::new("alice")).omissions;
    assert_eq!(omissions[0].reason, OmissionReason::Disabled("incident 42: a parser bug".into()));

    registry.enable("export").unwrap();
    assert_eq!(alice.names(), ["export", "plain"]);
    assert_eq!(alice.call("export", json!({})).await.text(), "ran");

    let switches = audit.switches();
    assert_eq!(switches.len(), 2);
    assert_eq!((switches[0].tool.as_str(), switches[0].enabled), ("export", false));
    assert_eq!(switches[0].reason.as_deref(), Some("incident 42: a parser bug"));
    assert!(switches[1].enabled);
    assert_eq!(audit.decisions()[0].step, Step::Enabled);
}

#[tokio::test]
async fn a_switch_tells_nobody_of_a_tool_that_was_not_theirs_to_see() {
    let internal = Fixture::new("internal").host(|host| host.with_exposure(Exposure::Internal));
    let scoped = Fixture::new("scoped").host(|host| host.with_scopes(["admin"]));
    let registry = registry([internal, scoped, Fixture::new("left_out")]);
    let invoker = Invoker::builder(registry.clone()).unlimited().build().unwrap();
    let surface = Surface::outside("outside", &invoker, Allow::only(["internal", "scoped"])).build().unwrap();
    for name in ["internal", "scoped", "left_out"] {
        registry.disable(name, "incident").unwrap();
        let answer = TestSurface::new(&surface).call(name, json!({})).await;
        assert_eq!(answer.code().as_deref(), Some("unknown-tool"), "{name}");
    }
}

#[tokio::test]
async fn a_tool_that_is_registered_anew_under_the_name_stays_off() {
    let registry = registry([Fixture::new("export")]);
    let surface = outside(&Invoker::builder(registry.clone()).unlimited().build().unwrap());
    registry.disable("export", "incident").unwrap();
    registry.update(|update| update.remove("export")).unwrap();
    registry.update(|update| update.register(Fixture::new("export"))).unwrap();
    let answer = TestSurface::new(&surface).call("export", json!({})).await;
    assert_eq!(answer.code().as_deref(), Some("unavailable"));
}

#[test]
fn a_sink_that_is_gone_is_told_nothing() {
    let (registry, audit) = (registry([Fixture::new("export")]), Recorder::default());
    let invoker = Invoker::builder(registry.clone()).unlimited().audit(audit.clone()).build().unwrap();
    drop(invoker);
    registry.disable("export", "incident").unwrap();
    assert!(audit.switches().is_empty());
}
