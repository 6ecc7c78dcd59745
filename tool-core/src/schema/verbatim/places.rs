//! Where the schemas stand in a document of the 2020-12 dialect. Values that merely look like schemas are none.

use serde_json::{Map, Value};

use crate::schema::node::escape;

/// Keywords that hold one schema.
const ONE: [&str; 11] = [
    "additionalProperties",
    "contains",
    "contentSchema",
    "else",
    "if",
    "items",
    "not",
    "propertyNames",
    "then",
    "unevaluatedItems",
    "unevaluatedProperties",
];

/// Keywords that hold a list of schemas.
const SEVERAL: [&str; 4] = ["allOf", "anyOf", "oneOf", "prefixItems"];

/// Keywords that hold schemas by name.
const NAMED: [&str; 5] = ["$defs", "definitions", "dependentSchemas", "patternProperties", "properties"];

/// One schema of a document; those that are `true` or `false` say nothing that anybody looks for.
#[derive(Clone)]
pub(crate) struct Place<'s> {
    pub(crate) pointer: String,
    pub(crate) schema: &'s Map<String, Value>,
}

/// Returns every schema of a document, the outer before the inner.
pub(crate) fn places(root: &Value) -> Vec<Place<'_>> {
    let mut found: Vec<Place<'_>> = place(root, String::new()).into_iter().collect();
    let mut next = 0;
    while let Some(Place { pointer, schema }) = found.get(next).cloned() {
        found.extend(below(schema, &pointer));
        next += 1;
    }
    found
}

fn below<'s>(schema: &'s Map<String, Value>, pointer: &str) -> Vec<Place<'s>> {
    let mut found = Vec::new();
    for keyword in ONE {
        found.extend(schema.get(keyword).and_then(|below| place(below, format!("{pointer}/{keyword}"))));
    }
    for keyword in SEVERAL {
        let several = schema.get(keyword).and_then(Value::as_array).into_iter().flatten().enumerate();
        found.extend(
            several.filter_map(|(index, below)| place(below, format!("{pointer}/{keyword}/{index}"))),
        );
    }
    for keyword in NAMED {
        let named = schema.get(keyword).and_then(Value::as_object).into_iter().flatten();
        found.extend(
            named.filter_map(|(name, below)| place(below, format!("{pointer}/{keyword}/{}", escape(name)))),
        );
    }
    found
}

fn place(schema: &Value, pointer: String) -> Option<Place<'_>> {
    Some(Place { pointer, schema: schema.as_object()? })
}
