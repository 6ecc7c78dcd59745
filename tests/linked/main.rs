//! Link-time candidates. A binary of its own, because what is linked belongs to the whole process.

#![expect(
    clippy::unwrap_used,
    reason = "a test that cannot go on fails; clippy sees only `#[test]` functions as tests"
)]

use serde_json::json;
use tool_core::{Allow, BuildErrors, Invoker, Registry, Surface, testing::TestSurface};
use tool_tests_plug::{App, Worker};

const OF_APP: [&str; 3] = ["archive_note", "rename_note", "tag_note"];

fn faults(result: Result<Registry, BuildErrors>) -> Vec<String> {
    result.unwrap_err().iter().map(ToString::to_string).collect()
}

fn names(registry: &Registry) -> Vec<String> {
    registry.snapshot().iter().map(|tool| tool.name().as_str().to_owned()).collect()
}

#[tokio::test]
async fn what_is_expected_is_registered_and_runs() {
    let registry = Registry::builder(App).collect_expecting(OF_APP).build().unwrap();
    assert_eq!(names(&registry), OF_APP);
    let invoker = Invoker::builder(registry).unlimited().build().unwrap();
    let surface = TestSurface::new(&Surface::outside("test", &invoker, Allow::exposed()).build().unwrap());
    // Collecting exposes nothing: only the tool that says so itself is there.
    assert_eq!(surface.names(), ["archive_note"]);
    assert_eq!(surface.call("archive_note", json!({ "note": "n1" })).await.text(), "App archived n1");
}

#[test]
fn nothing_is_registered_that_nobody_asked_for() {
    assert!(names(&Registry::builder(App).build().unwrap()).is_empty());
}

#[test]
fn a_candidate_that_nobody_expects_is_a_fault_with_its_place() {
    let found = faults(Registry::builder(App).collect_expecting(["tag_note", "archive_note"]).build());
    let [surplus] = found.as_slice() else { panic!("one fault, not {found:?}") };
    assert!(surplus.contains("`rename_note`"), "{surplus}");
    assert!(surplus.contains("plug/src/lib.rs:"), "{surplus}");
}

#[test]
fn a_name_without_a_candidate_is_a_fault() {
    let found =
        faults(Registry::builder(App).collect_expecting(["archive_notes"].into_iter().chain(OF_APP)).build());
    let [missing] = found.as_slice() else { panic!("one fault, not {found:?}") };
    assert!(missing.contains("`archive_notes`"), "{missing}");
}

#[test]
fn a_candidate_for_another_state_is_a_fault_that_names_both() {
    let found = faults(Registry::builder(App).collect_expecting(["sweep"].into_iter().chain(OF_APP)).build());
    let [wrong] = found.as_slice() else { panic!("one fault, not {found:?}") };
    for part in ["`sweep`", "tool_tests_plug::Worker", "tool_tests_plug::App", "plug/src/lib.rs:"] {
        assert!(wrong.contains(part), "{part}: {wrong}");
    }
}

#[test]
fn candidates_for_another_state_are_none_of_this_registrys_business() {
    let registry = Registry::builder(Worker).collect_expecting(["sweep", "tidy"]).build().unwrap();
    assert_eq!(names(&registry), ["sweep", "tidy"]);
}

#[test]
fn a_crate_that_is_linked_but_never_used_is_loud() {
    // The package is a dependency of this one, and no line of this program mentions it.
    let found = faults(Registry::builder(()).collect_expecting(["vanish"]).build());
    let [missing] = found.as_slice() else { panic!("one fault, not {found:?}") };
    assert!(missing.contains("`vanish`"), "{missing}");
}
