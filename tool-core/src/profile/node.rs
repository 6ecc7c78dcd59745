//! One schema while it is rendered, and what is noted about it. What is done to it is in the file of each change.

use serde_json::{Map, Value};

use super::{
    rendered::{Change, NotExpressible, Note},
    rule::Rules,
};
use crate::schema::{
    keyword::{is_typed, text},
    remarks,
};

/// Where a schema stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// One of the alternatives of a union.
    Branch,
    /// A property, an item, a definition.
    Inside,
    Root,
}

/// One schema on its way to a provider.
pub(super) struct Node<'r> {
    pub(super) rules: Rules<'r>,
    /// Into the canonical schema.
    pub(super) pointer: String,
    pub(super) place: Place,
    pub(super) schema: Map<String, Value>,
    pub(super) notes: Vec<Note>,
}

impl Node<'_> {
    /// Notes a change of this schema.
    pub(super) fn note(&mut self, keyword: &str, change: Change, words: Option<&str>, source: &'static str) {
        let pointer = self.pointer.clone();
        self.note_at(pointer, keyword, change, words, source);
    }

    /// Notes a change of a schema below.
    pub(super) fn note_at(
        &mut self,
        pointer: String,
        keyword: &str,
        change: Change,
        words: Option<&str>,
        source: &'static str,
    ) {
        let words = words.map(str::to_owned);
        self.notes.push(Note { pointer, keyword: keyword.to_owned(), change, words, source });
    }

    /// Adds a line to the description.
    pub(super) fn say(&mut self, line: &str) {
        let said = remarks::with_line(text(&self.schema, "description"), line);
        self.schema.insert("description".to_owned(), said.into());
    }

    pub(super) fn refusal(&self, reason: impl Into<String>, source: &'static str) -> NotExpressible {
        NotExpressible::new(&self.pointer, reason, source)
    }

    pub(super) fn is_object(&self) -> bool {
        is_typed(&self.schema, "object") || self.schema.contains_key("properties")
    }

    /// Whether an object names no property.
    pub(super) fn names_nothing(&self) -> bool {
        properties(&self.schema).is_none_or(Map::is_empty)
    }
}

/// Returns the properties that an object names.
pub(super) fn properties(schema: &Map<String, Value>) -> Option<&Map<String, Value>> {
    schema.get("properties").and_then(Value::as_object)
}
