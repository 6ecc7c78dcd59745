//! Change: what may stand in an object beside its properties. Closed objects only, or nothing said about it at all.

use serde_json::Value;

use super::{
    node::{Node, Place},
    rendered::{Change, NotExpressible},
    rule::Demand,
};
use crate::schema::{keyword::text, remarks};

pub(super) fn apply(node: &mut Node<'_>) -> Result<(), NotExpressible> {
    if !node.is_object() {
        return Ok(());
    }
    if let Some(source) = node.rules.has(Demand::Closed)
        && node.schema.get("additionalProperties") != Some(&Value::Bool(false))
    {
        let reason = "an open object or a map; name the properties, or take a list of keys and values";
        return Err(node.refusal(reason, source));
    }
    if let Some(source) = node.rules.has(Demand::RootProperties)
        && node.place == Place::Root
        && node.names_nothing()
    {
        let reason = "arguments without a named property; put the map or the value into a named one";
        return Err(node.refusal(reason, source));
    }
    if let Some(source) = node.rules.has(Demand::RestDropped)
        && let Some(rest) = node.schema.remove("additionalProperties")
    {
        let line = line(&rest, node.names_nothing());
        node.say(&line);
        node.note("additionalProperties", Change::Said, Some(&line), source);
    }
    Ok(())
}

/// Returns what is said about the rest of an object. A schema with parts of its own is quoted, so that none is lost.
fn line(rest: &Value, is_map: bool) -> String {
    let value = match rest {
        Value::Bool(false) => return if is_map { "no keys" } else { "no other keys" }.to_owned(),
        Value::Object(schema) if !schema.is_empty() => {
            let is_plain = text(schema, "type").is_some_and(|word| {
                ["boolean", "integer", "number", "string"].contains(&word)
                    && !schema.contains_key("description")
            });
            if is_plain {
                remarks::allowed(schema)
            } else {
                format!("a value that fits the JSON Schema {rest}")
            }
        }
        _ => "any value".to_owned(),
    };
    if is_map {
        format!("keys are free; each holds {value}")
    } else {
        format!("other keys are free; each holds {value}")
    }
}
