//! A request with which nothing is wrong, read without making a value of the whole message: a call of a tool, or a list of
//! tools. Most messages are one. What is wrong with any other is `envelope`'s to say.

use std::{borrow::Cow, fmt, marker::PhantomData};

use rmcp::model::{JsonObject, MetaObject, RequestId, RequestMetaObject};
use serde::{
    Deserialize, Deserializer,
    de::{MapAccess, Visitor, value::MapAccessDeserializer},
};

use tool_core::hides_json;

use crate::meta::APPROVAL_TICKET;

/// A request that `envelope` would take for one, with nothing in it that anybody would have to look at more closely.
#[derive(Debug)]
pub(crate) struct Plain {
    pub(crate) id: RequestId,
    pub(crate) meta: Option<RequestMetaObject>,
    pub(crate) asks: Asks,
}

/// What a plain request asks for.
#[derive(Debug, PartialEq)]
pub(crate) enum Asks {
    Call { name: String, arguments: Option<JsonObject> },
    List { cursor: Option<String> },
}

impl Asks {
    pub(crate) fn method(&self) -> &'static str {
        match self {
            Self::Call { .. } => "tools/call",
            Self::List { .. } => "tools/list",
        }
    }
}

/// Reads a plain request. `None` for any other message, be it well-formed or not.
pub(crate) fn read(text: &[u8]) -> Option<Plain> {
    if hides_json(text) {
        return None;
    }
    let Object(Message { jsonrpc, id, method, params: Object(params) }) =
        serde_json::from_slice(text).ok()?;
    if jsonrpc != "2.0" || params.meta.as_ref().is_some_and(|meta| meta.contains_key(APPROVAL_TICKET)) {
        return None;
    }
    let asks = match (&*method, params.name, params.arguments, params.cursor) {
        ("tools/call", Some(name), arguments, None) => Asks::Call { name, arguments },
        ("tools/list", None, None, cursor) => Asks::List { cursor },
        _ => return None,
    };
    Some(Plain { id, meta: params.meta.map(|meta| MetaObject(meta).into()), asks })
}

/// A member that is not in here, or is given twice, or is of another type, is an error.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Message<'t> {
    #[serde(borrow)]
    jsonrpc: Cow<'t, str>,
    id: RequestId,
    #[serde(borrow)]
    method: Cow<'t, str>,
    #[serde(default)]
    params: Object<Params>,
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Params {
    name: Option<String>,
    arguments: Option<JsonObject>,
    cursor: Option<String>,
    #[serde(rename = "_meta")]
    meta: Option<JsonObject>,
}

/// What is written as an object. By itself, serde reads a list of the members' values as well.
#[derive(Default)]
struct Object<T>(T);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Object<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(ObjectVisitor(PhantomData))
    }
}

struct ObjectVisitor<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for ObjectVisitor<T> {
    type Value = Object<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Object<T>, A::Error> {
        T::deserialize(MapAccessDeserializer::new(map)).map(Object)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::envelope::{self, Kind};

    #[test]
    fn a_plain_request_is_a_request_to_whoever_looks_closely() {
        for text in [
            r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"a"}}"#,
            r#"{"params":{"arguments":null,"name":"a","_meta":null},"method":"tools/call","id":"x","jsonrpc":"2.0"}"#,
            r#"{"jsonrpc":"2.0","id":-1,"method":"tools\/call","params":{"name":"\u0061","arguments":{"b":[{}]},"_meta":{"c":{}}}}"#,
            r#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#,
            r#"{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"cursor":null,"_meta":{"c":1}}}"#,
        ] {
            assert!(read(text.as_bytes()).is_some(), "{text}");
            let message = envelope::parse(text.as_bytes()).unwrap();
            assert_eq!(envelope::classify(&message).unwrap(), Kind::Request, "{text}");
        }
    }

    #[test]
    fn whatever_may_be_wrong_is_left_to_be_looked_at() {
        for text in [
            "",
            "[]",
            r#"{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"name":"a"}}"#,
            r#"{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"cursor":5}}"#,
            r#"{"jsonrpc":"2.0","id":1,"method":"tools/list","params":[]}"#,
            r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"a","cursor":"b"}}"#,
            r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"a","task":{}}}"#,
            r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"a"},"x":1}"#,
            r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#,
            r#"["2.0",1,"tools/call",{"name":"a"}]"#,
            r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":["a",{},null,{}]}"#,
            r#"{"jsonrpc":"2.0","id":null,"method":"tools/call","params":{"name":"a"}}"#,
            r#"{"jsonrpc":"2.0","id":1.5,"method":"tools/call","params":{"name":"a"}}"#,
            r#"{"jsonrpc":"2.0","method":"tools/call","params":{"name":"a"}}"#,
            r#"{"jsonrpc":"1.0","id":1,"method":"tools/call","params":{"name":"a"}}"#,
            r#"{"jsonrpc":"2.0","id":1,"id":2,"method":"tools/call","params":{"name":"a"}}"#,
            r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"a"},"result":null}"#,
            r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"a"},"error":{}}"#,
            r#"{"jsonrpc":"2.0","id":1,"method":"tools/call"}"#,
            r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{}}"#,
            r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":7}}"#,
            r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"a","arguments":[]}}"#,
            r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"a","name":"b"}}"#,
            r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"a","requestState":null}}"#,
            r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"a","inputResponses":{}}}"#,
            r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"a","_meta":{"tool-core/approval-ticket":"t"}}}"#,
            r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"a"}} x"#,
        ] {
            assert!(read(text.as_bytes()).is_none(), "{text}");
        }
    }

    #[test]
    fn what_is_asked_is_what_was_sent() {
        let text = r#"{"jsonrpc":"2.0","id":"x","method":"tools/call","params":{"name":"\u0061","arguments":{"b":[1]},"_meta":{"c":2}}}"#;
        let plain = read(text.as_bytes()).unwrap();
        assert_eq!(json!(plain.id), json!("x"));
        assert_eq!(json!(plain.meta), json!({ "c": 2 }));
        let arguments = json!({ "b": [1] }).as_object().cloned();
        assert_eq!(plain.asks, Asks::Call { name: "a".to_owned(), arguments });
        let text = r#"{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"cursor":"c"}}"#;
        assert_eq!(read(text.as_bytes()).unwrap().asks, Asks::List { cursor: Some("c".to_owned()) });
    }
}
