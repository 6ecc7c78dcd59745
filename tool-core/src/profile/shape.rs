//! Check: what a provider refuses as it stands, because there is no other form of it. It changes nothing.

use serde_json::Value;

use super::{
    node::{Node, Place, properties},
    references,
    rendered::NotExpressible,
    rule::{Demand, Rules},
};
use crate::schema::{
    keyword::{is_typed, text},
    remarks::escape,
};

/// Groups that look around in a regular expression.
const LOOKAROUND: [&str; 4] = ["(?=", "(?!", "(?<=", "(?<!"];

/// Refuses a schema that is `true`, `false` or no schema at all, where keywords are counted.
pub(super) fn not_an_object(rules: Rules<'_>, pointer: &str) -> Result<(), NotExpressible> {
    let counted = rules.find(|demand| matches!(demand, Demand::Keywords(_) | Demand::Typed(_)).then_some(()));
    match counted {
        Some(((), source)) => {
            let reason = "a schema that is no JSON object; write {} for any value, or say its type";
            Err(NotExpressible::new(pointer, reason, source))
        }
        None => Ok(()),
    }
}

/// Refuses one schema for its own keywords.
pub(super) fn check(node: &Node<'_>) -> Result<(), NotExpressible> {
    for rule in node.rules.iter() {
        if let Some(reason) = fault(node, rule.demand) {
            return Err(node.refusal(reason, rule.source));
        }
    }
    references::check(node)?;
    property_names(node)
}

fn fault(node: &Node<'_>, demand: Demand) -> Option<String> {
    let schema = &node.schema;
    let first = |refused: &dyn Fn(&str) -> bool| schema.keys().find(|keyword| refused(keyword)).cloned();
    match demand {
        Demand::Keywords(known) => {
            let other = first(&|keyword| !known.contains(&keyword))?;
            Some(format!("`{other}` is not a keyword that it takes; say it in the description"))
        }
        Demand::Without(refused) => {
            let other = first(&|keyword| refused.contains(&keyword))?;
            Some(format!("`{other}` is refused; leave it out"))
        }
        Demand::RootWithout(refused) if node.place == Place::Root => {
            let other = first(&|keyword| refused.contains(&keyword))?;
            Some(format!("`{other}` at the root; put it into a property, or make one tool of each form"))
        }
        Demand::OneTypeWord => schema
            .get("type")
            .is_some_and(|word| !word.is_string())
            .then(|| "`type` is one word; write the types as `anyOf`".to_owned()),
        Demand::ItemsStated => (is_typed(schema, "array")
            && !schema.get("items").is_some_and(Value::is_object))
        .then(|| "a list does not say what its items are; add `items`".to_owned()),
        Demand::NoLookaround => {
            let pattern = text(schema, "pattern")?;
            LOOKAROUND
                .iter()
                .any(|group| pattern.contains(group))
                .then(|| "the pattern looks around; say it in the description".to_owned())
        }
        Demand::NumbersFit => schema
            .iter()
            .any(|(keyword, value)| keyword != "properties" && is_too_large(value))
            .then(|| "a number over 9223372036854775807; leave the bound out".to_owned()),
        _ => None,
    }
}

/// Whether a value of a keyword is, or lists, an integer that no signed one holds.
fn is_too_large(value: &Value) -> bool {
    match value {
        Value::Number(number) => number.is_u64() && !number.is_i64(),
        Value::Array(values) => values.iter().any(|value| value.is_u64() && !value.is_i64()),
        _ => false,
    }
}

fn property_names(node: &Node<'_>) -> Result<(), NotExpressible> {
    let Some((grammar, source)) = node.rules.find(|demand| match demand {
        Demand::PropertyName(grammar) => Some(grammar),
        _ => None,
    }) else {
        return Ok(());
    };
    for name in properties(&node.schema).into_iter().flat_map(serde_json::Map::keys) {
        if let Some(reason) = grammar.fault(name) {
            let pointer = format!("{}/properties/{}", node.pointer, escape(name));
            return Err(NotExpressible::new(&pointer, reason, source));
        }
    }
    Ok(())
}
