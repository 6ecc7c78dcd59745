//! Schemas that are kept as their author wrote them: what has to hold before one is taken. How values are tidied and
//! explained by one is beside this; nothing here changes a schema.

mod added;
mod explain;
mod loops;
mod places;
mod tidy;

use serde_json::{Map, Value};

pub(crate) use self::{
    added::refuses,
    places::{Place, places},
};
pub(super) use self::{explain::faults, tidy::tidy};
use super::{Checker, SchemaFault, node::escape, read::percent_decoded, size::is_nested_over};

/// Objects and lists inside each other, in the document itself. Every reader of schemas recurses, and none overflows here.
const DEEPEST: usize = 64;

/// The only dialect of such a schema, as MCP has it for a schema that names none (revision 2026-07-28, tools page).
const DIALECT: &str = "https://json-schema.org/draft/2020-12/schema";

/// Returns a schema as it was written, or what keeps it from being taken.
pub(crate) fn verbatim(raw: &Value) -> Result<Map<String, Value>, Vec<SchemaFault>> {
    // What is inside of the innermost is one more.
    if is_nested_over(raw, DEEPEST + 1) {
        let message = format!("more than {DEEPEST} objects and lists inside each other; flatten the schema");
        return Err(vec![SchemaFault::always("", "too-deep", message)]);
    }
    let Some(schema) = raw.as_object().filter(|root| root.get("type") == Some(&"object".into())) else {
        let message = "the root of a schema that is kept as written has to say {\"type\": \"object\", ..}";
        return Err(vec![SchemaFault::always("", "root-not-object", message)]);
    };
    let places = places(raw);
    let mut faults: Vec<_> = super::oversized(schema).into_iter().collect();
    for place in &places {
        faults.extend(dialect(place));
        faults.extend(embedded(place));
        faults.extend(references(raw, place, &places));
    }
    // Whoever follows references that go round in circles does not come back.
    if faults.is_empty() {
        faults.extend(loops::find(raw, &places));
    }
    if faults.is_empty() {
        faults.extend(Checker::compile(schema).err());
    }
    if faults.is_empty() { Ok(schema.clone()) } else { Err(faults) }
}

fn dialect(place: &Place<'_>) -> Option<SchemaFault> {
    let stated = place.schema.get("$schema")?;
    if stated.as_str().is_some_and(|stated| stated.trim_end_matches('#') == DIALECT) {
        return None;
    }
    let message =
        format!("a schema that is kept as written is checked as 2020-12; write {DIALECT:?}, or leave it out");
    Some(SchemaFault::always(format!("{}/$schema", place.pointer), "dialect", message))
}

/// Refuses a document inside the document: what a reference means would depend on where it stands.
fn embedded(place: &Place<'_>) -> Option<SchemaFault> {
    (!place.pointer.is_empty() && place.schema.contains_key("$id")).then(|| {
        let message =
            "`$id` makes a document of its own; define it in `$defs`, and name it with `#/$defs/Name`";
        SchemaFault::always(format!("{}/$id", place.pointer), "embedded-document", message)
    })
}

fn references(raw: &Value, place: &Place<'_>, places: &[Place<'_>]) -> Vec<SchemaFault> {
    let mut faults = Vec::new();
    for keyword in ["$dynamicRef", "$ref"] {
        let Some(target) = place.schema.get(keyword).and_then(Value::as_str) else { continue };
        let at = format!("{}/{}", place.pointer, escape(keyword));
        if !target.starts_with('#') {
            let message = format!(
                "{target:?} leads out of this document, and nothing is fetched; copy the definition into `$defs`"
            );
            faults.push(SchemaFault::always(at, "reference-outside", message));
        } else if found(raw, target, places).is_none() {
            let message =
                format!("{target:?} finds nothing; write `#/$defs/Name` and define that name at the root");
            faults.push(SchemaFault::always(at, "reference-dangling", message));
        }
    }
    faults
}

/// Returns what a reference inside the document names, and its pointer.
fn found<'s>(root: &'s Value, target: &str, places: &[Place<'s>]) -> Option<(&'s Value, String)> {
    let fragment = percent_decoded(target.strip_prefix('#')?);
    if fragment.is_empty() || fragment.starts_with('/') {
        let target = root.pointer(&fragment)?;
        // Whatever stands elsewhere is no schema, and nobody has looked it over.
        let looked_over = target.is_boolean() || places.iter().any(|place| place.pointer == fragment);
        return looked_over.then_some((target, fragment));
    }
    let place = anchored(&fragment, places)?;
    Some((root.pointer(&place.pointer)?, place.pointer.clone()))
}

/// Returns the schema that an anchor names.
fn anchored<'p, 's>(name: &str, places: &'p [Place<'s>]) -> Option<&'p Place<'s>> {
    let named = |place: &&Place<'_>| {
        ["$anchor", "$dynamicAnchor"]
            .iter()
            .any(|keyword| place.schema.get(*keyword).is_some_and(|anchor| anchor == name))
    };
    places.iter().find(named)
}
