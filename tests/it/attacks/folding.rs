//! Nulls that mean something: what is tidied away must never be what somebody said.

use serde_json::{Value, json};
use tool_core::{Effect, testing::TestSurface};

use crate::support::{Fixture, invoker, outside};

/// An object that may have these properties besides `key`, and needs some of them.
fn object(properties: Value, required: &[&str]) -> Value {
    let mut all = json!({ "key": { "type": "string", "description": "A key." } });
    if let (Value::Object(all), Value::Object(more)) = (&mut all, properties) {
        all.extend(more);
    }
    json!({ "type": "object", "properties": all, "required": required, "additionalProperties": false })
}

fn integer() -> Value {
    json!({ "type": "integer", "description": "A number." })
}

/// A destructive tool that takes one of these forms, or one of the forms of `Inner`: one that needs `value`, which may be
/// null, and one that holds another `Inner`.
fn tool(mut forms: Vec<Value>) -> Fixture {
    forms.push(json!({ "$ref": "#/$defs/Inner" }));
    let nullable =
        json!({ "anyOf": [{ "type": "integer" }, { "type": "null" }], "description": "Null for ever." });
    let next = json!({ "$ref": "#/$defs/Inner", "description": "Another one." });
    let inner = json!({ "anyOf": [
        object(json!({ "value": nullable, "inner": integer() }), &["key", "value", "inner"]),
        object(json!({ "next": next }), &["key", "next"]),
    ] });
    Fixture::new("change").host(|host| host.with_effect(Effect::Destructive)).echo().input(json!({
        "type": "object",
        "properties": { "form": { "anyOf": forms, "description": "What." } },
        "required": ["form"],
        "additionalProperties": false,
        "$defs": { "Inner": inner }
    }))
}

#[tokio::test]
async fn a_null_that_an_alternative_of_an_alternative_needs_is_kept() {
    let one = || object(json!({ "value": integer(), "one": integer() }), &["key"]);
    let other = || object(json!({ "value": integer(), "other": integer() }), &["key"]);
    for forms in [vec![one()], vec![one(), other()]] {
        let test = TestSurface::new(&outside(&invoker([tool(forms)]))).as_caller("alice");
        let inner = json!({ "key": "a", "value": null, "inner": 1 });
        for (sent, meant) in [
            (inner.clone(), inner.clone()),
            (json!({ "key": "a", "next": inner }), json!({ "key": "a", "next": inner })),
            (json!({ "key": "a", "one": 1, "value": null }), json!({ "key": "a", "one": 1 })),
        ] {
            let answer = test.call("change", json!({ "form": sent })).await;
            assert_eq!(answer.code(), None, "{sent}: {}", answer.text());
            assert_eq!(answer.structured()["got"]["form"], meant, "{sent}");
        }
        // Whichever is meant, one of them needs it and the others do not take it.
        let answer = test.call("change", json!({ "form": { "key": null } })).await;
        assert_eq!(answer.code().as_deref(), Some("invalid-arguments"));
    }
}
