//! What a schema that is kept as written must not say, by itself and on a surface that adds an argument.

use serde_json::{Map, Value, json};

use super::Written;
use crate::mcp_fixture::alice;

/// Nested lists of one schema inside each other.
fn nested(levels: usize) -> Value {
    (0..levels).fold(json!({ "type": "string" }), |inner, _| json!({ "items": inner }))
}

#[test]
fn what_nobody_could_check_is_refused_when_the_tool_is_declared() {
    let with =
        |property: Value| json!({ "type": "object", "properties": { "a": property }, "$defs": { "B": {} } });
    for (schema, place, words) in [
        (json!(true), "/: ", "has to say {\"type\": \"object\", ..}"),
        (json!({ "properties": {} }), "/: ", "has to say {\"type\": \"object\", ..}"),
        (json!({ "type": ["object", "null"] }), "/: ", "has to say {\"type\": \"object\", ..}"),
        (with(json!({ "minimum": "1" })), "/properties/a/minimum: ", "does not compile"),
        (with(json!({ "pattern": "(" })), "/properties/a/pattern: ", "does not compile"),
        (with(json!({ "$ref": "#/$defs/C" })), "/properties/a/$ref: ", "finds nothing"),
        (with(json!({ "$ref": "#/x-more", "x-more": {} })), "/properties/a/$ref: ", "finds nothing"),
        (
            with(json!({ "$ref": "#/properties/a/x", "x": { "$ref": "#/properties/a" } })),
            "/properties/a/$ref: ",
            "finds nothing",
        ),
        (with(json!({ "$ref": "#c" })), "/properties/a/$ref: ", "finds nothing"),
        (with(json!({ "$dynamicRef": "#c" })), "/properties/a/$dynamicRef: ", "finds nothing"),
        (with(json!({ "$ref": "https://127.0.0.1:1/a.json" })), "/properties/a/$ref: ", "nothing is fetched"),
        (with(json!({ "$ref": "file:///etc/passwd" })), "/properties/a/$ref: ", "nothing is fetched"),
        (with(json!({ "$ref": DIALECT })), "/properties/a/$ref: ", "nothing is fetched"),
        (
            with(json!({ "$id": "a.json", "type": "string" })),
            "/properties/a/$id: ",
            "`$id` makes a document of its own",
        ),
        (
            json!({ "type": "object", "$schema": "http://json-schema.org/draft-07/schema#" }),
            "/$schema: ",
            "2020-12",
        ),
        (json!({ "type": "object", "allOf": [{ "$ref": "#" }] }), "", "nothing but itself"),
        (
            json!({ "type": "object", "$ref": "#/$defs/A", "$defs": { "A": { "not": { "$ref": "#/$defs/A" } } } }),
            "",
            "nothing but itself",
        ),
        (
            json!({ "type": "object", "properties": { "a": nested(62) } }),
            "/: ",
            "more than 64 objects and lists inside each other",
        ),
        (with(json!({ "description": "x".repeat(64 * 1024) })), "/: ", "65536 is the most"),
    ] {
        let text = Written::input(schema.clone()).registry().map(|_| ()).unwrap_err().to_string();
        assert!(
            text.contains(&format!("input schema, {place}")) && text.contains(words),
            "{schema} gave {text}"
        );
        let text = Written::output(schema).registry().map(|_| ()).unwrap_err().to_string();
        assert!(text.contains("output schema, ") && text.contains(words), "{text}");
    }
    // What only looks like a reference is none.
    let words = json!({ "type": "object", "properties": { "$ref": { "const": { "$ref": "https://a" } }, "a": nested(61) } });
    assert!(Written::input(words).registry().is_ok());
}

const DIALECT: &str = "https://json-schema.org/draft/2020-12/schema";

