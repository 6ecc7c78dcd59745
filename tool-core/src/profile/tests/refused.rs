//! What has no form for a provider: which schema, where, and what is said about it.

use serde_json::{Value, json};

use super::{by, holding, refusal};
use crate::profile::{
    Demand, Untyped,
    grammar::{Grammar, Start},
};

#[test]
fn objects_are_closed_or_refused() {
    let closed = json!({ "type": "object", "properties": {}, "additionalProperties": false });
    assert!(by(&[Demand::Closed], &holding(&closed)).unwrap().notes.is_empty());
    for open in [
        json!({ "type": "object", "additionalProperties": true }),
        json!({ "type": "object", "additionalProperties": { "type": "string" } }),
        json!({ "type": "object", "properties": { "a": { "type": "string" } } }),
    ] {
        assert_eq!(
            refusal(&[Demand::Closed], &open),
            "/properties/x: an open object or a map; name the properties, or take a list of keys and values"
        );
    }
}

#[test]
fn definitions_that_double_each_time_are_refused() {
    let mut schema = holding(&json!({ "$ref": "#/$defs/D0" }));
    for level in 0..40 {
        let next = json!({ "$ref": format!("#/$defs/D{}", level + 1) });
        schema["$defs"][format!("D{level}")] =
            json!({ "type": "object", "properties": { "a": next, "b": next } });
    }
    schema["$defs"]["D40"] = json!({ "type": "string" });
    let refused = by(&[Demand::NoRecursion], &schema).unwrap_err();
    assert_eq!(refused.reason, "the schema is too deep or too large to be rendered; take a simpler type");
}

#[test]
fn what_a_schema_kept_as_written_may_hold_is_refused_by_name() {
    let large = json!({ "type": "integer", "maximum": 18_446_744_073_709_551_615_u64 });
    let kept = Demand::Keywords(&["additionalProperties", "properties", "required", "type"]);
    let typed = Demand::Typed(Untyped::Refused);
    for (demand, given, reason) in [
        (
            kept,
            json!({ "type": "string", "contentEncoding": "base64" }),
            "`contentEncoding` is not a keyword that it takes; say it in the description",
        ),
        (Demand::Without(&["nullable"]), json!({ "nullable": true }), "`nullable` is refused; leave it out"),
        (
            Demand::OneTypeWord,
            json!({ "type": ["string", "null"] }),
            "`type` is one word; write the types as `anyOf`",
        ),
        (
            Demand::ItemsStated,
            json!({ "type": "array" }),
            "a list does not say what its items are; add `items`",
        ),
        (
            Demand::NoLookaround,
            json!({ "pattern": "^(?!a)b$" }),
            "the pattern looks around; say it in the description",
        ),
        (Demand::NumbersFit, large, "a number over 9223372036854775807; leave the bound out"),
        (
            Demand::PlainReferences,
            json!({ "$ref": "#/$defs/A", "description": "beside" }),
            "a reference is `#/$defs/Name` and stands alone; write the schema out here",
        ),
        (
            Demand::UnionAlone,
            json!({ "anyOf": [{ "type": "string" }], "type": "string" }),
            "`type` beside `anyOf`; put it into each alternative",
        ),
        (typed, json!({ "minLength": 1 }), "a schema with constraints and no `type`; add it"),
        (
            typed,
            json!({ "anyOf": [], "type": "string" }),
            "`type` beside `anyOf`; put it into each alternative",
        ),
    ] {
        assert_eq!(refusal(&[demand], &given), format!("/properties/x: {reason}"), "{demand:?}");
    }
    let root = json!({ "type": "object", "oneOf": [] });
    assert_eq!(
        by(&[Demand::RootWithout(&["oneOf"])], &root).unwrap_err().to_string(),
        "the root: `oneOf` at the root; put it into a property, or make one tool of each form"
    );
    let name = Demand::PropertyName(Grammar::new(Start::LetterOrUnderscore, "_", 64));
    let schema = json!({ "type": "object", "properties": { "a/b": {} } });
    assert_eq!(
        by(&[name], &schema).unwrap_err().to_string(),
        "/properties/a~1b: the name \"a/b\" is refused; use 1 to 64 of A-Z a-z 0-9 `_`, starting with a letter or `_`"
    );
}

#[test]
fn limits_are_inclusive() {
    let deep = |levels: usize| {
        let inner = (1..levels)
            .fold(json!({ "type": "string" }), |inner, _| json!({ "type": "array", "items": inner }));
        holding(&inner)
    };
    assert!(by(&[Demand::Depth(10)], &deep(10)).is_ok());
    let refused = by(&[Demand::Depth(10)], &deep(11)).unwrap_err();
    assert_eq!(refused.pointer, format!("/properties/x{}", "/items".repeat(9)));
    assert_eq!(refused.reason, "more than 10 objects and lists inside each other; flatten the type");

    let words = |count: usize, length: usize| -> Value {
        let values: Vec<_> = (0..count).map(|number| format!("{number:0length$}")).collect();
        holding(&json!({ "type": "string", "enum": values }))
    };
    assert!(by(&[Demand::EnumValues(4)], &words(4, 2)).is_ok());
    assert!(by(&[Demand::EnumValues(4)], &words(5, 2)).is_err());
    // One character is the name of the property.
    assert!(by(&[Demand::Letters(9)], &words(4, 2)).is_ok());
    assert!(by(&[Demand::Letters(8)], &words(4, 2)).is_err());
    assert!(by(&[Demand::LongEnum(4, 8)], &words(4, 3)).is_ok());
    assert!(by(&[Demand::LongEnum(4, 10)], &words(5, 2)).is_ok());
    assert!(by(&[Demand::LongEnum(4, 9)], &words(5, 2)).is_err());
    assert!(by(&[Demand::Properties(1)], &deep(1)).is_ok());
    assert!(by(&[Demand::Properties(0)], &deep(1)).is_err());
}
