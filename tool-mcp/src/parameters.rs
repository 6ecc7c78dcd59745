//! What the methods that this server has ask of their parameters. rmcp takes a request whose parameters it cannot
//! read for one of an unknown method, or ignores the parameter. What a tool asks of its arguments is the tool's
//! schema.

use serde_json::{Map, Value};

use crate::{ask, completion, listen, meta, prompts, resources};

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
            _ => member("_meta").and_then(meta::ticket_fault).or_else(|| members.and_then(ask::fault))?,
        },
        // 2026-07-28 has neither, so nothing can be wrong with their parameters: they are unknown.
        resources::SUBSCRIBE | resources::UNSUBSCRIBE if is_of_2026(members) => return None,
        resources::READ | resources::SUBSCRIBE | resources::UNSUBSCRIBE => match member("uri") {
            Some(uri) if uri.is_string() => return None,
            _ => "`uri` must be a string, the address of a resource",
        },
        prompts::GET => match (member("name"), member("arguments")) {
            (Some(Value::String(_)), None) => return None,
            (Some(Value::String(_)), Some(Value::Object(texts))) if texts.values().all(Value::is_string) => {
                return None;
            }
            (Some(Value::String(_)), _) => "`arguments` must be an object of strings",
            _ => "`name` must be a string, the name of a prompt",
        },
        completion::COMPLETE => completion_fault(member("ref"), member("argument"), member("context"))?,
        "tools/list" | resources::LIST | resources::TEMPLATES | prompts::LIST => match member("cursor") {
            Some(cursor) if !cursor.is_string() => {
                "`cursor` must be a string, the `nextCursor` of the page before"
            }
            _ => return None,
        },
        _ => return None,
    };
    Some(format!("Invalid params of {method}: {why}"))
}

/// Returns whether a message says of itself that it has no handshake: only those from 2026-07-28 on name their revision.
fn is_of_2026(members: Option<&Map<String, Value>>) -> bool {
    let meta = members.and_then(|members| members.get("_meta"));
    meta.is_some_and(|meta| meta.get("io.modelcontextprotocol/protocolVersion").is_some())
}

/// Returns what is wrong with a question for values of an argument.
fn completion_fault(
    of: Option<&Value>,
    argument: Option<&Value>,
    context: Option<&Value>,
) -> Option<&'static str> {
    let text = |value: Option<&Value>, name: &str| value.is_some_and(|value| value[name].is_string());
    let kind = of.and_then(|of| of["type"].as_str());
    let is_named = match kind {
        Some("ref/prompt") => text(of, "name"),
        Some("ref/resource") => text(of, "uri"),
        _ => false,
    };
    let given = context.and_then(|context| context.get("arguments")).filter(|given| !given.is_null());
    if !is_named {
        return Some("`ref` must be a `ref/prompt` with a `name`, or a `ref/resource` with a `uri`");
    }
    if !text(argument, "name") || !text(argument, "value") {
        return Some("`argument` must have a `name` and a `value`, which are strings");
    }
    let is_texts = |given: &Value| given.as_object().is_some_and(|it| it.values().all(Value::is_string));
    given.is_some_and(|given| !is_texts(given)).then_some("`context.arguments` must be an object of strings")
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
            of("tools/call", json!({ "name": "a", "requestState": 1 })),
            "Invalid params of tools/call: `requestState` must be a string, exactly as it came"
        );
        assert_eq!(
            of("tools/call", json!({ "name": "a", "inputResponses": [] })),
            "Invalid params of tools/call: `inputResponses` must be an object, with one member for each request"
        );
        for response in
            [json!("yes"), json!({ "action": "agree" }), json!({ "action": "accept", "content": 1 })]
        {
            assert_eq!(
                of("tools/call", json!({ "name": "a", "inputResponses": { "sure": response } })),
                "Invalid params of tools/call: each of `inputResponses` must be an object, the client's result of the \
                 request of that name; an `action` is accept, decline or cancel, and a `content` is an object"
            );
        }
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
