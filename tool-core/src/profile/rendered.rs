//! What comes of a rendering: the schema, the notes of what was changed, or why there is none. How arguments are
//! brought back is `restore`.

use std::{error::Error, fmt};

use serde::Serialize;
use serde_json::{Map, Value};

use super::restore;

/// A schema as one provider takes it.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Rendered {
    /// The schema for the provider; nothing where a tool without arguments is declared without one.
    pub schema: Option<Value>,
    /// Whether the request may ask for arguments that fit the schema exactly.
    pub strict: bool,
    /// Every change, in the order of the schema.
    pub notes: Vec<Note>,
    /// The schema that the arguments are restored to, where the provider's form of them differs.
    pub(super) original: Option<Map<String, Value>>,
}

impl Rendered {
    /// Returns arguments as the canonical schema wants them: a null that only stands for absence is taken out.
    ///
    /// Arguments that nobody sent, which is how some providers call a tool without arguments, become `{}`.
    pub fn restore(&self, arguments: Value) -> Value {
        if arguments.is_null() {
            return Value::Object(Map::new());
        }
        match &self.original {
            Some(schema) => restore::restored(schema, arguments),
            None => arguments,
        }
    }

    /// Returns the notes of what the provider does not enforce, or cannot send, any more.
    pub fn losses(&self) -> impl Iterator<Item = &Note> {
        self.notes.iter().filter(|note| note.change != Change::Rewritten)
    }
}

/// One change that a profile made to a schema.
///
/// ```json
/// {"pointer": "/properties/id", "keyword": "format", "change": "said", "words": "a UUID", "source": ".."}
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Note {
    /// Where, as a JSON pointer into the canonical schema.
    pub pointer: String,
    /// The keyword that is not there any more, or is another one.
    pub keyword: String,
    /// What became of it.
    pub change: Change,
    /// What the description says instead; nothing where there is nothing to say.
    pub words: Option<String>,
    /// Who asks for the change.
    pub source: &'static str,
}

/// What became of a keyword.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Change {
    /// Some values that the tool takes cannot be sent.
    Narrowed,
    /// The same is said in another form.
    Rewritten,
    /// It is left to the description, and to the check of the arguments.
    Said,
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let change = match self.change {
            Change::Narrowed => "some values cannot be sent",
            Change::Rewritten => "written in another form",
            Change::Said => "not enforced, said in the description",
        };
        write!(f, "{}: `{}`: {change}", place(&self.pointer), self.keyword)
    }
}

/// Why a provider takes no form of a schema.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct NotExpressible {
    /// Where, as a JSON pointer into the canonical schema.
    pub pointer: String,
    /// What is wrong, and what to write instead.
    pub reason: String,
    /// Who asks for it.
    pub source: &'static str,
}

impl NotExpressible {
    pub(super) fn new(pointer: &str, reason: impl Into<String>, source: &'static str) -> Self {
        Self { pointer: pointer.to_owned(), reason: reason.into(), source }
    }
}

impl fmt::Display for NotExpressible {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", place(&self.pointer), self.reason)
    }
}

impl Error for NotExpressible {}

fn place(pointer: &str) -> &str {
    if pointer.is_empty() { "the root" } else { pointer }
}
