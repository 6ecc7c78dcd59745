//! Lints: what they find, where, and how they are shown.

use serde_json::{Value, json};
use tool_core::{
    Profile, Registry, Tool, ToolCall, ToolDefinition, ToolError, ToolOutput,
    lint::{Grade, VerdictOutcome, lints},
};

use super::registry;
use crate::support::Fixture;

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

#[test]
fn every_lint_finds_what_it_is_for_and_only_over_its_limit() {
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
    let long_name = |length: usize| "n".repeat(length);
    let nothing = described(&json!({}));
    for (lint, at, over, within) in [
        ("description-missing", "", Fixture::new("a").description(" "), Fixture::new("a").description("A.")),
        (
            "description-long",
            "",
            Fixture::new("a").description(&"d".repeat(1025)),
            Fixture::new("a").description(&"d".repeat(1024)),
        ),
        ("name-long", "", Fixture::new(&long_name(49)), Fixture::new(&long_name(48))),
        // Counted as surfaces write it: `::` is two characters there too, and the prefix of a host comes on top.
        (
            "undescribed",
            "/properties/x/properties/y",
            Fixture::new("a").input(described(&json!({ "x": {
                "type": "object", "description": "The x.", "properties": { "y": { "type": "string" } }
            } }))),
            Fixture::new("a").input(wordy(1)),
        ),
        ("wordy", "/properties/x", Fixture::new("a").input(wordy(501)), Fixture::new("a").input(wordy(500))),
        ("deep", "", Fixture::new("a").input(deep(6)), Fixture::new("a").input(deep(5))),
        ("big", "", Fixture::new("a").input(big(40)), Fixture::new("a").input(big(30))),
        (
            "open-map",
            "/properties/x",
            Fixture::new("a").input(described(&json!({ "x": {
                "type": "object", "description": "The x.", "additionalProperties": { "type": "string" }
            } }))),
            Fixture::new("a").input(nothing),
        ),
        (
            "several-forms",
            "",
            Fixture::new("a").input(json!({ "oneOf": [
                { "type": "object", "properties": { "kind": { "const": "open" }, "path": { "type": "string" } }, "required": ["kind", "path"] },
                { "type": "object", "properties": { "kind": { "const": "close" } }, "required": ["kind"] }
            ] })),
            Fixture::new("a").input(wordy(1)),
        ),
    ] {
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
    ];
    assert_eq!(lints().iter().map(|lint| lint.name).collect::<Vec<_>>(), found);
    let errors = lints().iter().filter(|lint| lint.grade == Grade::Error);
    assert_eq!(errors.map(|lint| lint.name).collect::<Vec<_>>(), ["description-missing", "description-long"]);
}

#[test]
fn names_and_descriptions_are_asked_about_too() {
    let name = "n".repeat(65);
    let lints = registry([Fixture::new(&name)]).lint();
    let refuses = |profile: Profile| {
        lints.tools[0].verdicts.iter().any(|verdict| {
            verdict.profile == profile
                && matches!(&verdict.outcome, VerdictOutcome::Refused { at, .. } if at == "name")
        })
    };
    assert!(refuses(Profile::OpenAi) && refuses(Profile::Gemini) && refuses(Profile::BedrockOther));
    assert!(!refuses(Profile::Mcp) && !refuses(Profile::Anthropic));
}

/// A tool whose schema is kept as its author wrote it.
struct Written;

#[tool_core::async_trait]
impl Tool for Written {
    fn definition(&self) -> ToolDefinition {
        ToolDefinition::new("written", "Says nothing.").with_verbatim_input_schema(json!({
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "type": "object",
            "properties": { "by": { "const": "id", "description": "Always that." } }
        }))
    }

    async fn call(&self, _: ToolCall<'_>) -> Result<ToolOutput, ToolError> {
        Ok(ToolOutput::empty())
    }
}

#[test]
fn who_refuses_a_schema_that_is_kept_as_written_is_named() {
    let lints = Registry::builder(()).register(Written).build().unwrap().lint();
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
fn lints_are_data_and_a_table() {
    let map = described(&json!({
        "labels": { "type": "object", "description": "By name.", "additionalProperties": { "type": "string" } },
        "q": { "type": "string", "minLength": 1, "description": "The words." }
    }));
    let lints = registry([Fixture::new("notes::label").input(map)]).lint();
    let data = serde_json::to_value(&lints).unwrap();
    assert_eq!(data["tools"][0]["tool"], "notes::label");
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
