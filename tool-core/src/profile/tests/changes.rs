//! Each change by itself: what it is given, what it makes of it, and what it says about it.

use serde_json::{Value, json};

use super::{by, holding, refusal};
use crate::profile::{Change, Demand, NoArguments, Profile, Untyped};

/// Returns the one property of a schema that has only this one.
fn property(demands: &[Demand], property: &Value) -> Value {
    let rendered = by(demands, &holding(property)).unwrap();
    rendered.schema.unwrap()["properties"]["x"].clone()
}

#[test]
fn constraints_move_into_the_description() {
    let (text, integer, list) =
        (json!({ "type": "string" }), json!({ "type": "integer" }), json!({ "type": "array", "items": {} }));
    for (demand, kept, taken, said) in [
        (
            Demand::Said(&["minLength", "maxLength"]),
            &text,
            json!({ "minLength": 1, "maxLength": 8 }),
            "a string of 1 to 8 characters",
        ),
        (
            Demand::Said(&["minimum", "maximum"]),
            &integer,
            json!({ "minimum": 1, "maximum": 100 }),
            "an integer from 1 to 100",
        ),
        (
            Demand::Said(&["exclusiveMinimum", "multipleOf"]),
            &json!({ "type": "number", "maximum": 9 }),
            json!({ "exclusiveMinimum": 0, "multipleOf": 0.5 }),
            "a number greater than 0, a multiple of 0.5",
        ),
        (
            Demand::Said(&["pattern"]),
            &text,
            json!({ "pattern": "^[a-z]+$" }),
            "a string that matches ^[a-z]+$",
        ),
        (Demand::Said(&["default"]), &integer, json!({ "default": 10 }), "default: 10"),
        (Demand::Said(&["maxItems"]), &list, json!({ "maxItems": 3 }), "a list of at most 3 items"),
        (Demand::MinItems(1), &list, json!({ "minItems": 2 }), "a list of at least 2 items"),
        (Demand::Formats(&["date-time"]), &text, json!({ "format": "uuid" }), "a UUID"),
        // A format that has no words of its own is named.
        (Demand::Formats(&["date-time"]), &text, json!({ "format": "isbn" }), "format isbn"),
        (Demand::StringEnums, &integer, json!({ "enum": [1, 2, 4] }), "one of 1, 2, 4"),
    ] {
        let with = |other: &Value| {
            let mut schema = kept.clone();
            schema.as_object_mut().unwrap().extend(other.as_object().unwrap().clone());
            schema
        };
        let rendered = by(&[demand], &holding(&with(&taken))).unwrap();
        let expected = holding(&with(&json!({ "description": said })));
        assert_eq!(rendered.schema, Some(expected), "{demand:?}");
        let notes = rendered.notes.iter();
        let notes: Vec<_> =
            notes.map(|note| (note.pointer.as_str(), note.keyword.as_str(), note.change)).collect();
        let keywords = taken.as_object().unwrap().keys();
        let expected: Vec<_> =
            keywords.map(|keyword| ("/properties/x", keyword.as_str(), Change::Said)).collect();
        assert_eq!(notes, expected, "{demand:?}");
        assert!(rendered.notes.iter().all(|note| note.words.as_deref() == Some(said)), "{demand:?}");
    }
}

#[test]
fn what_a_provider_takes_stays() {
    for (demand, schema) in [
        (Demand::MinItems(1), json!({ "type": "array", "items": { "type": "string" }, "minItems": 1 })),
        (Demand::Formats(&["date-time"]), json!({ "type": "string", "format": "date-time" })),
        (Demand::StringEnums, json!({ "type": "string", "enum": ["a"] })),
    ] {
        let rendered = by(&[demand], &holding(&schema)).unwrap();
        assert_eq!((rendered.schema, rendered.notes), (Some(holding(&schema)), Vec::new()), "{demand:?}");
    }
}

