//! The ordered checks: what each refuses, what its answer looks like, and what it must not tell. Those of targets are
//! beside.

mod targets;

use serde_json::{Value, json};
use tool_core::{
    Allow, Available, BoxError, Caller, Exposure, Headless, Invoker, Registered, Surface,
    testing::TestSurface,
};

use crate::support::{Fixture, first_party, invoker, one_word, outside, registry, reply};

const IMPOSSIBLE: [&str; 6] = ["no_such_tool", "inside", "engine__reload", "in_chat", "soon", "elsewhere"];

/// One tool for each way of being unknown to an outside caller, and one that is not.
fn surface_with_everything_hidden() -> Surface {
    let tools = [
        Fixture::new("plain"),
        Fixture::new("inside").host(|host| host.with_exposure(Exposure::Internal)),
        Fixture::new("engine::reload"),
        Fixture::new("in_chat").host(|host| host.with_headless(Headless::Never("there is no chat".into()))),
        Fixture::new("soon").host(|host| host.with_headless(Headless::NotYet("needs a redesign".into()))),
        Fixture::new("elsewhere"),
    ];
    let allow = Allow::only(["plain", "inside", "engine::*", "in_chat", "soon"]);
    Surface::outside("outside", &invoker(tools), allow).hide_namespace("engine").build().unwrap()
}

#[tokio::test]
async fn every_hidden_name_gets_the_answer_of_a_name_that_does_not_exist() {
    let surface = TestSurface::new(&surface_with_everything_hidden());
    assert_eq!(surface.names(), ["plain"]);
    for name in IMPOSSIBLE {
        for arguments in [json!({}), json!({ "x": 1 }), json!([])] {
            assert_eq!(surface.call(name, arguments).await.code().as_deref(), Some("unknown-tool"), "{name}");
        }
    }
    assert_eq!(surface.call("plain", json!({})).await.text(), "ran");
}

#[test]
fn every_omission_has_its_own_reason_for_the_host() {
    let catalogue = surface_with_everything_hidden().catalogue(&Caller::new("alice"));
    let omissions: Vec<_> = catalogue.omissions.iter().map(ToString::to_string).collect();
    assert_eq!(
        omissions,
        [
            "elsewhere: not on the surface's allowlist",
            "engine::reload: in the hidden namespace engine",
            "in_chat: never headless: there is no chat",
            "inside: internal: offered to the product's own surfaces only; \
             `exposure = both` offers it to outside callers, too",
            "soon: not yet headless: needs a redesign",
        ]
    );
}

#[tokio::test]
async fn first_party_callers_see_internal_tools_and_not_external_ones() {
    let tools = [
        Fixture::new("inside").host(|host| host.with_exposure(Exposure::Internal)),
        Fixture::new("outside").host(|host| host.with_exposure(Exposure::External)),
        Fixture::new("in_chat").host(|host| host.with_headless(Headless::Never("there is no chat".into()))),
    ];
    let surface = first_party(&invoker(tools));
    let surface = TestSurface::new(&surface);
    assert_eq!(surface.names(), ["in_chat", "inside"]);
    assert_eq!(surface.call("outside", json!({})).await.code().as_deref(), Some("unknown-tool"));
    assert_eq!(surface.call("inside", json!({})).await.text(), "ran");
}

#[tokio::test]
async fn metadata_that_nobody_stated_hides_a_tool_from_outside() {
    let silent = Fixture::new("silent").host(|_| tool_core::HostMetadata::default());
    let surface = TestSurface::new(&outside(&invoker([silent])));
    assert!(surface.names().is_empty());
    assert_eq!(surface.call("silent", json!({})).await.code().as_deref(), Some("unknown-tool"));
}

#[tokio::test]
async fn an_empty_allowlist_admits_nothing() {
    let invoker = invoker([Fixture::new("plain")]);
    let surface = Surface::outside("outside", &invoker, Allow::only::<String>([])).build().unwrap();
    assert!(TestSurface::new(&surface).names().is_empty());
    assert_eq!(
        TestSurface::new(&surface).call("plain", json!({})).await.code().as_deref(),
        Some("unknown-tool")
    );
}

#[tokio::test]
async fn availability_decides_at_list_and_at_call_alike() {
    let availability = |caller: &Caller, tool: &Registered| -> Result<Available, BoxError> {
        match (tool.name().as_str(), caller.id()) {
            ("hidden", _) => Ok(Available::Hidden),
            ("closed", "bob") => Ok(Available::Unavailable("closed until 8:00".into())),
            ("broken", _) => Err("the flag store is gone".into()),
            ("panics", _) => panic!("the flag store is poisoned"),
            _ => Ok(Available::Visible),
        }
    };
    let tools = ["broken", "closed", "hidden", "panics", "plain"].map(Fixture::new);
    let invoker = Invoker::builder(registry(tools)).unlimited().availability(availability).build().unwrap();
    let surface = TestSurface::new(&outside(&invoker));

    assert_eq!(surface.clone().as_caller("alice").names(), ["closed", "plain"]);
    let bob = surface.as_caller("bob");
    assert_eq!(bob.names(), ["plain"], "an erring check hides its own tool and no other");
    assert_eq!(bob.call("hidden", json!({})).await.code().as_deref(), Some("unknown-tool"));
    assert_eq!(bob.call("broken", json!({})).await.code().as_deref(), Some("unknown-tool"));
    assert_eq!(bob.call("panics", json!({})).await.code().as_deref(), Some("unknown-tool"));
    assert_eq!(bob.call("closed", json!({})).await.text(), "unavailable: closed until 8:00");
}

