//! The way back: arguments for a rendered schema, as the canonical schema wants them. A null stays wherever the
//! canonical schema accepts one.

use std::cell::Cell;

use serde_json::{Map, Value};

use crate::schema::{
    Checker, Definitions,
    keyword::{property, required, text},
};

/// Values inside each other. Arguments never get here deeper, because admission ends at 32.
const DEEPEST: usize = 64;

/// Values that are looked at for one set of arguments. Alternatives that look alike, inside each other, would otherwise
/// double the work with each level; what is left then stays as it was sent, and the check of the arguments names it.
const MOST: usize = 1_000_000;

/// What it counts to compile an alternative, which takes about as long as this many looks.
const COMPILED: usize = 1_000;

/// Returns arguments without the nulls that stand for absence.
pub(super) fn restored(root: &Map<String, Value>, arguments: Value) -> Value {
    Restore { root, definitions: Definitions::of(root), left: Cell::new(MOST) }.value(root, arguments, 0)
}

struct Restore<'s> {
    root: &'s Map<String, Value>,
    definitions: Definitions<'s>,
    left: Cell<usize>,
}

impl<'s> Restore<'s> {
    /// Counts some work, and returns whether there was any left to do it.
    fn spend(&self, steps: usize) -> bool {
        let left = self.left.get();
        self.left.set(left.saturating_sub(steps));
        left >= steps
    }

    fn value(&self, schema: &'s Map<String, Value>, value: Value, depth: usize) -> Value {
        let schema = self.definitions.resolve(schema);
        if depth > DEEPEST || !self.spend(1) {
            return value;
        }
        if let Some(branches) = schema.get("anyOf").and_then(Value::as_array) {
            return self.alternative(branches, value, depth);
        }
        match value {
            Value::Array(items) => match schema.get("items").and_then(Value::as_object) {
                Some(each) => items.into_iter().map(|item| self.value(each, item, depth + 1)).collect(),
                None => items.into(),
            },
            Value::Object(fields) => self.object(schema, fields, depth).into(),
            other => other,
        }
    }

    fn object(
        &self,
        schema: &'s Map<String, Value>,
        fields: Map<String, Value>,
        depth: usize,
    ) -> Map<String, Value> {
        let below = |name: &str| {
            property(schema, name).or(schema.get("additionalProperties")).and_then(Value::as_object)
        };
        let kept = fields.into_iter().filter(|(name, field)| {
            !(field.is_null()
                && property(schema, name).is_some()
                && required(schema).all(|known| known != name)
                && below(name).is_some_and(|property| !self.takes_null(property)))
        });
        kept.map(|(name, field)| {
            let field = match below(&name) {
                Some(property) => self.value(property, field, depth + 1),
                None => field,
            };
            (name, field)
        })
        .collect()
    }

    /// Restores a value by the alternative that it then fits. Where several seem to fit and disagree, each is checked.
    fn alternative(&self, branches: &'s [Value], value: Value, depth: usize) -> Value {
        let mut candidates: Vec<(&Map<String, Value>, Value)> = Vec::new();
        let branches = branches.iter().filter_map(Value::as_object);
        for branch in branches.filter(|branch| self.may_be_meant(branch, &value)) {
            if !self.spend(weight(&value)) {
                break;
            }
            let candidate = self.value(branch, value.clone(), depth + 1);
            if self.seems_to_fit(branch, &candidate, depth) {
                candidates.push((branch, candidate));
            }
        }
        let agree = candidates.windows(2).all(|pair| pair[0].1 == pair[1].1);
        let chosen =
            if agree { 0 } else { candidates.iter().position(|one| self.fits(one.0, &one.1)).unwrap_or(0) };
        if chosen < candidates.len() { candidates.swap_remove(chosen).1 } else { value }
    }

    /// Whether nothing speaks against an alternative at first sight: neither the type nor a word that it holds.
    fn may_be_meant(&self, schema: &'s Map<String, Value>, value: &Value) -> bool {
        let schema = self.definitions.resolve(schema);
        let Value::Object(fields) = value else {
            return schema.get("type").is_none_or(|word| word != "object");
        };
        let words = |name: &str| property(schema, name)?.get("enum")?.as_array();
        fields.iter().all(|(name, field)| match (field, words(name)) {
            (Value::String(_), Some(words)) => words.contains(field),
            _ => true,
        })
    }

    /// Whether a value has the type, the names and the words of a schema; bounds and patterns are not looked at.
    fn seems_to_fit(&self, schema: &'s Map<String, Value>, value: &Value, depth: usize) -> bool {
        let schema = self.definitions.resolve(schema);
        if depth > DEEPEST || !self.spend(1) {
            return true;
        }
        if let Some(branches) = schema.get("anyOf").and_then(Value::as_array) {
            return branches
                .iter()
                .filter_map(Value::as_object)
                .any(|branch| self.seems_to_fit(branch, value, depth + 1));
        }
        if let Some(values) = schema.get("enum").and_then(Value::as_array)
            && !values.contains(value)
        {
            return false;
        }
        match (text(schema, "type"), value) {
            (None, _)
            | (Some("boolean"), Value::Bool(_))
            | (Some("integer" | "number"), Value::Number(_))
            | (Some("null"), Value::Null)
            | (Some("string"), Value::String(_)) => true,
            (Some("array"), Value::Array(items)) => {
                let each = schema.get("items").and_then(Value::as_object);
                each.is_none_or(|each| items.iter().all(|item| self.seems_to_fit(each, item, depth + 1)))
            }
            (Some("object"), Value::Object(fields)) => self.names_fit(schema, fields, depth),
            _ => false,
        }
    }

    fn names_fit(&self, schema: &'s Map<String, Value>, fields: &Map<String, Value>, depth: usize) -> bool {
        required(schema).all(|name| fields.contains_key(name))
            && fields.iter().all(|(name, field)| {
                match property(schema, name).or(schema.get("additionalProperties")) {
                    Some(Value::Object(below)) => self.seems_to_fit(below, field, depth + 1),
                    Some(Value::Bool(false)) => false,
                    _ => true,
                }
            })
    }

    fn fits(&self, schema: &Map<String, Value>, value: &Value) -> bool {
        if !self.spend(COMPILED) {
            return false;
        }
        let mut whole = schema.clone();
        whole.extend(self.root.get("$defs").map(|defined| ("$defs".to_owned(), defined.clone())));
        Checker::compile(&whole).is_ok_and(|checker| checker.is_valid(value))
    }

    fn takes_null(&self, schema: &'s Map<String, Value>) -> bool {
        let schema = self.definitions.resolve(schema);
        if let Some(values) = schema.get("enum").and_then(Value::as_array) {
            return values.contains(&Value::Null);
        }
        match (schema.get("type"), schema.get("anyOf").and_then(Value::as_array)) {
            (Some(Value::String(word)), _) => word == "null",
            (Some(words), _) => words.as_array().is_some_and(|words| words.iter().any(|word| word == "null")),
            (None, Some(branches)) => branches
                .iter()
                .filter_map(Value::as_object)
                .any(|branch| !branch.contains_key("anyOf") && self.takes_null(branch)),
            (None, None) => true,
        }
    }
}

/// Returns what it counts to copy a value: one for each value in it, and more for long text.
fn weight(value: &Value) -> usize {
    1 + match value {
        Value::String(text) => text.len() / 64,
        Value::Array(items) => items.iter().map(weight).sum(),
        Value::Object(fields) => fields.values().map(weight).sum(),
        _ => 0,
    }
}
