//! Why a value does not fit: the validator's typed findings as faults. Its own texts print values, so none is used.
//!
//! The walk goes down the schema and the value together, and asks the validator about one level at a time. Asked about
//! everything at once, it would explain every alternative of every union; in a recursive schema that is exponential in
//! the depth of the value, and the value is the caller's. It ends after a hundred faults: how many values are wrong is
//! the caller's choice too.

use std::ops::ControlFlow::{self, Break, Continue};

use jsonschema::{ValidationError, error::ValidationErrorKind};
use serde_json::{Map, Value};

use super::{
    alternative::{Definitions, Schema, choose, tags},
    describe::describe,
    misfit,
    node::escape,
    parts::Parts,
    text,
};
use crate::{
    ArgumentFaults, Fault,
    arguments::{kind_of, segment},
    nearest::nearest,
};

/// Faults after which nothing more is looked for.
pub(super) const WORDED: usize = 100;

/// Values that do not fit and are looked into, with what is around the faults. This bounds what a call can cost where
/// a value does not fit and no fault says why.
pub(super) const EXPLAINED: usize = 1000;

/// Returns what is wrong with a value, given the parts of the schema.
pub(super) fn faults(schema: &Value, parts: &Parts, value: &Value) -> ArgumentFaults {
    let empty = Map::new();
    let root = schema.as_object().unwrap_or(&empty);
    Explainer::of(root, parts, value).faults(root, value)
}

/// Returns how many values are looked into to explain one.
#[cfg(test)]
pub(super) fn looked_into(schema: &Value, parts: &Parts, value: &Value) -> usize {
    Explainer::of(schema.as_object().unwrap(), parts, value).explained
}

struct Explainer<'s> {
    definitions: Definitions<'s>,
    parts: &'s Parts,
    found: Vec<Fault>,
    /// Faults that were found in one go with the last ones, and are not put into words.
    more: usize,
    explained: usize,
}

impl<'s> Explainer<'s> {
    /// Explains a value until there is nothing left to say, or more than anyone reads was said.
    fn of(root: &'s Schema, parts: &'s Parts, value: &Value) -> Self {
        let definitions = Definitions::of(root);
        let mut explainer = Self { definitions, parts, found: Vec::new(), more: 0, explained: 0 };
        let (Continue(()) | Break(())) = explainer.misfit(root, "#", value, String::new, "");
        explainer
    }

    fn faults(mut self, root: &Schema, value: &Value) -> ArgumentFaults {
        if self.found.is_empty() && !self.parts.fit("#", value) {
            // A refusal without a reason would be worse than one that is not precise.
            self.found.push(Fault::new("", describe(root, self.definitions), misfit::another(value)));
        }
        ArgumentFaults::from_faults(self.found).and_more(self.more)
    }

    /// Explains a value unless it fits what stands at a pointer. Most values do, and cost nothing but that question.
    fn misfit(
        &mut self,
        schema: &'s Schema,
        at: &str,
        value: &Value,
        place: impl FnOnce() -> String,
        condition: &str,
    ) -> ControlFlow<()> {
        if self.parts.fit(at, value) {
            return Continue(());
        }
        self.explain(schema, at, value, &place(), condition)
    }

    /// Explains a value that does not fit the schema that stands at a pointer. The condition is the word that chose
    /// the alternative around it.
    fn explain(
        &mut self,
        schema: &'s Schema,
        at: &str,
        value: &Value,
        place: &str,
        condition: &str,
    ) -> ControlFlow<()> {
        if self.explained == EXPLAINED {
            return Break(());
        }
        self.explained += 1;
        let (schema, at) = self.definitions.resolve_at(schema, at);
        self.level(schema, &at, value, place, condition)?;
        if schema.contains_key("anyOf") {
            self.union(schema, &at, value, place, condition)
        } else {
            self.below(schema, &at, value, place, condition)
        }
    }

