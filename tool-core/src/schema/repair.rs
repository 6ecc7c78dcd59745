//! Arguments that are nearly right: a number, a boolean, a list or an object that was sent as text, and a decimal number
//! that is text and was sent as a number. Which surfaces and which tools take that is decided in `admission`, and nothing here is asked about a value that fits.
//!
//! The walk goes down to what does not fit, as that of `explain` does: text at a place that takes text is what the
//! caller meant, whatever it looks like, and is never touched.

use serde_json::{Number, Value};

use super::{
    alternative::{Definitions, choose},
    explain::{EXPLAINED, property},
    keyword::{Schema, text},
    number,
    parts::Parts,
    read::DECIMAL,
};
use crate::json_text;

/// Returns a value with each text replaced that is, exactly, what belongs there, and how many that were; nothing when
/// there are none. Whether the value then fits is not known yet.
pub(super) fn repaired(schema: &Value, parts: &Parts, value: &Value) -> Option<(Value, usize)> {
    let root = schema.as_object()?;
    let mut value = value.clone();
    let mut walk = Walk { definitions: Definitions::of(root), parts, repairs: 0, looked_into: 0 };
    walk.misfit(root, "#", &mut value);
    (walk.repairs > 0).then_some((value, walk.repairs))
}

struct Walk<'s> {
    definitions: Definitions<'s>,
    parts: &'s Parts,
    repairs: usize,
    looked_into: usize,
}

impl<'s> Walk<'s> {
    /// Repairs what does not fit of a value, given the schema that stands at a pointer.
    fn misfit(&mut self, schema: &'s Schema, at: &str, value: &mut Value) {
        // What is left alone behind this many is refused by the check that follows.
        if self.looked_into == EXPLAINED || self.parts.fit(at, value) {
            return;
        }
        self.looked_into += 1;
        let (schema, at) = self.definitions.resolve_at(schema, at);
        if let Value::String(text) = value {
            let meant = types(schema, self.definitions).and_then(|wanted| read(text, &wanted));
            if let Some(meant) = meant {
                // What was in the text is not looked into: text in text is nobody's habit.
                *value = meant;
                self.repairs += 1;
            }
            return;
        }
        if let Value::Number(number) = value {
            if let Some(text) = decimal(schema, number) {
                *value = text.into();
                self.repairs += 1;
            }
            return;
        }
        let alternatives = self.definitions.alternatives(schema);
        match choose(&alternatives, value) {
            Some(chosen) => {
                let at = self.definitions.alternative_at(schema, &at, chosen.index);
                self.misfit(chosen.schema, &at, value);
            }
            None => self.below(schema, &at, value),
        }
    }

    fn below(&mut self, schema: &'s Schema, at: &str, value: &mut Value) {
        match value {
            Value::Array(items) => {
                if let Some(each) = schema.get("items").and_then(Value::as_object) {
                    let at = format!("{at}/items");
                    for item in items {
                        self.misfit(each, &at, item);
                    }
                }
            }
            Value::Object(fields) => {
                for (name, field) in fields {
                    if let Some((below, step)) = property(schema, name) {
                        self.misfit(below, &format!("{at}/{step}"), field);
                    }
                }
            }
            _ => {}
        }
    }
}

/// Returns a number as text, where a decimal number as text is asked for and the number is short.
fn decimal(schema: &Schema, number: &Number) -> Option<String> {
    let said = text(schema, "description").unwrap_or_default();
    let is_asked_for = text(schema, "type") == Some("string") && said.lines().any(|line| line == DECIMAL);
    is_asked_for.then(|| number::short_text(number)).flatten()
}

/// Returns the types that a schema takes; nothing where it takes text, or anything.
fn types<'s>(schema: &'s Schema, definitions: Definitions<'s>) -> Option<Vec<&'s str>> {
    let alternatives = definitions.alternatives(schema);
    let forms = if alternatives.is_empty() { vec![schema] } else { alternatives };
    let types = forms.into_iter().map(|form| text(form, "type"));
    types.map(|word| word.filter(|word| *word != "string")).collect()
}

/// Returns the value that a text is, when it is one of the wanted types, written as JSON writes it.
fn read(text: &str, wanted: &[&str]) -> Option<Value> {
    let wants = |word: &str| wanted.contains(&word);
    match text.trim_start().as_bytes().first()? {
        b'[' if wants("array") => json_text::read(text).ok(),
        b'{' if wants("object") => json_text::read(text).ok(),
        b't' if wants("boolean") && text == "true" => Some(true.into()),
        b'f' if wants("boolean") && text == "false" => Some(false.into()),
        b'-' | b'0'..=b'9' if wants("number") => number::from_text(text).map(Value::Number),
        b'-' | b'0'..=b'9' if wants("integer") => number::integer_from_text(text).map(Value::Number),
        _ => None,
    }
}
