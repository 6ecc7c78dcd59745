//! What the methods that this server has ask of their parameters. rmcp takes a request whose parameters it cannot
//! read for one of an unknown method, or ignores the parameter. What a tool asks of its arguments is the tool's
//! schema.

use serde_json::Value;

use crate::{listen, meta};

/// Returns what is wrong with the parameters of a request, if anything is.
pub(crate) fn fault(method: &str, params: Option<&Value>) -> Option<String> {
    let members = match params {
        None | Some(Value::Null) => None,
        Some(Value::Object(members)) => Some(members),
        Some(_) => return Some("Invalid params: `params` must be an object".to_owned()),
    };
    let member = |name: &str| members.and_then(|members| members.get(name)).filter(|value| !value.is_null());
    let why = match method {
        "tools/call" => match (member("name"), member("arguments")) {
            (None, _) => "`name` is missing; send the name of a tool",
            (Some(name), _) if !name.is_string() => "`name` must be a string, the name of a tool",
            (_, Some(arguments)) if !arguments.is_object() => {
                "`arguments` must be an object, one member for each argument"
            }
            _ => member("_meta").and_then(meta::ticket_fault)?,
        },
        "tools/list" => match member("cursor") {
            Some(cursor) if !cursor.is_string() => {
                "`cursor` must be a string, the `nextCursor` of the page before"
            }
            _ => return None,
        },
        _ => return None,
    };
    Some(format!("Invalid params of {method}: {why}"))
}

/// Returns whether the peer's revision has a method, so that a request for it that rmcp did not recognise can only be
/// at fault in its parameters. 2026-07-28 has no `initialize`.
pub(crate) fn has_method(method: &str, modern: bool) -> bool {
    match method {
        "initialize" => !modern,
        listen::METHOD => modern,
        "server/discover" | "tools/call" | "tools/list" => true,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn parameters_that_rmcp_would_misread_are_named() {
        let of = |method, params: Value| fault(method, Some(&params)).unwrap_or_default();
        assert_eq!(of("ping", json!([1])), "Invalid params: `params` must be an object");
        assert_eq!(
            of("tools/call", json!({})),
            "Invalid params of tools/call: `name` is missing; send the name of a tool"
        );
        assert_eq!(
            of("tools/call", json!({ "name": 1 })),
            "Invalid params of tools/call: `name` must be a string, the name of a tool"
        );
        assert_eq!(
            of("tools/call", json!({ "name": "a", "arguments": [1] })),
            "Invalid params of tools/call: `arguments` must be an object, one member for each argument"
        );
        assert_eq!(
            of("tools/call", json!({ "name": "a", "_meta": { "tool-core/approval-ticket": 1 } })),
            r#"Invalid params of tools/call: `_meta["tool-core/approval-ticket"]` must be a string of at most 16384 bytes, the ticket as the approval gave it"#
        );
        assert_eq!(
            of("tools/list", json!({ "cursor": 5 })),
            "Invalid params of tools/list: `cursor` must be a string, the `nextCursor` of the page before"
        );
    }

    #[test]
    fn a_null_is_an_absent_parameter() {
        assert_eq!(fault("tools/list", Some(&json!({ "cursor": null }))), None);
        assert_eq!(fault("tools/call", Some(&json!({ "name": "a", "arguments": null }))), None);
        let without_ticket = json!({ "name": "a", "_meta": { "tool-core/approval-ticket": null } });
        assert_eq!(fault("tools/call", Some(&without_ticket)), None);
        assert_eq!(fault("ping", Some(&Value::Null)), None);
    }
}
