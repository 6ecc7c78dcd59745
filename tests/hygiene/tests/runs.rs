//! What compiled also runs.

#![expect(
    clippy::unwrap_used,
    reason = "a test that cannot go on fails; clippy sees only `#[test]` functions as tests"
)]

use tool_tests_hygiene::{plain, shadowed, through_path};
use toolbox::{Allow, Caller, Invoker, Registry, RegistryBuilder, Surface, testing::TestSurface};

fn surface<S: Send + Sync + 'static>(tools: RegistryBuilder<S>) -> TestSurface {
    let invoker = Invoker::builder(tools.build().unwrap()).unlimited().build().unwrap();
    TestSurface::new(&Surface::first_party("test", &invoker, Allow::exposed()).build().unwrap())
}

macro_rules! arguments {
    ($($json:tt)*) => {
        toolbox::__private::serde_json::json!({ $($json)* })
    };
}

#[tokio::test]
async fn a_crate_without_serde_and_schemars_has_tools() {
    let app = plain::App { greeting: "hello".to_owned(), notes: plain::Notes };
    let tools = Registry::builder(app)
        .tool(plain::echo_tool())
        .tool(plain::fail_tool())
        .tool(plain::private_companion())
        .tools::<plain::Notes>()
        .collect_expecting(["greet"]);
    let surface = surface(tools).as_caller("alice");
    assert_eq!(surface.names(), ["clear", "count", "echo", "fail", "greet", "private"]);
    assert_eq!(surface.call("greet", arguments!("name": "Ada")).await.text(), "hello Ada alice 1");
    assert_eq!(surface.call("echo", arguments!("text": "a")).await.text(), "Some(\"a\") None");
    assert_eq!(surface.call("fail", arguments!("gone": true)).await.text(), "gone: there is no note 7");
    assert_eq!(surface.call("fail", arguments!("gone": false)).await.code().as_deref(), Some("internal"));
}

#[tokio::test]
async fn shadowed_names_change_nothing() {
    let tools =
        Registry::builder(shadowed::Holder(7)).tool(shadowed::join_tool()).tools::<shadowed::Holder>();
    let surface = surface(tools.tool(shadowed::variants::add_one_tool()).tool(shadowed::fail_in_tool()));
    let surface = surface.with_caller(Caller::new("alice").with_scopes(["b"]));
    assert_eq!(surface.call("add_one", arguments!("number": 1)).await.structured()["result"], 2);
    assert_eq!(surface.call("join", arguments!("left": "a", "right": "b")).await.text(), "a-b");
    assert_eq!(surface.call("fail_in", arguments!("way": 0)).await.text(), "told: 1 2");
    assert_eq!(surface.call("fail_in", arguments!("way": 1)).await.text(), "shown: in its own words");
    assert_eq!(surface.call("fail_in", arguments!("way": 2)).await.code().as_deref(), Some("internal"));
    assert_eq!(surface.call("read", arguments!()).await.structured()["result"], 7);
}

#[tokio::test]
async fn the_crate_is_found_through_any_path() {
    let tools = Registry::builder(())
        .tool(through_path::from_root_tool())
        .tool(through_path::as_dependency_tool())
        .tool(through_path::locked_tool())
        .tool(through_path::tool_by_macro())
        .tools::<through_path::Holder>();
    let surface = surface(tools);
    assert_eq!(surface.names(), ["as_dependency", "by_macro", "from_root", "locked", "on_block"]);
    assert_eq!(surface.call("from_root", arguments!("text": "a", "times": 1)).await.text(), "aa");
    assert_eq!(surface.call("as_dependency", arguments!()).await.code().as_deref(), Some("never"));
    assert_eq!(surface.call("locked", arguments!()).await.text(), "note-locked: note 7 is locked");
    assert_eq!(surface.call("by_macro", arguments!("word": "w")).await.text(), "w");
}
