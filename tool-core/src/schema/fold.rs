//! Two tidyings of a value by its schema. Neither can change what the value means: null where a value may be absent is
//! absence, and a number without a fraction is an integer.

use serde_json::Value;

use super::{
    alternative::{Definitions, Schema, choose},
    number,
};

/// Values deeper than this are left as they are. Arguments never are; results of a tool might be.
const DEEPEST: usize = 128;

/// Removes each null that stands for an optional value, at every depth.
pub(crate) fn fold_nulls(schema: &Schema, value: &mut Value) {
    walk(schema, value, Definitions::of(schema), 0, remove_nulls);
}

/// Writes numbers such as `3.0` as `3` where the schema asks for an integer, which is how serde wants them.
pub(crate) fn whole_numbers(schema: &Schema, value: &mut Value) {
    walk(schema, value, Definitions::of(schema), 0, make_whole);
}

type Step = for<'s> fn(&'s Schema, &mut Value, Definitions<'s>);

fn walk<'s>(schema: &'s Schema, value: &mut Value, definitions: Definitions<'s>, depth: usize, step: Step) {
    if depth > DEEPEST {
        return;
    }
    let schema = definitions.resolve(schema);
    let alternatives = definitions.alternatives(schema);
    if !alternatives.is_empty() {
        if let Some(chosen) = choose(&alternatives, value) {
            walk(chosen.schema, value, definitions, depth + 1, step);
        }
        return;
    }
    step(schema, value, definitions);
    match value {
        Value::Array(items) => {
            if let Some(each) = schema.get("items").and_then(Value::as_object) {
                for item in items {
                    walk(each, item, definitions, depth + 1, step);
                }
            }
        }
        Value::Object(fields) => {
            let properties = schema.get("properties");
            let rest = schema.get("additionalProperties");
            for (name, field) in fields {
                let below = properties.and_then(|properties| properties.get(name)).or(rest);
                if let Some(below) = below.and_then(Value::as_object) {
                    walk(below, field, definitions, depth + 1, step);
                }
            }
        }
        _ => {}
    }
}

fn remove_nulls<'s>(schema: &'s Schema, value: &mut Value, definitions: Definitions<'s>) {
    let (Some(fields), Some(properties)) =
        (value.as_object_mut(), schema.get("properties").and_then(Value::as_object))
    else {
        return;
    };
    let required = schema.get("required").and_then(Value::as_array);
    let is_required = |name: &str| required.is_some_and(|names| names.iter().any(|known| known == name));
    fields.retain(|name, field| {
        let stands_for_absence = || match properties.get(name) {
            Some(Value::Object(property)) => !is_required(name) && !definitions.allows_null(property),
            _ => false,
        };
        !(field.is_null() && stands_for_absence())
    });
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
