//! Public names: what a surface makes of a name that is too long, and what it does when two tools would have one name.

use proptest::prelude::*;
use serde_json::{Value, json};
use tool_core::{
    Allow, Answer, BuildErrors, Caller, InProcessQueue, Invoker, Kind, OperationTools, Registry, Surface,
    ToolOutput, parity, testing::TestSurface,
};

use crate::{
    observed::Observed,
    support::{Fixture, Projects, invoker, outside, project_id, registry},
};

/// A name of 75 characters, with what a surface writes. The digits are the first of `sha256sum` of the name.
const LONG: (&str, &str) = (
    "billing::archive::quarterly::list_open_invoices_of_one_customer_by_due_date",
    "billing__archive__quarterly__list_open_invoices_of_82d5af0bb054",
);

/// A name of 32 characters, with what a surface of 24 writes.
const REPORT: (&str, &str) = ("quarterly_report_of_one_customer", "quarterly_r_59e43742e2e6");

fn says(name: &str, text: &'static str) -> Fixture {
    Fixture::new(name).body(move |_| async move { Ok(ToolOutput::text(text)) })
}

fn narrow(registry: Registry, longest: usize) -> Result<Surface, BuildErrors> {
    let invoker = Invoker::builder(registry).unlimited().ownership(Projects).build()?;
    Surface::outside("outside", &invoker, Allow::exposed())
        .target_argument(project_id())
        .longest_name(longest)
        .build()
}

#[tokio::test]
async fn a_long_name_is_cut_and_marked_and_only_so_reached() {
    let surface = outside(&invoker([Fixture::new(LONG.0), Fixture::new("list")]));
    let test = TestSurface::new(&surface);
    assert_eq!(test.names(), [LONG.1, "list"]);
    assert_eq!(test.call(LONG.1, json!({})).await.text(), "ran");
    let whole = LONG.0.replace("::", "__");
    for other in [LONG.0, &whole, &whole[..64], &LONG.1.to_uppercase(), &LONG.1[..50]] {
        assert_eq!(test.call(other, json!({})).await.code().as_deref(), Some("unknown-tool"), "{other}");
    }
    assert_eq!(surface.public_name(LONG.0).as_deref(), Some(LONG.1));
    assert_eq!(surface.public_name(LONG.1), None, "that is no name of the registry");
    parity::assert_parity(&surface, &Caller::new("alice")).await;
}

#[test]
fn a_limit_below_what_hosts_take_is_for_one_surface() {
    let registry = || registry([Fixture::new(REPORT.0), Fixture::new("billing::list")]);
    assert_eq!(TestSurface::new(&narrow(registry(), 24).unwrap()).names(), ["billing__list", REPORT.1]);
    assert_eq!(TestSurface::new(&narrow(registry(), 32).unwrap()).names(), ["billing__list", REPORT.0]);
    for wrong in [0, 23, 65, usize::MAX] {
        let errors = narrow(registry(), wrong).unwrap_err();
        assert_eq!(
            errors.iter().map(tool_core::BuildError::code).collect::<Vec<_>>(),
            ["invalid-name-limit"]
        );
    }
    assert!(narrow(registry(), 64).is_ok());
}

proptest! {
    #[test]
    fn every_name_fits_and_depends_on_nothing_else(
        name in "[A-Za-z0-9]{1,6}(-[a-z0-9]{1,30}|_[A-Z0-9]{1,30}|::[a-z0-9]{1,30}){0,4}",
        longest in 24_usize..=64,
    ) {
        let alone = narrow(registry([Fixture::new(&name)]), longest).unwrap();
        let beside = narrow(registry([Fixture::new(&name), Fixture::new("zz::another")]), longest);
        let public = alone.public_name(&name).unwrap();
        // By chance it may be the other tool itself.
        if let Ok(beside) = beside {
            prop_assert_eq!(beside.public_name(&name), Some(public.clone()));
        }
        prop_assert!(public.len() <= longest && !public.is_empty());
        prop_assert!(public.chars().all(|c| c.is_ascii_alphanumeric() || c == '_' || c == '-'));
        let whole = name.replace("::", "__");
        prop_assert_eq!(public == whole, whole.len() <= longest);
        prop_assert!(alone.listed(&Caller::new("alice"), &public).is_some());
    }
}

