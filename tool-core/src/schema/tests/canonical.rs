//! What the dialect makes of schemas that people write by hand. What it refuses is `refused`.

use serde_json::{Value, json};

use super::{faults, sound};
use crate::schema::{Applies, Contract, canonical};

/// Returns the canonical form of one argument.
fn argument(raw: &Value) -> Value {
    sound(&json!({ "type": "object", "properties": { "a": raw } })).schema["properties"]["a"].take()
}

#[test]
fn a_null_beside_a_type_means_that_the_argument_is_optional() {
    assert_eq!(argument(&json!({ "type": ["string", "null"] })), json!({ "type": "string" }));
    let required =
        json!({ "type": "object", "properties": { "a": { "type": ["string", "null"] } }, "required": ["a"] });
    assert_eq!(
        sound(&required).schema["properties"]["a"],
        json!({ "anyOf": [{ "type": "string" }, { "type": "null" }] })
    );
}

#[test]
fn a_number_that_is_not_zero_is_said_and_checked() {
    let raw = json!({ "type": "object", "properties": {
        "a": { "type": "integer", "not": { "const": 0 }, "minimum": -9, "maximum": 9 }
    } });
    let found = sound(&raw);
    assert_eq!(
        found.schema["properties"]["a"],
        json!({ "type": "integer", "minimum": -9, "maximum": 9, "description": "not 0" })
    );
    assert_eq!(found.exact.unwrap()["properties"]["a"]["not"], json!({ "const": 0 }));
    // Without a type it would be said about text as well, and other words than this one are refused.
    for not in [json!({ "not": { "const": 0 } }), json!({ "type": "integer", "not": { "const": 1 } })] {
        let raw = json!({ "type": "object", "properties": { "a": not } });
        assert_eq!(faults(&raw, Applies::Always), ["/properties/a/not keyword-refused"]);
    }
}

#[test]
fn what_the_names_of_a_map_match_is_said_and_checked() {
    let each = json!({ "type": "string" });
    for map in [
        json!({ "type": "object", "additionalProperties": each, "propertyNames": { "pattern": "^[a-z]+$" } }),
        json!({ "type": "object", "patternProperties": { "^[a-z]+$": each }, "additionalProperties": false }),
    ] {
        let found = sound(&json!({ "type": "object", "properties": { "a": map } }));
        assert_eq!(
            found.schema["properties"]["a"],
            json!({ "type": "object", "additionalProperties": each, "description": "keys match ^[a-z]+$" })
        );
        let exact = found.exact.unwrap();
        assert_eq!(exact["properties"]["a"]["patternProperties"], json!({ "^[a-z]+$": each }));
        assert_eq!(exact["properties"]["a"]["additionalProperties"], false);
    }
}

#[test]
fn an_integer_keeps_no_value_with_a_fraction() {
    let both = json!({ "allOf": [{ "enum": [3, 1.5] }, { "type": "integer" }] });
    assert_eq!(argument(&both), json!({ "type": "integer", "enum": [3] }));
}

#[test]
fn an_alternative_without_a_value_is_left_out() {
    assert_eq!(argument(&json!({ "anyOf": [false, { "type": "string" }] })), json!({ "type": "string" }));
    let nothing = json!({ "type": "object", "properties": { "a": { "anyOf": [false] } } });
    assert_eq!(faults(&nothing, Applies::Always), ["/properties/a/anyOf/0 nothing-allowed"]);
}

#[test]
fn a_root_of_forms_needs_nothing_that_may_be_null_in_one_of_them() {
    let form = |word: &str, content: Value| json!({ "type": "object", "properties": { "t": { "const": word }, "c": content }, "required": ["t", "c"] });
    let found = sound(&json!({ "oneOf": [
        form("a", json!({ "type": ["string", "null"] })),
        form("b", json!({ "type": "integer" })),
        { "type": "object", "properties": { "t": { "const": "c" } }, "required": ["t"] },
    ] }));
    assert_eq!(
        found.schema["description"],
        "Exactly one form. t=a: needs nothing else; t=b: needs c; t=c: needs nothing else"
    );
    let exact = crate::schema::Checker::compile(&found.exact.unwrap()).unwrap();
    assert!(exact.is_valid(&json!({ "t": "a" })));
    assert!(!exact.is_valid(&json!({ "t": "b" })));
}

