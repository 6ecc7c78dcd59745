//! Change: references. Where a provider has none, a definition is written out where it is used, and one that refers to
//! itself is refused.

use serde_json::{Map, Value};

use super::{
    node::{Node, Place},
    rendered::NotExpressible,
    rule::{Demand, Rules},
};

/// Returns the name and the schema that a reference stands for, where it has to be written out.
pub(super) fn inlined<'s>(
    rules: Rules<'_>,
    root: &'s Map<String, Value>,
    schema: &'s Map<String, Value>,
    pointer: &str,
    inside: &[String],
) -> Result<Option<(&'s str, &'s Value)>, NotExpressible> {
    let (Some(source), Some(reference)) = (rules.has(Demand::NoRecursion), schema.get("$ref")) else {
        return Ok(None);
    };
    let Some((name, target)) = target(root, reference) else {
        let reason = "a reference that is not `#/$defs/Name`; write the schema out here";
        return Err(NotExpressible::new(pointer, reason, source));
    };
    if inside.iter().any(|open| open == name) {
        let reason =
            format!("`{name}` is recursive; bound the depth in the type, for example with a list of rows");
        return Err(NotExpressible::new(pointer, reason, source));
    }
    if schema.len() > 1 {
        let reason = "something stands beside `$ref`; write the schema out here";
        return Err(NotExpressible::new(pointer, reason, source));
    }
    Ok(Some((name, target)))
}

/// Leaves the definitions out of a root whose references are written out.
pub(super) fn without_definitions(node: &mut Node<'_>) {
    if node.place == Place::Root && node.rules.has(Demand::NoRecursion).is_some() {
        node.schema.remove("$defs");
    }
}

/// Refuses a reference that is more than the name of a definition.
pub(super) fn check(node: &Node<'_>) -> Result<(), NotExpressible> {
    let (Some(source), Some(reference)) = (node.rules.has(Demand::PlainReferences), node.schema.get("$ref"))
    else {
        return Ok(());
    };
    let is_plain = reference.as_str().is_some_and(|target| target.starts_with("#/$defs/"));
    if is_plain && node.schema.len() == 1 {
        return Ok(());
    }
    Err(node.refusal("a reference is `#/$defs/Name` and stands alone; write the schema out here", source))
}

fn target<'s>(root: &'s Map<String, Value>, reference: &'s Value) -> Option<(&'s str, &'s Value)> {
    let name = reference.as_str()?.strip_prefix("#/$defs/")?;
    Some((name, root.get("$defs")?.get(name)?))
}
