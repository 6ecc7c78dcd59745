//! Whatever panics by its contract does so at the line of whoever called it, and a fault names the line that registered it.
//!
//! A future has no such line, because what polls it is an executor: `parity::assert_parity`, `assert_arguments` and
//! `assert_readable`, and `TestSurface::call` and `finished`, say in their messages which tool it is about.

use std::{
    cell::RefCell,
    panic::{AssertUnwindSafe, Location, catch_unwind},
    sync::Once,
};

use serde_json::json;
use tool_core::{
    BuildErrors, Caller, Exposure, Prompt, ReadCall, Registry, Resource, ResourceTemplate, ToolError, parity,
    testing::TestSurface,
};

use crate::support::{Fixture, first_party, invoker, outside, registry};

thread_local! {
    static LAST: RefCell<Option<(String, u32)>> = const { RefCell::new(None) };
}

/// Returns where this panics. The hook only looks on: other tests of the process panic as ever.
fn place(call: impl FnOnce()) -> (String, u32) {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let before = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |info| {
            let at = info.location().map(|at| (at.file().to_owned(), at.line()));
            LAST.with_borrow_mut(|last| *last = at);
            before(info);
        }));
    });
    catch_unwind(AssertUnwindSafe(call)).expect_err("it panics");
    LAST.take().expect("the hook has seen it")
}

/// Looks whether this panics at the line on which it stands.
#[track_caller]
fn panics_here(call: impl FnOnce()) {
    let here = Location::caller();
    assert_eq!(place(call), (here.file().to_owned(), here.line()));
}

#[tokio::test]
async fn what_panics_does_so_at_its_callers_line() {
    let only = |host: tool_core::HostMetadata| host.with_exposure(Exposure::External);
    let both = invoker([Fixture::new("plain"), Fixture::new("only").host(only)]);
    let (theirs, own, alice) = (outside(&both), first_party(&both), Caller::new("alice"));
    let refused = TestSurface::new(&theirs).call("plain", json!({ "x": 1 })).await;
    let unknown = TestSurface::new(&theirs).call("nothing", json!({})).await;
    let (here, mcp) = (env!("CARGO_MANIFEST_DIR"), concat!(env!("CARGO_MANIFEST_DIR"), "/../tool-mcp"));
    let long = outside(&invoker([Fixture::new("long").description(&"a".repeat(1025))]));

    panics_here(|| _ = refused.structured());
    panics_here(|| _ = refused.input_required());
    panics_here(|| _ = unknown.structured());
    panics_here(|| _ = unknown.reply());
    panics_here(|| _ = unknown.text());
    panics_here(|| _ = unknown.content());
    panics_here(|| parity::assert_private_tools(&theirs, &own, &alice, &[]));
    panics_here(|| parity::assert_presentable(&long, &alice));
    panics_here(|| parity::assert_catalogue(&theirs, &alice, "no/such/file"));
    panics_here(|| parity::assert_catalogue(&theirs, &alice, here));
    panics_here(|| parity::assert_dependency_seam(mcp, &["rmcp"]));
    panics_here(|| parity::assert_dependency_seam("no/such/folder", &["serde_json"]));
}

/// Looks whether the one fault of this names the line on which it stands.
#[track_caller]
fn fault_here(build: impl FnOnce() -> Result<Registry, BuildErrors>) {
    let here = Location::caller();
    let text = build().unwrap_err().to_string();
    assert!(text.contains(&format!(" at {}:{} ", here.file(), here.line())), "{text}");
}

async fn read(_: std::sync::Arc<()>, _: ReadCall) -> Result<String, ToolError> {
    Ok(String::new())
}

#[test]
fn a_fault_names_the_line_that_registered_it() {
    let (good, builder) = (registry([]), || Registry::builder(()));
    let wrong = || Fixture::new("a b");

    fault_here(|| builder().register(wrong()).build());
    fault_here(|| good.update(|update| update.register(wrong())).map(|_| good.clone()));
    fault_here(|| builder().static_resource(Resource::new("a://b", "a b"), "text").build());
    fault_here(|| builder().resource_template(ResourceTemplate::new("a://{b}", "a b"), read).build());
    fault_here(|| builder().prompt(Prompt::new("a b"), read).build());
}
