//! The cases of `fixtures/cases.json` that are about a provider.

use serde_json::{Value, json};
use tool_core::{
    Profile,
    profile::{Change, NotExpressible, Rendered},
};

use super::{argument, canonical};

fn case(id: u64) -> Value {
    let cases: Vec<Value> = serde_json::from_str(include_str!("../../fixtures/cases.json")).unwrap();
    cases.into_iter().find(|case| case["id"] == id).unwrap()
}

fn render(profile: Profile, shape: &str) -> Result<Rendered, NotExpressible> {
    profile.render(&argument(shape))
}

/// Returns one place of a rendered shape.
fn place(profile: Profile, shape: &str, pointer: &str) -> Value {
    render(profile, shape).unwrap().schema.unwrap().pointer(pointer).unwrap().clone()
}

#[test]
fn only_openai_strict_writes_an_optional_value_as_null() {
    // Case 1.
    let owner = place(Profile::OpenAiStrict, "OptPlain", "/properties/owner");
    assert_eq!(
        owner,
        json!({ "anyOf": [{ "type": "string" }, { "type": "null" }], "description": "Filter by owner" })
    );
    assert_eq!(place(Profile::OpenAiStrict, "OptPlain", "/required"), json!(["limit", "owner", "tags"]));
    let right = &case(1)["right_schema"]["/properties/owner"];
    for profile in Profile::ALL.into_iter().filter(|profile| *profile != Profile::OpenAiStrict) {
        assert_eq!(&place(profile, "OptPlain", "/properties/owner"), right, "{profile}");
    }
}

#[test]
fn null_among_items_is_a_flag_for_gemini() {
    // Case 7. The shape itself has a property that is only null, so the field is taken by itself.
    let items = canonical(json!({ "type": "object", "properties": {
        "items": { "type": "array", "items": { "type": ["integer", "null"], "format": "int32" } }
    } }));
    let rendered = Profile::Gemini.render(&items).unwrap().schema.unwrap();
    assert_eq!(
        rendered["properties"]["items"],
        json!({ "type": "array", "items": {
            "type": "integer", "minimum": -2_147_483_648_i64, "maximum": 2_147_483_647, "nullable": true
        } })
    );
}

#[test]
fn numbers_to_choose_from_are_words_for_gemini() {
    // Case 23.
    let schema = canonical(case(23)["input"]["schema"].clone());
    assert_eq!(schema["properties"]["size"], case(23)["right_schema"]);
    let size =
        |profile: Profile| profile.render(&schema).unwrap().schema.unwrap()["properties"]["size"].clone();
    assert_eq!(size(Profile::Gemini), json!({ "type": "integer", "description": "one of 1, 2, 4" }));
    assert_eq!(size(Profile::OpenAi), case(23)["right_schema"]);
}

#[test]
fn open_objects_are_refused_where_arguments_have_to_fit_exactly() {
    // Cases 28 and 43.
    for profile in [Profile::OpenAiStrict, Profile::AnthropicStrict] {
        for (shape, pointer) in [("FlatMap", ""), ("Maps", "/properties/by_int")] {
            let refused = render(profile, shape).unwrap_err();
            assert_eq!(refused.pointer, pointer, "{profile}");
            assert!(refused.reason.starts_with("an open object or a map; "), "{profile}");
        }
    }
    let free = place(Profile::Gemini, "Maps", "/properties/free");
    assert_eq!(free, json!({ "type": "object", "description": "keys are free; each holds any value" }));
}

#[test]
fn no_arguments_have_the_form_of_each_provider() {
    // Case 37.
    let right = &case(37)["right_schema"];
    for shape in ["Empty", "Unit", "()"] {
        assert_eq!(render(Profile::Gemini, shape).unwrap().schema, None, "{shape}");
        assert!(right["gemini"].is_null());
        assert_eq!(render(Profile::Llama, shape).unwrap().schema.as_ref(), Some(&right["llama"]), "{shape}");
        let restored = render(Profile::Gemini, shape).unwrap().restore(Value::Null);
        assert_eq!(restored, json!({}), "{shape}");
    }
}

#[test]
fn any_value_is_a_union_where_a_type_is_needed() {
    // Cases 46 and 47.
    let words = |profile| -> Vec<String> {
        let value = place(profile, "AnyVal", "/properties/w");
        let branches = value["anyOf"].as_array().unwrap().clone();
        branches.iter().map(|branch| branch["type"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(words(Profile::Moonshot), ["object", "array", "string", "number", "boolean"]);
    assert_eq!(words(Profile::Gemini), ["string", "number", "boolean"]);
    let notes = render(Profile::Gemini, "AnyVal").unwrap().notes;
    assert!(notes.iter().any(|note| note.pointer == "/properties/w" && note.change == Change::Narrowed));
    let refused = render(Profile::OpenAiStrict, "AnyVal").unwrap_err();
    assert_eq!(refused.to_string(), "/properties/list/items: any value is allowed here; name a type");
}

#[test]
fn formats_become_words_where_they_are_not_known() {
    // Case 62.
    let link = "a URI with a scheme such as https://";
    for (profile, id, at) in [
        (
            Profile::Gemini,
            json!({ "type": "string", "description": "a UUID" }),
            json!({ "type": "string", "description": link }),
        ),
        (
            Profile::OpenAiStrict,
            json!({ "type": "string", "format": "uuid" }),
            json!({ "type": "string", "description": link }),
        ),
        (
            Profile::AnthropicStrict,
            json!({ "type": "string", "format": "uuid" }),
            json!({ "type": "string", "format": "uri" }),
        ),
    ] {
        assert_eq!(place(profile, "Exts", "/properties/id"), id, "{profile}");
        assert_eq!(place(profile, "Exts", "/properties/link"), at, "{profile}");
    }
    assert_eq!(
        place(Profile::Gemini, "Exts", "/properties/when"),
        json!({ "type": "string", "format": "date-time" })
    );
}

#[test]
fn recursion_is_refused_by_name_where_there_are_no_references() {
    // Case 70.
    for profile in [Profile::Gemini, Profile::AnthropicStrict] {
        let refused = render(profile, "UseFilter").unwrap_err();
        assert!(refused.reason.starts_with("`Filter` is recursive; "), "{profile}: {refused}");
    }
    let kept = place(Profile::OpenAiStrict, "UseRec", "/properties/root");
    assert!(kept.to_string().contains("#/$defs/Node"), "{kept}");
}
