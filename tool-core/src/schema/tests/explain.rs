//! What a caller reads about arguments that do not fit.

use serde_json::{Value, json};

use super::sound;
use crate::schema::Checker;

/// Returns the lines about a value that does not fit the advertised form.
fn lines(schema: &Value, value: &Value) -> Vec<String> {
    let checker = Checker::compile(&sound(schema).schema).unwrap();
    let text = checker.faults(value).to_string();
    text.lines().map(str::to_owned).collect()
}

fn notes() -> Value {
    json!({
        "type": "object",
        "properties": {
            "limit": { "type": "integer", "minimum": 1, "maximum": 100 },
            "query": { "type": "string", "maxLength": 5 },
            "sort": { "type": "string", "enum": ["newest", "oldest"] },
            "tags": { "type": "array", "items": { "type": "string" }, "maxItems": 2 },
            "scope": { "type": "object", "properties": { "root": { "type": "string" } }, "required": ["root"] },
            "link": { "type": "string", "format": "uri" },
        },
        "required": ["query"],
    })
}

#[test]
fn each_fault_says_where_what_and_instead_of_what() {
    for (value, expected) in [
        (json!([]), "arguments: expected an object, found a list"),
        (json!({}), "/query: missing; expected a string of at most 5 characters"),
        (json!({ "query": null }), "/query: expected a string of at most 5 characters, found null"),
        (
            json!({ "query": "secret" }),
            "/query: expected a string of at most 5 characters, found a string that is too long",
        ),
        (
            json!({ "query": "a", "limit": 101 }),
            "/limit: expected an integer from 1 to 100, found an integer out of range",
        ),
        (json!({ "query": "a", "limit": 3.5 }), "/limit: expected an integer from 1 to 100, found a number"),
        (
            json!({ "query": "a", "sort": "newst" }),
            "/sort: expected one of newest, oldest, found another string; did you mean newest?",
        ),
        (
            json!({ "query": "a", "tags": "b" }),
            "/tags: expected a list of at most 2 items, found a string; for one item, write [\"a\"]",
        ),
        (json!({ "query": "a", "tags": ["b", 1] }), "/tags/1: expected a string, found an integer"),
        (
            json!({ "query": "a", "tags": ["b", "c", "d"] }),
            "/tags: expected a list of at most 2 items, found a list that is too long",
        ),
        (json!({ "query": "a", "scope": {} }), "/scope/root: missing; expected a string"),
        (
            json!({ "query": "a", "scope": "{\"root\":\"/\"}" }),
            "/scope: expected an object, found a string; write the JSON itself, not text that holds it",
        ),
        (
            json!({ "query": "a", "link": "example.com" }),
            "/link: expected a URI with a scheme such as https://, found another string",
        ),
        (
            json!({ "query": "a", "scope": { "root": "/", "rot": 1 } }),
            "/scope/rot: unknown argument; did you mean root? declared: root",
        ),
    ] {
        assert_eq!(lines(&notes(), &value), [expected], "{value}");
    }
}

#[test]
fn every_fault_comes_at_once_and_in_order() {
    assert_eq!(
        lines(&notes(), &json!({ "qery": "a", "limit": 0, "tags": [1] })),
        [
            "/limit: expected an integer from 1 to 100, found an integer out of range",
            "/qery: unknown argument; did you mean query? declared: limit, link, query, scope, sort, tags",
            "/query: missing; expected a string of at most 5 characters",
            "/tags/0: expected a string, found an integer",
        ]
    );
}

#[test]
fn a_union_is_explained_by_the_form_that_was_meant() {
    let action = json!({ "oneOf": [
        {
            "type": "object",
            "properties": { "kind": { "const": "open" }, "path": { "type": "string" } },
            "required": ["kind", "path"],
        },
        { "type": "object", "properties": { "kind": { "const": "close" } }, "required": ["kind"] },
    ] });
    let either = json!({ "anyOf": [
        { "type": "integer" },
        { "type": "string" },
        {
            "type": "object",
            "properties": { "x": { "type": "integer" }, "y": { "type": "integer" } },
            "required": ["x", "y"],
        },
    ] });
    let schema = json!({ "type": "object", "properties": { "action": action, "either": either } });
    for (value, expected) in [
        (json!({ "action": { "kind": "open" } }), "/action/path: missing; expected a string when kind=open"),
        (
            json!({ "action": { "kind": "opn" } }),
            "/action/kind: expected one of open, close, found another string; did you mean open?",
        ),
        (json!({ "action": {} }), "/action/kind: missing; expected one of open, close"),
        (
            json!({ "action": { "kind": "close", "path": "/" } }),
            "/action/path: unknown argument; declared: kind",
        ),
        (json!({ "either": { "x": 1 } }), "/either/y: missing; expected an integer"),
        (
            json!({ "either": true }),
            "/either: expected an integer or a string or an object with x, y, found a boolean",
        ),
    ] {
        assert_eq!(lines(&schema, &value), [expected], "{value}");
    }
}

