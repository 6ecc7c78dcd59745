//! Which shapes each provider refuses, and that nothing else is refused.

use std::collections::BTreeSet;

use serde_json::Value;
use tool_core::{Profile, profile::Change};

use super::arguments;

/// Property names of these are of no provider's grammar: `$filter`, `$ref`, `a b`.
const ODD_NAMES: [&str; 3] = ["Camel", "KeywordNames", "Unicode"];
const RECURSIVE: [&str; 4] = ["Node", "Linked", "UseRec", "UseFilter"];
/// Maps, and objects with free keys beside named ones, wherever they stand.
const MAPS: [&str; 8] = [
    "FlatMap",
    "Maps",
    "AllDefault",
    "Map<String, Value>",
    "HashMap<String, i32>",
    "MapVec",
    "TriState",
    "Level1",
];
const MAPS_AT_THE_ROOT: [&str; 2] = ["Map<String, Value>", "HashMap<String, i32>"];
/// Values of any type outside of maps.
const UNTYPED: [&str; 2] = ["AnyVal", "UseFilter"];
/// Properties that can only be null.
const NULL_ONLY: [&str; 3] = ["UseUnit", "TriState", "UseRepr"];

#[test]
fn each_provider_refuses_what_it_has_no_form_for_and_nothing_else() {
    let nothing: &[&str] = &[];
    let shapes = arguments();
    assert_eq!(shapes.len(), 59);
    for (profile, refused) in [
        (Profile::Anthropic, vec![ODD_NAMES.as_slice()]),
        (Profile::AnthropicStrict, vec![&ODD_NAMES, &MAPS, &RECURSIVE, &UNTYPED]),
        (Profile::BedrockAnthropic, vec![&ODD_NAMES]),
        (Profile::BedrockOther, vec![&ODD_NAMES]),
        (Profile::Gemini, vec![&ODD_NAMES, &MAPS_AT_THE_ROOT, &RECURSIVE, &NULL_ONLY]),
        (Profile::GeminiJson, vec![nothing]),
        (Profile::Llama, vec![nothing]),
        (Profile::Mcp, vec![nothing]),
        (Profile::Moonshot, vec![nothing]),
        (Profile::OpenAi, vec![nothing]),
        (Profile::OpenAiStrict, vec![&MAPS, &UNTYPED]),
    ] {
        let expected: BTreeSet<_> = refused.into_iter().flatten().copied().collect();
        let refused = shapes.iter().filter(|(_, schema)| profile.render(schema).is_err());
        assert_eq!(refused.map(|(shape, _)| *shape).collect::<BTreeSet<_>>(), expected, "{profile}");
    }
}

#[test]
fn only_a_value_of_any_type_is_narrowed() {
    let narrowed = |profile: Profile| -> BTreeSet<_> {
        let narrows = |schema: &Value| {
            let notes = profile.render(schema).map(|rendered| rendered.notes).unwrap_or_default();
            notes.iter().any(|note| note.change == Change::Narrowed)
        };
        arguments().into_iter().filter(|(_, schema)| narrows(schema)).map(|(shape, _)| shape).collect()
    };
    assert_eq!(narrowed(Profile::Moonshot), ["AnyVal", "MapVec", "TriState", "UseFilter"].into());
    // There, a map's values are words, and the other two are refused.
    assert_eq!(narrowed(Profile::Gemini), ["AnyVal"].into());
    for profile in
        [Profile::Mcp, Profile::OpenAi, Profile::OpenAiStrict, Profile::AnthropicStrict, Profile::Llama]
    {
        assert_eq!(narrowed(profile), BTreeSet::new(), "{profile}");
    }
}

#[test]
fn every_loss_is_in_a_description() {
    for (shape, schema) in arguments() {
        for profile in Profile::ALL {
            let Ok(rendered) = profile.render(&schema) else { continue };
            let text = rendered.schema.as_ref().map(descriptions).unwrap_or_default();
            for note in
                rendered.losses().filter(|note| note.change == Change::Said && !note.pointer.is_empty())
            {
                let words = note.words.as_deref().unwrap_or_default();
                // A keyword that says nothing, such as a least length of zero, needs no words.
                assert!(words.is_empty() || text.contains(words), "{profile}, {shape}: {note}: {words}");
                assert_ne!(words, "", "{profile}, {shape}: {note}");
            }
        }
    }
}

#[test]
fn every_shape_is_rendered_the_same_each_time() {
    for (shape, schema) in arguments() {
        for profile in Profile::ALL {
            let text = |schema: &Value| profile.render(schema).map(|rendered| format!("{rendered:?}"));
            assert_eq!(text(&schema), text(&schema.clone()), "{profile}, {shape}");
        }
    }
}

fn descriptions(schema: &Value) -> String {
    match schema {
        Value::Object(fields) => fields
            .iter()
            .map(|(name, value)| match value {
                Value::String(text) if name == "description" => format!("{text}\n"),
                below => descriptions(below),
            })
            .collect(),
        Value::Array(items) => items.iter().map(descriptions).collect(),
        _ => String::new(),
    }
}
