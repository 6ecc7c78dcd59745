//! Change: objects without properties, and tools without arguments.

use serde_json::{Map, Value, json};

use super::{
    node::{Node, properties},
    rendered::{Change, Note, Rendered},
    rule::{Demand, NoArguments, Rules},
};
use crate::schema::keyword::is_typed;

/// Returns how a tool without arguments is declared, when this is one and the provider has a form for it.
pub(super) fn no_arguments(rules: Rules<'_>, root: &Map<String, Value>) -> Option<Rendered> {
    let found = rules.find(|demand| match demand {
        Demand::NoArguments(form) => Some(form),
        _ => None,
    });
    let is_empty = properties(root).is_none_or(Map::is_empty)
        && is_typed(root, "object")
        && (root.get("additionalProperties") == Some(&Value::Bool(false)) || root.len() == 1)
        && root.keys().all(|keyword| {
            ["additionalProperties", "description", "properties", "type"].contains(&keyword.as_str())
        });
    let (form, source) = found.filter(|_| is_empty)?;
    let note = |keyword: &str, change| Note {
        pointer: String::new(),
        keyword: keyword.to_owned(),
        change,
        words: None,
        source,
    };
    let (schema, notes) = match form {
        NoArguments::Bare if root.len() == 1 => (Some(json!({ "type": "object" })), Vec::new()),
        NoArguments::Bare => {
            (Some(json!({ "type": "object" })), vec![note("additionalProperties", Change::Said)])
        }
        NoArguments::Omitted => (None, vec![note("type", Change::Rewritten)]),
    };
    Some(Rendered { schema, strict: rules.has(Demand::Strict).is_some(), notes, original: None })
}

/// Writes an object without properties as a bare one.
pub(super) fn apply(node: &mut Node<'_>) {
    let Some(source) = node.rules.has(Demand::BareEmptyObjects) else { return };
    if !node.schema.contains_key("properties") || !node.names_nothing() {
        return;
    }
    node.schema.remove("properties");
    if node.schema.get("additionalProperties") == Some(&Value::Bool(false)) {
        node.schema.remove("additionalProperties");
        node.say("no keys");
        node.note("additionalProperties", Change::Said, Some("no keys"), source);
    } else {
        node.note("properties", Change::Rewritten, None, source);
    }
}