#[test]
fn faults_inside_a_recursive_argument_have_their_whole_path() {
    let schema = json!({
        "type": "object",
        "properties": { "root": { "$ref": "#/$defs/Node" } },
        "$defs": { "Node": {
            "type": "object",
            "properties": { "name": { "type": "string" }, "below": { "type": "array", "items": { "$ref": "#/$defs/Node" } } },
            "required": ["name"],
        } },
    });
    assert_eq!(
        lines(&schema, &json!({ "root": { "name": "a", "below": [{ "name": "b", "below": [{}] }] } })),
        ["/root/below/0/below/0/name: missing; expected a string"]
    );
}

#[test]
fn neither_values_nor_control_characters_are_repeated() {
    let canary = "canary-4711";
    for value in [
        json!({ "query": canary }),
        json!({ "query": "a", "sort": canary }),
        json!({ "query": "a", "limit": canary }),
        json!({ "query": "a", "tags": [[canary]] }),
        json!({ "query": "a", "scope": canary }),
        json!({ "query": "a", "link": canary }),
    ] {
        let text = lines(&notes(), &value).concat();
        assert!(!text.is_empty() && !text.contains("4711"), "{text}");
    }
    let forged = lines(&notes(), &json!({ "query": "a", "x\n/limit: fine": 1 }));
    assert_eq!(
        forged,
        ["/x\\n~1limit: fine: unknown argument; declared: limit, link, query, scope, sort, tags"]
    );
}

/// Returns a recursive schema whose forms all hold another one, and a call that is wrong at its bottom.
fn deep(tagged: bool) -> (Value, Value) {
    let forms: Vec<_> = (0..4)
        .map(|n| {
            let mut form = json!({ "type": "object", "properties": { "inner": { "$ref": "#/$defs/E" } } });
            form["properties"][format!("only{n}")] = json!({ "type": "string" });
            if tagged {
                form["properties"]["t"] = json!({ "const": format!("v{n}") });
                form["required"] = json!(["t"]);
            }
            form
        })
        .collect();
    let schema = json!({
        "type": "object",
        "properties": { "e": { "$ref": "#/$defs/E" } },
        "$defs": { "E": { "anyOf": forms } },
    });
    let level =
        |inner: Value| if tagged { json!({ "t": "v0", "inner": inner }) } else { json!({ "inner": inner }) };
    let bottom = if tagged { json!({ "t": "v0", "wrong": 1 }) } else { json!({ "wrong": 1 }) };
    (schema, json!({ "e": (0..29).fold(bottom, |inner, _| level(inner)) }))
}

#[test]
fn a_deep_call_of_a_recursive_union_is_explained_without_trying_every_form() {
    // With four forms on thirty levels, explaining each alternative of each level would never end.
    let (schema, call) = deep(true);
    let place = format!("/e{}", "/inner".repeat(29));
    assert_eq!(
        lines(&schema, &call),
        [format!("{place}/wrong: unknown argument; declared: inner, only0, t")]
    );
    let (schema, call) = deep(false);
    assert_eq!(lines(&schema, &call).len(), 1);
}

#[test]
fn more_faults_than_anyone_reads_are_counted_without_being_worded() {
    let tags: Vec<_> = (0..5000).collect();
    let text = lines(&notes(), &json!({ "query": "a", "tags": tags }));
    assert_eq!(text.len(), 11);
    // One for the length and one for each item, of which ten are shown.
    assert_eq!(text[10], "and 4991 more");
}

#[test]
fn a_pattern_with_lookaround_cannot_be_made_to_run_for_long() {
    let schema = json!({ "type": "object", "properties": { "a": { "type": "string", "pattern": "^(?=(a+)+$)a+b$" } } });
    let exact = sound(&schema).exact.unwrap();
    let checker = Checker::compile(&exact).unwrap();
    // Exponential for an engine without a limit: at 64 letters it would outlive the test run.
    let hostile = json!({ "a": "a".repeat(64) + "c" });
    assert!(!checker.is_valid(&hostile));
    assert_eq!(
        checker.faults(&hostile).to_string(),
        "/a: expected a string that matches ^(?=(a+)+$)a+b$, found another string"
    );
}
