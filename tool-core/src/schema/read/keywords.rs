//! The keywords that may stand in a schema: what each one takes, and what to write instead of those that no host and
//! provider agree on. What they mean is the rest of `read`.

use serde_json::{Map, Value};

use crate::{
    argument_faults::kind_of,
    nearest::nearest,
    schema::{fault::SchemaFault, node::escape},
};

/// What a keyword takes.
#[derive(Clone, Copy)]
enum Takes {
    Anything,
    Boolean,
    Count,
    List,
    Names,
    Number,
    Object,
    /// An object or a boolean, or a list of such.
    Schema,
    Text,
    Type,
}

const KEYWORDS: [(&str, Takes); 52] = [
    ("$anchor", Takes::Text),
    ("$comment", Takes::Text),
    ("$defs", Takes::Object),
    ("$id", Takes::Text),
    ("$ref", Takes::Text),
    ("$schema", Takes::Text),
    ("additionalItems", Takes::Schema),
    ("additionalProperties", Takes::Schema),
    ("allOf", Takes::List),
    ("anyOf", Takes::List),
    ("const", Takes::Anything),
    ("contentEncoding", Takes::Text),
    ("contentMediaType", Takes::Text),
    ("default", Takes::Anything),
    ("definitions", Takes::Object),
    ("deprecated", Takes::Boolean),
    ("description", Takes::Text),
    ("enum", Takes::List),
    ("example", Takes::Anything),
    ("examples", Takes::List),
    ("exclusiveMaximum", Takes::Number),
    ("exclusiveMinimum", Takes::Number),
    ("format", Takes::Text),
    ("items", Takes::Schema),
    ("maxItems", Takes::Count),
    ("maxLength", Takes::Count),
    ("maximum", Takes::Number),
    ("minItems", Takes::Count),
    ("minLength", Takes::Count),
    ("minimum", Takes::Number),
    ("multipleOf", Takes::Number),
    ("oneOf", Takes::List),
    ("pattern", Takes::Text),
    ("patternProperties", Takes::Object),
    ("prefixItems", Takes::List),
    ("properties", Takes::Object),
    ("propertyNames", Takes::Schema),
    ("readOnly", Takes::Boolean),
    ("required", Takes::Names),
    ("title", Takes::Text),
    ("type", Takes::Type),
    ("unevaluatedProperties", Takes::Schema),
    ("uniqueItems", Takes::Boolean),
    ("writeOnly", Takes::Boolean),
    // Draft-04 and older wrote these; they read as nothing today.
    ("id", Takes::Text),
    ("$vocabulary", Takes::Object),
    ("markdownDescription", Takes::Text),
    ("enumDescriptions", Takes::List),
    ("enumNames", Takes::List),
    ("contentSchema", Takes::Schema),
    ("$dynamicAnchor", Takes::Text),
    ("$recursiveAnchor", Takes::Boolean),
];

/// Keywords that exist, and that some host or provider drops, refuses or reads as something else.
fn instead(keyword: &str) -> Option<&'static str> {
    Some(match keyword {
        "$dynamicRef" | "$recursiveRef" => "name the definition with `$ref`",
        "contains" | "maxContains" | "maxProperties" | "minContains" | "minProperties" | "not" => {
            "say it in the description and check it in the tool"
        }
        "dependencies" | "dependentRequired" | "dependentSchemas" | "else" | "if" | "then" => {
            "write one alternative of `anyOf` for each form"
        }
        "nullable" => "leave the property out of `required`, or write `anyOf` with {\"type\": \"null\"}",
        "unevaluatedItems" => "write `items`",
        _ => return None,
    })
}

/// The words that `type` takes.
pub(super) const TYPES: [&str; 7] = ["array", "boolean", "integer", "null", "number", "object", "string"];

/// Returns what is wrong with the keywords of one schema, whatever they mean together.
pub(super) fn check(schema: &Map<String, Value>, pointer: &str) -> Vec<SchemaFault> {
    let words = schema
        .get("type")
        .map_or(&[][..], |word| word.as_array().map_or(std::slice::from_ref(word), Vec::as_slice));
    let is_number = words.iter().any(|word| word == "integer" || word == "number");
    let not_zero =
        |keyword: &str, value: &Value| keyword == "not" && is_number && super::kinds::is_zero(value);
    let checked = schema.iter().filter(|(keyword, value)| !not_zero(keyword, value));
    checked.filter_map(|(keyword, value)| check_one(keyword, value, pointer)).collect()
}

fn check_one(keyword: &str, value: &Value, pointer: &str) -> Option<SchemaFault> {
    let at = format!("{pointer}/{}", escape(keyword));
    if let Some((_, takes)) = KEYWORDS.iter().find(|(known, _)| *known == keyword) {
        let expected = takes.expected(value)?;
        let message = format!("`{keyword}` takes {expected}, and this is {}", kind_of(value));
        return Some(SchemaFault::always(at, "keyword-value", message));
    }
    if let Some(instead) = instead(keyword) {
        let message = format!("`{keyword}` is not understood alike by hosts and providers; {instead}");
        return Some(SchemaFault::always(at, "keyword-refused", message));
    }
    if keyword.starts_with("x-") {
        return None;
    }
    let known = KEYWORDS.iter().map(|(known, _)| *known);
    let message = match nearest(keyword, known) {
        Some(known) => format!("unknown keyword; did you mean `{known}`? an extension starts with `x-`"),
        None => "unknown keyword, which would be ignored; an extension starts with `x-`".to_owned(),
    };
    Some(SchemaFault::always(at, "keyword-unknown", message))
}

impl Takes {
    /// Returns what the keyword takes, when a value is something else.
    fn expected(self, value: &Value) -> Option<String> {
        let is_schema = |value: &Value| value.is_object() || value.is_boolean();
        let (fits, expected) = match self {
            Self::Anything => (true, ""),
            Self::Boolean => (value.is_boolean(), "a boolean"),
            Self::Count => (value.is_u64(), "a whole number from 0"),
            Self::List => (value.is_array(), "a list"),
            Self::Names => {
                let names = value.as_array();
                (names.is_some_and(|names| names.iter().all(Value::is_string)), "a list of property names")
            }
            Self::Number => (value.is_number(), "a number"),
            Self::Object => (value.is_object(), "an object"),
            Self::Schema => (is_schema(value) || value.is_array(), "a schema"),
            Self::Text => (value.is_string(), "a string"),
            Self::Type => {
                let words = value.as_array().map_or(std::slice::from_ref(value), Vec::as_slice);
                let known = |word: &Value| word.as_str().is_some_and(|word| TYPES.contains(&word));
                (!words.is_empty() && words.iter().all(known), "")
            }
        };
        match self {
            _ if fits => None,
            Self::Type => Some(format!("one or more of {}", TYPES.join(", "))),
            _ => Some(expected.to_owned()),
        }
    }
}
