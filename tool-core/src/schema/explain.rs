//! Why a value does not fit: the validator's typed findings as faults. Its own texts print values, so none is used.
//!
//! The walk goes down the schema and the value together, and asks the validator about one level at a time. Asked about
//! everything at once, it would explain every alternative of every union; in a recursive schema that is exponential in
//! the depth of the value, and the value is the caller's.

use jsonschema::{ValidationError, ValidatorMap, error::ValidationErrorKind};
use serde_json::{Map, Value, json};

use super::{
    alternative::{Definitions, Schema, choose, tags},
    checker,
    describe::describe,
    misfit,
    node::escape,
    text,
};
use crate::{
    ArgumentFaults, Fault,
    arguments::{kind_of, segment},
    nearest::nearest,
};

/// Faults that are put into words; the rest is counted.
const WORDED: usize = 100;

/// Returns what is wrong with a value, given the validators of all parts of the schema.
pub(super) fn faults(schema: &Value, parts: &ValidatorMap, value: &Value) -> ArgumentFaults {
    let empty = Map::new();
    let root = schema.as_object().unwrap_or(&empty);
    let mut explainer = Explainer { definitions: Definitions::of(root), parts, found: Vec::new(), more: 0 };
    explainer.explain(root, "#", value, "", "");
    if explainer.found.is_empty() && !parts.get("#").is_some_and(|whole| whole.is_valid(value)) {
        // A refusal without a reason would be worse than one that is not precise.
        explainer.found.push(Fault::new("", describe(root, explainer.definitions), misfit::another(value)));
    }
    ArgumentFaults::from_faults(explainer.found).and_more(explainer.more)
}

struct Explainer<'s> {
    definitions: Definitions<'s>,
    parts: &'s ValidatorMap,
    found: Vec<Fault>,
    more: usize,
}

impl<'s> Explainer<'s> {
    /// Explains a value by the schema that stands at a pointer. The condition is the word that chose the alternative
    /// around it.
    fn explain(&mut self, schema: &'s Schema, at: &str, value: &Value, place: &str, condition: &str) {
        let (schema, at) = self.definitions.resolve_at(schema, at);
        if self.parts.get(&at).is_some_and(|part| part.is_valid(value)) {
            return;
        }
        self.level(schema, value, place, condition);
        if schema.contains_key("anyOf") {
            self.union(schema, &at, value, place, condition);
        } else {
            self.below(schema, &at, value, place, condition);
        }
    }

    /// Explains what is wrong at this level: the type, the size, missing and unknown properties.
    fn level(&mut self, schema: &'s Schema, value: &Value, place: &str, condition: &str) {
        let Ok(validator) = checker::options().build(&shallow(schema)) else { return };
        for error in validator.iter_errors(value) {
            self.finding(&error, schema, place, condition);
        }
    }

    fn finding(&mut self, error: &ValidationError<'_>, schema: &'s Schema, place: &str, condition: &str) {
        match error.kind() {
            ValidationErrorKind::AdditionalProperties { unexpected } => {
                for name in unexpected {
                    self.push(|| unknown(schema, name, place));
                }
            }
            ValidationErrorKind::Required { property: Value::String(name) } => {
                let property = schema.get("properties").and_then(|named| named.get(name)?.as_object());
                let definitions = self.definitions;
                self.push(|| {
                    let expected =
                        property.map_or("any value".to_owned(), |schema| describe(schema, definitions));
                    Fault::missing(format!("{place}/{}", segment(name)), format!("{expected}{condition}"))
                });
            }
            kind => {
                let expected = match kind {
                    ValidationErrorKind::UniqueItems => "a list without repeated items".to_owned(),
                    _ => describe(schema, self.definitions),
                };
                let instance = error.instance();
                self.push(|| {
                    let fault =
                        Fault::new(place, format!("{expected}{condition}"), misfit::found(kind, instance));
                    with_hint(fault, misfit::hint(schema, kind, instance))
                });
            }
        }
    }

    /// Explains the properties or the items.
    fn below(&mut self, schema: &'s Schema, at: &str, value: &Value, place: &str, condition: &str) {
        match value {
            Value::Array(items) => {
                let positions =
                    schema.get("prefixItems").and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
                for (index, item) in items.iter().enumerate() {
                    let (below, step) = match positions.get(index) {
                        Some(position) => (Some(position), format!("prefixItems/{index}")),
                        None => (schema.get("items"), "items".to_owned()),
                    };
                    if let Some(Value::Object(below)) = below {
                        self.explain(
                            below,
                            &format!("{at}/{step}"),
                            item,
                            &format!("{place}/{index}"),
                            condition,
                        );
                    }
                }
            }
            Value::Object(fields) => {
                for (name, field) in fields {
                    if let Some((below, step)) = property(schema, name) {
                        let place = format!("{place}/{}", segment(name));
                        self.explain(below, &format!("{at}/{step}"), field, &place, condition);
                    }
                }
            }
            _ => {}
        }
    }

