//! What JSON-RPC asks of a message, checked before rmcp reads it, because rmcp drops such a message or answers it
//! with plain text. What a method asks of its parameters is `parameters`' concern.

use rmcp::model::{ErrorData, JsonRpcError, RequestId};
use serde_json::{Map, Value};
use tool_core::hides_json;

use crate::parameters;

/// What a well-formed message is.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Notification,
    Request,
    Response,
}

/// A message that nobody can act on, and the answer to it.
#[derive(Debug)]
pub(crate) struct Malformed {
    /// Known only when the message says so in the way JSON-RPC asks.
    id: Option<RequestId>,
    error: ErrorData,
}

impl Malformed {
    pub(crate) fn invalid_request(id: Option<RequestId>, message: String) -> Self {
        Self { id, error: ErrorData::invalid_request(message, None) }
    }

    /// Returns the answer, whose `id` is null where none is known.
    pub(crate) fn into_answer(self) -> Value {
        let mut answer = serde_json::json!(JsonRpcError::new(self.id, self.error));
        if let Value::Object(members) = &mut answer {
            members.entry("id").or_insert(Value::Null);
        }
        answer
    }
}

/// Reads one message from its text.
///
/// # Errors
///
/// -32700 when the text is no JSON, or is nested too deeply to be read; -32600 when JSON is hidden in it.
pub(crate) fn parse(text: &[u8]) -> Result<Value, Malformed> {
    if hides_json(text) {
        return Err(refused(
            None,
            "the key `$serde_json::private::RawValue` is not taken, for its text would be read as JSON",
        ));
    }
    serde_json::from_slice(text).map_err(|fault| {
        let place = format!("line {}, column {}", fault.line(), fault.column());
        let message = format!("Parse error at {place}: the message is not JSON, or is nested too deeply");
        Malformed { id: None, error: ErrorData::parse_error(message, None) }
    })
}

/// Tells what a message is.
///
/// # Errors
///
/// -32600 when it is no JSON-RPC 2.0 message, -32602 when the parameters are not those of the method.
pub(crate) fn classify(message: &Value) -> Result<Kind, Malformed> {
    let members = match message {
        Value::Object(members) => members,
        Value::Array(_) => {
            return Err(refused(None, "batches are not supported; send one message at a time"));
        }
        _ => return Err(refused(None, "a message is a JSON object")),
    };
    let id = members.get("id").map(request_id);
    if members.get("jsonrpc").and_then(Value::as_str) != Some("2.0") {
        return Err(refused(id.flatten(), r#"the member `jsonrpc` must be "2.0""#));
    }
    let answers = members.contains_key("result") || members.contains_key("error");
    match (members.get("method"), answers, id) {
        (Some(Value::String(_)), false, None) => Ok(Kind::Notification),
        (Some(Value::String(method)), false, Some(Some(id))) => request(method, members, id),
        (Some(Value::String(_)), false, Some(None)) => {
            Err(refused(None, "the member `id` must be a string or an integer"))
        }
        (Some(Value::String(_)), true, id) => {
            Err(refused(id.flatten(), "a message has either a `method`, or a `result` or an `error`"))
        }
        (Some(_), _, id) => Err(refused(id.flatten(), "the member `method` must be a string")),
        (None, true, _) => Ok(Kind::Response),
        (None, false, id) => Err(refused(id.flatten(), "the member `method` is missing")),
    }
}

fn request(method: &str, members: &Map<String, Value>, id: RequestId) -> Result<Kind, Malformed> {
    match parameters::fault(method, members.get("params")) {
        None => Ok(Kind::Request),
        Some(message) => Err(Malformed { id: Some(id), error: ErrorData::invalid_params(message, None) }),
    }
}

fn refused(id: Option<RequestId>, why: &str) -> Malformed {
    Malformed::invalid_request(id, format!("Invalid request: {why}"))
}

/// Returns the id, in rmcp's form, when it is one that a request may have.
fn request_id(id: &Value) -> Option<RequestId> {
    serde_json::from_value(id.clone()).ok()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn refusal(message: &Value) -> (i64, Value, String) {
        let answer = classify(message).unwrap_err().into_answer();
        let text = answer["error"]["message"].as_str().unwrap().to_owned();
        (answer["error"]["code"].as_i64().unwrap(), answer["id"].clone(), text)
    }

    #[test]
    fn well_formed_messages_are_told_apart() {
        let of = |message: Value| classify(&message).unwrap();
        assert_eq!(of(json!({ "jsonrpc": "2.0", "id": 1, "method": "ping" })), Kind::Request);
        assert_eq!(of(json!({ "jsonrpc": "2.0", "id": "a", "method": "x/y", "params": {} })), Kind::Request);
        assert_eq!(of(json!({ "jsonrpc": "2.0", "method": "notifications/x" })), Kind::Notification);
        assert_eq!(of(json!({ "jsonrpc": "2.0", "id": 1, "result": {} })), Kind::Response);
        assert_eq!(of(json!({ "jsonrpc": "2.0", "id": null, "error": { "code": -1 } })), Kind::Response);
    }

    #[test]
    fn each_malformed_message_says_what_is_wrong() {
        for (message, id, why) in [
            (json!([]), json!(null), "batches are not supported; send one message at a time"),
            (json!(42), json!(null), "a message is a JSON object"),
            (json!({ "id": 1, "method": "ping" }), json!(1), r#"the member `jsonrpc` must be "2.0""#),
            (
                json!({ "jsonrpc": "1.0", "id": "a", "method": "ping" }),
                json!("a"),
                r#"the member `jsonrpc` must be "2.0""#,
            ),
            (
                json!({ "jsonrpc": "2.0", "id": null, "method": "ping" }),
                json!(null),
                "the member `id` must be a string or an integer",
            ),
            (
                json!({ "jsonrpc": "2.0", "id": 1.5, "method": "ping" }),
                json!(null),
                "the member `id` must be a string or an integer",
            ),
            (
                json!({ "jsonrpc": "2.0", "id": 7, "method": 7 }),
                json!(7),
                "the member `method` must be a string",
            ),
            (json!({ "jsonrpc": "2.0", "id": 7 }), json!(7), "the member `method` is missing"),
            (
                json!({ "jsonrpc": "2.0", "id": 7, "method": "ping", "result": {} }),
                json!(7),
                "a message has either a `method`, or a `result` or an `error`",
            ),
        ] {
            assert_eq!(refusal(&message), (-32600, id, format!("Invalid request: {why}")), "{message}");
        }
    }

    #[test]
    fn text_that_is_no_json_is_a_parse_error() {
        for text in ["{nope", "", "{\"a\":\"\u{1}\"}", &"[".repeat(200)] {
            let answer = parse(text.as_bytes()).unwrap_err().into_answer();
            assert_eq!((&answer["error"]["code"], &answer["id"]), (&json!(-32700), &json!(null)), "{text}");
        }
    }
}
