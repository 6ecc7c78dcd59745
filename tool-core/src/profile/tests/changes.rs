//! Each change by itself: what it is given, what it makes of it, and what it says about it.

use serde_json::{Value, json};

use super::by;
use crate::profile::{
    Change, Demand, NoArguments, Profile, Untyped,
    names::{Grammar, Start},
};

/// Returns the one property of a schema that has only this one.
fn property(demands: &[Demand], property: &Value) -> Value {
    let rendered = by(demands, &holding(property)).unwrap();
    rendered.schema.unwrap()["properties"]["x"].clone()
}

/// Returns why the one property of a schema has no form, and where.
fn refusal(demands: &[Demand], property: &Value) -> (String, String) {
    let refused = by(demands, &holding(property)).unwrap_err();
    (refused.pointer, refused.reason)
}

fn holding(property: &Value) -> Value {
    json!({ "type": "object", "properties": { "x": property }, "required": ["x"], "additionalProperties": false })
}

#[test]
fn constraints_move_into_the_description() {
    for (demand, given, expected) in [
        (
            Demand::Said(&["minLength", "maxLength"]),
            json!({ "type": "string", "minLength": 1, "maxLength": 8, "description": "A code." }),
            json!({ "type": "string", "description": "A code.\na string of 1 to 8 characters" }),
        ),
        (
            Demand::Said(&["minimum", "maximum"]),
            json!({ "type": "integer", "minimum": 1, "maximum": 100 }),
            json!({ "type": "integer", "description": "an integer from 1 to 100" }),
        ),
        (
            Demand::Said(&["exclusiveMinimum", "multipleOf"]),
            json!({ "type": "number", "exclusiveMinimum": 0, "maximum": 9, "multipleOf": 0.5 }),
            json!({ "type": "number", "maximum": 9, "description": "a number greater than 0, a multiple of 0.5" }),
        ),
        (
            Demand::Said(&["pattern"]),
            json!({ "type": "string", "pattern": "^[a-z]+$" }),
            json!({ "type": "string", "description": "a string that matches ^[a-z]+$" }),
        ),
        (
            Demand::Said(&["default"]),
            json!({ "type": "integer", "default": 10 }),
            json!({ "type": "integer", "description": "default: 10" }),
        ),
        (
            Demand::Said(&["maxItems"]),
            json!({ "type": "array", "items": { "type": "string" }, "maxItems": 3 }),
            json!({ "type": "array", "items": { "type": "string" }, "description": "a list of at most 3 items" }),
        ),
        (
            Demand::MinItems(1),
            json!({ "type": "array", "items": { "type": "string" }, "minItems": 2 }),
            json!({ "type": "array", "items": { "type": "string" }, "description": "a list of at least 2 items" }),
        ),
        (
            Demand::MinItems(1),
            json!({ "type": "array", "items": { "type": "string" }, "minItems": 1 }),
            json!({ "type": "array", "items": { "type": "string" }, "minItems": 1 }),
        ),
        (
            Demand::Formats(&["date-time"]),
            json!({ "type": "string", "format": "uuid" }),
            json!({ "type": "string", "description": "a UUID" }),
        ),
        (
            Demand::Formats(&["date-time"]),
            json!({ "type": "string", "format": "date-time" }),
            json!({ "type": "string", "format": "date-time" }),
        ),
        // A format that has no words of its own is named.
        (
            Demand::Formats(&["date-time"]),
            json!({ "type": "string", "format": "isbn" }),
            json!({ "type": "string", "description": "format isbn" }),
        ),
        (
            Demand::StringEnums,
            json!({ "type": "integer", "enum": [1, 2, 4] }),
            json!({ "type": "integer", "description": "one of 1, 2, 4" }),
        ),
        (
            Demand::StringEnums,
            json!({ "type": "string", "enum": ["a"] }),
            json!({ "type": "string", "enum": ["a"] }),
        ),
    ] {
        assert_eq!(property(&[demand], &given), expected, "{demand:?}");
        let notes = by(&[demand], &holding(&given)).unwrap().notes;
        assert_eq!(notes.is_empty(), given == expected, "{demand:?}");
        for note in notes {
            assert_eq!((note.pointer.as_str(), note.change), ("/properties/x", Change::Said), "{demand:?}");
            let said = expected["description"].as_str().unwrap();
            assert!(said.ends_with(note.words.as_deref().unwrap()), "{demand:?}");
        }
    }
}

#[test]
fn an_enumeration_is_said_to_its_last_value() {
    let values: Vec<_> = (0..50).collect();
    let said = property(&[Demand::StringEnums], &json!({ "type": "integer", "enum": values }));
    assert!(said["description"].as_str().unwrap().ends_with(", 48, 49"), "{said}");
}

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
fn objects_are_closed_or_refused() {
    let closed = json!({ "type": "object", "properties": {}, "additionalProperties": false });
    assert_eq!(property(&[Demand::Closed], &closed), closed);
    for open in [
        json!({ "type": "object", "additionalProperties": true }),
        json!({ "type": "object", "additionalProperties": { "type": "string" } }),
        json!({ "type": "object", "properties": { "a": { "type": "string" } } }),
    ] {
        let (pointer, reason) = refusal(&[Demand::Closed], &open);
        assert_eq!(pointer, "/properties/x");
        assert_eq!(reason, "an open object or a map; name the properties, or take a list of keys and values");
    }
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
    let (pointer, reason) = refusal(&[Demand::NoNullType], &json!({ "type": "null" }));
    assert_eq!(
        (pointer.as_str(), reason.as_str()),
        ("/properties/x", "a value that can only be null; leave it out of the type")
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
    let (pointer, reason) = refusal(&[refused], &json!({ "type": "array", "items": {} }));
    assert_eq!(
        (pointer.as_str(), reason.as_str()),
        ("/properties/x/items", "any value is allowed here; name a type")
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

#[test]
fn what_a_schema_kept_as_written_may_hold_is_refused_by_name() {
    for (demand, given, reason) in [
        (
            Demand::Keywords(&["type"]),
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
            json!({ "type": "string", "pattern": "^(?!a)b$" }),
            "the pattern looks around; say it in the description",
        ),
        (
            Demand::NumbersFit,
            json!({ "type": "integer", "maximum": 18_446_744_073_709_551_615_u64 }),
            "a number over 9223372036854775807; leave the bound out",
        ),
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
        (
            Demand::Typed(Untyped::Refused),
            json!({ "minLength": 1 }),
            "a schema with constraints and no `type`; add it",
        ),
        (
            Demand::Typed(Untyped::Refused),
            json!({ "anyOf": [], "type": "string" }),
            "`type` beside `anyOf`; put it into each alternative",
        ),
    ] {
        let mut known = vec![demand];
        // The demand is looked at inside of an object, whose own keywords are not the point.
        if let Demand::Keywords(_) = demand {
            known = vec![Demand::Keywords(&["additionalProperties", "properties", "required", "type"])];
        }
        assert_eq!(refusal(&known, &given), ("/properties/x".to_owned(), reason.to_owned()), "{demand:?}");
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
