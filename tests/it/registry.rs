//! The registry: every fault at once, names that hosts can tell apart, and change at run time.

use std::sync::Arc;

use serde_json::json;
use tool_core::{
    Allow, BuildErrors, Caller, Exposure, Headless, HostMetadata, Invoker, Registry, Surface,
    testing::TestSurface,
};

use crate::support::{Fixture, invoker, one_word, outside, project_id, registry};

fn faults(tools: impl IntoIterator<Item = Fixture>) -> BuildErrors {
    tools.into_iter().fold(Registry::builder(()), |builder, tool| builder.register(tool)).build().unwrap_err()
}

#[test]
fn ten_faults_are_ten_errors_of_one_build() {
    let errors = faults([
        Fixture::new("a b"),
        Fixture::new("twice"),
        Fixture::new("twice"),
        Fixture::new("Folded-name"),
        Fixture::new("folded_name"),
        Fixture::new("untitled").host(|_| HostMetadata::default().with_exposure(Exposure::External)),
        Fixture::new("undescribed").description(" "),
        Fixture::new("no_reason").host(|host| host.with_headless(Headless::Never(String::new()))),
        Fixture::new("no_object").input(json!({ "type": "string" })),
        Fixture::new("no_such_ref").input(json!({
            "type": "object",
            "properties": { "x": { "$ref": "#/$defs/Missing", "description": "An x." } },
            "additionalProperties": false
        })),
        Fixture::new("network_ref").input(json!({
            "type": "object",
            "properties": { "x": { "$ref": "https://example.com/x.json", "description": "An x." } },
            "additionalProperties": false
        })),
        Fixture::new("undescribed_argument").input(json!({
            "type": "object",
            "properties": { "x": { "type": "string" } },
            "additionalProperties": false
        })),
    ]);
    let mut codes: Vec<_> = errors.iter().map(tool_core::BuildError::code).collect();
    codes.sort_unstable();
    assert_eq!(
        codes,
        [
            "duplicate-name",
            "duplicate-name",
            "empty-reason",
            "invalid-name",
            "invalid-schema",
            "invalid-schema",
            "invalid-schema",
            "invalid-schema",
            "undescribed",
            "untitled",
        ],
        "{errors}"
    );
}

#[test]
fn a_faulty_tool_still_has_its_name() {
    let errors = faults([Fixture::new("twice").input(json!({ "type": "string" })), Fixture::new("twice")]);
    let codes: Vec<_> = errors.iter().map(tool_core::BuildError::code).collect();
    assert_eq!(codes, ["invalid-schema", "duplicate-name"]);
}

#[test]
fn faults_that_only_outsiders_would_meet_do_not_stop_an_internal_tool() {
    let internal = Fixture::new("bare").description("").host(|_| HostMetadata::default()).input(json!({
        "type": "object",
        "properties": { "x": { "type": "string" } },
        "additionalProperties": false
    }));
    assert_eq!(registry([internal]).snapshot().len(), 1);
}

#[test]
fn a_duplicate_names_both_places() {
    let text = faults([Fixture::new("twice"), Fixture::new("twice")]).to_string();
    assert_eq!(text.matches("tests/it/registry.rs:").count(), 2, "{text}");
}

#[test]
fn a_merged_registry_keeps_its_tools_under_a_namespace() {
    let billing = registry([Fixture::new("list"), Fixture::new("invoices::open")]);
    let whole =
        Registry::builder(()).register(Fixture::new("list")).merge("billing", &billing).build().unwrap();
    let names: Vec<_> = whole.snapshot().iter().map(|tool| tool.definition().name.clone()).collect();
    assert_eq!(names, ["billing::invoices::open", "billing::list", "list"]);
}

#[test]
fn merging_under_a_taken_or_malformed_namespace_is_a_fault() {
    let other = registry([Fixture::new("list")]);
    let taken = Registry::builder(()).merge("billing", &other).merge("Billing", &other).build().unwrap_err();
    assert_eq!(taken.iter().map(tool_core::BuildError::code).collect::<Vec<_>>(), ["duplicate-name"]);
    let malformed = Registry::builder(()).merge("bill ing", &other).build().unwrap_err();
    assert_eq!(malformed.iter().map(tool_core::BuildError::code).collect::<Vec<_>>(), ["invalid-name"]);
}

#[tokio::test]
async fn a_public_name_leads_to_its_own_tool() {
    let billing =
        registry([Fixture::new("list").body(|_| async { Ok(tool_core::ToolOutput::text("invoices")) })]);
    let whole =
        Registry::builder(()).register(Fixture::new("list")).merge("billing", &billing).build().unwrap();
    let surface = TestSurface::new(&outside(&Invoker::builder(whole).unlimited().build().unwrap()));
    assert_eq!(surface.names(), ["billing__list", "list"]);
    assert_eq!(surface.call("billing__list", json!({})).await.text(), "invoices");
    assert_eq!(surface.call("list", json!({})).await.text(), "ran");
    assert_eq!(surface.call("billing::list", json!({})).await.code().as_deref(), Some("unknown-tool"));
}