#[tokio::test]
async fn a_surface_adds_its_argument_where_the_schema_leaves_room() {
    let schema = json!({
        "type": "object",
        "properties": { "a": { "type": "string" } },
        "required": ["a"],
        "additionalProperties": false,
        "unevaluatedProperties": false,
        "if": { "required": ["a"] },
        "then": { "properties": { "a": { "minLength": 2 } } }
    });
    let tool = Written::input(schema.clone()).about_a_project();
    let surface = tool.surface().unwrap();
    let listed = &surface.catalogue(&alice()).tools[0].input_schema;
    assert_eq!(listed["required"], json!(["project_id", "a"]));
    assert_eq!(listed["properties"]["project_id"]["type"], "string");
    for (keyword, written) in schema.as_object().unwrap() {
        if !["properties", "required"].contains(&keyword.as_str()) {
            assert_eq!(listed.get(keyword), Some(written));
        }
    }
    assert_eq!(tool.got(json!({ "project_id": "p-alice", "a": "xy" })).await, Ok(json!({ "a": "xy" })));
    for (arguments, expected) in [
        (json!({ "a": "xy" }), "/project_id: missing"),
        (json!({ "project_id": "p-alice", "a": "x" }), "/a: expected a string of at least 2 characters"),
        (json!({ "project_id": "p-alice", "a": "xy", "b": 1 }), "/b: unknown argument"),
    ] {
        let text = tool.got(arguments).await.unwrap_err();
        assert!(text.contains(expected), "{text}");
    }
}

#[test]
fn a_surface_is_refused_where_the_schema_is_about_all_arguments() {
    for (keywords, place) in [
        (json!({ "$ref": "#/$defs/A", "$defs": { "A": {} } }), "/$ref: "),
        (json!({ "$dynamicRef": "#a", "$defs": { "A": { "$dynamicAnchor": "a" } } }), "/$dynamicRef: "),
        (json!({ "maxProperties": 1 }), "/maxProperties: "),
        (json!({ "minProperties": 1 }), "/minProperties: "),
        (json!({ "propertyNames": { "maxLength": 3 } }), "/propertyNames: "),
        (json!({ "patternProperties": { "^p": { "type": "integer" } } }), "/patternProperties: "),
        (json!({ "enum": [{ "a": 1 }] }), "/enum: "),
        (json!({ "const": {} }), "/const: "),
        (
            json!({ "allOf": [{ "properties": { "a": {} }, "additionalProperties": false }] }),
            "/allOf/0/additionalProperties: ",
        ),
        (json!({ "oneOf": [{ "unevaluatedProperties": false }] }), "/oneOf/0/unevaluatedProperties: "),
        (json!({ "not": { "maxProperties": 2 } }), "/not/maxProperties: "),
        (json!({ "required": ["project_id"] }), "/required: "),
        (json!({ "anyOf": [{ "properties": { "project_id": {} } }] }), "/anyOf/0/properties: "),
        (json!({ "if": { "required": ["project_id"] } }), "/if/required: "),
        (json!({ "dependentRequired": { "a": ["project_id"] } }), "/dependentRequired: "),
        (json!({ "dependentSchemas": { "a": { "const": 1 } } }), "/dependentSchemas/a/const: "),
    ] {
        let mut schema: Map<String, Value> = keywords.as_object().unwrap().clone();
        schema.insert("type".to_owned(), "object".into());
        let tool = Written::input(schema.into());
        assert!(tool.surface().is_ok(), "nothing is added, so nothing is refused");
        let text = tool.about_a_project().surface().map(|_| ()).unwrap_err().to_string();
        let expected = format!("input schema, {place}a surface adds the argument \"project_id\" to the root");
        assert!(text.contains(&expected), "{keywords} gave {text}");
    }
    // About an argument, and not about the arguments.
    let inner = json!({ "type": "object", "properties": { "a": { "$ref": "#/$defs/A" } }, "$defs": { "A": { "maxProperties": 1 } } });
    assert!(Written::input(inner).about_a_project().surface().is_ok());
}
