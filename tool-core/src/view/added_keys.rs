//! The keys that a surface adds to structured results, and where there is room for them. What stands under them is the
//! surface's; where it stands in a reply is `added`.

use std::sync::Arc;

use serde_json::{Map, Value, json};

use super::{Settings, session::SESSION};
use crate::{BuildError, Registered, schema::OutputForm};

/// The key of the line that is on every result.
pub(crate) const FOOTER: &str = "footer";

/// The key of what was left out of a result that was too long.
pub(crate) const MORE: &str = "more";

/// Returns the output form of a tool with the keys that the surface adds, when there is room for them in the result.
///
/// A schema that is kept as written is never touched. A map has no room: its keys are data, and any of them could be
/// the same. What has no schema promises nothing.
pub(super) fn form(settings: &Settings, entry: &Registered) -> Result<Option<OutputForm>, BuildError> {
    let OutputForm::Structured { schema, wrap } = &*entry.output else { return Ok(None) };
    if settings.added_keys().next().is_none() || is_map(schema) {
        return Ok(None);
    }
    let mut schema = Map::clone(schema);
    if let Value::Object(properties) = schema.entry("properties").or_insert_with(|| json!({})) {
        for key in settings.added_keys() {
            let description = match key {
                MORE => "Which items were left out because the result was too long, and how to get them.",
                SESSION => "The session of this call; send it with the next one.",
                _ => "What is pending for you at this moment; not a part of the result.",
            };
            let declared = json!({ "type": "string", "description": description });
            if properties.insert(key.to_owned(), declared).is_some() {
                return Err(BuildError::ResultCollision {
                    tool: entry.name().to_string(),
                    key: key.to_owned(),
                    location: entry.location(),
                });
            }
        }
    }
    Ok(Some(OutputForm::Structured { schema: Arc::new(schema), wrap: *wrap }))
}

/// Whether the root is a map: one schema for each value, or nothing said at all.
fn is_map(schema: &Map<String, Value>) -> bool {
    let named = schema.get("properties").and_then(Value::as_object).is_some_and(|named| !named.is_empty());
    match schema.get("additionalProperties") {
        Some(Value::Object(_)) => true,
        Some(Value::Bool(true)) => !named,
        _ => false,
    }
}