    /// Explains what is wrong at this level: the type, the size, missing and unknown properties.
    fn level(
        &mut self,
        schema: &'s Schema,
        at: &str,
        value: &Value,
        place: &str,
        condition: &str,
    ) -> ControlFlow<()> {
        let Some(level) = self.parts.level(schema, at) else { return Continue(()) };
        for error in level.errors(value) {
            self.finding(&error, schema, place, condition)?;
        }
        for name in level.unmatched(value) {
            self.push(unknown(schema, name, place))?;
        }
        Continue(())
    }

    fn finding(
        &mut self,
        error: &ValidationError<'_>,
        schema: &'s Schema,
        place: &str,
        condition: &str,
    ) -> ControlFlow<()> {
        match error.kind() {
            ValidationErrorKind::AdditionalProperties { unexpected } => {
                let room = WORDED - self.found.len();
                self.more += unexpected.len().saturating_sub(room);
                unexpected.iter().take(room).try_for_each(|name| self.push(unknown(schema, name, place)))
            }
            ValidationErrorKind::Required { property: Value::String(name) } => {
                let property = schema.get("properties").and_then(|named| named.get(name)?.as_object());
                let expected =
                    property.map_or("any value".to_owned(), |schema| describe(schema, self.definitions));
                let place = format!("{place}/{}", segment(name));
                self.push(Fault::missing(place, format!("{expected}{condition}")))
            }
            kind => {
                let expected = match kind {
                    ValidationErrorKind::UniqueItems => "a list without repeated items".to_owned(),
                    _ => describe(schema, self.definitions),
                };
                let instance = error.instance();
                let fault =
                    Fault::new(place, format!("{expected}{condition}"), misfit::found(kind, instance));
                self.push(with_hint(fault, misfit::hint(schema, kind, instance)))
            }
        }
    }

    /// Explains the properties or the items.
    fn below(
        &mut self,
        schema: &'s Schema,
        at: &str,
        value: &Value,
        place: &str,
        condition: &str,
    ) -> ControlFlow<()> {
        match value {
            Value::Array(items) => {
                let positions = schema.get("prefixItems").and_then(Value::as_array);
                let positions = positions.map_or(&[][..], Vec::as_slice);
                let rest = (schema.get("items"), format!("{at}/items"));
                for (index, item) in items.iter().enumerate() {
                    let position = positions.get(index);
                    let position =
                        position.map(|position| (Some(position), format!("{at}/prefixItems/{index}")));
                    if let (Some(Value::Object(below)), at) = position.as_ref().unwrap_or(&rest) {
                        self.misfit(below, at, item, || format!("{place}/{index}"), condition)?;
                    }
                }
            }
            Value::Object(fields) => {
                for (name, field) in fields {
                    if let Some((below, step)) = property(schema, name) {
                        let place = || format!("{place}/{}", segment(name));
                        self.misfit(below, &format!("{at}/{step}"), field, place, condition)?;
                    }
                }
            }
            _ => {}
        }
        Continue(())
    }

    /// Explains a union by the alternative that was meant, or else as a whole.
    fn union(
        &mut self,
        schema: &'s Schema,
        at: &str,
        value: &Value,
        place: &str,
        condition: &str,
    ) -> ControlFlow<()> {
        let alternatives = self.definitions.alternatives(schema);
        let before = self.found.len();
        if let Some(chosen) = choose(&alternatives, value) {
            let tagged = chosen.tag.map(|(name, word)| format!(" when {name}={}", text::value(&word.into())));
            let condition = tagged.as_deref().unwrap_or(condition);
            let at = self.definitions.alternative_at(schema, at, chosen.index);
            self.explain(chosen.schema, &at, value, place, condition)?;
        }
        if self.found.len() == before {
            return self.push(undecided(&alternatives, self.definitions, value, place, condition));
        }
        Continue(())
    }

    /// Adds a fault, and ends the explanation with the last one that is put into words.
    fn push(&mut self, fault: Fault) -> ControlFlow<()> {
        self.found.push(fault);
        if self.found.len() < WORDED { Continue(()) } else { Break(()) }
    }
}

/// Returns the schema of a property and its pointer from the schema of the object.
pub(super) fn property<'s>(schema: &'s Schema, name: &str) -> Option<(&'s Schema, String)> {
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
