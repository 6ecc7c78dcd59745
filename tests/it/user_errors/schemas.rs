//! Mistakes with schemas that are kept as they were written, with what a provider takes of a schema, and with what tools look
//! like to those who call them.

use serde_json::{Value, json};
use tool_core::{Allow, BuildErrors, Caller, Exposure, Invoker, Profile, Surface, lint::VerdictOutcome};

use super::{about_a_project, compare, only};
use crate::support::{Fixture, Projects, outside, project_id, registering, registry};

/// Builds a surface of a tool about a project whose schema is kept as its author wrote it.
fn surface(schema: Value) -> Result<Surface, BuildErrors> {
    let registry = registering([about_a_project("written").verbatim(schema)]).build()?;
    let invoker = Invoker::builder(registry).unlimited().ownership(Projects).build()?;
    Surface::outside("outside", &invoker, Allow::exposed()).target_argument(project_id()).build()
}

fn fault(schema: Value) -> String {
    only(&surface(schema).unwrap_err())
}

/// Returns the fault of a schema with one property.
fn with_x(x: &Value) -> String {
    fault(json!({ "type": "object", "properties": { "x": x } }))
}

#[test]
fn verbatim_errors() {
    let deep = (0..64).fold(json!({}), |inner, _| json!({ "items": inner }));
    let elsewhere = json!({ "$ref": "https://example.com/x.json" });
    compare(
        "When a schema is kept as it was written",
        [
            ("a schema of arguments that are no object", fault(json!({ "type": ["object", "null"] }))),
            ("a schema that is too deep", fault(json!({ "type": "object", "not": deep }))),
            (
                "a schema of another dialect",
                fault(json!({ "type": "object", "$schema": "http://json-schema.org/draft-07/schema#" })),
            ),
            ("a document inside of the document", with_x(&json!({ "$id": "https://example.com/x" }))),
            ("a reference to another document, kept as written", with_x(&elsewhere)),
            ("a reference to nothing, kept as written", with_x(&json!({ "$ref": "#/$defs/X" }))),
            (
                "a definition that is nothing but itself",
                fault(
                    json!({ "type": "object", "$ref": "#/$defs/X", "$defs": { "X": { "$ref": "#/$defs/X" } } }),
                ),
            ),
            ("a keyword that has another kind of value", with_x(&json!({ "minLength": "long" }))),
            (
                "a schema that would be about the surface's argument as well",
                fault(json!({ "type": "object", "maxProperties": 2 })),
            ),
        ],
    );
}

/// Returns why a provider does not take a schema with one property.
fn refused(profile: Profile, x: &Value) -> String {
    root_refused(
        profile,
        &json!({ "type": "object", "properties": { "x": x }, "required": ["x"], "additionalProperties": false }),
    )
}

fn root_refused(profile: Profile, schema: &Value) -> String {
    profile.render(schema).unwrap_err().to_string()
}

/// Returns why a provider does not take a tool.
fn verdict(profile: Profile, tool: Fixture) -> String {
    let lints = registry([tool]).lint();
    let verdict = lints.tools[0].verdicts.iter().find(|verdict| verdict.profile == profile).unwrap();
    let VerdictOutcome::Refused { at, reason, .. } = &verdict.outcome else { panic!("{verdict:?}") };
    format!("{at}: {reason}")
}

#[test]
fn profile_errors() {
    let recursive = json!({
        "type": "object",
        "properties": { "x": { "$ref": "#/$defs/X" } },
        "$defs": { "X": { "type": "object", "properties": { "x": { "$ref": "#/$defs/X" } }, "additionalProperties": false } },
        "additionalProperties": false
    });
    let deep =
        (0..10).fold(json!({ "type": "string" }), |inner, _| json!({ "type": "array", "items": inner }));
    let forms = json!({ "type": "object", "oneOf": [{ "required": ["a"] }, { "required": ["b"] }] });
    let named = json!({ "type": "object", "properties": { "a b": { "type": "string" } } });
    let untyped = json!({ "minimum": 1 });
    compare(
        "When a provider is asked for its form of a schema",
        [
            (
                "a map where arguments have to fit exactly",
                refused(Profile::OpenAiStrict, &json!({ "type": "object", "additionalProperties": true })),
            ),
            ("any value where arguments have to fit exactly", refused(Profile::OpenAiStrict, &json!({}))),
            ("objects and lists that are too deep", refused(Profile::OpenAiStrict, &deep)),
            ("a recursive type", root_refused(Profile::AnthropicStrict, &recursive)),
            ("several forms of arguments in one tool", root_refused(Profile::OpenAi, &forms)),
            ("a list that does not say of what", refused(Profile::OpenAi, &json!({ "type": "array" }))),
            (
                "a pattern that looks around",
                refused(Profile::OpenAi, &json!({ "type": "string", "pattern": "^(?!a).*$" })),
            ),
            ("a keyword that is not taken", refused(Profile::Llama, &json!({ "const": 1 }))),
            ("a list of types", refused(Profile::Gemini, &json!({ "type": ["string", "null"] }))),
            ("a value that can only be null", refused(Profile::Gemini, &json!({ "type": "null" }))),
            ("constraints of no type", refused(Profile::Moonshot, &untyped)),
            (
                "a number that is too large",
                refused(Profile::Anthropic, &json!({ "type": "integer", "maximum": u64::MAX })),
            ),
            ("an argument whose name is not taken", root_refused(Profile::Anthropic, &named)),
            ("arguments that are no object, at a provider", root_refused(Profile::Mcp, &json!([]))),
            ("a tool whose name is not taken", verdict(Profile::Gemini, Fixture::new("2nd_opinion"))),
            (
                "a description that is too long for a provider",
                verdict(Profile::OpenAi, Fixture::new("wordy").description(&"d".repeat(1025))),
            ),
            (
                "a tool without a description, at a provider",
                verdict(
                    Profile::BedrockOther,
                    Fixture::new("mute").description("").host(|host| host.with_exposure(Exposure::Internal)),
                ),
            ),
        ],
    );
}

#[test]
fn lint_errors() {
    let findings = |tool: Fixture| -> String {
        let lints = registry([tool]).lint();
        lints.tools[0].findings.iter().map(|finding| finding.message.clone()).collect()
    };
    let many = registry((0..129).map(|number| Fixture::new(&format!("t{number}"))));
    let invoker = Invoker::builder(many).unlimited().build().unwrap();
    let listing = outside(&invoker).lint(&Caller::new("alice")).listing;
    compare(
        "When tools are looked over",
        [
            ("a name that a surface has to cut", findings(Fixture::new(&"a".repeat(65)))),
            ("a name that leaves little room for a host's prefix", findings(Fixture::new(&"a".repeat(49)))),
            ("more tools than a provider takes", listing[0].message.clone()),
        ],
    );
}
