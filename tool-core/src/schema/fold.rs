//! Two tidyings of a value by its schema. Neither can change what the value means: null where a value may be absent is
//! absence, and a number without a fraction is an integer.

use serde_json::Value;

use super::{
    alternative::{Definitions, Schema, choose},
    number,
    read::DECIMAL,
};

/// Values deeper than this are left as they are. Arguments never are; results of a tool might be.
const DEEPEST: usize = 128;

/// Removes each null that stands for an optional value, at every depth.
pub(crate) fn fold_nulls(schema: &Schema, value: &mut Value) {
    walk(
        schema,
        value,
        Definitions::of(schema),
        0,
        &Steps { one: remove_nulls, undecided: remove_common_nulls },
    );
}

/// Writes numbers such as `3.0` as `3` where the schema asks for an integer, which is how serde wants them.
pub(crate) fn whole_numbers(schema: &Schema, value: &mut Value) {
    walk(schema, value, Definitions::of(schema), 0, &Steps { one: make_whole, undecided: |_, _, _| {} });
}

/// Writes a number as text where a decimal number as text is asked for, if no digit can have been lost on the way: so
/// many digits a double holds exactly, whatever they are.
pub(crate) fn decimals(schema: &Schema, value: &mut Value) {
    walk(schema, value, Definitions::of(schema), 0, &Steps { one: write_decimal, undecided: |_, _, _| {} });
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
    let alternatives = definitions.alternatives(schema);
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
            let properties = schema.get("properties");
            let rest = schema.get("additionalProperties");
            for (name, field) in fields {
                let below = properties.and_then(|properties| properties.get(name)).or(rest);
                if let Some(below) = below.and_then(Value::as_object) {
                    walk(below, field, definitions, depth + 1, steps);
                }
            }
        }
        _ => {}
    }
}

/// Removes each null that no alternative takes, and that stands for absence in one of them: whichever of them is meant.
fn remove_common_nulls<'s>(alternatives: &[&'s Schema], value: &mut Value, definitions: Definitions<'s>) {
    let Some(fields) = value.as_object_mut() else { return };
    let objects =
        || alternatives.iter().filter(|schema| schema.get("type").is_some_and(|word| word == "object"));
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
    let property = schema.get("properties").and_then(|properties| properties.get(name));
    match property.or_else(|| schema.get("additionalProperties")) {
        Some(Value::Object(property)) => definitions.allows_null(property),
        stated => stated != Some(&Value::Bool(false)),
    }
}

/// Whether a null under a name means that the property is absent.
fn stands_for_absence<'s>(schema: &'s Schema, name: &str, definitions: Definitions<'s>) -> bool {
    let required = schema.get("required").and_then(Value::as_array);
    let is_required = required.is_some_and(|names| names.iter().any(|known| known == name));
    match schema.get("properties").and_then(|properties| properties.get(name)) {
        Some(Value::Object(property)) => !is_required && !definitions.allows_null(property),
        _ => false,
    }
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

fn write_decimal<'s>(schema: &'s Schema, value: &mut Value, _: Definitions<'s>) {
    let said = schema.get("description").and_then(Value::as_str).unwrap_or_default();
    if let Value::Number(number) = value
        && schema.get("type").is_some_and(|word| word == "string")
        && said.lines().any(|line| line == DECIMAL)
        && let Some(text) = number::short_text(number)
    {
        *value = text.into();
    }
}

fn make_whole<'s>(schema: &'s Schema, value: &mut Value, _: Definitions<'s>) {
    if let Value::Number(number) = value
        && schema.get("type").is_some_and(takes_integers_only)
        && let Some(whole) = number::whole(number)
    {
        *value = whole.into();
    }
}
