//! What a function may return.

use std::{borrow::Cow, collections::BTreeMap};

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Value, json};
use tool_core::{Content, Registry, ToolOutput, tool};

use super::surface;

#[derive(Serialize, JsonSchema)]
struct Note {
    id: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    draft: Option<bool>,
}

type Fallible<T, E = String> = std::result::Result<T, E>;

/// Returns a structure.
#[tool]
fn structure() -> Note {
    Note { id: "n1".to_owned(), draft: None }
}

/// Returns a list.
#[tool]
fn list() -> Vec<Note> {
    vec![Note { id: "n1".to_owned(), draft: Some(true) }]
}

/// Returns through an alias.
#[tool]
fn through_alias() -> Fallible<Note> {
    Ok(structure())
}

/// Returns an alias of an alias.
#[tool]
async fn through_alias_async() -> Fallible<Fallible<Note>> {
    Ok(Ok(structure()))
}

/// Returns nothing.
#[tool]
fn nothing() {}

/// Returns nothing, or fails.
#[tool]
fn nothing_or_error() -> Result<(), String> {
    Ok(())
}

/// Returns text.
#[tool]
fn text() -> &'static str {
    "plain"
}

/// Returns text that may be borrowed.
#[tool]
fn cow<'a>(#[state] text: &'a String) -> Cow<'a, str> {
    Cow::Borrowed(text)
}

/// Returns something or nothing.
#[tool]
fn maybe(there: bool) -> Option<Note> {
    there.then(structure)
}

/// Writes its result by hand.
#[tool]
fn by_hand() -> ToolOutput {
    ToolOutput::text("a chart")
        .with_content(Content::Image { data: vec![1], mime_type: "image/png".to_owned() })
}

/// Writes its result by hand, or fails.
#[tool]
async fn by_hand_or_error() -> Result<ToolOutput, std::io::Error> {
    Ok(ToolOutput::json(json!({ "rows": 2 })))
}

#[tokio::test]
async fn structures_arrive_as_structures() {
    let tools = Registry::builder(()).tool(structure_tool()).tool(list_tool()).tool(through_alias_tool());
    let surface = surface(tools);
    let note = json!({ "id": "n1" });
    assert_eq!(json!(surface.call("structure", json!({})).await.structured()), note);
    assert_eq!(json!(surface.call("through_alias", json!({})).await.structured()), note);
    let list = json!(surface.call("list", json!({})).await.structured());
    assert_eq!(list, json!({ "items": [{ "id": "n1", "draft": true }] }));
}

#[tokio::test]
async fn text_and_nothing_are_told_by_their_schema() {
    let tools = Registry::builder("borrowed".to_owned())
        .tool(text_tool())
        .tool(cow_tool())
        .tool(nothing_tool())
        .tool(nothing_or_error_tool());
    let surface = surface(tools);
    for (name, text) in [("text", "plain"), ("cow", "borrowed")] {
        let answer = surface.call(name, json!({})).await;
        assert_eq!((answer.text().as_str(), &answer.reply().structured), (text, &None), "{name}");
    }
    for name in ["nothing", "nothing_or_error"] {
        let answer = surface.call(name, json!({})).await;
        assert_eq!((answer.code(), &answer.reply().structured), (None, &None), "{name}");
    }
}

#[tokio::test]
async fn an_option_is_there_or_not() {
    let surface = surface(Registry::builder(()).tool(maybe_tool()));
    let there = surface.call("maybe", json!({ "there": true })).await;
    assert!(there.text().contains("n1"), "{}", there.text());
    let absent = surface.call("maybe", json!({ "there": false })).await;
    assert_eq!(absent.code(), None);
    assert!(!absent.text().contains("n1"), "{}", absent.text());
}

#[tokio::test]
async fn results_written_by_hand_pass_through() {
    let registry = Registry::builder(()).tool(by_hand_tool()).tool(by_hand_or_error_tool());
    let surface = surface(registry);
    let chart = surface.call("by_hand", json!({})).await;
    let image = Content::Image { data: vec![1], mime_type: "image/png".to_owned() };
    assert_eq!(chart.content(), [Content::Text("a chart".to_owned()), image]);
    let rows = surface.call("by_hand_or_error", json!({})).await;
    assert_eq!(rows.structured()["rows"], 2);
}

#[test]
fn schemas_of_results_are_those_that_serialising_keeps() {
    let registry = Registry::builder(()).tool(structure_tool()).tool(by_hand_tool()).build().unwrap();
    let snapshot = registry.snapshot();
    let schema = snapshot.get("structure").unwrap().definition().output_schema.clone().unwrap();
    let required: &Value = &schema["required"];
    assert_eq!(required, &json!(["id"]), "what is skipped is not promised");
    assert_eq!(snapshot.get("by_hand").unwrap().definition().output_schema, None);
}

#[derive(Serialize, JsonSchema)]
#[serde(tag = "kind")]
enum Measured {
    One { value: f64 },
    Many { values: Vec<Option<f32>>, by_name: BTreeMap<String, (u8, f64)> },
}

/// Measures; a number may not be one.
#[tool]
fn measure(one: bool, broken: bool) -> Measured {
    let value = if broken { f64::NAN } else { 1.5 };
    if one {
        return Measured::One { value };
    }
    let values = vec![None, Some(0.5), Some(if broken { f32::INFINITY } else { 2.0 })];
    Measured::Many { values, by_name: BTreeMap::from([("a".to_owned(), (1, 2.5))]) }
}

#[tokio::test]
async fn a_number_that_json_has_not_is_refused_and_never_null() {
    let surface = surface(Registry::builder(()).tool(measure_tool()));
    let whole = surface.call("measure", json!({ "one": false, "broken": false })).await;
    let text: Value = serde_json::from_str(&whole.text()).unwrap();
    let result = text.get("result").unwrap_or(&text);
    let expected = json!({ "kind": "Many", "values": [null, 0.5, 2.0], "by_name": { "a": [1, 2.5] } });
    assert_eq!(result, &expected);
    for one in [true, false] {
        let broken = surface.call("measure", json!({ "one": one, "broken": true })).await;
        assert_eq!(broken.code().as_deref(), Some("internal"), "{}", broken.text());
    }
}

#[tokio::test]
async fn a_result_within_a_result_is_data() {
    let surface = surface(Registry::builder(()).tool(through_alias_async_tool()));
    let answer = surface.call("through_alias_async", json!({})).await;
    assert!(answer.text().contains("n1"), "{}", answer.text());
}
