//! Whether a message is a call of a tool that nothing is wrong with, found out without making a value of it. Most messages
//! are one, and rmcp makes a value of its own. What is wrong with any other is `envelope`'s to say.

use std::{borrow::Cow, fmt};

use serde::{
    Deserialize, Deserializer,
    de::{Error, IgnoredAny, MapAccess, Visitor},
};

use crate::meta::APPROVAL_TICKET;

/// Whether `envelope` would take a text for a request to call a tool. No for anything that it would have to look at more
/// closely; and for a yes the text may still be no JSON in what is not looked at, which rmcp then finds.
pub(crate) fn is(text: &[u8]) -> bool {
    serde_json::from_slice::<Message>(text).is_ok_and(|message| {
        message.jsonrpc == "2.0"
            && message.method == "tools/call"
            && !(message.result || message.error)
            && !(message.params.input_responses || message.params.request_state)
            && !message.params.meta.is_some_and(|meta| meta.has_ticket)
    })
}

/// A member that is given twice is an error, and so is one of another type.
#[derive(Deserialize)]
struct Message<'t> {
    #[serde(borrow)]
    jsonrpc: Cow<'t, str>,
    #[serde(rename = "id")]
    _id: Id,
    #[serde(borrow)]
    method: Cow<'t, str>,
    #[serde(borrow)]
    params: Params<'t>,
    #[serde(default, deserialize_with = "is_there")]
    result: bool,
    #[serde(default, deserialize_with = "is_there")]
    error: bool,
}

#[derive(Deserialize)]
struct Params<'t> {
    #[serde(borrow, rename = "name")]
    _name: Cow<'t, str>,
    #[serde(default, rename = "arguments")]
    _arguments: Option<Members>,
    #[serde(default, rename = "_meta")]
    meta: Option<Members>,
    #[serde(default, rename = "inputResponses", deserialize_with = "is_there")]
    input_responses: bool,
    #[serde(default, rename = "requestState", deserialize_with = "is_there")]
    request_state: bool,
}

fn is_there<'de, D: Deserializer<'de>>(deserializer: D) -> Result<bool, D::Error> {
    IgnoredAny::deserialize(deserializer).map(|_| true)
}

/// A text, or an integer of 64 bits.
struct Id;

impl<'de> Deserialize<'de> for Id {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(IdVisitor)
    }
}

struct IdVisitor;

impl Visitor<'_> for IdVisitor {
    type Value = Id;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a string or an integer")
    }

    fn visit_i64<E>(self, _: i64) -> Result<Id, E> {
        Ok(Id)
    }

    fn visit_u64<E: Error>(self, id: u64) -> Result<Id, E> {
        i64::try_from(id).map(|_| Id).map_err(E::custom)
    }

    fn visit_str<E>(self, _: &str) -> Result<Id, E> {
        Ok(Id)
    }
}

/// An object of which nothing is kept.
struct Members {
    has_ticket: bool,
}

impl<'de> Deserialize<'de> for Members {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(MembersVisitor)
    }
}

struct MembersVisitor;

impl<'de> Visitor<'de> for MembersVisitor {
    type Value = Members;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Members, A::Error> {
        let mut members = Members { has_ticket: false };
        while let Some((name, _)) = map.next_entry::<Name, IgnoredAny>()? {
            members.has_ticket |= name.is_ticket;
        }
        Ok(members)
    }
}

/// The name of a member, of which nothing is kept.
struct Name {
    is_ticket: bool,
}

impl<'de> Deserialize<'de> for Name {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_str(NameVisitor)
    }
}

struct NameVisitor;

impl Visitor<'_> for NameVisitor {
    type Value = Name;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a name")
    }

    fn visit_str<E>(self, name: &str) -> Result<Name, E> {
        Ok(Name { is_ticket: name == APPROVAL_TICKET })
    }
}

#[cfg(test)]
mod tests {
    use super::is;
    use crate::envelope::{self, Kind};

    #[test]
    fn a_plain_call_is_a_request_to_whoever_looks_closely() {
        for text in [
            r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"a"}}"#,
            r#"{"params":{"arguments":null,"name":"a","_meta":null},"method":"tools/call","id":"x","jsonrpc":"2.0"}"#,
            r#"{"jsonrpc":"2.0","id":-1,"method":"tools\/call","params":{"name":"\u0061","arguments":{"b":[{}]},"_meta":{"c":{}}},"x":1}"#,
        ] {
            assert!(is(text.as_bytes()), "{text}");
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
            assert!(!is(text.as_bytes()), "{text}");
        }
    }
}
