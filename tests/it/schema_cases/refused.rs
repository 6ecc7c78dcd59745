//! Types and schemas that are refused when a tool is declared.

use serde_json::{Map, Value, json};
use tool_core::ToolDefinition;

use super::{
    case,
    echo::Echo,
    shapes::{Camel, Ints, StdTypes, Unicode, Untagged, UseUnit},
};

fn refusal_of(schema: Value) -> String {
    Echo::<Value>::over(ToolDefinition::new("echo", "Says what reached it.").with_input_schema(schema))
        .refusal()
}

/// Checks that a text names all of these.
fn assert_names(text: &str, names: &[&str]) {
    for name in names {
        assert!(text.contains(name), "{name:?} is not in {text}");
    }
}

#[test]
fn arguments_that_are_no_object_are_refused_when_the_tool_is_declared() {
    // Cases 17 and 49.
    for text in
        [Echo::<Untagged>::new().refusal(), Echo::<Value>::new().refusal(), Echo::<u32>::new().refusal()]
    {
        assert_names(&text, &["`echo`", "the root has to be an object"]);
    }
    assert!(Echo::<Map<String, Value>>::new().registry().is_ok());
}

#[test]
fn keywords_of_old_drafts_are_refused_by_name() {
    // Case 76.
    let text = refusal_of(case(76)["input"]["schema"].clone());
    let places = ["type", "minimum", "exclusiveMinimum", "nullable"]
        .map(|keyword| format!("/properties/n/{keyword}: "));
    assert_names(&text, &places.each_ref().map(String::as_str));
}

#[test]
fn an_exposed_tool_has_only_arguments_that_every_provider_takes() {
    // Cases 41, 56, 64 and 91.
    let unit = Echo::<UseUnit>::new().exposed().refusal();
    assert_names(&unit, &["/properties/u: an argument that can only be null says nothing"]);
    let wide = Echo::<Ints>::new().exposed().refusal();
    assert_names(
        &wide,
        &[
            "/properties/i: hosts round integers",
            "/properties/j: ",
            "take an identifier as `tool_core::Id<u64>`",
        ],
    );
    let bytes = Echo::<StdTypes>::new().exposed().refusal();
    assert_names(&bytes, &["/properties/raw: bytes as a list of numbers", "`tool_core::Base64`"]);
    let names = Echo::<Unicode>::new().exposed().refusal();
    assert_names(
        &names,
        &["/properties/page[size]: ", "/properties/größe: ", "/properties/a.b: ", "/properties/a b: "],
    );
    assert_names(&Echo::<Camel>::new().exposed().refusal(), &["/properties/$filter: "]);
}

#[test]
fn a_schema_that_leads_out_of_its_document_is_refused() {
    let outside = json!({ "type": "object", "properties": { "a": { "$ref": "http://127.0.0.1:1/a.json" } } });
    assert_names(
        &refusal_of(outside),
        &["/properties/a: ", "nothing is fetched", "copy the definition into `$defs`"],
    );
}
