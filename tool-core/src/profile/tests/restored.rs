//! The way there and back: what a rendered schema asks for, and which nulls of an answer are taken out again.

use serde_json::{Value, json};

use super::{by, holding};
use crate::profile::Demand;

#[test]
fn what_may_be_absent_may_be_null_instead() {
    let schema = json!({
        "type": "object",
        "properties": {
            "a": { "type": "string", "enum": ["x"], "description": "The a." },
            "b": { "anyOf": [{ "type": "string" }, { "type": "integer" }], "description": "The b." },
            "c": { "type": "boolean" }
        },
        "required": ["c"],
        "additionalProperties": false
    });
    let rendered = by(&[Demand::AllRequired], &schema).unwrap();
    let expected = json!({
        "type": "object",
        "properties": {
            "a": { "anyOf": [{ "type": "string", "enum": ["x"] }, { "type": "null" }], "description": "The a." },
            "b": { "anyOf": [{ "type": "string" }, { "type": "integer" }, { "type": "null" }], "description": "The b." },
            "c": { "type": "boolean" }
        },
        "required": ["a", "b", "c"],
        "additionalProperties": false
    });
    assert_eq!(rendered.schema, Some(expected));
    assert_eq!(rendered.losses().count(), 0);
    let sent = json!({ "a": null, "b": null, "c": true });
    assert_eq!(rendered.restore(sent), json!({ "c": true }));
}

#[test]
fn a_null_that_is_data_stays() {
    let item = json!({
        "type": "object",
        "properties": { "due": { "anyOf": [{ "type": "string" }, { "type": "null" }] }, "note": { "type": "string" } },
        "required": ["due"],
        "additionalProperties": false
    });
    let schema = json!({
        "type": "object",
        "properties": { "rows": { "type": "array", "items": item }, "none": { "type": "boolean" } },
        "required": ["rows"],
        "additionalProperties": false
    });
    let rendered = by(&[Demand::AllRequired], &schema).unwrap();
    let sent = json!({ "rows": [{ "due": null, "note": null }], "none": null });
    assert_eq!(rendered.restore(sent), json!({ "rows": [{ "due": null }] }));
    // Where a property that may be absent may be null too, null says null.
    let either = json!({ "type": "object", "properties": { "due": {
        "anyOf": [{ "type": "string" }, { "type": "null" }]
    } } });
    let sent = json!({ "due": null });
    assert_eq!(by(&[Demand::AllRequired], &either).unwrap().restore(sent.clone()), sent);
    // Nulls that nobody asked for are left for the check to name.
    assert_eq!(
        rendered.restore(json!({ "rows": null, "other": null })),
        json!({ "rows": null, "other": null })
    );
}

#[test]
fn alternatives_that_only_bounds_tell_apart_are_restored_by_their_bounds() {
    let form = |bound: &str, due: Value, required: &[&str]| {
        json!({
            "type": "object",
            "properties": { "x": { "type": "integer", bound: 10 }, "y": due },
            "required": required,
            "additionalProperties": false
        })
    };
    let text = json!({ "type": "string" });
    let or_null = json!({ "anyOf": [{ "type": "string" }, { "type": "null" }] });
    let either =
        json!({ "anyOf": [form("maximum", text, &["x"]), form("exclusiveMinimum", or_null, &["x", "y"])] });
    let rendered = by(&[Demand::AllRequired], &holding(&either)).unwrap();
    assert_eq!(rendered.restore(json!({ "x": { "x": 3, "y": null } })), json!({ "x": { "x": 3 } }));
    assert_eq!(
        rendered.restore(json!({ "x": { "x": 30, "y": null } })),
        json!({ "x": { "x": 30, "y": null } })
    );
}

#[test]
fn alternatives_that_look_alike_inside_each_other_take_no_time() {
    let form = |name: &str| {
        let all = json!({ "type": "array", "items": { "$ref": "#/$defs/T" } });
        json!({
            "type": "object",
            "properties": { "all": all, name: { "type": "string" } },
            "required": ["all"],
            "additionalProperties": false
        })
    };
    let mut schema = holding(&json!({ "$ref": "#/$defs/T" }));
    schema["$defs"] = json!({ "T": { "anyOf": [form("a"), form("b"), form("c")] } });
    let rendered = by(&[Demand::AllRequired], &schema).unwrap();
    let leaf = |levels: usize| {
        (0..levels).fold(json!({ "all": [], "a": null }), |inner, _| json!({ "all": [inner], "a": null }))
    };
    // Few levels are restored; thirty would be three to the thirtieth looks.
    assert_eq!(rendered.restore(json!({ "x": leaf(1) })), json!({ "x": { "all": [{ "all": [] }] } }));
    rendered.restore(json!({ "x": leaf(30) }));
}
