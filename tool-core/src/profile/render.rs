//! The walk: every schema position of a canonical schema, and nothing else, is handed to each change in turn. A property
//! called `items` is a name, and stays one.

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
use crate::schema::{
    is_nested_over,
    keyword::{Holds, holds},
    remarks::escape,
    sorted_value,
};

/// Values of JSON inside each other, which is what `serde_json` reads at most. The canonical dialect ends at 10 objects
/// and lists; a schema kept as written might not.
const NESTED: usize = 128;

/// Schemas inside each other, with those that references stand for.
const DEEPEST: usize = 64;

/// Schemas of one rendering; definitions that are written out wherever they are used could be millions.
const MOST: usize = 20_000;

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
    let written = sorted_value(walk.schema(schema, "", Place::Root, 0)?);
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
        Ok(node.schema.into())
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
            let value = match (holds(&keyword), value) {
                (Holds::Named, Value::Object(schemas)) => {
                    let mut below = Map::new();
                    for (name, schema) in schemas {
                        let at = format!("{at}/{}", escape(&name));
                        below.insert(name, self.schema(&schema, &at, Place::Inside, depth + 1)?);
                    }
                    below.into()
                }
                (Holds::Several, Value::Array(schemas)) => {
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
                // The one place where the dialect has a boolean for a schema.
                (_, stated @ Value::Bool(_)) if keyword == "additionalProperties" => stated,
                (Holds::One, schema @ (Value::Bool(_) | Value::Object(_))) => {
                    self.schema(&schema, &at, Place::Inside, depth + 1)?
                }
                (_, other) => other,
            };
            written.insert(keyword, value);
        }
        Ok(written)
    }
}
