//! Change: constraints that a provider does not take. They move into the description, and are checked all the same when
//! the arguments arrive.

use serde_json::{Map, Value};

use super::{
    node::Node,
    rendered::Change,
    rule::{Demand, Rules},
};
use crate::schema::{keyword::text, remarks};

pub(super) fn apply(node: &mut Node<'_>) {
    let lost: Vec<_> = node
        .schema
        .iter()
        .filter_map(|(keyword, value)| Some((keyword.clone(), lost(node.rules, keyword, value)?)))
        .collect();
    if lost.is_empty() {
        return;
    }
    let word = text(&node.schema, "type").map(str::to_owned);
    let mut taken = Map::new();
    for (keyword, _) in &lost {
        taken.extend(node.schema.remove_entry(keyword));
    }
    let lines = lines(word.as_deref(), &taken);
    for line in &lines {
        node.say(line);
    }
    let said = (!lines.is_empty()).then(|| lines.join("\n"));
    for (keyword, source) in lost {
        node.note(&keyword, Change::Said, said.as_deref(), source);
    }
}

/// Returns who asks for a keyword to go.
fn lost(rules: Rules<'_>, keyword: &str, value: &Value) -> Option<&'static str> {
    let goes = |demand| match demand {
        Demand::Said(keywords) => keywords.contains(&keyword),
        Demand::Formats(known) => {
            keyword == "format" && !value.as_str().is_some_and(|format| known.contains(&format))
        }
        Demand::MinItems(most) => keyword == "minItems" && value.as_u64().is_none_or(|least| least > most),
        Demand::StringEnums => {
            keyword == "enum"
                && value.as_array().is_none_or(|values| values.iter().any(|value| !value.is_string()))
        }
        _ => false,
    };
    rules.find(|demand| goes(demand).then_some(())).map(|((), source)| source)
}

/// Returns what is said instead of the keywords that were taken.
fn lines(word: Option<&str>, taken: &Map<String, Value>) -> Vec<String> {
    let mut lines = Vec::new();
    if let Some(values) = taken.get("enum").and_then(Value::as_array) {
        lines.push(remarks::one_of(values));
    }
    // Where several types are allowed, each keyword speaks of its own.
    let families = [
        ("array", ["maxItems", "minItems", "", "", ""]),
        ("number", ["exclusiveMaximum", "exclusiveMinimum", "maximum", "minimum", "multipleOf"]),
        ("string", ["format", "maxLength", "minLength", "pattern", ""]),
    ];
    for (family, keywords) in families {
        let own: Map<_, _> = taken
            .iter()
            .filter(|(keyword, _)| keywords.contains(&keyword.as_str()))
            .map(|(keyword, value)| (keyword.clone(), value.clone()))
            .collect();
        let word = if family == "number" { word.unwrap_or(family) } else { family };
        lines.extend(phrase(word, own));
    }
    if let Some(default) = taken.get("default") {
        lines.push(format!("default: {}", remarks::value(default)));
    }
    lines
}

/// Returns what these keywords allow, when they say more than the type does.
fn phrase(word: &str, mut keywords: Map<String, Value>) -> Option<String> {
    if keywords.is_empty() {
        return None;
    }
    let format = text(&keywords, "format").map(|format| format!("format {format}"));
    let typed = |mut schema: Map<String, Value>| {
        schema.insert("type".to_owned(), word.into());
        remarks::allowed(&schema)
    };
    keywords.remove("type");
    let said = typed(keywords);
    if said == typed(Map::new()) { format } else { Some(said) }
}
