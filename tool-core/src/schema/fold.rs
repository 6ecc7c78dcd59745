//! Two tidyings of a value by its schema. Neither can change what the value means: null where a value may be absent is
//! absence, and a number without a fraction is an integer.

use std::ptr;

use serde_json::Value;

use super::{
    alternative::{Definitions, choose},
    keyword::{Schema, is_typed, property, required},
    number,
};

/// Values deeper than this are left as they are. Arguments never are; results of a tool might be.
const DEEPEST: usize = 128;

/// Does both.
pub(crate) fn tidy(schema: &Schema, value: &mut Value) {
    // Most values have neither, and are looked at once.
    if has(value, |value| value.is_null() || value.is_f64(), 0) {
        fold_nulls(schema, value);
        whole_numbers(schema, value);
    }
}

/// Removes each null that stands for an optional value, at every depth.
pub(crate) fn fold_nulls(schema: &Schema, value: &mut Value) {
    // Most values have none, and a walk reads the schema for every field: a third of what admission costs.
    if has(value, Value::is_null, 0) {
        let steps = Steps { one: remove_nulls, undecided: remove_common_nulls };
        walk(schema, value, Definitions::of(schema), 0, &steps);
    }
}

/// Writes numbers such as `3.0` as `3` where the schema asks for an integer, which is how serde wants them.
pub(crate) fn whole_numbers(schema: &Schema, value: &mut Value) {
    if has(value, Value::is_f64, 0) {
        walk(schema, value, Definitions::of(schema), 0, &Steps { one: make_whole, undecided: |_, _, _| {} });
    }
}

/// Whether there is such a value anywhere that a walk goes.
fn has(value: &Value, is_wanted: fn(&Value) -> bool, depth: usize) -> bool {
    if depth > DEEPEST {
        return false;
    }
    match value {
        Value::Array(items) => items.iter().any(|item| has(item, is_wanted, depth + 1)),
        Value::Object(fields) => fields.values().any(|field| has(field, is_wanted, depth + 1)),
        plain => is_wanted(plain),
    }
}

/// What is done to a value.
struct Steps {
    /// By the schema that it was meant for.
    one: for<'s> fn(&'s Schema, &mut Value, Definitions<'s>),
    /// By several, when it cannot be told which of them it was meant for.
    undecided: for<'s> fn(&[&'s Schema], &mut Value, Definitions<'s>),
}

fn walk<'s>(
    schema: &'s Schema,
    value: &mut Value,
    definitions: Definitions<'s>,
    depth: usize,
    steps: &Steps,
) {
    if depth > DEEPEST {
        return;
    }
    let schema = definitions.resolve(schema);
    let alternatives = flat_alternatives(schema, definitions);
    if !alternatives.is_empty() {
        match choose(&alternatives, value) {
            Some(chosen) => walk(chosen.schema, value, definitions, depth + 1, steps),
            None => (steps.undecided)(&alternatives, value, definitions),
        }
        return;
    }
    (steps.one)(schema, value, definitions);
    match value {
        Value::Array(items) => {
            if let Some(each) = schema.get("items").and_then(Value::as_object) {
                for item in items {
                    walk(each, item, definitions, depth + 1, steps);
                }
            }
        }
        Value::Object(fields) => {
            let rest = schema.get("additionalProperties");
            for (name, field) in fields {
                let below = property(schema, name).or(rest);
                if let Some(below) = below.and_then(Value::as_object) {
                    walk(below, field, definitions, depth + 1, steps);
                }
            }
        }
        _ => {}
    }
}

/// Returns the alternatives of a schema and, in place of one that has alternatives itself, those: a null that only an
/// inner one takes is a value, too.
fn flat_alternatives<'s>(schema: &'s Schema, definitions: Definitions<'s>) -> Vec<&'s Schema> {
    let mut open = definitions.alternatives(schema);
    open.reverse();
    let (mut flat, mut opened) = (Vec::new(), Vec::<&Schema>::new());
    while let Some(one) = open.pop() {
        let inner = definitions.alternatives(one);
        if inner.is_empty() {
            flat.push(one);
        } else if !opened.iter().any(|known| ptr::eq(*known, one)) {
            opened.push(one);
            open.extend(inner.into_iter().rev());
        }
    }
    flat
}

/// Removes each null that no alternative takes, and that stands for absence in one of them: whichever of them is meant.
fn remove_common_nulls<'s>(alternatives: &[&'s Schema], value: &mut Value, definitions: Definitions<'s>) {
    let Some(fields) = value.as_object_mut() else { return };
    let objects = || alternatives.iter().filter(|schema| is_typed(schema, "object"));
    let nulls: Vec<_> =
        fields.iter().filter(|(_, field)| field.is_null()).map(|(name, _)| name.clone()).collect();
    for name in nulls {
        let absent = objects().any(|schema| stands_for_absence(schema, &name, definitions));
        if absent && !objects().any(|schema| takes_null(schema, &name, definitions)) {
            fields.remove(&name);
        }
    }
}

/// Whether a null under a name fits what an object says about it.
fn takes_null<'s>(schema: &'s Schema, name: &str, definitions: Definitions<'s>) -> bool {
    match property(schema, name).or_else(|| schema.get("additionalProperties")) {
        Some(Value::Object(property)) => definitions.allows_null(property),
        stated => stated != Some(&Value::Bool(false)),
    }
}

/// Whether a null under a name means that the property is absent.
fn stands_for_absence<'s>(schema: &'s Schema, name: &str, definitions: Definitions<'s>) -> bool {
    let is_required = required(schema).any(|known| known == name);
    !is_required
        && property(schema, name)
            .and_then(Value::as_object)
            .is_some_and(|property| !definitions.allows_null(property))
}

fn remove_nulls<'s>(schema: &'s Schema, value: &mut Value, definitions: Definitions<'s>) {
    let Some(fields) = value.as_object_mut() else { return };
    fields.retain(|name, field| !(field.is_null() && stands_for_absence(schema, name, definitions)));
}

/// Whether a `type` takes integers, and no other numbers.
fn takes_integers_only(stated: &Value) -> bool {
    let words = stated.as_array().map_or(std::slice::from_ref(stated), Vec::as_slice);
    words.iter().any(|word| word == "integer") && words.iter().all(|word| word != "number")
}

fn make_whole<'s>(schema: &'s Schema, value: &mut Value, _: Definitions<'s>) {
    if let Value::Number(number) = value
        && schema.get("type").is_some_and(takes_integers_only)
        && let Some(whole) = number::whole(number)
    {
        *value = whole.into();
    }
}
