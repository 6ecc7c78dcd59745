//! Why a value does not fit a schema that is kept as written. Where the schema tells the place, the place is named; where
//! it does not, as with `not`, one fault says which keyword refused the value.
//!
//! The walk is bounded as that of the canonical dialect is, and for the same reasons: see `explain`.

use std::ops::ControlFlow::{self, Break, Continue};

use jsonschema::{ValidationError, error::ValidationErrorKind};
use serde_json::{Map, Value};

use super::super::{
    alternative::{Definitions, choose},
    describe::describe,
    explain::{EXPLAINED, WORDED},
    keyword::{Schema, list, named, property, text},
    misfit,
    node::escape,
    parts::Parts,
};
use super::places::{Place, places};
use crate::{
    ArgumentFaults, Fault,
    argument_faults::{kind_of, segment},
};

/// Keywords by which a value can be refused without a place of its own.
const WHOLE: [&str; 13] = [
    "$dynamicRef",
    "anyOf",
    "contains",
    "dependentRequired",
    "dependentSchemas",
    "if",
    "maxProperties",
    "minProperties",
    "not",
    "oneOf",
    "patternProperties",
    "propertyNames",
    "unevaluatedProperties",
];

/// Returns what is wrong with a value, given the parts of the schema.
pub(in super::super) fn faults(root: &Value, parts: &Parts, value: &Value) -> ArgumentFaults {
    let places = places(root);
    let mut explainer =
        Explainer { root, places, parts, around: Vec::new(), found: Vec::new(), more: 0, explained: 0 };
    let (Continue(()) | Break(())) = explainer.misfit(root, "#", value, "");
    ArgumentFaults::from_faults(explainer.found).and_more(explainer.more)
}

struct Explainer<'s> {
    root: &'s Value,
    places: Vec<Place<'s>>,
    parts: &'s Parts,
    /// The schemas that are being explained, each with the place of its value.
    around: Vec<(String, &'s Schema)>,
    found: Vec<Fault>,
    /// Names that were found in one go with the last ones, and are not put into words.
    more: usize,
    explained: usize,
}

impl<'s> Explainer<'s> {
    /// Explains a value unless it fits what stands at a pointer.
    fn misfit(&mut self, schema: &'s Value, at: &str, value: &Value, place: &str) -> ControlFlow<()> {
        if self.parts.fit(at, value) || !self.parts.know(at) {
            return Continue(());
        }
        if self.explained == EXPLAINED {
            return Break(());
        }
        self.explained += 1;
        let Some(schema) = schema.as_object() else {
            return self.push(Fault::new(place, "nothing", kind_of(value)));
        };
        let before = self.found.len();
        self.around.push((place.to_owned(), schema));
        self.itself(schema, at, value, place)?;
        self.beside(schema, at, value, place)?;
        self.alternatives(schema, at, value, place)?;
        self.below(schema, at, value, place)?;
        self.around.pop();
        if self.found.len() == before {
            // A refusal without a reason would be worse than one that is not precise.
            return self.push(whole(schema, value, place));
        }
        Continue(())
    }

    /// Explains what the keywords say that need no other schema.
    fn itself(&mut self, schema: &'s Schema, at: &str, value: &Value, place: &str) -> ControlFlow<()> {
        let Some(level) = self.parts.level_of(at, || itself(schema)) else { return Continue(()) };
        level.errors(value).try_for_each(|error| self.finding(&error, schema, place))
    }

    fn finding(&mut self, error: &ValidationError<'_>, schema: &Schema, place: &str) -> ControlFlow<()> {
        match error.kind() {
            ValidationErrorKind::AdditionalProperties { unexpected } => {
                let room = WORDED - self.found.len();
                self.more += unexpected.len().saturating_sub(room);
                unexpected.iter().take(room).try_for_each(|name| {
                    let declared = named(schema, "properties").map(|(name, _)| name.as_str());
                    self.push(Fault::unknown(place, name, declared))
                })
            }
            ValidationErrorKind::Required { property: Value::String(name) } => {
                // What needs a property often does not describe it: `then` does the one, and the schema around it the other.
                let mut same = self.around.iter().rev().filter(|(around, _)| around == place);
                let property = same.find_map(|(_, schema)| property(schema, name)?.as_object());
                let expected =
                    property.map_or_else(|| "any value".to_owned(), |property| self.phrase(property));
                self.push(Fault::missing(format!("{place}/{}", segment(name)), expected))
            }
            kind => {
                let expected = match kind {
                    ValidationErrorKind::UniqueItems => "a list without repeated items".to_owned(),
                    _ => described(schema, error.instance()),
                };
                self.push(Fault::new(place, expected, misfit::found(kind, error.instance())))
            }
        }
    }

    /// Explains what holds beside a schema: what it refers to, all of `allOf`, and what applies of `if`.
    fn beside(&mut self, schema: &'s Schema, at: &str, value: &Value, place: &str) -> ControlFlow<()> {
        if let Some((target, pointer)) = self.target(schema) {
            self.misfit(target, &format!("#{pointer}"), value, place)?;
        }
        for (index, part) in list(schema, "allOf").enumerate() {
            self.misfit(part, &format!("{at}/allOf/{index}"), value, place)?;
        }
        if schema.contains_key("if") {
            let branch = if self.parts.fit(&format!("{at}/if"), value) { "then" } else { "else" };
            if let Some(applies) = schema.get(branch) {
                self.misfit(applies, &format!("{at}/{branch}"), value, place)?;
            }
        }
        let dependent = named(schema, "dependentSchemas");
        for (name, dependent) in dependent.filter(|(name, _)| value.get(name.as_str()).is_some()) {
            self.misfit(dependent, &format!("{at}/dependentSchemas/{}", escape(name)), value, place)?;
        }
        Continue(())
    }