    /// Explains a union by the alternative that was meant, or else as a whole.
    fn union(&mut self, schema: &'s Schema, at: &str, value: &Value, place: &str, condition: &str) {
        let alternatives = self.definitions.alternatives(schema);
        let before = self.found.len() + self.more;
        if let Some(chosen) = choose(&alternatives, value) {
            let tagged = chosen.tag.map(|(name, word)| format!(" when {name}={}", text::value(&word.into())));
            let condition = tagged.as_deref().unwrap_or(condition);
            let at = format!("{at}/anyOf/{}", chosen.index);
            self.explain(chosen.schema, &at, value, place, condition);
        }
        if self.found.len() + self.more == before {
            let definitions = self.definitions;
            self.push(|| undecided(&alternatives, definitions, value, place, condition));
        }
    }

    fn push(&mut self, fault: impl FnOnce() -> Fault) {
        if self.found.len() < WORDED {
            self.found.push(fault());
        } else {
            self.more += 1;
        }
    }
}

/// Returns a schema of one level: what it says about a value, and nothing about what is inside.
fn shallow(schema: &Schema) -> Value {
    let anything = |named: &Value| -> Value {
        let names = named.as_object().into_iter().flat_map(Map::keys);
        names.map(|name| (name.clone(), json!({}))).collect::<Map<_, _>>().into()
    };
    let kept = schema.iter().filter_map(|(keyword, value)| match keyword.as_str() {
        "$defs" | "$ref" | "anyOf" | "items" | "prefixItems" => None,
        "additionalProperties" if value.is_object() => None,
        "patternProperties" | "properties" => Some((keyword.clone(), anything(value))),
        _ => Some((keyword.clone(), value.clone())),
    });
    Value::Object(kept.collect())
}

/// Returns the schema of a property and its pointer from the schema of the object.
fn property<'s>(schema: &'s Schema, name: &str) -> Option<(&'s Schema, String)> {
    let named = schema.get("properties").and_then(|named| named.get(name)?.as_object());
    let patterned = || schema.get("patternProperties")?.as_object()?.iter().next();
    match (named, patterned()) {
        (Some(named), _) => Some((named, format!("properties/{}", escape(name)))),
        (None, Some((pattern, each))) => {
            Some((each.as_object()?, format!("patternProperties/{}", escape(pattern))))
        }
        (None, None) => {
            Some((schema.get("additionalProperties")?.as_object()?, "additionalProperties".to_owned()))
        }
    }
}

fn unknown(schema: &Schema, name: &str, place: &str) -> Fault {
    let pattern = schema.get("patternProperties").and_then(|named| named.as_object()?.keys().next());
    if let Some(pattern) = pattern {
        let place = format!("{place}/{}", segment(name));
        return Fault::new(place, format!("a name that matches {pattern}"), "another name");
    }
    let declared = schema.get("properties").and_then(Value::as_object);
    Fault::unknown(place, name, declared.into_iter().flat_map(Map::keys).map(String::as_str))
}

/// Returns the fault of a value that was meant for no alternative in particular.
fn undecided(
    alternatives: &[&Schema],
    definitions: Definitions<'_>,
    value: &Value,
    place: &str,
    condition: &str,
) -> Fault {
    let words: Vec<_> = alternatives.iter().filter_map(|schema| tags(schema).next()).collect();
    if let (Some((tag, _)), true) = (words.first(), value.is_object()) {
        let words: Vec<_> = words.iter().filter(|(name, _)| name == tag).map(|(_, word)| *word).collect();
        let expected = format!("one of {}{condition}", words.join(", "));
        let place = format!("{place}/{}", segment(tag));
        let Some(other) = value.get(tag) else { return Fault::missing(place, expected) };
        let nearest = other.as_str().and_then(|wrong| nearest(wrong, words.into_iter()));
        let fault = Fault::new(place, expected, misfit::another(other));
        return with_hint(fault, nearest.map(|word| format!("did you mean {word}?")));
    }
    let forms: Vec<_> = alternatives.iter().map(|schema| form(schema, definitions)).collect();
    Fault::new(place, format!("{}{condition}", forms.join(" or ")), kind_of(value))
}

/// Returns one alternative as a phrase; objects are told apart by what they need.
fn form(schema: &Schema, definitions: Definitions<'_>) -> String {
    let required = schema.get("required").and_then(Value::as_array).into_iter().flatten();
    let required: Vec<_> = required.filter_map(Value::as_str).collect();
    match required.as_slice() {
        [] => describe(schema, definitions),
        names => format!("an object with {}", names.join(", ")),
    }
}

fn with_hint(fault: Fault, hint: Option<String>) -> Fault {
    match hint {
        Some(hint) => fault.with_hint(hint),
        None => fault,
    }
}
