//! What a type tells about an enum when it is asked. The question is a text in place of a word; it is asked when a tool is
//! declared. A caller that sends one is refused as with any other word: it is advertised nowhere.

use std::{
    hash::{DefaultHasher, Hash, Hasher},
    mem,
};

use serde_json::Value;

const OPENING: &str = "\0which of ";

/// What a type told.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Told {
    /// Every name that it takes, of every variant.
    Names(&'static [&'static str]),
    /// Which variant a name is of, as a number.
    Variant(u64),
}

/// Returns the question which variant a word is of; without a word, which words there are.
pub(crate) fn question(word: &str) -> Value {
    format!("{OPENING}{word}").into()
}

/// Returns the word of a question.
pub(super) fn asked(text: &str) -> Option<&str> {
    text.strip_prefix(OPENING)
}

/// Returns which variant a value is, as a number.
pub(super) fn variant<T>(value: &T) -> Told {
    let mut hasher = DefaultHasher::new();
    mem::discriminant(value).hash(&mut hasher);
    Told::Variant(hasher.finish())
}
