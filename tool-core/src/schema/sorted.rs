//! JSON with the keys of its objects in order, so that its bytes do not depend on a feature of another crate: with
//! `preserve_order`, a map of `serde_json` keeps the order of insertion.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

/// Sorts the keys at every depth.
pub(crate) fn sorted(map: Map<String, Value>) -> Map<String, Value> {
    let entries: BTreeMap<_, _> = map.into_iter().map(|(key, value)| (key, sorted_value(value))).collect();
    entries.into_iter().collect()
}

/// Sorts the keys of all objects in a value.
pub(crate) fn sorted_value(value: Value) -> Value {
    match value {
        Value::Object(map) => sorted(map).into(),
        Value::Array(items) => items.into_iter().map(sorted_value).collect(),
        other => other,
    }
}
