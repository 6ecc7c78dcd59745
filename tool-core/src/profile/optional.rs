//! Change: properties that may be absent become required ones that accept null. `restore` takes the nulls out again.

use std::collections::BTreeSet;

use serde_json::{Map, Value, json};

use super::{node::Node, rendered::Change, rule::Demand};
use crate::schema::{
    keyword::{is_typed, required},
    remarks::escape,
};

pub(super) fn apply(node: &mut Node<'_>) {
    let Some(source) = node.rules.has(Demand::AllRequired) else { return };
    let Some(Value::Object(properties)) = node.schema.get("properties").cloned() else { return };
    let required: BTreeSet<_> = required(&node.schema).map(str::to_owned).collect();
    let mut written = Map::new();
    for (name, mut property) in properties {
        if !required.contains(&name) {
            let pointer = format!("{}/properties/{}", node.pointer, escape(&name));
            node.note_at(pointer, "required", Change::Rewritten, None, source);
            property = or_null(property);
        }
        written.insert(name, property);
    }
    // Also where there is none to name: the keyword itself is asked for.
    let every: BTreeSet<_> = written.keys().cloned().collect();
    node.schema.insert("required".to_owned(), every.into_iter().collect());
    node.schema.insert("properties".to_owned(), written.into());
}

/// Returns a schema that also accepts null. The description stays outside of the union, where it is read first.
fn or_null(schema: Value) -> Value {
    let null = json!({ "type": "null" });
    let Value::Object(mut schema) = schema else { return schema };
    if is_typed(&schema, "null") {
        return schema.into();
    }
    if let Some(Value::Array(branches)) = schema.get_mut("anyOf") {
        if !branches.contains(&null) {
            branches.push(null);
        }
        return schema.into();
    }
    let description = schema.remove("description");
    let mut union = Map::new();
    union.insert("anyOf".to_owned(), json!([schema, { "type": "null" }]));
    union.extend(description.map(|said| ("description".to_owned(), said)));
    union.into()
}
