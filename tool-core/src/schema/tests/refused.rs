//! What the dialect refuses: always, or of exposed tools only.

use serde_json::{Map, Value, json};

use super::faults;
use crate::schema::Applies;

#[test]
fn what_no_host_would_take_is_refused_with_its_place() {
    let object = |property: Value| json!({ "type": "object", "properties": { "a": property } });
    for (raw, expected) in [
        (object(json!([])), "/properties/a not-a-schema"),
        (json!(true), " root-not-object"),
        (json!({ "type": "string" }), " root-not-object"),
        (object(json!({ "type": "int" })), "/properties/a/type keyword-value"),
        (object(json!({ "type": "integer", "minimum": "1" })), "/properties/a/minimum keyword-value"),
        (
            object(json!({ "type": "number", "exclusiveMinimum": true })),
            "/properties/a/exclusiveMinimum keyword-value",
        ),
        (object(json!({ "type": "string", "nullable": true })), "/properties/a/nullable keyword-refused"),
        (object(json!({ "not": { "type": "string" } })), "/properties/a/not keyword-refused"),
        (object(json!({ "type": "string", "minLenght": 1 })), "/properties/a/minLenght keyword-unknown"),
        (object(json!({ "$ref": "https://example.com/a.json" })), "/properties/a reference-outside"),
        (object(json!({ "$ref": "#/$defs/None" })), "/properties/a reference-dangling"),
        (object(json!({ "type": "string", "enum": [1] })), "/properties/a nothing-allowed"),
        (
            object(json!({ "allOf": [{ "type": "string" }, { "type": "boolean" }] })),
            "/properties/a nothing-allowed",
        ),
        (object(json!({ "type": "integer", "default": "ten" })), "/properties/a/default default-unfit"),
        (
            object(json!({ "type": "integer", "minimum": 1, "default": 0 })),
            "/properties/a/default default-unfit",
        ),
        (json!({ "type": "object", "required": ["b"] }), " required-unknown"),
        (object(json!({ "type": "string", "pattern": "(" })), "/properties/a/pattern does-not-compile"),
    ] {
        assert_eq!(faults(&raw, Applies::Always), [expected], "{raw}");
    }
}

#[test]
fn what_hosts_get_wrong_is_a_fault_for_exposed_tools_only() {
    let object = |name: &str, mut property: Value| {
        property["description"] = "what it is".into();
        json!({ "type": "object", "properties": { name: property } })
    };
    for (raw, expected) in [
        (object("page[size]", json!({ "type": "string" })), "/properties/page[size] property-name"),
        (
            object(&"x".repeat(65), json!({ "type": "string" })),
            &*format!("/properties/{} property-name", "x".repeat(65)),
        ),
        (object("a", json!({ "type": "null" })), "/properties/a null-argument"),
        (object("a", json!({ "type": "integer", "format": "int64" })), "/properties/a unbounded-integer"),
        (
            object("a", json!({ "type": "integer", "format": "uint64", "minimum": 0 })),
            "/properties/a unbounded-integer",
        ),
        (
            object("a", json!({ "type": "array", "items": { "type": "integer", "format": "uint8" } })),
            "/properties/a bytes-as-numbers",
        ),
        (
            json!({ "type": "object", "properties": { "a": { "type": "string" } } }),
            "/properties/a undescribed",
        ),
    ] {
        assert_eq!(faults(&raw, Applies::Always), [""; 0], "{raw}");
        assert_eq!(faults(&raw, Applies::Exposed), [expected], "{raw}");
    }
    let bounded =
        json!({ "type": "integer", "format": "int64", "minimum": 0, "maximum": 9_007_199_254_740_991_i64 });
    assert_eq!(faults(&object("a", bounded), Applies::Exposed), [""; 0]);
}

#[test]
fn an_exposed_enum_needs_descriptions_only_where_somebody_can_write_them() {
    let form = |word: &str, mut fields: Value| {
        fields["t"] = json!({ "const": word });
        json!({ "type": "object", "properties": fields, "required": ["t"] })
    };
    let text = json!({ "type": "string" });
    let root = json!({ "oneOf": [
        form("a", json!({ "content": text })),
        form("b", json!({ "from": text, "to": text })),
        form("c", json!({})),
    ] });
    assert_eq!(
        faults(&root, Applies::Exposed),
        ["/properties/from undescribed", "/properties/to undescribed"]
    );
}

#[test]
fn a_reference_that_leads_only_to_itself_is_refused() {
    let alias = json!({
        "type": "object",
        "properties": { "a": { "$ref": "#/$defs/A" } },
        "$defs": { "A": { "anyOf": [{ "$ref": "#/$defs/B" }, { "type": "string" }] }, "B": { "$ref": "#/$defs/A" } },
    });
    assert_eq!(faults(&alias, Applies::Always), ["/$defs/A reference-loop"]);
    let extended = json!({
        "type": "object",
        "properties": { "a": { "$ref": "#/$defs/A" } },
        "$defs": { "A": { "$ref": "#/$defs/A", "type": "object", "properties": { "b": { "type": "string" } } } },
    });
    assert!(faults(&extended, Applies::Always).contains(&"/$defs/A reference-extended".to_owned()));
}

#[test]
fn a_small_document_cannot_ask_for_a_large_schema() {
    // Each definition holds the next one twice: forty of them would be a trillion schemas.
    let definitions: Map<_, _> = (0..40)
        .map(|n| {
            let next = json!({ "$ref": format!("#/$defs/D{}", n + 1) });
            (format!("D{n}"), json!({ "anyOf": [next, { "type": "array", "items": next }] }))
        })
        .chain([("D40".to_owned(), json!({ "type": "string" }))])
        .collect();
    let bomb =
        json!({ "type": "object", "properties": { "a": { "$ref": "#/$defs/D0" } }, "$defs": definitions });
    let found = faults(&bomb, Applies::Always);
    assert!(found.iter().any(|fault| fault.ends_with("too-large")), "{found:?}");
}

#[test]
fn depth_and_size_are_bounded() {
    let nested = |levels: usize| {
        (1..levels).fold(
            json!({ "type": "object" }),
            |inner, _| json!({ "type": "object", "properties": { "a": inner } }),
        )
    };
    assert_eq!(faults(&nested(10), Applies::Always), [""; 0]);
    assert_eq!(faults(&nested(11), Applies::Always), [format!("{} too-deep", "/properties/a".repeat(10))]);
    // Deeper than a stack: nothing recursive may see it.
    assert!(faults(&nested(100), Applies::Always).iter().any(|fault| fault.ends_with("too-deep")));

    let described = |length: usize| json!({ "type": "object", "properties": { "a": { "type": "string", "description": "x".repeat(length) } } });
    // Everything but the description is this many bytes.
    let around = r#"{"additionalProperties":false,"properties":{"a":{"description":"","type":"string"}},"type":"object"}"#.len();
    assert_eq!(faults(&described(64 * 1024 - around), Applies::Always), [""; 0]);
    assert_eq!(faults(&described(64 * 1024 - around + 1), Applies::Always), [" too-large"]);
}
