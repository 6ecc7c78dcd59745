//! The walk: every schema position of a canonical schema, and nothing else, is handed to each change in turn. A property
//! called `items` is a name, and stays one.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use super::{
    empty, limits,
    node::{Node, Place},
    optional, references,
    rendered::{NotExpressible, Note, Rendered},
    rest,
    rule::{Demand, Rules},
    said, shape, unions, untyped,
};
use crate::schema::words::escape;

/// Values of JSON inside each other, which is what `serde_json` reads at most. The canonical dialect ends at 10 objects
/// and lists; a schema kept as written might not.
const NESTED: usize = 128;

/// Schemas inside each other, with those that references stand for.
const DEEPEST: usize = 64;

/// Schemas of one rendering; definitions that are written out wherever they are used could be millions.
const MOST: usize = 20_000;

/// Keywords whose value is a schema, a list of schemas, or schemas by name.
const SCHEMA: [&str; 10] = [
    "additionalProperties",
    "contains",
    "else",
    "if",
    "items",
    "not",
    "propertyNames",
    "then",
    "unevaluatedItems",
    "unevaluatedProperties",
];
const SCHEMAS: [&str; 4] = ["allOf", "anyOf", "oneOf", "prefixItems"];
const NAMED: [&str; 5] = ["$defs", "definitions", "dependentSchemas", "patternProperties", "properties"];

/// Renders a schema by these rules.
pub(super) fn render(rules: Rules<'_>, schema: &Value) -> Result<Rendered, NotExpressible> {
    let Some(root) = schema.as_object() else {
        let reason = "the schema of arguments is an object; write {\"type\": \"object\", ..}";
        return Err(NotExpressible::new("", reason, "MCP 2026-07-28, server/tools"));
    };
    if is_nested_over(schema, NESTED) {
        return Err(too_large(""));
    }
    let strict = rules.has(Demand::Strict).is_some();
    if !rules.iter().any(|rule| concerns_schemas(rule.demand)) {
        return Ok(Rendered { schema: Some(schema.clone()), strict, notes: Vec::new(), original: None });
    }
    if let Some(rendered) = empty::no_arguments(rules, root) {
        return Ok(rendered);
    }
    let mut walk = Walk { rules, root, inlined: Vec::new(), left: MOST, notes: Vec::new() };
    let written = walk.schema(schema, "", Place::Root, 0)?;
    limits::check(rules, &written)?;
    let original = rules.has(Demand::AllRequired).map(|_| root.clone());
    let mut notes = walk.notes;
    notes.sort_by(|one, other| (&one.pointer, &one.keyword).cmp(&(&other.pointer, &other.keyword)));
    Ok(Rendered { schema: Some(written), strict, notes, original })
}

fn too_large(pointer: &str) -> NotExpressible {
    let reason = "the schema is too deep or too large to be rendered; take a simpler type";
    NotExpressible::new(pointer, reason, "a bound of this crate")
}

/// Whether JSON is nested more deeply than this, found out without recursion.
fn is_nested_over(value: &Value, most: usize) -> bool {
    let mut open = vec![(value, 1)];
    while let Some((value, depth)) = open.pop() {
        if depth > most {
            return true;
        }
        match value {
            Value::Array(items) => open.extend(items.iter().map(|item| (item, depth + 1))),
            Value::Object(fields) => open.extend(fields.values().map(|field| (field, depth + 1))),
            _ => {}
        }
    }
    false
}

/// Whether a demand is one of the schema, not only of the tool around it.
fn concerns_schemas(demand: Demand) -> bool {
    !matches!(demand, Demand::Description(..) | Demand::Strict | Demand::ToolName(_))
}

struct Walk<'w> {
    rules: Rules<'w>,
    root: &'w Map<String, Value>,
    /// The definitions that are being written out where they are used, outermost first.
    inlined: Vec<String>,
    left: usize,
    notes: Vec<Note>,
}

impl Walk<'_> {
    fn schema(
        &mut self,
        schema: &Value,
        pointer: &str,
        place: Place,
        depth: usize,
    ) -> Result<Value, NotExpressible> {
        self.left = self.left.saturating_sub(1);
        if depth > DEEPEST || self.left == 0 {
            return Err(too_large(pointer));
        }
        let Value::Object(schema) = schema else {
            shape::not_an_object(self.rules, pointer)?;
            return Ok(schema.clone());
        };
        if let Some((name, target)) =
            references::inlined(self.rules, self.root, schema, pointer, &self.inlined)?
        {
            let pointer = format!("/$defs/{}", escape(name));
            self.inlined.push(name.to_owned());
            let written = self.schema(target, &pointer, place, depth + 1);
            self.inlined.pop();
            return written;
        }
        let schema = schema.clone();
        let mut node =
            Node { rules: self.rules, pointer: pointer.to_owned(), place, schema, notes: Vec::new() };
        references::without_definitions(&mut node);
        shape::check(&node)?;
        rest::apply(&mut node)?;
        untyped::apply(&mut node)?;
        node.schema = self.below(std::mem::take(&mut node.schema), pointer, depth)?;
        said::apply(&mut node);
        optional::apply(&mut node);
        unions::apply(&mut node)?;
        empty::apply(&mut node);
        self.notes.append(&mut node.notes);
        // With another crate's `preserve_order`, a map keeps the order of insertion.
        let sorted: BTreeMap<_, _> = node.schema.into_iter().collect();
        Ok(Value::Object(sorted.into_iter().collect()))
    }

    /// Renders everything below one schema.
    fn below(
        &mut self,
        schema: Map<String, Value>,
        pointer: &str,
        depth: usize,
    ) -> Result<Map<String, Value>, NotExpressible> {
        let mut written = Map::new();
        for (keyword, value) in schema {
            let at = format!("{pointer}/{keyword}");
            let value = match (keyword.as_str(), value) {
                (named, Value::Object(schemas)) if NAMED.contains(&named) => {
                    let mut below = Map::new();
                    for (name, schema) in schemas {
                        let at = format!("{at}/{}", escape(&name));
                        below.insert(name, self.schema(&schema, &at, Place::Inside, depth + 1)?);
                    }
                    below.into()
                }
                (list, Value::Array(schemas)) if SCHEMAS.contains(&list) => {
                    let mut below = Vec::new();
                    for (index, schema) in schemas.into_iter().enumerate() {
                        below.push(self.schema(
                            &schema,
                            &format!("{at}/{index}"),
                            Place::Branch,
                            depth + 1,
                        )?);
                    }
                    below.into()
                }
                (one, schema @ Value::Object(_)) if SCHEMA.contains(&one) => {
                    self.schema(&schema, &at, Place::Inside, depth + 1)?
                }
                // The one place where the dialect has a boolean for a schema.
                ("additionalProperties", stated) => stated,
                (one, schema @ Value::Bool(_)) if SCHEMA.contains(&one) => {
                    self.schema(&schema, &at, Place::Inside, depth + 1)?
                }
                (_, other) => other,
            };
            written.insert(keyword, value);
        }
        Ok(written)
    }
}
