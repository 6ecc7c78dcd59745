//! Lints: what they find, where, and how they are shown.

use serde_json::{Value, json};
use tool_core::{
    Caller, Profile,
    lint::{Finding, Grade, Lints, VerdictOutcome, lints},
};

use super::registry;
use crate::support::{Fixture, invoker, outside};

fn described(properties: &Value) -> Value {
    json!({ "type": "object", "properties": properties })
}

/// Returns the findings about one tool: lint and place.
fn findings(tool: Fixture) -> Vec<(&'static str, String)> {
    let lints = registry([tool]).lint();
    lints.tools[0].findings.iter().map(|finding| (finding.lint, finding.pointer.clone())).collect()
}

#[test]
fn a_tool_that_everybody_takes_is_clean() {
    let schema = described(&json!({ "q": { "type": "string", "description": "The words." } }));
    let lints = registry([Fixture::new("search").input(schema)]).lint();
    assert!(lints.tools[0].findings.is_empty());
    let refused = lints.tools[0]
        .verdicts
        .iter()
        .filter(|verdict| matches!(verdict.outcome, VerdictOutcome::Refused { .. }));
    assert_eq!(refused.count(), 0);
}

/// A tool that a lint finds something about, and one that is just within the limit: (lint, place, over, within).
fn limits() -> Vec<(&'static str, &'static str, Fixture, Fixture)> {
    let deep = |levels: usize| {
        let inner = (2..levels)
            .fold(json!({ "type": "string" }), |inner, _| json!({ "type": "array", "items": inner }));
        described(&json!({ "x": { "type": "array", "items": inner, "description": "Nested." } }))
    };
    let wordy =
        |length: usize| described(&json!({ "x": { "type": "string", "description": "w".repeat(length) } }));
    let big = |properties: usize| {
        let properties: serde_json::Map<_, _> = (0..properties)
            .map(|number| (format!("p{number}"), json!({ "type": "string", "description": "d".repeat(400) })))
            .collect();
        described(&properties.into())
    };
    let tool = |schema: Value| Fixture::new("a").input(schema);
    let said = |text: &str| Fixture::new("a").description(text);
    let named = |length: usize| Fixture::new(&"n".repeat(length));
    vec![
        ("description-missing", "", said(" "), said("A.")),
        ("description-long", "", said(&"d".repeat(1025)), said(&"d".repeat(1024))),
        ("name-long", "", named(49), named(48)),
        // Counted as surfaces write it: `::` is two characters there too, and the prefix of a host comes on top.
        (
            "undescribed",
            "/properties/x/properties/y",
            tool(described(&json!({ "x": {
                "type": "object", "description": "The x.", "properties": { "y": { "type": "string" } }
            } }))),
            tool(wordy(1)),
        ),
        ("wordy", "/properties/x", tool(wordy(501)), tool(wordy(500))),
        ("deep", "", tool(deep(6)), tool(deep(5))),
        ("big", "", tool(big(40)), tool(big(30))),
        (
            "open-map",
            "/properties/x",
            tool(described(&json!({ "x": {
                "type": "object", "description": "The x.", "additionalProperties": { "type": "string" }
            } }))),
            tool(described(&json!({}))),
        ),
        (
            "several-forms",
            "",
            tool(json!({ "oneOf": [
                { "type": "object", "properties": { "kind": { "const": "open" }, "path": { "type": "string" } }, "required": ["kind", "path"] },
                { "type": "object", "properties": { "kind": { "const": "close" } }, "required": ["kind"] }
            ] })),
            tool(wordy(1)),
        ),
    ]
}

#[test]
fn every_lint_finds_what_it_is_for_and_only_over_its_limit() {
    for (lint, at, over, within) in limits() {
        assert_eq!(findings(over), [(lint, at.to_owned())], "{lint}");
        assert_eq!(findings(within), [], "{lint}");
    }
    let found = [
        "description-missing",
        "description-long",
        "name-long",
        "undescribed",
        "wordy",
        "deep",
        "big",
        "open-map",
        "several-forms",
        "tools-cursor",
        "tools-openai",
        "tools-gemini",
        "listing-big",
    ];
    assert_eq!(lints().iter().map(|lint| lint.name).collect::<Vec<_>>(), found);
    let errors = lints().iter().filter(|lint| lint.grade == Grade::Error);
    assert_eq!(
        errors.map(|lint| lint.name).collect::<Vec<_>>(),
        ["description-missing", "description-long", "tools-openai", "tools-gemini"]
    );
}

/// Returns the lints of a listing.
fn together(lints: &Lints) -> Vec<&'static str> {
    lints.listing.iter().map(|finding| finding.lint).collect()
}

