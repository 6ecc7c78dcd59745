//! What results look like, by the root of their schema.

use std::collections::BTreeMap;

use schemars::{JsonSchema, generate::SchemaSettings};
use serde::Serialize;
use serde_json::{Value, json};

use crate::schema::{OutputForm, output_form};

#[derive(Serialize, JsonSchema)]
struct Note {
    title: String,
    due: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    done: Option<bool>,
}

#[derive(Serialize, JsonSchema)]
#[serde(tag = "state")]
#[expect(dead_code, reason = "only the schema is looked at")]
enum State {
    Done { at: String },
    Open,
}

#[derive(Serialize, JsonSchema)]
#[expect(dead_code, reason = "only the schema is looked at")]
enum Color {
    Green,
    Red,
}

fn form<T: JsonSchema>() -> OutputForm {
    let settings = SchemaSettings::draft2020_12().for_serialize();
    let (form, faults) = output_form(Some(&settings.into_generator().into_root_schema_for::<T>().to_value()));
    assert_eq!(faults, []);
    form
}

fn structured(schema: &Value, wrap: Option<&'static str>) -> OutputForm {
    OutputForm::Structured { schema: schema.as_object().unwrap().clone().into(), wrap }
}

fn note() -> Value {
    json!({
        "type": "object",
        "properties": {
            "title": { "type": "string" },
            "due": { "anyOf": [{ "type": "string" }, { "type": "null" }] },
            "done": { "type": "boolean" },
        },
        "required": ["title", "due"],
        "additionalProperties": true,
    })
}

fn wrapped(name: &str, value: &Value, required: &[&str]) -> Value {
    let mut schema = json!({ "type": "object", "properties": { name: value }, "additionalProperties": true });
    if !required.is_empty() {
        schema["required"] = json!(required);
    }
    schema
}

#[test]
fn objects_stand_by_themselves_and_are_open() {
    assert_eq!(form::<Note>(), structured(&note(), None));
    let numbers = json!({ "type": "number" });
    let map = json!({ "type": "object", "properties": {}, "additionalProperties": numbers });
    assert_eq!(form::<BTreeMap<String, f64>>(), structured(&map, None));
}

#[test]
fn anything_else_is_wrapped() {
    let list = json!({ "type": "array", "items": note() });
    assert_eq!(form::<Vec<Note>>(), structured(&wrapped("items", &list, &["items"]), Some("items")));
    assert_eq!(
        form::<bool>(),
        structured(&wrapped("result", &json!({ "type": "boolean" }), &["result"]), Some("result"))
    );
    let color = json!({ "type": "string", "enum": ["Green", "Red"] });
    assert_eq!(form::<Color>(), structured(&wrapped("result", &color, &["result"]), Some("result")));
    assert_eq!(form::<Value>(), structured(&wrapped("result", &json!({}), &["result"]), Some("result")));
}

#[test]
fn what_may_be_missing_is_wrapped_and_not_required() {
    assert_eq!(form::<Option<Note>>(), structured(&wrapped("result", &note(), &[]), Some("result")));
    let text = json!({ "type": "string" });
    assert_eq!(form::<Option<String>>(), structured(&wrapped("result", &text, &[]), Some("result")));
}

#[test]
fn several_forms_of_objects_are_one_object() {
    assert_eq!(
        form::<State>(),
        structured(
            &json!({
                "type": "object",
                "properties": {
                    "state": { "type": "string", "enum": ["Done", "Open"] },
                    "at": { "type": "string" },
                },
                "required": ["state"],
                "additionalProperties": true,
                "description": "Exactly one form. state=Done: needs at; state=Open: needs nothing else",
            }),
            None
        )
    );
}

#[test]
fn text_and_nothing_have_no_structure() {
    assert_eq!(form::<String>(), OutputForm::Text);
    assert_eq!(form::<()>(), OutputForm::Nothing);
    assert_eq!(output_form(None), (OutputForm::Unstated, vec![]));
}

#[test]
fn results_promise_neither_patterns_nor_formats() {
    let link = json!({ "type": "object", "properties": { "a": { "type": "string", "format": "uri", "pattern": "^h$" } } });
    let (OutputForm::Structured { schema, .. }, _) = output_form(Some(&link)) else {
        panic!("an object is structured")
    };
    assert_eq!(schema["properties"]["a"], json!({ "type": "string" }));
}
