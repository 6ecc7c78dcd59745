//! What a caller reads about arguments that do not fit, through a surface.

use serde_json::{Value, json};
use tool_core::{Answer, Caller, testing::TestSurface};

use crate::support::{Fixture, invoker, outside};

fn search() -> Fixture {
    Fixture::new("search").input(json!({
        "type": "object",
        "properties": {
            "query": { "type": "string", "description": "Words to look for." },
            "limit": { "type": "integer", "minimum": 1, "maximum": 100, "description": "At most this many." },
        },
        "required": ["query"],
    }))
}

#[tokio::test]
async fn every_fault_is_said_at_once_and_nothing_runs() {
    let tool = search();
    let runs = tool.runs();
    let surface = TestSurface::new(&outside(&invoker([tool])));
    let answer = surface.call("search", json!({ "qery": "rust", "limit": 101 })).await;
    assert_eq!(
        answer.text(),
        "invalid-arguments: /limit: expected an integer from 1 to 100, found an integer out of range\n\
         /qery: unknown argument; did you mean query? declared: limit, query\n\
         /query: missing; expected a string"
    );
    assert_eq!(runs.count(), 0);
}

#[tokio::test]
async fn null_is_absent_for_an_optional_argument_and_wrong_for_a_required_one() {
    let surface = TestSurface::new(&outside(&invoker([search()])));
    assert_eq!(surface.call("search", json!({ "query": "rust", "limit": null })).await.code(), None);
    let refused = surface.call("search", json!({ "query": null })).await;
    assert_eq!(refused.text(), "invalid-arguments: /query: expected a string, found null");
}

#[tokio::test]
async fn what_the_caller_wrote_is_never_repeated() {
    let surface = TestSurface::new(&outside(&invoker([search()])));
    let arguments = json!({ "query": ["canary-4711"], "limit": "canary-4711", "x": "canary-4711" });
    let text = surface.call("search", arguments).await.text();
    assert!(!text.contains("4711"), "{text}");
    let forged = surface.call("search", json!({ "query": "a", "b\n/query: fine": 1 })).await.text();
    assert_eq!(forged.lines().count(), 1, "{forged}");
}

#[tokio::test]
async fn more_faults_than_can_be_read_are_counted() {
    let surface = TestSurface::new(&outside(&invoker([search()])));
    let arguments = (0..14).map(|n| (format!("x{n:02}"), json!(1))).chain([("query".to_owned(), json!("a"))]);
    let text = surface.call("search", arguments.collect()).await.text();
    assert_eq!(text.lines().count(), 11, "{text}");
    assert!(text.ends_with("\nand at least 4 more"), "{text}");
}

#[tokio::test]
async fn a_call_of_nothing_but_faults_is_refused_after_a_hundred_of_them() {
    let tool = Fixture::new("label").input(json!({
        "type": "object",
        "properties": {
            "labels": {
                "type": "array",
                "items": { "type": "string", "pattern": "^[a-z]+$" },
                "description": "Labels to add.",
            },
        },
        "required": ["labels"],
    }));
    let surface = TestSurface::new(&outside(&invoker([tool])));
    let text = surface.call("label", json!({ "labels": vec![""; 16_000] })).await.text();
    assert_eq!(text.lines().count(), 11, "{text}");
    assert!(
        text.starts_with(
            "invalid-arguments: /labels/0: expected a string that matches ^[a-z]+$, found another string\n"
        ),
        "{text}"
    );
    assert!(text.ends_with("\nand at least 90 more"), "{text}");
}

#[tokio::test]
async fn faults_inside_a_union_are_those_of_the_form_whose_word_was_sent() {
    let shape = json!({
        "description": "What to draw.",
        "anyOf": [
            {
                "type": "object",
                "properties": {
                    "kind": { "const": "circle", "description": "A circle." },
                    "radius": { "type": "number", "minimum": 0, "description": "Its radius." },
                },
                "required": ["kind", "radius"],
            },
            {
                "type": "object",
                "properties": {
                    "kind": { "const": "box", "description": "A box." },
                    "width": { "type": "number", "description": "Its width." },
                    "radius": { "type": "string", "description": "How its corners are rounded." },
                },
                "required": ["kind", "width"],
            },
        ],
    });
    let tool = Fixture::new("draw").input(json!({
        "type": "object",
        "properties": { "shapes": { "type": "array", "items": shape, "description": "What to draw." } },
        "required": ["shapes"],
    }));
    let surface = TestSurface::new(&outside(&invoker([tool])));
    let shapes = json!([
        { "kind": "circle", "radius": "wide" },
        { "kind": "box", "radius": 3 },
        { "kind": "circle", "radius": 3 },
        { "kind": "bx" },
    ]);
    assert_eq!(
        surface.call("draw", json!({ "shapes": shapes })).await.text(),
        "invalid-arguments: /shapes/0/radius: expected a number of at least 0 when kind=circle, found a string\n\
         /shapes/1/radius: expected a string when kind=box, found an integer\n\
         /shapes/1/width: missing; expected a number when kind=box\n\
         /shapes/3/kind: expected one of circle, box, found another string; did you mean box?"
    );
}

/// Returns lists inside each other whose text has a mebibyte of brackets.
fn a_mebibyte_of_depth() -> Value {
    (0..512 * 1024).fold(json!([]), |inner, _| Value::Array(vec![inner]))
}

#[tokio::test]
async fn arguments_of_any_depth_are_refused_and_dropped_without_recursion() {
    let tool = search();
    let runs = tool.runs();
    let surface = outside(&invoker([tool]));
    let request = |name: &str, arguments| surface.request(Caller::new("alice"), name, Some(arguments));

    // Not with `json!`, which copies what it is given.
    let deep = Value::Object([("query".to_owned(), a_mebibyte_of_depth())].into_iter().collect());
    let Answer::Reply(refused) = surface.call(request("search", deep)).await else {
        panic!("search is listed")
    };
    assert_eq!(
        refused.text(),
        "invalid-arguments: arguments: expected at most 32 objects and lists inside each other, \
         found arguments nested too deeply"
    );
    assert_eq!(runs.count(), 0);

    // Neither does it matter where they are dropped without having been looked at.
    let unknown = surface.call(request("no_such_tool", a_mebibyte_of_depth())).await;
    assert!(matches!(unknown, Answer::UnknownTool));
    drop(request("search", a_mebibyte_of_depth()));
}