#[test]
fn a_listing_is_counted_and_weighed_as_a_whole() {
    let many = |count: usize| registry((0..count).map(|number| Fixture::new(&format!("t{number}")))).lint();
    for (count, expected) in [
        (40, &[][..]),
        (41, &["tools-cursor"]),
        (128, &["tools-cursor"]),
        (129, &["tools-openai", "tools-cursor"]),
        (512, &["tools-openai", "tools-cursor"]),
        (513, &["tools-openai", "tools-gemini", "tools-cursor"]),
    ] {
        assert_eq!(together(&many(count)), expected, "{count}");
    }
    let finding = &many(41).listing[0];
    assert_eq!(finding.message, "41 tools, over 40; list fewer, for example with `Allow::only` or scopes");
    assert!(many(41).to_string().contains("\n41 tools together\n  advice   tools-cursor         41 tools"));

    // Beside its description each tool has a name of one byte, and a schema of 62 without arguments.
    let heavy = |rest: usize| {
        let tools = [("a", 40_000 - 63), ("b", 40_000 - 63), ("c", rest)];
        registry(tools.map(|(name, length)| Fixture::new(name).description(&"d".repeat(length)))).lint()
    };
    assert_eq!(together(&heavy(20_000 - 63)), [""; 0]);
    assert_eq!(together(&heavy(20_000 - 62)), ["listing-big"]);
}

#[test]
fn a_surface_is_judged_by_what_it_shows_to_one_caller() {
    let long = "a".repeat(65);
    let invoker = invoker([
        Fixture::new(&long).host(|host| host.with_scopes(["long"])),
        Fixture::new("look").host(|host| host.with_target("project")).description(&"d".repeat(1024)),
    ]);
    let surface = outside(&invoker);
    let found = |lints: &Lints, tool: &str| -> Vec<Finding> {
        lints.tools.iter().find(|it| it.tool == tool).map_or(Vec::new(), |it| it.findings.clone())
    };
    // What a surface adds is on top.
    assert_eq!(found(&invoker.registry().lint(), "look"), []);
    let alice = surface.lint(&Caller::new("alice"));
    assert_eq!(alice.tools.len(), 1, "what alice is not shown is not judged");
    // "`project_id` says which project the call is about." has 50, and a blank line is before it.
    let message = "1076 characters of description, over 1024; shorten it";
    assert_eq!(found(&alice, "look")[0].message, message);

    // The digits are the first of `sha256sum` of the name.
    let public = format!("{}_635361c48bb9", "a".repeat(51));
    for lints in [invoker.registry().lint(), surface.lint(&Caller::new("bob").with_scopes(["long"]))] {
        let tool = lints.tools.iter().find(|tool| tool.tool == long).unwrap();
        assert_eq!(tool.public_name, public);
        let message = format!("65 characters of name, which callers read as `{public}`; shorten it");
        assert_eq!(
            tool.findings.iter().map(|it| (it.lint, it.message.as_str())).collect::<Vec<_>>(),
            [("name-long", message.as_str())]
        );
        let refusing = tool.verdicts.iter().filter(|it| matches!(it.outcome, VerdictOutcome::Refused { .. }));
        // 63 is what is safe there: a surface for it says so with `longest_name`.
        assert_eq!(refusing.map(|it| it.profile).collect::<Vec<_>>(), [Profile::Gemini, Profile::GeminiJson]);
    }
}

#[test]
fn names_and_descriptions_are_asked_about_too() {
    let refuses = |tool: Fixture, profile: Profile, what: &str| {
        registry([tool]).lint().tools[0].verdicts.iter().any(|verdict| {
            verdict.profile == profile
                && matches!(&verdict.outcome, VerdictOutcome::Refused { at, .. } if at == what)
        })
    };
    let digit = || Fixture::new("2nd_opinion");
    assert!(refuses(digit(), Profile::Gemini, "name"));
    assert!(!refuses(digit(), Profile::OpenAi, "name") && !refuses(digit(), Profile::Mcp, "name"));
    let wordy = || Fixture::new("a").description(&"d".repeat(1025));
    assert!(refuses(wordy(), Profile::OpenAi, "description"));
    assert!(!refuses(wordy(), Profile::Anthropic, "description"));
}

/// A tool whose schema is kept as its author wrote it.
fn written(schema: Value) -> Fixture {
    Fixture::new("written").verbatim(schema)
}

#[test]
fn who_refuses_a_schema_that_is_kept_as_written_is_named() {
    let lints = registry([written(json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "type": "object",
        "properties": { "by": { "const": "id", "description": "Always that." } }
    }))])
    .lint();
    let refusing: Vec<_> = lints.tools[0]
        .verdicts
        .iter()
        .filter_map(|verdict| match &verdict.outcome {
            VerdictOutcome::Refused { reason, .. } => Some((verdict.profile, reason.as_str())),
            _ => None,
        })
        .collect();
    let reason = "`$schema` is not a keyword that it takes; say it in the description";
    assert_eq!(
        refusing,
        [Profile::AnthropicStrict, Profile::Gemini, Profile::Llama, Profile::Moonshot, Profile::OpenAiStrict]
            .map(|profile| (profile, reason))
    );
}