#[test]
fn what_is_said_comes_behind_what_the_author_said() {
    let given = json!({ "type": "string", "minLength": 1, "description": "A code." });
    let expected = json!({ "type": "string", "description": "A code.\na string of at least 1 character" });
    assert_eq!(property(&[Demand::Said(&["minLength"])], &given), expected);
}

#[test]
fn an_enumeration_is_said_to_its_last_value() {
    let values: Vec<_> = (0..50).collect();
    let said = property(&[Demand::StringEnums], &json!({ "type": "integer", "enum": values }));
    assert!(said["description"].as_str().unwrap().ends_with(", 48, 49"), "{said}");
}

#[test]
fn what_stands_beside_the_properties_is_said() {
    for (given, expected) in [
        (
            json!({ "type": "object", "properties": { "a": { "type": "string" } }, "additionalProperties": false }),
            json!({ "type": "object", "properties": { "a": { "type": "string" } }, "description": "no other keys" }),
        ),
        (
            json!({ "type": "object", "additionalProperties": true }),
            json!({ "type": "object", "description": "keys are free; each holds any value" }),
        ),
        (
            json!({ "type": "object", "additionalProperties": { "type": "integer", "minimum": 1 } }),
            json!({ "type": "object", "description": "keys are free; each holds an integer of at least 1" }),
        ),
        // A value with parts is quoted: words would lose the parts.
        (
            json!({ "type": "object", "additionalProperties": { "type": "array", "items": { "type": "string" } } }),
            json!({
                "type": "object",
                "description": "keys are free; each holds a value that fits the JSON Schema \
                                {\"items\":{\"type\":\"string\"},\"type\":\"array\"}"
            }),
        ),
    ] {
        assert_eq!(property(&[Demand::RestDropped], &given), expected);
    }
}

#[test]
fn null_is_a_flag_where_there_is_no_null_type() {
    for (given, expected) in [
        (
            json!({ "anyOf": [{ "type": "integer", "description": "Of days." }, { "type": "null" }], "description": "A number." }),
            json!({ "type": "integer", "nullable": true, "description": "A number.\nOf days." }),
        ),
        (
            json!({ "anyOf": [{ "type": "integer" }, { "type": "string" }, { "type": "null" }] }),
            json!({ "anyOf": [{ "type": "integer" }, { "type": "string" }], "nullable": true }),
        ),
        (
            json!({ "type": "array", "items": { "anyOf": [{ "type": "integer" }, { "type": "null" }] } }),
            json!({ "type": "array", "items": { "type": "integer", "nullable": true } }),
        ),
    ] {
        assert_eq!(property(&[Demand::NoNullType], &given), expected);
    }
    assert_eq!(
        refusal(&[Demand::NoNullType], &json!({ "type": "null" })),
        "/properties/x: a value that can only be null; leave it out of the type"
    );
}

#[test]
fn nothing_stands_beside_a_union_where_it_has_to_be_alone() {
    let given = json!({
        "anyOf": [{ "type": "integer" }, { "type": "string", "description": "A name." }, { "type": "null" }],
        "description": "Which one.",
        "default": 3
    });
    let expected = json!({ "anyOf": [
        { "type": "integer", "nullable": true, "description": "Which one.\ndefault: 3" },
        { "type": "string", "nullable": true, "description": "Which one.\ndefault: 3\nA name." }
    ] });
    assert_eq!(property(&[Demand::NoNullType, Demand::UnionAlone], &given), expected);
}

