//! Change: schemas without a type. An enumeration gets the type of its values; a schema that allows anything is refused,
//! or becomes a union of what a provider has words for.

use serde_json::{Map, Value, json};

use super::{
    node::Node,
    rendered::{Change, NotExpressible},
    rule::{Demand, Untyped},
};
use crate::schema::keyword::type_of;

/// Keywords that say of what type a value is, or leave it to others that do.
const SAYING: [&str; 6] = ["$ref", "allOf", "anyOf", "const", "oneOf", "type"];

pub(super) fn apply(node: &mut Node<'_>) -> Result<(), NotExpressible> {
    let found = node.rules.find(|demand| match demand {
        Demand::Typed(untyped) => Some(untyped),
        _ => None,
    });
    let Some((untyped, source)) = found else { return Ok(()) };
    if node.schema.contains_key("anyOf") && node.schema.contains_key("type") {
        return Err(node.refusal("`type` beside `anyOf`; put it into each alternative", source));
    }
    if node.schema.keys().any(|keyword| SAYING.contains(&keyword.as_str())) {
        return Ok(());
    }
    if let Some(Value::Array(values)) = node.schema.remove("enum") {
        node.note("enum", Change::Rewritten, None, source);
        enumerated(&mut node.schema, values);
        return Ok(());
    }
    if node.schema.keys().any(|keyword| !["default", "description"].contains(&keyword.as_str())) {
        return Err(node.refusal("a schema with constraints and no `type`; add it", source));
    }
    match untyped {
        Untyped::Refused => Err(node.refusal("any value is allowed here; name a type", source)),
        Untyped::Union(words) => {
            node.schema.insert("anyOf".to_owned(), union(words));
            node.note("type", Change::Narrowed, None, source);
            Ok(())
        }
    }
}

/// Says the type of enumerated values, each in an alternative of its own where there are several.
fn enumerated(schema: &mut Map<String, Value>, values: Vec<Value>) {
    let mut kinds: Vec<(&str, Vec<Value>)> = Vec::new();
    for value in values {
        let word = type_of(&value);
        match kinds.iter_mut().find(|(known, _)| *known == word) {
            Some((_, alike)) => alike.push(value),
            None => kinds.push((word, vec![value])),
        }
    }
    if let [(word, alike)] = kinds.as_slice() {
        schema.insert("type".to_owned(), (*word).into());
        schema.insert("enum".to_owned(), alike.clone().into());
        return;
    }
    let branches: Vec<_> =
        kinds.into_iter().map(|(word, alike)| json!({ "type": word, "enum": alike })).collect();
    schema.insert("anyOf".to_owned(), branches.into());
}

/// Returns a union of types. Lists hold what the union has beside lists: it has to end somewhere.
fn union(words: &[&str]) -> Value {
    let plain = |word: &str| match word {
        "object" => json!({ "type": "object", "additionalProperties": true }),
        other => json!({ "type": other }),
    };
    let items: Vec<_> = words.iter().filter(|word| **word != "array").map(|word| plain(word)).collect();
    let branch = |word: &&str| match *word {
        "array" => json!({ "type": "array", "items": { "anyOf": items.clone() } }),
        other => plain(other),
    };
    words.iter().map(branch).collect::<Vec<_>>().into()
}