    /// Explains alternatives of which none fits by the one that was meant, if that can be told.
    fn alternatives(&mut self, schema: &'s Schema, at: &str, value: &Value, place: &str) -> ControlFlow<()> {
        for keyword in ["anyOf", "oneOf"] {
            let branches: Vec<_> = list(schema, keyword).collect();
            let at = |index: usize| format!("{at}/{keyword}/{index}");
            let fitting = (0..branches.len()).filter(|index| self.parts.fit(&at(*index), value)).count();
            if branches.is_empty() || (fitting == 1) || (keyword == "anyOf" && fitting > 0) {
                continue;
            }
            if fitting > 1 {
                self.push(Fault::new(place, "exactly one form of `oneOf`", "a value of several forms"))?;
                continue;
            }
            let objects: Option<Vec<_>> = branches.iter().map(|branch| branch.as_object()).collect();
            let chosen = objects.and_then(|objects| Some(choose(&objects, value)?.index));
            if let Some(index) = chosen {
                self.misfit(branches[index], &at(index), value, place)?;
            }
        }
        Continue(())
    }

    /// Explains the properties and the items.
    fn below(&mut self, schema: &'s Schema, at: &str, value: &Value, place: &str) -> ControlFlow<()> {
        match value {
            Value::Array(items) => {
                let positions: Vec<_> = list(schema, "prefixItems").collect();
                for (index, item) in items.iter().enumerate() {
                    let (below, step) = match positions.get(index) {
                        Some(position) => (Some(*position), format!("prefixItems/{index}")),
                        None => (schema.get("items"), "items".to_owned()),
                    };
                    if let Some(below) = below {
                        self.misfit(below, &format!("{at}/{step}"), item, &format!("{place}/{index}"))?;
                    }
                }
            }
            Value::Object(fields) => {
                // Which names a pattern takes is for the validator.
                let rest =
                    schema.get("additionalProperties").filter(|_| !schema.contains_key("patternProperties"));
                for (name, field) in fields {
                    let (below, step) = match property(schema, name) {
                        Some(below) => (Some(below), format!("properties/{}", escape(name))),
                        None => (rest.filter(|rest| rest.is_object()), "additionalProperties".to_owned()),
                    };
                    if let Some(below) = below {
                        self.misfit(
                            below,
                            &format!("{at}/{step}"),
                            field,
                            &format!("{place}/{}", segment(name)),
                        )?;
                    }
                }
            }
            _ => {}
        }
        Continue(())
    }

    /// Returns what a schema refers to, with its pointer.
    fn target(&self, schema: &Schema) -> Option<(&'s Value, String)> {
        super::found(self.root, text(schema, "$ref")?, &self.places)
    }

    /// Returns what a schema allows, or what it refers to.
    fn phrase(&self, schema: &Schema) -> String {
        let empty = Map::new();
        let target = self.target(schema).and_then(|(target, _)| target.as_object());
        describe(target.unwrap_or(schema), Definitions::of(self.root.as_object().unwrap_or(&empty)))
    }

    /// Adds a fault, and ends the explanation with the last one that is put into words.
    fn push(&mut self, fault: Fault) -> ControlFlow<()> {
        self.found.push(fault);
        if self.found.len() < WORDED { Continue(()) } else { Break(()) }
    }
}

/// Returns the one fault of a value that is refused as a whole.
fn whole(schema: &Schema, value: &Value, place: &str) -> Fault {
    let keywords: Vec<_> = WHOLE.iter().filter(|keyword| schema.contains_key(**keyword)).collect();
    let named: Vec<_> = keywords.into_iter().map(|keyword| format!("`{keyword}`")).collect();
    let expected = match named.as_slice() {
        [] => "a value that fits the schema here".to_owned(),
        named => format!("a value that fits {} of the schema here", named.join(" and ")),
    };
    Fault::new(place, expected, misfit::another(value))
}

/// Whether a keyword is about a value itself, and needs no other schema.
fn is_about_itself(keyword: &str) -> bool {
    matches!(
        keyword,
        "const"
            | "enum"
            | "exclusiveMaximum"
            | "exclusiveMinimum"
            | "format"
            | "maxItems"
            | "maxLength"
            | "maximum"
            | "minItems"
            | "minLength"
            | "minimum"
            | "multipleOf"
            | "pattern"
            | "required"
            | "type"
            | "uniqueItems"
    )
}

/// Returns the keywords of a schema that need no other schema.
fn itself(schema: &Schema) -> Value {
    let mut kept = schema.clone();
    kept.retain(|keyword, _| is_about_itself(keyword));
    // Closed against everything but its own properties; patterns would open it again.
    if schema.get("additionalProperties") == Some(&Value::Bool(false))
        && !schema.contains_key("patternProperties")
    {
        let names = named(schema, "properties").map(|(name, _)| name.clone());
        let anything: Schema = names.map(|name| (name, Value::Bool(true))).collect();
        kept.insert("properties".to_owned(), anything.into());
        kept.insert("additionalProperties".to_owned(), false.into());
    }
    kept.into()
}

/// Returns what a schema says about a value itself, as a phrase.
fn described(schema: &Schema, value: &Value) -> String {
    let mut said = schema.clone();
    said.retain(|keyword, _| is_about_itself(keyword));
    if !["const", "enum", "type"].iter().any(|keyword| said.contains_key(*keyword)) {
        // What is wrong with a value of this type is said by a keyword about this type.
        let word = match value {
            Value::Array(_) => "array",
            Value::Number(_) => "number",
            Value::Object(_) => "object",
            Value::Null | Value::Bool(_) | Value::String(_) => "string",
        };
        said.insert("type".to_owned(), word.into());
    }
    describe(&said, Definitions::of(&Map::new()))
}
