//! What a tool can be made of: free functions of every kind.

use std::{future::Future, pin::Pin, sync::Mutex, thread};

use serde_json::json;
use tool_core::{Provides, Registry, tool};

use super::surface;

struct App {
    greeting: String,
    count: Mutex<u32>,
}

impl Provides<str> for App {
    fn provide(&self) -> &str {
        &self.greeting
    }
}

impl Provides<String> for App {
    fn provide(&self) -> &String {
        &self.greeting
    }
}

impl Provides<Mutex<u32>> for App {
    fn provide(&self) -> &Mutex<u32> {
        &self.count
    }
}

fn app() -> App {
    App { greeting: "hello".to_owned(), count: Mutex::new(0) }
}

/// Greets somebody.
#[tool]
async fn greet_async(#[state] greeting: &str, name: String) -> String {
    tokio::task::yield_now().await;
    format!("{greeting} {name}")
}

/// Greets somebody.
#[tool]
fn greet_sync(#[state] greeting: &str, name: String) -> String {
    format!("{greeting} {name}")
}

/// Greets somebody.
#[tool]
fn greet_cloned(#[state] greeting: String, name: String) -> String {
    greeting + " " + &name
}

/// Greets somebody.
#[tool]
fn greet_impl_future(#[state] greeting: &str, name: String) -> impl Future<Output = String> + Send {
    let text = format!("{greeting} {name}");
    async move { text }
}

type Boxed<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

/// Greets somebody.
#[tool]
fn greet_boxed<'a>(#[state] greeting: &'a str, name: String) -> Boxed<'a, String> {
    Box::pin(async move { format!("{greeting} {name}") })
}

/// Greets somebody.
#[tool(blocking)]
fn greet_blocking(#[state] greeting: &str, name: String) -> String {
    format!("{greeting} {name}")
}

#[tokio::test]
async fn every_kind_of_function_runs_with_its_state() {
    let tools = Registry::builder(app())
        .tool(greet_async_tool())
        .tool(greet_sync_tool())
        .tool(greet_cloned_tool())
        .tool(greet_impl_future_tool())
        .tool(greet_boxed_tool())
        .tool(greet_blocking_tool());
    let surface = surface(tools);
    let names = surface.names();
    assert_eq!(names.len(), 6);
    for name in names {
        let answer = surface.call(&name, json!({ "name": "Ada" })).await;
        assert_eq!(answer.text(), "hello Ada", "{name}");
    }
}

#[tokio::test]
async fn the_function_is_what_it_was() {
    assert_eq!(greet_async("hi", "Ada".to_owned()).await, "hi Ada");
    assert_eq!(greet_sync("hi", "Ada".to_owned()), "hi Ada");
    let pointer: fn(&str, String) -> String = greet_sync;
    assert_eq!(pointer("hi", "Ada".to_owned()), "hi Ada");
}

/// Counts one more.
#[tool]
fn count(#[state] count: &mut u32, by: u32) -> u32 {
    *count += by;
    *count
}

#[tokio::test]
async fn state_that_changes_is_locked_for_the_call() {
    let surface = surface(Registry::builder(app()).tool(count_tool()));
    assert_eq!(surface.call("count", json!({ "by": 2 })).await.structured()["result"], 2);
    assert_eq!(surface.call("count", json!({ "by": 3 })).await.structured()["result"], 5);
}

/// Counts, and gives up in the middle.
#[tool]
fn spoil(#[state] count: &mut u32) {
    *count += 1;
    panic!("half done");
}

#[tokio::test]
async fn what_a_panic_left_half_done_is_not_handed_on() {
    let surface = surface(Registry::builder(app()).tool(count_tool()).tool(spoil_tool()));
    assert_eq!(surface.call("spoil", json!({})).await.code().as_deref(), Some("internal"));
    assert_eq!(surface.call("count", json!({ "by": 1 })).await.code().as_deref(), Some("internal"));
}

/// Names its thread.
#[tool(blocking)]
fn thread_of_blocking() -> String {
    format!("{:?}", thread::current().id())
}

/// Names its thread.
#[tool]
fn thread_in_place() -> String {
    format!("{:?}", thread::current().id())
}

/// Gives up.
#[tool(blocking)]
fn panics_while_blocking() {
    panic!("no more");
}

// One thread: whatever runs elsewhere runs on the pool.
#[tokio::test]
async fn blocking_bodies_leave_the_thread_of_the_caller() {
    let tools = Registry::builder(()).tool(thread_of_blocking_tool()).tool(thread_in_place_tool());
    let surface = surface(tools.tool(panics_while_blocking_tool()));
    let own = format!("{:?}", thread::current().id());
    assert_eq!(surface.call("thread_in_place", json!({})).await.text(), own);
    assert_ne!(surface.call("thread_of_blocking", json!({})).await.text(), own);
    assert_eq!(surface.call("panics_while_blocking", json!({})).await.code().as_deref(), Some("internal"));
}

mod search {
    /// Searches.
    #[tool_core::tool]
    pub(crate) fn search() -> String {
        "found".to_owned()
    }
}

// A module, a function and a companion of one name do not meet.
pub(crate) use search::{search, search_tool};

/// Moves.
#[tool]
fn r#move(r#type: String) -> String {
    r#type
}

#[tokio::test]
async fn names_survive_modules_and_raw_identifiers() {
    assert_eq!(search(), "found");
    let surface = surface(Registry::builder(()).tool(search_tool()).tool(move_tool()));
    assert_eq!(surface.names(), ["move", "search"]);
    assert_eq!(surface.call("search", json!({})).await.text(), "found");
    assert_eq!(surface.call("move", json!({ "type": "fast" })).await.text(), "fast");
}

macro_rules! constant_tool {
    ($name:ident, $companion:ident, $value:expr, $ty:ty, $doc:literal) => {
        #[doc = $doc]
        #[tool(companion = $companion, description = $doc)]
        fn $name(unused: Option<$ty>) -> $ty {
            unused.unwrap_or($value)
        }
    };
}

constant_tool!(four, tool_of_four, 4, u8, "Returns four.");

#[tokio::test]
async fn a_macro_can_write_the_function() {
    let surface = surface(Registry::builder(()).tool(tool_of_four()));
    assert_eq!(surface.call("four", json!({})).await.structured()["result"], 4);
    assert_eq!(surface.call("four", json!({ "unused": 5 })).await.structured()["result"], 5);
}

/// Answers.
#[tool]
#[tracing::instrument]
async fn instrumented_below(word: String) -> String {
    word
}

#[tracing::instrument(skip(suffix))]
#[cfg_attr(all(), inline)]
#[tool]
/// Answers.
async fn instrumented_above(#[state] suffix: &str, word: &str) -> String {
    format!("{word}{suffix}")
}

#[tokio::test]
async fn other_attributes_stand_before_and_after() {
    let tools = Registry::builder(app()).tool(instrumented_below_tool()).tool(instrumented_above_tool());
    let surface = surface(tools);
    assert_eq!(surface.call("instrumented_below", json!({ "word": "a" })).await.text(), "a");
    assert_eq!(surface.call("instrumented_above", json!({ "word": "a" })).await.text(), "ahello");
}

/// Exists on the planet.
#[tool]
#[cfg(test)]
fn here() {}

/// Does not exist.
#[tool]
#[cfg(any())]
fn nowhere() -> NoSuchType {}

#[test]
fn a_function_that_is_compiled_out_takes_its_companion_along() {
    let surface = surface(Registry::builder(()).tool(here_tool()));
    assert_eq!(surface.names(), ["here"]);
}
