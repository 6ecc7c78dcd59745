//! The table: every row of every profile changes something, and takes what it should.

use serde_json::{Map, Value, json};

use super::holding;
use crate::profile::{Demand, Profile, Rule, names, render::render, rule::Rules};

/// Schemas of which each meets some demand. Together they meet all.
fn schemas() -> Vec<Value> {
    let object = |property: Value| holding(&property);
    let mut recursive = object(json!({ "type": "array", "items": { "$ref": "#/$defs/T" } }));
    recursive["$defs"] = json!({ "T": object(json!({ "type": "array", "items": { "$ref": "#/$defs/T" } })) });
    let deep =
        (0..10).fold(json!({ "type": "string" }), |inner, _| json!({ "type": "array", "items": inner }));
    let words = |count: usize, length: usize| {
        let values: Vec<_> = (0..count).map(|number| format!("{number:0length$}")).collect();
        json!({ "type": "string", "enum": values })
    };
    let many: Map<String, Value> =
        (0..5001).map(|number| (format!("p{number}"), json!({ "type": "boolean" }))).collect();
    let long: Map<String, Value> =
        (0..1300).map(|number| (format!("{number:a>100}"), json!({ "type": "boolean" }))).collect();
    let flat = |properties: Map<String, Value>| {
        let required: Vec<_> = properties.keys().cloned().collect();
        json!({ "type": "object", "properties": properties, "required": required, "additionalProperties": false })
    };
    let mut optional = object(json!({ "type": "string" }));
    optional.as_object_mut().unwrap().remove("required");
    vec![
        json!({ "type": "object", "properties": {}, "additionalProperties": false }),
        json!({ "type": "object", "properties": {}, "additionalProperties": true }),
        optional,
        recursive,
        object(deep),
        json!({ "type": "object", "properties": { "größe": { "type": "string" } }, "additionalProperties": false }),
        json!({ "type": "object", "anyOf": [], "oneOf": [], "properties": { "x": { "type": "string" } } }),
        object(json!({ "type": "object", "additionalProperties": { "type": "string" } })),
        object(json!({ "type": "object", "properties": {}, "additionalProperties": false })),
        object(json!({})),
        object(json!({ "type": "array" })),
        object(json!({ "type": ["string", "null"] })),
        object(json!({ "type": "string", "contentEncoding": "base64" })),
        object(json!({ "type": "string", "nullable": true })),
        object(json!({ "type": "string", "pattern": "^(?=a)a$" })),
        object(json!({ "$ref": "#/$defs/T", "description": "beside" })),
        object(json!({ "type": "integer", "enum": [1, 2] })),
        object(json!({ "type": "integer", "minimum": 18_446_744_073_709_551_615_u64 })),
        object(json!({ "anyOf": [{ "type": "string" }, { "type": "null" }] })),
        object(json!({ "anyOf": [{ "type": "string" }, { "type": "integer" }], "description": "either" })),
        object(json!({ "type": "array", "items": { "type": "string" }, "minItems": 2, "maxItems": 3 })),
        object(
            json!({ "type": "string", "minLength": 1, "maxLength": 2, "pattern": "^a$", "format": "isbn" }),
        ),
        object(json!({ "type": "number", "minimum": 1, "exclusiveMaximum": 2, "multipleOf": 0.5 })),
        // Last, because they take the longest to render, and most rows are decided before.
        object(words(1001, 4)),
        object(words(251, 60)),
        flat(long),
        flat(many),
    ]
}

/// Whether a user of some rules would see the same as a user of others: of each schema, name and description.
fn alike(rules: &[Rule], others: &[Rule], schemas: &[Value]) -> bool {
    let (rules, others) = (Rules(rules), Rules(others));
    let long = ["a".repeat(64), "a".repeat(65), "a".repeat(129)];
    let names = ["a.b", "-a", "9", "a::b"].into_iter().chain(long.iter().map(String::as_str));
    let descriptions = [String::new(), "a".repeat(1025)];
    schemas.iter().all(|schema| render(rules, schema) == render(others, schema))
        && names.into_iter().all(|name| names::tool(rules, name) == names::tool(others, name))
        && descriptions.iter().all(|text| names::description(rules, text) == names::description(others, text))
}