#[tokio::test]
async fn a_tool_that_is_not_allowed_does_not_say_that_it_is_unavailable() {
    let availability = |_: &Caller, _: &Registered| -> Result<Available, BoxError> {
        Ok(Available::Unavailable("closed".into()))
    };
    let invoker = Invoker::builder(registry([Fixture::new("plain")]))
        .unlimited()
        .availability(availability)
        .build()
        .unwrap();
    let surface = Surface::outside("outside", &invoker, Allow::only::<String>([])).build().unwrap();
    assert_eq!(
        TestSurface::new(&surface).call("plain", json!({})).await.code().as_deref(),
        Some("unknown-tool")
    );
}

#[tokio::test]
async fn a_caller_without_the_scopes_neither_sees_nor_calls_the_tool() {
    let scoped = Fixture::new("scoped").host(|host| host.with_scopes(["notes:read", "notes:write"]));
    let surface = TestSurface::new(&outside(&invoker([scoped])));
    let partly = surface.clone().with_caller(Caller::new("alice").with_scopes(["notes:read"]));
    assert!(partly.names().is_empty());
    assert_eq!(partly.call("scoped", json!({})).await.code().as_deref(), Some("unknown-tool"));
    let fully = surface.with_caller(Caller::new("alice").with_scopes(["notes:read", "notes:write"]));
    assert_eq!(fully.names(), ["scoped"]);
    assert_eq!(fully.call("scoped", json!({})).await.text(), "ran");
}

#[tokio::test]
async fn absent_and_null_arguments_are_an_empty_object() {
    let tool = Fixture::new("plain")
        .body(|seen| async move { Ok(tool_core::ToolOutput::text(seen.arguments.to_string())) });
    let surface = outside(&invoker([tool]));
    for arguments in [None, Some(Value::Null), Some(json!({}))] {
        let request = surface.request(Caller::new("alice"), "plain", arguments);
        assert_eq!(reply(surface.call(request).await).text(), "{}");
    }
}

#[tokio::test]
async fn arguments_that_are_too_deep_are_refused_before_anything_recurses() {
    let mut deep = json!("x");
    for _ in 0..1_000 {
        deep = Value::Array(vec![deep]);
    }
    let surface = TestSurface::new(&outside(&invoker([Fixture::new("plain").input(one_word())])));
    let answer = surface.call("plain", json!({ "word": deep })).await;
    assert_eq!(answer.code().as_deref(), Some("invalid-arguments"));
}

#[tokio::test]
async fn a_request_is_answered_by_its_own_surface_only() {
    let inside = Fixture::new("inside").host(|host| host.with_exposure(Exposure::Internal));
    let runs = inside.runs();
    let invoker = invoker([inside]);
    let own = first_party(&invoker);
    let foreign = outside(&invoker);
    let answer = foreign.call(own.request(Caller::new("alice"), "inside", None)).await;
    assert!(matches!(answer, tool_core::Answer::UnknownTool), "{answer:?}");

    let lax = self::invoker([Fixture::new("inside")]);
    let outcome = lax.invoke(own.request(Caller::new("alice"), "inside", None)).await;
    assert!(matches!(outcome, tool_core::Outcome::Refused(tool_core::Refusal::UnknownTool)), "{outcome:?}");
    assert_eq!(runs.count(), 0);
}

#[tokio::test]
async fn a_request_that_was_held_back_is_admitted_against_the_present_state() {
    let tool = Fixture::new("gone");
    let runs = tool.runs();
    let invoker = invoker([tool]);
    let surface = outside(&invoker);
    let (first, second) = (
        surface.request(Caller::new("alice"), "gone", None),
        surface.request(Caller::new("alice"), "gone", None),
    );
    invoker.registry().update(|update| update.remove("gone")).unwrap();
    assert!(matches!(surface.call(first).await, tool_core::Answer::UnknownTool));
    let outcome = invoker.invoke(second).await;
    assert!(matches!(outcome, tool_core::Outcome::Refused(tool_core::Refusal::UnknownTool)), "{outcome:?}");
    assert_eq!(runs.count(), 0);
}

#[test]
fn availability_is_not_asked_about_tools_that_the_caller_may_not_know_of() {
    let asked = std::sync::Arc::new(std::sync::Mutex::new(Vec::new()));
    let remember = {
        let asked = std::sync::Arc::clone(&asked);
        move |_: &Caller, tool: &Registered| -> Result<Available, BoxError> {
            asked.lock().unwrap().push(tool.name().to_string());
            Ok(Available::Visible)
        }
    };
    let tools = [
        Fixture::new("plain"),
        Fixture::new("scoped").host(|host| host.with_scopes(["s"])),
        Fixture::new("inside").host(|host| host.with_exposure(Exposure::Internal)),
    ];
    let invoker = Invoker::builder(registry(tools)).unlimited().availability(remember).build().unwrap();
    outside(&invoker).catalogue(&Caller::new("alice"));
    assert_eq!(*asked.lock().unwrap(), ["plain"]);
}
