//! What stands in the place of a value that was expected, and what to write instead: kinds and sizes, never the value.

use jsonschema::error::ValidationErrorKind;
use serde_json::{Map, Value};

use crate::{argument_faults::kind_of, nearest::nearest};

/// Returns what kind of thing was found.
pub(super) fn found(kind: &ValidationErrorKind, instance: &Value) -> &'static str {
    match kind {
        ValidationErrorKind::ExclusiveMaximum { .. }
        | ValidationErrorKind::ExclusiveMinimum { .. }
        | ValidationErrorKind::Maximum { .. }
        | ValidationErrorKind::Minimum { .. } => match kind_of(instance) {
            "an integer" => "an integer out of range",
            _ => "a number out of range",
        },
        ValidationErrorKind::MaxItems { .. } | ValidationErrorKind::AdditionalItems { .. } => {
            "a list that is too long"
        }
        ValidationErrorKind::MinItems { .. } => "a list that is too short",
        ValidationErrorKind::MaxLength { .. } => "a string that is too long",
        ValidationErrorKind::MinLength { .. } => "a string that is too short",
        ValidationErrorKind::UniqueItems => "repeated items",
        ValidationErrorKind::Type { .. } => kind_of(instance),
        _ => another(instance),
    }
}

/// Returns the kind of a value that has the right type and is still not the right one.
pub(super) fn another(value: &Value) -> &'static str {
    match value {
        Value::String(_) => "another string",
        Value::Number(_) => "another number",
        other => kind_of(other),
    }
}

/// Returns what to write instead, where a common slip can be told from the kinds alone.
pub(super) fn hint(
    schema: &Map<String, Value>,
    kind: &ValidationErrorKind,
    instance: &Value,
) -> Option<String> {
    let word = |keyword: &str| schema.get(keyword).and_then(Value::as_str);
    match (kind, instance) {
        (ValidationErrorKind::Enum { .. }, Value::String(wrong)) => {
            let words = schema.get("enum").and_then(Value::as_array).into_iter().flatten();
            nearest(wrong, words.filter_map(Value::as_str)).map(|word| format!("did you mean {word}?"))
        }
        (ValidationErrorKind::Type { .. }, _) => {
            let item = schema.get("items").and_then(|items| items.get("type")?.as_str());
            let hint = match (word("type")?, instance, item) {
                ("array" | "object", Value::String(text), _) if is_json(text) => {
                    "write the JSON itself, not text that holds it"
                }
                ("array", Value::String(_), Some("string")) => "for one item, write [\"a\"]",
                ("array", Value::Number(_), Some("integer" | "number")) => "for one item, write [1]",
                _ => return None,
            };
            Some(hint.to_owned())
        }
        _ => None,
    }
}

fn is_json(text: &str) -> bool {
    matches!(text.trim_start().as_bytes().first(), Some(b'{' | b'['))
}
