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
    alternative::{Definitions, choose, tags},
    describe::describe,
    keyword::{self, Schema},
    misfit,
    node::escape,
    parts::Parts,
    text,
};
use crate::{
    ArgumentFaults, Fault,
    argument_faults::{kind_of, segment},
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

/// A value that is being explained, and what it should have been.
#[derive(Clone, Copy)]
struct Here<'s, 'v> {
    schema: &'s Schema,
    /// The pointer of the schema.
    at: &'v str,
    value: &'v Value,
    /// The place of the value in the arguments.
    place: &'v str,
    /// The word that chose the alternative around it.
    condition: &'v str,
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
        let here = Here { schema: root, at: "#", value, place: "", condition: "" };
        let (Continue(()) | Break(())) = explainer.misfit(here, String::new);
        explainer
    }

    fn faults(mut self, root: &Schema, value: &Value) -> ArgumentFaults {
        if self.found.is_empty() && !self.parts.fit("#", value) {
            // A refusal without a reason would be worse than one that is not precise.
            self.found.push(Fault::new("", describe(root, self.definitions), misfit::another(value)));
        }
        ArgumentFaults::from_faults(self.found).and_more(self.more)
    }

    /// Explains a value unless it fits. Most values do, and cost nothing but that question: not even their place.
    fn misfit(&mut self, here: Here<'s, '_>, place: impl FnOnce() -> String) -> ControlFlow<()> {
        if self.parts.fit(here.at, here.value) {
            return Continue(());
        }
        self.explain(Here { place: &place(), ..here })
    }

    /// Explains a value that does not fit.
    fn explain(&mut self, here: Here<'s, '_>) -> ControlFlow<()> {
        if self.explained == EXPLAINED {
            return Break(());
        }
        self.explained += 1;
        let (schema, at) = self.definitions.resolve_at(here.schema, here.at);
        let here = Here { schema, at: &at, ..here };
        self.level(here)?;
        if schema.contains_key("anyOf") { self.union(here) } else { self.below(here) }
    }

    /// Explains what is wrong at this level: the type, the size, missing and unknown properties.
    fn level(&mut self, here: Here<'s, '_>) -> ControlFlow<()> {
        let Some(level) = self.parts.level(here.schema, here.at) else { return Continue(()) };
        for error in level.errors(here.value) {
            self.finding(&error, here)?;
        }
        for name in level.unmatched(here.value) {
            self.push(unknown(here.schema, name, here.place))?;
        }
        Continue(())
    }

    fn finding(&mut self, error: &ValidationError<'_>, here: Here<'s, '_>) -> ControlFlow<()> {
        let Here { schema, place, condition, .. } = here;
        match error.kind() {
            ValidationErrorKind::AdditionalProperties { unexpected } => {
                let room = WORDED - self.found.len();
                self.more += unexpected.len().saturating_sub(room);
                unexpected.iter().take(room).try_for_each(|name| self.push(unknown(schema, name, place)))
            }
            ValidationErrorKind::Required { property: Value::String(name) } => {
                let property = keyword::property(schema, name).and_then(Value::as_object);
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
    fn below(&mut self, here: Here<'s, '_>) -> ControlFlow<()> {
        let Here { schema, at, place, .. } = here;
        match here.value {
            Value::Array(items) => {
                let positions = schema.get("prefixItems").and_then(Value::as_array);
                let positions = positions.map_or(&[][..], Vec::as_slice);
                let rest = (schema.get("items"), format!("{at}/items"));
                for (index, value) in items.iter().enumerate() {
                    let position = positions.get(index);
                    let position =
                        position.map(|position| (Some(position), format!("{at}/prefixItems/{index}")));
                    if let (Some(Value::Object(schema)), at) = position.as_ref().unwrap_or(&rest) {
                        self.misfit(Here { schema, at, value, ..here }, || format!("{place}/{index}"))?;
                    }
                }
            }
            Value::Object(fields) => {
                for (name, value) in fields {
                    if let Some((schema, step)) = property(schema, name) {
                        let place = || format!("{place}/{}", segment(name));
                        self.misfit(Here { schema, at: &format!("{at}/{step}"), value, ..here }, place)?;
                    }
                }
            }
            _ => {}
        }
        Continue(())
    }

    /// Explains a union by the alternative that was meant, or else as a whole.
    fn union(&mut self, here: Here<'s, '_>) -> ControlFlow<()> {
        let alternatives = self.definitions.alternatives(here.schema);
        let before = self.found.len();
        if let Some(chosen) = choose(&alternatives, here.value) {
            let tagged = chosen.tag.map(|(name, word)| format!(" when {name}={}", text::value(&word.into())));
            let condition = tagged.as_deref().unwrap_or(here.condition);
            let at = self.definitions.alternative_at(here.schema, here.at, chosen.index);
            self.explain(Here { schema: chosen.schema, at: &at, condition, ..here })?;
        }
        if self.found.len() == before {
            return self.push(undecided(&alternatives, self.definitions, here));
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
    let named = keyword::property(schema, name).and_then(Value::as_object);
    match (named, keyword::named(schema, "patternProperties").next()) {
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
    if let Some((pattern, _)) = keyword::named(schema, "patternProperties").next() {
        let place = format!("{place}/{}", segment(name));
        return Fault::new(place, format!("a name that matches {pattern}"), "another name");
    }
    let declared = keyword::named(schema, "properties").map(|(name, _)| name.as_str());
    Fault::unknown(place, name, declared)
}

/// Returns the fault of a value that was meant for no alternative in particular.
fn undecided(alternatives: &[&Schema], definitions: Definitions<'_>, here: Here<'_, '_>) -> Fault {
    let Here { value, place, condition, .. } = here;
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
    let required: Vec<_> = keyword::required(schema).collect();
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
