//! What single keywords of a written schema hold. What they mean together is for those who ask; nothing here is checked or
//! changed.

use serde_json::{Map, Value};

/// A schema as it is written, canonical or not.
pub(crate) type Schema = Map<String, Value>;

/// Keywords of the canonical dialect.
pub(crate) const CANONICAL: [&str; 22] = [
    "$defs",
    "$ref",
    "additionalProperties",
    "anyOf",
    "default",
    "description",
    "enum",
    "exclusiveMaximum",
    "exclusiveMinimum",
    "format",
    "items",
    "maxItems",
    "maxLength",
    "maximum",
    "minItems",
    "minLength",
    "minimum",
    "multipleOf",
    "pattern",
    "properties",
    "required",
    "type",
];

/// What the value of a keyword is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Holds {
    /// Schemas by name.
    Named,
    One,
    /// A list of schemas.
    Several,
    /// Something that may look like a schema, and is none.
    Values,
}

/// Returns what a keyword of the 2020-12 dialect holds.
pub(crate) fn holds(keyword: &str) -> Holds {
    match keyword {
        "$defs" | "definitions" | "dependentSchemas" | "patternProperties" | "properties" => Holds::Named,
        "additionalProperties"
        | "contains"
        | "contentSchema"
        | "else"
        | "if"
        | "items"
        | "not"
        | "propertyNames"
        | "then"
        | "unevaluatedItems"
        | "unevaluatedProperties" => Holds::One,
        "allOf" | "anyOf" | "oneOf" | "prefixItems" => Holds::Several,
        _ => Holds::Values,
    }
}

/// Returns the text of a keyword.
pub(crate) fn text<'s>(schema: &'s Schema, keyword: &str) -> Option<&'s str> {
    schema.get(keyword).and_then(Value::as_str)
}

/// Returns the values that a keyword lists.
pub(crate) fn list<'s>(schema: &'s Schema, keyword: &str) -> impl Iterator<Item = &'s Value> {
    schema.get(keyword).and_then(Value::as_array).into_iter().flatten()
}

/// Returns what a keyword holds by name.
pub(crate) fn named<'s>(schema: &'s Schema, keyword: &str) -> impl Iterator<Item = (&'s String, &'s Value)> {
    schema.get(keyword).and_then(Value::as_object).into_iter().flatten()
}

/// Returns what is said about a property by its name.
pub(crate) fn property<'s>(schema: &'s Schema, name: &str) -> Option<&'s Value> {
    schema.get("properties")?.get(name)
}

/// Returns the names that a schema requires.
pub(crate) fn required(schema: &Schema) -> impl Iterator<Item = &str> {
    list(schema, "required").filter_map(Value::as_str)
}

/// Whether a schema says this one type.
pub(crate) fn is_typed(schema: &Schema, word: &str) -> bool {
    schema.get("type").is_some_and(|stated| stated == word)
}

/// Returns the word that `type` has for a value.
pub(crate) fn type_of(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(number) if number.is_f64() => "number",
        Value::Number(_) => "integer",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    }
}
