//! The test kit tells a sound surface from an unsound one.

mod arguments;
mod catalogue;

use std::panic::AssertUnwindSafe;

use tool_core::{
    Available, BoxError, Caller, Exposure, Headless, Invoker, Registered, parity, testing::TestSurface,
};

use crate::support::{Fixture, Projects, first_party, invoker, one_word, outside, registry};

fn mixed() -> Vec<Fixture> {
    vec![
        Fixture::new("plain"),
        Fixture::new("words").input(one_word()),
        Fixture::new("about_a_project").host(|host| host.with_target("project")),
        Fixture::new("inside").host(|host| host.with_exposure(Exposure::Internal)),
        Fixture::new("only_outside").host(|host| host.with_exposure(Exposure::External)),
        Fixture::new("in_chat").host(|host| host.with_headless(Headless::Never("there is no chat".into()))),
        Fixture::new("billing::list"),
    ]
}

fn message(result: Result<(), Box<dyn std::any::Any + Send>>) -> String {
    *result.expect_err("the assertion holds").downcast::<String>().expect("a message")
}

#[tokio::test]
async fn a_sound_surface_passes_and_its_tools_do_not_run() {
    let tools = mixed();
    let runs: Vec<_> = tools.iter().map(Fixture::runs).collect();
    let invoker = invoker(tools);
    let (outside, alice) = (outside(&invoker), Caller::new("alice"));
    parity::assert_parity(&outside, &alice).await;
    parity::assert_presentable(&outside, &alice);
    assert!(runs.iter().all(|runs| runs.count() == 0));

    let own = first_party(&invoker);
    parity::assert_parity(&own, &alice).await;
    parity::assert_private_tools(&outside, &own, &alice, &["only_outside"]);
}

#[tokio::test]
async fn a_surface_whose_answer_depends_on_the_day_is_out_of_parity() {
    let asked = std::sync::atomic::AtomicUsize::new(0);
    let fickle = move |_: &Caller, _: &Registered| -> Result<Available, BoxError> {
        // Visible to whoever lists, hidden from whoever calls.
        let first = asked.fetch_add(1, std::sync::atomic::Ordering::SeqCst) == 0;
        Ok(if first { Available::Visible } else { Available::Hidden })
    };
    let invoker = Invoker::builder(registry([Fixture::new("plain")]))
        .unlimited()
        .ownership(Projects)
        .availability(fickle)
        .build()
        .unwrap();
    let surface = outside(&invoker);
    let checked =
        tokio::spawn(async move { parity::assert_parity(&surface, &Caller::new("alice")).await }).await;
    assert_eq!(
        message(checked.map_err(tokio::task::JoinError::into_panic)),
        "surface `outside` is out of parity:\n- `plain` is listed, and cannot be called"
    );
}

#[test]
fn private_tools_are_compared_as_sets_both_ways() {
    let invoker = invoker(mixed());
    let outside = outside(&invoker);
    let own = first_party(&invoker);
    let check = |justified: &[&str]| {
        message(std::panic::catch_unwind(AssertUnwindSafe(|| {
            parity::assert_private_tools(&outside, &own, &Caller::new("alice"), justified);
        })))
    };
    let own = "surface `outside` has tools of its own";
    let how = "; name exactly those in the last argument, those of `OperationTools` among them, or offer them on the \
               first-party surface as well";
    assert_eq!(
        check(&[]),
        format!(r#"{own}: not justified ["only_outside"], justified without need []{how}"#)
    );
    assert_eq!(
        check(&["only_outside", "plain"]),
        format!(r#"{own}: not justified [], justified without need ["plain"]{how}"#)
    );
}

#[test]
fn a_description_that_hosts_cut_is_not_presentable() {
    let long = Fixture::new("long").description(&"a".repeat(1025));
    let surface = outside(&invoker([long]));
    let checked = std::panic::catch_unwind(AssertUnwindSafe(|| {
        parity::assert_presentable(&surface, &Caller::new("alice"));
    }));
    assert_eq!(
        message(checked),
        "surface `outside` lists what cannot be shown:\n- `long`: 1025 characters of description, over 1024; shorten it"
    );
}

#[test]
fn the_seam_is_shown_where_it_is_broken() {
    let core = concat!(env!("CARGO_MANIFEST_DIR"), "/../tool-core");
    parity::assert_dependency_seam(core, &["rmcp", "axum", "http", "hyper", "tower"]);
    let mcp = concat!(env!("CARGO_MANIFEST_DIR"), "/../tool-mcp");
    let checked = std::panic::catch_unwind(|| parity::assert_dependency_seam(mcp, &["rmcp"]));
    assert_eq!(message(checked), "the seam is broken:\n- tool-mcp -> rmcp");
}

#[tokio::test]
async fn the_test_surface_is_the_real_one() {
    let surface = outside(&invoker(mixed()));
    let alice = TestSurface::new(&surface).as_caller("alice");
    assert_eq!(alice.names(), ["about_a_project", "billing__list", "only_outside", "plain", "words"]);
    let answer = alice.target("p-bob").call("about_a_project", serde_json::json!({})).await;
    assert_eq!(answer.code().as_deref(), Some("not-found"));
}
