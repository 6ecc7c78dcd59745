//! Change: unions, where a provider has no null type, and where nothing may stand beside the alternatives.

use serde_json::{Map, Value};

use super::{
    node::{Node, Place},
    rendered::{Change, NotExpressible},
    rule::Demand,
};
use crate::schema::{
    keyword::{is_typed, text},
    remarks,
};

pub(super) fn apply(node: &mut Node<'_>) -> Result<(), NotExpressible> {
    without_null(node)?;
    alone(node)
}

/// Writes a null alternative as `"nullable": true`.
fn without_null(node: &mut Node<'_>) -> Result<(), NotExpressible> {
    let Some(source) = node.rules.has(Demand::NoNullType) else { return Ok(()) };
    if is_typed(&node.schema, "null") && node.place != Place::Branch {
        return Err(node.refusal("a value that can only be null; leave it out of the type", source));
    }
    let Some(Value::Array(branches)) = node.schema.get("anyOf") else { return Ok(()) };
    let is_null = |branch: &&Value| branch.as_object().is_some_and(|branch| is_typed(branch, "null"));
    let others: Vec<_> = branches.iter().filter(|branch| !is_null(branch)).cloned().collect();
    if others.len() == branches.len() {
        return Ok(());
    }
    if others.is_empty() {
        return Err(node.refusal("a union of nothing but null; leave it out of the type", source));
    }
    node.note("anyOf", Change::Rewritten, None, source);
    node.schema.insert("nullable".to_owned(), true.into());
    match <[Value; 1]>::try_from(others) {
        Ok([Value::Object(only)]) => {
            node.schema.remove("anyOf");
            merge(&mut node.schema, only);
        }
        Ok(other) => drop(node.schema.insert("anyOf".to_owned(), other.to_vec().into())),
        Err(others) => drop(node.schema.insert("anyOf".to_owned(), others.into())),
    }
    Ok(())
}

/// Moves what stands beside the alternatives into each of them.
fn alone(node: &mut Node<'_>) -> Result<(), NotExpressible> {
    let Some(source) = node.rules.has(Demand::UnionAlone) else { return Ok(()) };
    if !node.schema.contains_key("anyOf") || node.schema.len() == 1 {
        return Ok(());
    }
    if let Some(default) = node.schema.remove("default") {
        let line = format!("default: {}", remarks::value(&default));
        node.say(&line);
        node.note("default", Change::Said, Some(&line), source);
    }
    let mut beside = std::mem::take(&mut node.schema);
    let branches = beside.remove("anyOf");
    if let Some(other) =
        beside.keys().find(|keyword| !["description", "nullable"].contains(&keyword.as_str()))
    {
        return Err(node.refusal(format!("`{other}` beside `anyOf`; put it into each alternative"), source));
    }
    let Some(Value::Array(mut branches)) = branches else {
        return Err(node.refusal("`anyOf` is a list of schemas", source));
    };
    for branch in branches.iter_mut().filter_map(Value::as_object_mut) {
        let own = std::mem::replace(branch, beside.clone());
        merge(branch, own);
    }
    node.note("anyOf", Change::Rewritten, None, source);
    node.schema.insert("anyOf".to_owned(), branches.into());
    Ok(())
}

/// Puts a schema into the one around it. Both descriptions are kept.
fn merge(outer: &mut Map<String, Value>, inner: Map<String, Value>) {
    let said = match (text(outer, "description"), text(&inner, "description")) {
        (outer, Some(inner)) => Some(remarks::with_line(outer, inner)),
        (outer, None) => outer.map(str::to_owned),
    };
    outer.extend(inner);
    outer.extend(said.map(|said| ("description".to_owned(), said.into())));
}
