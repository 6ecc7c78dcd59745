//! Nulls that mean absence, and numbers that are integers.

use serde_json::{Value, json};

use super::sound;
use crate::schema::fold::{fold_nulls, whole_numbers};

fn schema() -> Value {
    json!({
        "type": "object",
        "properties": {
            "must": { "type": ["string", "null"] },
            "may": { "type": "string" },
            "any": true,
            "count": { "type": "integer" },
            "ratio": { "type": "number" },
            "inner": { "type": "object", "properties": { "may": { "type": "integer" } } },
            "list": { "type": "array", "items": { "type": ["integer", "null"] } },
            "form": { "anyOf": [
                { "type": "object", "properties": { "t": { "const": "a" }, "n": { "type": "integer" } }, "required": ["t"] },
                { "type": "object", "properties": { "t": { "const": "b" }, "n": {} }, "required": ["t"] },
            ] },
        },
        "required": ["must"],
    })
}

#[test]
fn null_is_absence_only_where_a_value_may_be_absent_and_null_says_nothing() {
    let schema = sound(&schema()).schema;
    for (given, expected) in [
        (json!({ "must": null, "may": null }), json!({ "must": null })),
        (json!({ "any": null }), json!({ "any": null })),
        (json!({ "inner": { "may": null } }), json!({ "inner": {} })),
        (json!({ "list": [null, 1] }), json!({ "list": [null, 1] })),
        (json!({ "form": { "t": "a", "n": null } }), json!({ "form": { "t": "a" } })),
        (json!({ "form": { "t": "b", "n": null } }), json!({ "form": { "t": "b", "n": null } })),
        (json!({ "unknown": null }), json!({ "unknown": null })),
        (json!(null), json!(null)),
    ] {
        let mut value = given.clone();
        fold_nulls(&schema, &mut value);
        assert_eq!(value, expected, "{given}");
    }
}

#[test]
fn a_null_that_no_alternative_takes_is_absence_in_whichever_is_meant() {
    let form = json!({ "anyOf": [
        { "type": "object", "properties": { "a": { "type": "integer" }, "b": { "type": "integer" } }, "required": ["a", "b"] },
        { "type": "object", "properties": { "a": { "type": "string" }, "b": { "type": "integer" } }, "required": ["a"] },
        { "type": "object", "properties": { "c": { "type": "string" }, "d": { "type": ["null", "integer"] } }, "required": ["d"] },
        { "type": "object", "properties": { "c": { "type": "integer" }, "d": { "type": "integer" } } },
    ] });
    let schema = sound(&json!({ "type": "object", "properties": { "form": form } })).schema;
    for (given, expected) in [
        (json!({ "a": "x", "b": null }), json!({ "a": "x" })),
        (json!({ "a": null, "b": 1 }), json!({ "a": null, "b": 1 })),
        (json!({ "c": "x", "d": null }), json!({ "c": "x", "d": null })),
    ] {
        let mut value = json!({ "form": given });
        fold_nulls(&schema, &mut value);
        assert_eq!(value["form"], expected, "{given}");
    }
}

#[test]
fn a_number_without_a_fraction_is_an_integer_where_one_is_expected() {
    let schema = sound(&schema()).schema;
    for (given, expected) in [
        (json!({ "count": 3.0 }), json!({ "count": 3 })),
        (json!({ "count": -0.0 }), json!({ "count": 0 })),
        (json!({ "count": 3.5 }), json!({ "count": 3.5 })),
        (json!({ "ratio": 3.0 }), json!({ "ratio": 3.0 })),
        (json!({ "list": [1.0, null] }), json!({ "list": [1, null] })),
        (json!({ "form": { "t": "a", "n": 2.0 } }), json!({ "form": { "t": "a", "n": 2 } })),
        (json!({ "any": 3.0 }), json!({ "any": 3.0 })),
        // Not exact as a double: whoever wrote it may have meant another integer.
        (json!({ "count": 1e300 }), json!({ "count": 1e300 })),
    ] {
        let mut value = given.clone();
        whole_numbers(&schema, &mut value);
        assert_eq!(value, expected, "{given}");
    }
}
