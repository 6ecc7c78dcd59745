//! What a caller reads about arguments that do not fit.

use serde_json::{Value, json};

use super::sound;
use crate::schema::{Checker, explain, parts::Parts};

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
fn what_fits_inside_a_form_that_is_a_definition_is_no_fault() {
    let size = json!({ "anyOf": [
        { "type": "integer" },
        { "type": "object", "properties": { "w": { "type": "integer" } }, "required": ["w"] },
    ] });
    let schema = json!({
        "type": "object",
        "properties": { "item": { "anyOf": [{ "type": "integer" }, { "$ref": "#/$defs/Node" }] } },
        "$defs": { "Node": {
            "type": "object",
            "properties": {
                "name": { "type": "string" },
                "size": size,
                "below": { "type": "array", "items": { "$ref": "#/$defs/Node" } },
            },
            "required": ["name"],
        } },
    });
    assert_eq!(
        lines(&schema, &json!({ "item": { "name": 1, "size": 3 } })),
        ["/item/name: expected a string, found an integer"]
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

/// Explains arguments with one list of strings, and returns the last line, the values that were looked into and the
/// levels that were compiled.
fn effort(items: &Value, list: &[Value]) -> (String, usize, usize) {
    let schema = json!({
        "type": "object",
        "properties": { "list": { "type": "array", "items": items } },
        "additionalProperties": false,
    });
    let value = json!({ "list": list });
    let parts = Parts::compile(&schema).unwrap();
    let explained = explain::looked_into(&schema, &parts, &value);
    let text = explain::faults(&schema, &parts, &value).to_string();
    (text.lines().last().unwrap().to_owned(), explained, parts.compiled())
}

#[test]
fn what_a_bad_call_costs_does_not_grow_with_the_number_of_its_faults() {
    let pattern = json!({ "type": "string", "pattern": "^[a-z]+$" });
    let lookaround = json!({ "type": "string", "pattern": "^(?=(a+)+$)a+b$" });
    let union = json!({ "anyOf": [pattern, { "type": "integer", "minimum": 1 }] });
    for (items, item, levels) in [
        // The object, the list and its items.
        (pattern, json!(""), 3),
        // Without an end, each of these costs ten thousand steps back.
        (lookaround, json!("a".repeat(64) + "c"), 3),
        // And what was chosen from the union.
        (union, json!(""), 4),
    ] {
        let (line, explained, compiled) = effort(&items, &vec![item; 50_000]);
        // A hundred faults, of which ten are shown; a union and its choice are looked into apart.
        assert_eq!(line, "and at least 90 more");
        assert_eq!(explained, 2 + 100 * (levels - 2));
        assert_eq!(compiled, levels);
    }
}

#[test]
fn a_fault_behind_any_number_of_good_values_is_found() {
    let mut list = vec![json!("a"); 50_000];
    list.push(json!(1));
    let (line, explained, compiled) = effort(&json!({ "type": "string" }), &list);
    assert_eq!(line, "/list/50000: expected a string, found an integer");
    assert_eq!((explained, compiled), (3, 3));
}

#[test]
fn levels_are_compiled_once_for_all_calls() {
    let schema =
        json!({ "type": "object", "properties": { "a": { "type": "string" }, "b": { "type": "string" } } });
    let parts = Parts::compile(&schema).unwrap();
    for _ in 0..3 {
        explain::faults(&schema, &parts, &json!({ "a": 1 }));
        assert_eq!(parts.compiled(), 2);
    }
    explain::faults(&schema, &parts, &json!({ "b": 1 }));
    assert_eq!(parts.compiled(), 3);
}

#[test]
fn names_that_do_not_match_a_pattern_are_not_all_asked_about() {
    let schema = json!({
        "type": "object",
        "properties": { "known": { "type": "string" } },
        "patternProperties": { "^(?=(a+)+$)a+b$": { "type": "string" } },
        "additionalProperties": false,
    });
    let checker = Checker::compile(schema.as_object().unwrap()).unwrap();
    let one = json!({ "known": "a", "c": "a" });
    assert_eq!(
        checker.faults(&one).to_string(),
        "/c: expected a name that matches ^(?=(a+)+$)a+b$, found another name"
    );
    // Asked about each of these names, the pattern would take a hundred million steps.
    let many: Value = (0..10_000).map(|n| ("a".repeat(32) + &n.to_string(), json!("a"))).collect();
    assert_eq!(checker.faults(&many).more(), 90);
}

#[test]
fn unknown_arguments_are_counted_without_being_worded() {
    let many: Value = (0..5000).map(|n| (format!("x{n}"), json!(1))).collect();
    let text = lines(&notes(), &many);
    assert_eq!(text.len(), 11);
    // The absent one is not looked for behind a hundred others.
    assert_eq!(text[10], "and at least 4990 more");
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
