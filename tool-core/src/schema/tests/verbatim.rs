//! What is asked of a schema that is kept as written costs little, whatever it says.

use serde_json::{Map, Value, json};

use crate::schema::{
    checker::{Checker, Written},
    verbatim,
};

fn checker(schema: &Value) -> Checker {
    Checker::compile_as(&verbatim(schema).unwrap(), Written::Verbatim).unwrap()
}

#[test]
fn a_small_document_cannot_ask_for_a_large_check() {
    // Each definition holds the next one twice: forty of them would be a trillion schemas.
    let definitions: Map<_, _> = (0..40)
        .map(|n| {
            let next = json!({ "$ref": format!("#/$defs/D{}", n + 1) });
            (format!("D{n}"), json!({ "type": "object", "properties": { "a": next, "b": next } }))
        })
        .chain([("D40".to_owned(), json!({ "type": "string" }))])
        .collect();
    let bomb =
        json!({ "type": "object", "properties": { "a": { "$ref": "#/$defs/D0" } }, "$defs": definitions });
    let checker = checker(&bomb);
    assert!(checker.is_valid(&json!({ "a": { "a": { "b": {} } } })));
    assert_eq!(
        checker.faults(&json!({ "a": { "a": { "b": 1 } } })).to_string(),
        "/a/a/b: expected an object, found an integer"
    );
}

#[test]
fn a_recursive_schema_is_explained_in_a_bounded_number_of_steps() {
    // Each level could be explained by both parts, so a value of thirty levels by a billion.
    let schema = json!({
        "type": "object",
        "properties": { "a": { "allOf": [{ "$ref": "#" }, { "$ref": "#/$defs/Same" }] } },
        "$defs": { "Same": { "type": "object", "properties": { "a": { "$ref": "#" } } } }
    });
    let value = (0..30).fold(json!({ "a": 1 }), |inner, _| json!({ "a": inner }));
    let faults = checker(&schema).faults(&value);
    assert!(faults.iter().count() <= 10, "{faults}");
    assert!(faults.to_string().starts_with(&"/a".repeat(31)), "{faults}");
}

#[test]
fn nulls_are_folded_in_a_bounded_number_of_steps() {
    let schema = json!({
        "type": "object",
        "properties": { "a": { "allOf": [{ "$ref": "#" }, { "$ref": "#/$defs/Same" }] }, "b": { "type": "string" } },
        "$defs": { "Same": { "type": "object", "properties": { "a": { "$ref": "#" } } } }
    });
    let mut value = (0..30).fold(json!({ "b": null }), |inner, _| json!({ "a": inner }));
    let checker = checker(&schema);
    checker.tidy(&mut value);
    assert!(checker.is_valid(&value));
    assert_eq!(value, (0..30).fold(json!({}), |inner, _| json!({ "a": inner })));
}