#[test]
fn two_tools_that_hosts_cannot_tell_apart_are_a_fault_that_names_both() {
    // The other one has the cut name as its whole name, as it is or as a host would fold it.
    for other in ["quarterly_r_59e43742e2e6", "QUARTERLY_R_59E43742E2E6", "quarterly-r-59e43742e2e6"] {
        let both = || {
            let builder = Registry::builder(()).register(Fixture::new(REPORT.0));
            builder.register(Fixture::new(other)).build().unwrap()
        };
        assert!(narrow(both(), 32).is_ok(), "{other}");
        let errors = narrow(both(), 24).unwrap_err();
        let codes: Vec<_> = errors.iter().map(tool_core::BuildError::code).collect();
        assert_eq!(codes, ["name-clash"], "{other}");
        let text = errors.to_string();
        assert!(text.contains(REPORT.0) && text.contains(other), "{text}");
        assert_eq!(text.matches("tests/it/names.rs:").count(), 2, "{text}");
    }
}

#[tokio::test]
async fn a_tool_that_arrives_later_cannot_take_a_name_and_nobody_keeps_it() {
    let surface = narrow(registry([says(REPORT.0, "report"), Fixture::new("plain")]), 24).unwrap();
    let test = TestSurface::new(&surface);
    assert_eq!(test.call(REPORT.1, json!({})).await.text(), "report");

    let (observed, _guard) = Observed::start();
    let registry = surface.invoker().registry();
    registry.update(|update| update.register(says(REPORT.1, "impostor"))).unwrap();
    assert_eq!(test.names(), ["plain"]);
    assert_eq!(test.call(REPORT.1, json!({})).await.code().as_deref(), Some("unknown-tool"));
    assert_eq!(surface.public_name(REPORT.0), None);
    let logged = observed.all().into_iter().filter_map(|seen| seen.field("fault").map(str::to_owned));
    let logged: Vec<_> = logged.collect();
    assert_eq!(logged.len(), 1, "{logged:?}");
    assert!(logged[0].contains(REPORT.0) && logged[0].contains(&format!("`{}`", REPORT.1)), "{logged:?}");
    parity::assert_parity(&surface, &Caller::new("alice")).await;

    registry.update(|update| update.remove(REPORT.1)).unwrap();
    assert_eq!(test.names(), ["plain", REPORT.1]);
    assert_eq!(test.call(REPORT.1, json!({})).await.text(), "report");
}

#[tokio::test]
async fn a_tool_that_cannot_be_offered_still_has_its_name() {
    let surface = narrow(registry([Fixture::new("plain")]), 24).unwrap();
    // Its argument is the one that the surface adds.
    let collides = says(REPORT.0, "report").host(|host| host.with_target("project")).input(json!({
        "type": "object",
        "properties": { "project_id": { "type": "string", "description": "Its own." } },
        "additionalProperties": false
    }));
    let registry = surface.invoker().registry();
    registry
        .update(|update| {
            update.register(collides);
            update.register(says(REPORT.1, "impostor"));
        })
        .unwrap();
    assert_eq!(TestSurface::new(&surface).names(), ["plain"]);
}

#[tokio::test]
async fn a_tool_calls_another_one_by_its_name_in_the_registry_however_it_is_listed() {
    for (called, expected) in
        [(REPORT.0, "report"), (REPORT.1, "unknown-tool"), ("no such", "unknown-tool"), ("", "unknown-tool")]
    {
        let calls = Fixture::new("calls").calls([(called, json!({}))]);
        let test = TestSurface::new(&narrow(registry([says(REPORT.0, "report"), calls]), 24).unwrap());
        let answer = test.call("calls", json!({})).await;
        assert_eq!(answer.code().unwrap_or_else(|| answer.text()), expected, "{called}");
    }
}

#[tokio::test]
async fn an_operation_runs_and_is_shown_under_the_name_that_its_caller_knows() {
    let queue = InProcessQueue::builder().build();
    let operations = OperationTools::new(queue.clone());
    let work = says(REPORT.0, "report").host(|host| host.with_kind(Kind::Operation));
    let registry = Registry::builder(())
        .register(work)
        .register(operations.wait())
        .register(operations.status())
        .build()
        .unwrap();
    let invoker = Invoker::builder(registry).unlimited().operations(queue).build().unwrap();
    let surface = Surface::outside("outside", &invoker, Allow::exposed()).longest_name(24).build().unwrap();
    let call = async |name: &str, arguments: Value| -> Value {
        let Answer::Reply(reply) =
            surface.call(surface.request(Caller::new("alice"), name, Some(arguments))).await
        else {
            panic!("{name} is not listed")
        };
        reply.structured.unwrap().into()
    };
    let started = call(REPORT.1, json!({})).await;
    let ended = call("wait_for_operation", json!({ "operation": started["operation"] })).await;
    assert_eq!(ended["tool"], REPORT.1);
    assert_eq!((&ended["state"], &ended["text"]), (&json!("succeeded"), &json!("report")));
    let all = call("operation_status", json!({})).await;
    assert_eq!(all["finished"][0]["tool"], REPORT.1);
}