#[test]
fn every_schema_gets_a_type() {
    let union = Demand::Typed(Untyped::Union(&["object", "array", "string"]));
    let expected = json!({
        "anyOf": [
            { "type": "object", "additionalProperties": true },
            { "type": "array", "items": { "anyOf": [
                { "type": "object", "additionalProperties": true }, { "type": "string" }
            ] } },
            { "type": "string" }
        ],
        "description": "Anything."
    });
    assert_eq!(property(&[union], &json!({ "description": "Anything." })), expected);
    let notes = by(&[union], &holding(&json!({}))).unwrap().notes;
    assert_eq!((notes.len(), notes[0].change), (1, Change::Narrowed));

    let refused = Demand::Typed(Untyped::Refused);
    assert_eq!(
        property(&[refused], &json!({ "enum": ["a", "b"] })),
        json!({ "type": "string", "enum": ["a", "b"] })
    );
    assert_eq!(
        property(&[refused], &json!({ "enum": ["a", 1, "b"] })),
        json!({ "anyOf": [{ "type": "string", "enum": ["a", "b"] }, { "type": "integer", "enum": [1] }] })
    );
    assert_eq!(
        refusal(&[refused], &json!({ "type": "array", "items": {} })),
        "/properties/x/items: any value is allowed here; name a type"
    );
}

#[test]
fn definitions_are_written_out_and_recursion_is_refused() {
    let mut schema = holding(&json!({ "$ref": "#/$defs/A" }));
    schema["$defs"] =
        json!({ "A": { "type": "array", "items": { "$ref": "#/$defs/B" } }, "B": { "type": "string" } });
    let rendered = by(&[Demand::NoRecursion], &schema).unwrap();
    assert_eq!(rendered.schema, Some(holding(&json!({ "type": "array", "items": { "type": "string" } }))));

    schema["$defs"]["B"] = json!({ "type": "array", "items": { "$ref": "#/$defs/A" } });
    let refused = by(&[Demand::NoRecursion], &schema).unwrap_err();
    assert_eq!(
        refused.to_string(),
        "/$defs/B/items: `A` is recursive; bound the depth in the type, for example with a list of rows"
    );
    // Without the demand, it stays as it is.
    assert_eq!(by(&[Demand::PlainReferences], &schema).unwrap().schema, Some(schema));
}

#[test]
fn a_tool_without_arguments_has_a_form_of_its_own() {
    let none = json!({ "type": "object", "properties": {}, "additionalProperties": false });
    let omitted = by(&[Demand::NoArguments(NoArguments::Omitted)], &none).unwrap();
    assert_eq!(omitted.schema, None);
    assert_eq!(omitted.restore(Value::Null), json!({}));
    let bare = by(&[Demand::NoArguments(NoArguments::Bare)], &none).unwrap();
    assert_eq!(bare.schema, Some(json!({ "type": "object" })));
    // Keys that are free are arguments.
    let open = json!({ "type": "object", "properties": {}, "additionalProperties": true });
    let kept = by(&[Demand::NoArguments(NoArguments::Omitted)], &open).unwrap();
    assert_eq!(kept.schema, Some(open.clone()));
    assert!(by(&[Demand::RootProperties], &open).is_err());
    assert_eq!(
        property(&[Demand::BareEmptyObjects], &none),
        json!({ "type": "object", "description": "no keys" })
    );
    let notes = by(&[Demand::BareEmptyObjects], &holding(&none)).unwrap().notes;
    let said: Vec<_> = notes.iter().map(|note| (note.keyword.as_str(), note.words.as_deref())).collect();
    assert_eq!(said, [("additionalProperties", Some("no keys"))]);
}

#[test]
fn names_that_are_keywords_are_names() {
    let all: serde_json::Map<_, _> = ["$ref", "items", "title", "anyOf", "minLength", "default", "nullable"]
        .into_iter()
        .map(|name| (name.to_owned(), json!({ "type": "string", "minLength": 2 })))
        .collect();
    let schema = json!({ "type": "object", "properties": all, "additionalProperties": false });
    let rendered = Profile::OpenAiStrict.render(&schema).unwrap().schema.unwrap();
    for name in all.keys() {
        assert_eq!(
            rendered["properties"][name]["description"], "a string of at least 2 characters",
            "{name}"
        );
    }
    let values = json!({ "type": "string", "enum": ["minLength"], "default": "minLength" });
    assert_eq!(property(&[Demand::Said(&["minLength"])], &values), values);
}