#[test]
fn every_row_changes_something() {
    let schemas = schemas();
    for profile in Profile::ALL {
        let rules = profile.rules();
        for (index, row) in rules.iter().enumerate() {
            let mut fewer = rules.to_vec();
            fewer.remove(index);
            assert!(!alike(&fewer, rules, &schemas), "{profile}: {row:?}");
        }
    }
}

#[test]
fn every_row_names_its_source() {
    for profile in Profile::ALL {
        for row in profile.rules() {
            assert!(row.source.len() > 5, "{profile}: {row:?}");
        }
    }
}

#[test]
fn every_word_of_a_list_changes_something() {
    let list =
        |keyword: &str, count: u64| json!({ "type": "array", "items": { "type": "string" }, keyword: count });
    // The keywords, formats and types that a row lists, one by one.
    for (profile, keyword, given) in [
        (Profile::OpenAiStrict, "default", json!({ "type": "string", "default": "a" })),
        (Profile::OpenAiStrict, "minLength", json!({ "type": "string", "minLength": 1 })),
        (Profile::OpenAiStrict, "maxLength", json!({ "type": "string", "maxLength": 1 })),
        (Profile::OpenAiStrict, "format", json!({ "type": "string", "format": "uri" })),
        (Profile::AnthropicStrict, "default", json!({ "type": "string", "default": "a" })),
        (Profile::AnthropicStrict, "minLength", json!({ "type": "string", "minLength": 1 })),
        (Profile::AnthropicStrict, "maxLength", json!({ "type": "string", "maxLength": 1 })),
        (Profile::AnthropicStrict, "pattern", json!({ "type": "string", "pattern": "^a$" })),
        (Profile::AnthropicStrict, "minimum", json!({ "type": "integer", "minimum": 1 })),
        (Profile::AnthropicStrict, "maximum", json!({ "type": "integer", "maximum": 1 })),
        (Profile::AnthropicStrict, "exclusiveMinimum", json!({ "type": "number", "exclusiveMinimum": 1 })),
        (Profile::AnthropicStrict, "exclusiveMaximum", json!({ "type": "number", "exclusiveMaximum": 1 })),
        (Profile::AnthropicStrict, "multipleOf", json!({ "type": "number", "multipleOf": 1 })),
        (Profile::AnthropicStrict, "minItems", list("minItems", 2)),
        (Profile::AnthropicStrict, "maxItems", list("maxItems", 2)),
        (Profile::Gemini, "format", json!({ "type": "string", "format": "uuid" })),
        (Profile::Gemini, "format", json!({ "type": "string", "format": "uri" })),
        (Profile::Gemini, "enum", json!({ "type": "boolean", "enum": [true] })),
        (Profile::Gemini, "exclusiveMinimum", json!({ "type": "number", "exclusiveMinimum": 1 })),
        (Profile::Gemini, "exclusiveMaximum", json!({ "type": "number", "exclusiveMaximum": 1 })),
        (Profile::Gemini, "multipleOf", json!({ "type": "number", "multipleOf": 1 })),
        (Profile::Llama, "pattern", json!({ "type": "string", "pattern": "^a$" })),
        (Profile::Llama, "minLength", json!({ "type": "string", "minLength": 1 })),
        (Profile::Llama, "maxLength", json!({ "type": "string", "maxLength": 1 })),
        (Profile::Llama, "format", json!({ "type": "string", "format": "date-time" })),
        (Profile::Llama, "minItems", list("minItems", 1)),
        (Profile::Llama, "maxItems", list("maxItems", 1)),
    ] {
        let rendered = profile.render(&holding(&given)).unwrap();
        let property = &rendered.schema.as_ref().unwrap()["properties"]["x"];
        assert_eq!(property.get(keyword), None, "{profile}: {keyword}");
        assert!(property["description"].is_string(), "{profile}: {keyword}");
        let noted =
            rendered.notes.iter().any(|note| note.keyword == keyword && note.pointer == "/properties/x");
        assert!(noted, "{profile}: {keyword}");
    }
}