#[test]
fn every_place_of_a_schema_that_is_kept_as_written_is_looked_at() {
    let bare = json!({ "type": "object", "properties": { "x": { "type": "string" } } });
    let at = |pointer: &str| [("undescribed", format!("{pointer}/properties/x"))];
    for keyword in
        ["additionalProperties", "else", "if", "not", "propertyNames", "then", "unevaluatedProperties"]
    {
        let mut schema = json!({ "type": "object" });
        schema[keyword] = bare.clone();
        let found = findings(written(schema));
        let undescribed: Vec<_> = found.into_iter().filter(|(lint, _)| *lint == "undescribed").collect();
        assert_eq!(undescribed, at(&format!("/{keyword}")), "{keyword}");
    }
    for keyword in ["allOf", "anyOf", "oneOf"] {
        let mut schema = json!({ "type": "object" });
        schema[keyword] = json!([bare]);
        assert_eq!(findings(written(schema)), at(&format!("/{keyword}/0")), "{keyword}");
    }
    for keyword in ["$defs", "definitions", "dependentSchemas"] {
        let mut schema = json!({ "type": "object" });
        schema[keyword] = json!({ "a/b": bare });
        assert_eq!(findings(written(schema)), at(&format!("/{keyword}/a~1b")), "{keyword}");
    }
    let lists = json!({ "type": "object", "properties": { "list": {
        "type": "array", "description": "A list.", "prefixItems": [bare], "contains": bare, "items": bare
    } } });
    let places = ["contains", "items", "prefixItems/0"];
    assert_eq!(
        findings(written(lists)),
        places.map(|place| ("undescribed", format!("/properties/list/{place}/properties/x")))
    );
    // What only looks like a schema is none.
    for value in ["const", "default", "enum", "examples"] {
        let mut schema = json!({ "type": "object" });
        schema[value] = if value == "enum" || value == "examples" { json!([bare]) } else { bare.clone() };
        assert_eq!(findings(written(schema)), [], "{value}");
    }
}

#[test]
fn a_schema_that_is_kept_as_written_has_forms_maps_and_properties_of_its_own_kind() {
    let forms = json!({ "type": "object", "oneOf": [{ "required": ["a"] }, { "required": ["b"] }] });
    assert_eq!(findings(written(forms)), [("several-forms", String::new())]);
    let map = json!({ "type": ["object"], "patternProperties": { "^x-": { "type": "string" } } });
    // The root has to be the word itself, so the list stands one deeper.
    let map = json!({ "type": "object", "properties": { "m": { "description": "M.", "anyOf": [map] } } });
    assert_eq!(findings(written(map)), [("open-map", "/properties/m/anyOf/0".to_owned())]);
    let anything = json!({ "type": "object", "properties": { "any": true, "none": false } });
    let at = |name: &str| ("undescribed", format!("/properties/{name}"));
    assert_eq!(findings(written(anything)), [at("any"), at("none")]);
}

#[test]
fn lints_are_data_and_a_table() {
    let map = described(&json!({
        "labels": { "type": "object", "description": "By name.", "additionalProperties": { "type": "string" } },
        "q": { "type": "string", "minLength": 1, "description": "The words." }
    }));
    let lints = registry([Fixture::new("notes::label").input(map)]).lint();
    let data = serde_json::to_value(&lints).unwrap();
    assert_eq!(data["listing"], json!([]));
    assert_eq!(data["tools"][0]["tool"], "notes::label");
    assert_eq!(data["tools"][0]["public_name"], "notes__label");
    assert_eq!(data["tools"][0]["findings"][0]["lint"], "open-map");
    assert_eq!(data["tools"][0]["verdicts"][10]["profile"], "openai_strict");
    assert_eq!(data["tools"][0]["verdicts"][10]["verdict"], "refused");
    assert_eq!(data["tools"][0]["verdicts"][10]["at"], "/properties/labels");
    assert_eq!(data["tools"][0]["verdicts"][6]["losses"][0]["words"], "a string of at least 1 character");

    let shown = lints.to_string();
    for line in [
        "profile             takes  loses  refuses",
        "openai_strict           0      0        1",
        "mcp                     1      0        0",
        "notes::label",
        "  advice   open-map             /properties/labels: the keys are free; name the properties, or take a list of keys and values",
        "  anthropic_strict, openai_strict refuse: /properties/labels: an open object or a map; name the properties, or take a list of keys and values",
        "  llama only says: /properties/q: `minLength`",
    ] {
        assert!(shown.lines().any(|shown| shown == line), "no line {line:?} in\n{shown}");
    }
}