#[test]
fn what_holds_together_becomes_one_schema() {
    let parts = json!({ "allOf": [
        { "type": "object", "properties": { "a": { "type": "integer", "minimum": 1 } }, "required": ["a"] },
        { "type": "object", "properties": { "a": { "type": "integer", "maximum": 9 }, "b": { "type": "string" } } },
    ] });
    assert_eq!(
        Value::Object(sound(&parts).schema),
        json!({
            "type": "object",
            "properties": { "a": { "type": "integer", "minimum": 1, "maximum": 9 }, "b": { "type": "string" } },
            "required": ["a"],
            "additionalProperties": false,
        })
    );
}

#[test]
fn constants_and_bare_keywords_get_their_type() {
    assert_eq!(argument(&json!({ "const": "x" })), json!({ "type": "string", "enum": ["x"] }));
    assert_eq!(argument(&json!({ "enum": [1, 2] })), json!({ "type": "integer", "enum": [1, 2] }));
    assert_eq!(argument(&json!({ "minLength": 1 })), json!({ "type": "string", "minLength": 1 }));
    assert_eq!(
        argument(&json!({ "oneOf": [{ "const": 1, "description": "low" }, { "const": 2 }] })),
        json!({ "type": "integer", "enum": [1, 2], "description": "1: low" })
    );
}

#[test]
fn an_enumeration_beside_a_constraint_is_the_values_that_meet_it() {
    let decimal = r"^-?\d+(\.\d+)?$";
    assert_eq!(
        argument(
            &json!({ "allOf": [{ "type": "string", "enum": ["a", "12", "7"] }, { "pattern": decimal }] })
        ),
        json!({ "type": "string", "enum": ["12", "7"] })
    );
    assert_eq!(
        argument(
            &json!({ "allOf": [{ "type": "integer", "enum": [1, 3, 400] }, { "type": "integer", "minimum": 2 }] })
        ),
        json!({ "type": "integer", "enum": [3, 400] })
    );
    // A pattern that only words can say is gone from an output, and still no value may come back.
    let result =
        json!({ "type": "object", "properties": { "a": { "enum": ["a", "12"], "pattern": decimal } } });
    assert_eq!(
        canonical(&result, Contract::Output).schema["properties"]["a"],
        json!({ "type": "string", "enum": ["12"] })
    );
    let nothing = json!({ "type": "object", "properties": { "a": { "enum": ["a"], "pattern": decimal } } });
    assert_eq!(faults(&nothing, Applies::Always), ["/properties/a nothing-allowed"]);
    let broken = json!({ "type": "object", "properties": { "a": { "enum": ["a"], "pattern": "(" } } });
    assert_eq!(faults(&broken, Applies::Always), ["/properties/a/pattern does-not-compile"]);
}

#[test]
fn alternatives_that_read_the_same_are_written_once_and_checked_as_they_are() {
    let digits = |source: &str| json!({ "type": "string", "pattern": source });
    let both = json!({ "anyOf": [digits(r"^-?\d+(\.\d+)?$"), digits(r"^-?\d+(\.\d+)?([eE]\d+)?$")], "description": "how much" });
    let found = sound(&json!({ "type": "object", "properties": { "a": both } }));
    assert_eq!(
        found.schema["properties"]["a"],
        json!({ "type": "string", "description": "how much\ndecimal number" })
    );
    let exact = found.exact.unwrap();
    assert_eq!(exact["properties"]["a"]["anyOf"].as_array().map(Vec::len), Some(2));
    let again = canonical(&found.schema.clone().into(), Contract::Input);
    assert_eq!(again.schema, found.schema);

    let wide = json!({ "anyOf": [{ "type": "integer", "format": "int64" }, { "type": "integer" }] });
    assert_eq!(argument(&wide), json!({ "type": "integer" }));
}