#[test]
fn what_a_provider_takes_stays_as_it_is() {
    for (profile, given) in [
        (Profile::OpenAiStrict, json!({ "type": "string", "format": "uuid", "pattern": "^a$" })),
        (Profile::OpenAiStrict, json!({ "type": "integer", "minimum": 1, "maximum": 2, "multipleOf": 1 })),
        (
            Profile::OpenAiStrict,
            json!({ "type": "array", "items": { "type": "string" }, "minItems": 2, "maxItems": 3 }),
        ),
        (Profile::AnthropicStrict, json!({ "type": "string", "format": "uri", "description": "A link." })),
        (Profile::AnthropicStrict, json!({ "type": "array", "items": { "type": "string" }, "minItems": 1 })),
        (Profile::Gemini, json!({ "type": "string", "format": "date-time" })),
        (Profile::Gemini, json!({ "type": "string", "minLength": 1, "maxLength": 2, "pattern": "^a$" })),
        (Profile::Gemini, json!({ "type": "integer", "minimum": 1, "maximum": 2 })),
        (Profile::Llama, json!({ "type": "integer", "minimum": 1, "maximum": 2, "default": 1 })),
        (Profile::Moonshot, json!({ "type": "string", "minLength": 1, "format": "uri", "pattern": "^a$" })),
    ] {
        let rendered = profile.render(&holding(&given)).unwrap();
        assert_eq!(rendered.schema.unwrap()["properties"]["x"], given, "{profile}");
    }
}

#[test]
fn canonical_schemas_are_rendered_unchanged_where_the_canonical_form_is_taken() {
    let schema = json!({
        "type": "object",
        "properties": {
            "a": { "type": "string", "format": "uri", "minLength": 1, "default": "http://a" },
            "m": { "type": "object", "additionalProperties": {} }
        },
        "additionalProperties": true
    });
    for profile in
        [Profile::Mcp, Profile::OpenAi, Profile::Anthropic, Profile::GeminiJson, Profile::BedrockAnthropic]
    {
        let rendered = profile.render(&schema).unwrap();
        assert_eq!(
            (rendered.schema, rendered.notes, rendered.strict),
            (Some(schema.clone()), vec![], false),
            "{profile}"
        );
    }
}

#[test]
fn names_follow_each_grammar() {
    let sixty_four = "a".repeat(64);
    for (profile, taken, refused) in [
        (Profile::Mcp, "a.b-c_9", "a:b"),
        (Profile::OpenAi, sixty_four.as_str(), "a.b"),
        (Profile::OpenAi, "9a", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"),
        (Profile::Anthropic, "a-b", "a.b"),
        (Profile::Gemini, "_a.b-c:d", "9a"),
        (Profile::Gemini, &sixty_four[1..], sixty_four.as_str()),
        (Profile::BedrockOther, "a-b", "_a"),
        (Profile::BedrockAnthropic, "a", ""),
        (Profile::Moonshot, "a_b", "a b"),
    ] {
        assert_eq!(profile.name_fault(taken), None, "{profile}");
        assert!(profile.name_fault(refused).is_some(), "{profile}");
    }
    assert_eq!(Profile::Mcp.description_fault(""), None);
    assert_eq!(
        Profile::BedrockOther.description_fault("").unwrap(),
        "the description has 0 characters; write at least 1"
    );
    assert_eq!(Profile::OpenAi.description_fault(&"é".repeat(1024)), None);
    assert_eq!(
        Profile::OpenAi.description_fault(&"é".repeat(1025)).unwrap(),
        "the description has 1025 characters; write at most 1024"
    );
}

#[test]
fn names_are_the_names_in_data() {
    for profile in Profile::ALL {
        assert_eq!(serde_json::to_value(profile).unwrap(), profile.name());
        assert_eq!(profile.to_string(), profile.name());
    }
    assert!(Profile::ALL.map(Profile::name).is_sorted());
    assert!(
        Profile::ALL
            .iter()
            .filter(|profile| profile.rules().iter().any(|row| row.demand == Demand::Strict))
            .count()
            == 2
    );
}