#[tokio::test]
async fn a_change_is_all_or_nothing_and_seen_by_list_and_call_at_once() {
    let invoker = invoker([Fixture::new("old")]);
    let surface = TestSurface::new(&outside(&invoker));
    let before = invoker.registry().generation();

    let refused = invoker.registry().update(|update| {
        update.remove("old");
        update.remove("odl");
        update.register(Fixture::new("b d"));
    });
    let codes: Vec<_> = refused.unwrap_err().iter().map(tool_core::BuildError::code).collect();
    assert_eq!(codes, ["unknown-tool", "invalid-name"]);
    assert_eq!((surface.names(), invoker.registry().generation()), (vec!["old".to_owned()], before));

    let after = invoker.registry().update(|update| {
        update.remove("old");
        update.register(Fixture::new("new"));
    });
    assert_eq!(after.unwrap(), before + 1);
    assert_eq!(surface.names(), ["new"]);
    assert_eq!(surface.call("old", json!({})).await.code().as_deref(), Some("unknown-tool"));
    assert_eq!(surface.call("new", json!({})).await.text(), "ran");
}

#[test]
fn a_surface_names_every_fault_of_its_own() {
    let about_project = |name: &str| Fixture::new(name).host(|host| host.with_target("project"));
    let taken = about_project("taken").input(json!({
        "type": "object",
        "properties": { "project_id": { "type": "string", "description": "Something else." } },
        "additionalProperties": false
    }));
    let invoker = invoker([taken, about_project("fine").input(one_word())]);
    let allow = Allow::only(["taken", "fnie", "fine"]);
    let errors = Surface::outside("outside", &invoker, allow)
        .target_argument(project_id())
        .longest_name(7)
        .build()
        .unwrap_err();
    let codes: Vec<_> = errors.iter().map(tool_core::BuildError::code).collect();
    assert_eq!(codes, ["unknown-tool", "invalid-name-limit", "argument-collision"], "{errors}");
    assert!(errors.to_string().contains("did you mean `fine`?"), "{errors}");

    let errors = Surface::outside("outside", &invoker, Allow::only(["fine"])).build().unwrap_err();
    assert!(errors.iter().any(|error| error.code() == "missing-target-argument"), "{errors}");
}

#[tokio::test]
async fn a_tool_that_cannot_be_rendered_at_run_time_is_hidden_and_harms_no_other() {
    let invoker = invoker([Fixture::new("plain")]);
    let surface = TestSurface::new(&outside(&invoker));
    // Its argument is the one that the surface adds.
    let late = Fixture::new("late").host(|host| host.with_target("project")).input(json!({
        "type": "object",
        "properties": { "project_id": { "type": "string", "description": "Its own." } },
        "additionalProperties": false
    }));
    invoker.registry().update(|update| update.register(late)).unwrap();
    assert_eq!(surface.names(), ["plain"]);
    assert_eq!(surface.call("late", json!({})).await.code().as_deref(), Some("unknown-tool"));
}

#[test]
fn two_names_that_surfaces_write_alike_are_duplicates() {
    let codes: Vec<_> = faults([Fixture::new("a--b"), Fixture::new("a::b")])
        .iter()
        .map(tool_core::BuildError::code)
        .collect();
    assert_eq!(codes, ["duplicate-name"]);
}

#[test]
fn a_change_may_read_the_registry() {
    let registry = registry([Fixture::new("old")]);
    let seen = registry.clone();
    registry
        .update(|update| {
            assert_eq!(seen.snapshot().len(), 1);
            update.register(Fixture::new("new"));
        })
        .unwrap();
    assert_eq!(registry.snapshot().len(), 2);
}

#[test]
fn a_hidden_namespace_that_hides_nothing_is_a_fault_when_it_looks_like_a_typing_error() {
    let invoker = invoker([Fixture::new("engine::reload"), Fixture::new("plain")]);
    let hide = |namespace: &str| {
        Surface::outside("outside", &invoker, Allow::exposed()).hide_namespace(namespace).build()
    };
    for namespace in ["engine", "engine::*"] {
        assert_eq!(TestSurface::new(&hide(namespace).unwrap()).names(), ["plain"], "{namespace}");
    }
    for namespace in ["engin", "Engine", "engine::", "engine::reload", "engine *"] {
        let errors = hide(namespace).unwrap_err();
        let codes: Vec<_> = errors.iter().map(tool_core::BuildError::code).collect();
        assert_eq!(codes, ["unknown-namespace"], "{namespace}");
    }
    assert_eq!(TestSurface::new(&hide("billing").unwrap()).names(), ["engine__reload", "plain"]);
}

#[tokio::test]
async fn a_tool_that_arrives_without_a_way_to_name_its_target_is_not_listed() {
    let invoker = invoker([Fixture::new("plain")]);
    let surface = Surface::outside("outside", &invoker, Allow::exposed()).build().unwrap();
    let late = Fixture::new("late").host(|host| host.with_target("project"));
    invoker.registry().update(|update| update.register(late)).unwrap();
    let alice = Caller::new("alice");
    tool_core::parity::assert_parity(&surface, &alice).await;
    assert_eq!(TestSurface::new(&surface).with_caller(alice).names(), ["plain"]);
}

#[tokio::test]
async fn a_shared_tool_is_one_tool_of_two_registries() {
    let fixture = Fixture::new("shared");
    let (runs, shared) = (fixture.runs(), Arc::new(fixture));
    for registry in [Arc::clone(&shared), shared].map(|tool| Registry::builder(()).register(tool).build()) {
        let invoker = Invoker::builder(registry.unwrap()).unlimited().build().unwrap();
        assert_eq!(TestSurface::new(&outside(&invoker)).call("shared", json!({})).await.text(), "ran");
    }
    assert_eq!(runs.count(), 2);
}