#[test]
fn several_words_for_null_are_null() {
    let nothing = json!({ "type": "null" });
    let root = json!({ "anyOf": [nothing, { "type": "null", "description": "none" }] });
    assert_eq!(
        Value::Object(sound(&root).schema),
        json!({ "type": "object", "properties": {}, "additionalProperties": false })
    );
    assert_eq!(argument(&root)["type"], "null");
}

#[test]
fn positions_of_older_drafts_are_positions() {
    let old = json!({ "type": "array", "items": [{ "type": "string" }, { "type": "boolean" }], "additionalItems": false });
    let new = json!({ "type": "array", "prefixItems": [{ "type": "string" }, { "type": "boolean" }], "items": false });
    let expected = json!({
        "type": "array",
        "items": { "anyOf": [{ "type": "string" }, { "type": "boolean" }] },
        "maxItems": 2,
        "description": "positions: string, boolean",
    });
    assert_eq!(argument(&old), expected);
    assert_eq!(argument(&new), expected);
}

#[test]
fn references_are_followed_and_recursive_ones_are_named() {
    let escaped = json!({
        "type": "object",
        "properties": { "a": { "$ref": "#/$defs/Of%3CText%3E" }, "b": { "$ref": "#/$defs/x~1y" } },
        "$defs": { "Of<Text>": { "type": "string" }, "x/y": { "type": "boolean" } },
    });
    let found = Value::Object(sound(&escaped).schema);
    assert_eq!(found["properties"], json!({ "a": { "type": "string" }, "b": { "type": "boolean" } }));
    assert_eq!(found.get("$defs"), None);

    let tree = json!({
        "title": "Tree",
        "type": "object",
        "properties": { "leaves": { "type": "array", "items": { "$ref": "#" } } },
    });
    let inner = json!({
        "type": "object",
        "properties": { "leaves": { "type": "array", "items": { "$ref": "#/$defs/Tree" } } },
        "additionalProperties": false,
    });
    let mut expected = inner.clone();
    expected["$defs"] = json!({ "Tree": inner });
    assert_eq!(Value::Object(sound(&tree).schema), expected);
}

#[test]
fn words_beside_a_recursive_reference_are_kept_without_being_its_siblings() {
    let tree = json!({
        "type": "object",
        "properties": { "root": { "type": "array", "items": { "$ref": "#/$defs/Node" } } },
        "$defs": { "Node": {
            "type": "object",
            "properties": { "left": { "$ref": "#/$defs/Node", "description": "smaller ones" } },
        } },
    });
    assert_eq!(
        sound(&tree).schema["$defs"]["Node"]["properties"]["left"],
        json!({ "anyOf": [{ "$ref": "#/$defs/Node" }], "description": "smaller ones" })
    );
}

#[test]
fn the_exact_form_is_there_only_when_words_were_needed() {
    let plain =
        json!({ "type": "object", "properties": { "a": { "type": "string", "pattern": "^[a-z]+$" } } });
    assert_eq!(sound(&plain).exact, None);
    let looking =
        json!({ "type": "object", "properties": { "a": { "type": "string", "pattern": "^(?!x)[a-z]+$" } } });
    let found = sound(&looking);
    assert_eq!(
        found.schema["properties"]["a"],
        json!({ "type": "string", "description": "must match ^(?!x)[a-z]+$" })
    );
    assert_eq!(
        found.exact.unwrap()["properties"]["a"],
        json!({ "type": "string", "pattern": "^(?!x)[a-z]+$" })
    );
}
