//! The name with which a caller without a conversation ties its calls together. It is a name and never a credential:
//! nothing may be decided by it.

use std::fmt;

use serde_json::{Map, Value, json};

use crate::OperationId;

/// The argument, and the key of results, that carries it.
pub(crate) const SESSION: &str = "session_id";

/// Names a row of calls that belong together: 128 bits that nobody can guess, as 32 hexadecimal digits.
///
/// A surface that asks for it, with [`SurfaceBuilder::session_id`](crate::SurfaceBuilder::session_id), makes one for each
/// call that brings none, and says it in the result. It is bound to nothing: whoever sends an id of that form has that
/// session. So it may tell the host's records what belongs together, and nothing that only one caller may know hangs on
/// it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct SessionId(String);

impl SessionId {
    /// Returns an id that no other session has.
    fn next() -> Self {
        Self(OperationId::next().into())
    }

    /// Reads an id as a caller sent it.
    fn parse(text: &str) -> Option<Self> {
        OperationId::parse(text).map(|id| Self(id.into()))
    }

    /// Returns the id that arguments bring, or a new one. What is wrong with one that cannot be an id is said where
    /// arguments are checked.
    pub(crate) fn of(arguments: Option<&Value>) -> Self {
        let brought = arguments.and_then(|arguments| arguments.get(SESSION)).and_then(Value::as_str);
        brought.and_then(Self::parse).unwrap_or_else(Self::next)
    }

    /// Returns the id as it is written.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for SessionId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Adds the argument to a canonical schema; it is never required.
pub(super) fn add_to(schema: &mut Map<String, Value>) {
    let own = json!({
        "type": "string",
        "pattern": "^[0-9a-f]{32}$",
        "description": "The session_id of an earlier result, to tie calls together; leave it out in the first call."
    });
    if let Value::Object(properties) = schema.entry("properties").or_insert_with(|| json!({})) {
        properties.insert(SESSION.to_owned(), own);
    }
}
