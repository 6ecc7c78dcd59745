//! Schemas: one canonical dialect that every host and provider takes, the checks against it, and what is said when a
//! check fails. Who is asked to check, and when, is `admission`.
//!
//! A schema is read into the dialect ([`read`]), settled by its contract ([`settle`], [`root`], [`defaults`]), looked
//! over ([`check`]) and written out ([`write`]). Nothing here knows a tool or a caller.

mod alternative;
mod check;
mod checker;
mod defaults;
mod describe;
mod explain;
mod fault;
mod fold;
mod forms;
pub(crate) mod keyword;
mod misfit;
mod node;
mod number;
mod once;
mod output_form;
mod parts;
mod pattern;
mod promised;
mod read;
pub(crate) mod remarks;
mod repair;
mod root;
mod rounded;
mod settle;
mod size;
mod sorted;
mod text;
mod union;
mod verbatim;
mod write;

#[cfg(test)]
pub(crate) mod tests;

use serde_json::{Map, Value, json};

pub(crate) use self::{
    alternative::Definitions,
    checker::{Checker, Written},
    fault::{Applies, SchemaFault},
    fold::fold_nulls,
    output_form::{OutputForm, output_form},
    promised::Promised,
    rounded::rounded,
    size::{dismantle, is_nested_over, members, text_within_bounds, within_bounds},
    sorted::{sorted, sorted_value},
    verbatim::{Place, places, refuses, verbatim},
};
use self::{node::Kind, settle::settle, write::Form};

/// Which side of a call a schema describes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Contract {
    /// Arguments: closed, checked, and described for the model.
    Input,
    /// Results: open, so that a new field breaks nobody.
    Output,
}

/// A schema in the canonical dialect, with what is wrong with it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Canonical {
    /// What is advertised; its root is an object, whatever the faults are.
    pub(crate) schema: Map<String, Value>,
    /// What is checked after it, where the advertised schema had to leave a constraint to words.
    pub(crate) exact: Option<Map<String, Value>>,
    pub(crate) faults: Vec<SchemaFault>,
}

/// Bytes of a schema as JSON; more than this is a burden on every turn of a conversation.
const LARGEST: usize = 64 * 1024;

/// Brings a schema into the canonical dialect. It takes any JSON, never fails, and changes nothing the second time.
pub(crate) fn canonical(raw: &Value, contract: Contract) -> Canonical {
    let mut found = pass(raw, contract);
    // A definition can lose its recursion to words, and then stands where it is used. That takes one more reading for
    // each definition that it was in.
    for _ in 0..found.schema.get("$defs").and_then(Value::as_object).map_or(0, Map::len) {
        let again = pass(&Value::Object(found.schema.clone()), contract).schema;
        if again == found.schema {
            break;
        }
        found.schema = again;
    }
    found
}

fn pass(raw: &Value, contract: Contract) -> Canonical {
    let read::Document { root, definitions, mut faults } = read::read(raw);
    let mut definitions: root::Definitions =
        definitions.into_iter().map(|(name, node)| (name, settle(node, contract))).collect();
    let mut root = root::input(settle(root, contract), &definitions);
    if !matches!(root.kind, Kind::Object(_)) {
        let message = "the root has to be an object; take a struct with named fields, \
                       or write {\"type\": \"object\", ..}";
        faults.push(SchemaFault::always("", "root-not-object", message));
        root = node::Node::of(Kind::Object(node::Object::default()));
    }
    let mut root = settle(root, contract);
    let named = definitions.clone();
    faults.extend(defaults::tidy(&mut root, &named, ""));
    faults.extend(check::check(&root, contract, ""));
    for (name, definition) in &mut definitions {
        let pointer = format!("/$defs/{name}");
        faults.extend(defaults::tidy(definition, &named, &pointer));
        faults.extend(check::check(definition, contract, &pointer));
    }

    let schema = rooted(write::document(&root, &definitions, Form::Advertised));
    faults.extend(oversized(&schema));
    let exact = write::document(&root, &definitions, Form::Exact);
    let exact = (exact != write::document(&root, &definitions, Form::Bare)).then_some(exact);
    if faults.iter().all(|fault| fault.applies == Applies::Exposed) {
        let written = [Some(&schema), exact.as_ref()].into_iter().flatten();
        faults.extend(written.filter_map(|schema| Checker::compile(schema).err()));
    }
    faults.dedup();
    Canonical { schema, exact, faults }
}

/// Returns a schema whose root states its properties, even when there are none.
fn rooted(mut schema: Map<String, Value>) -> Map<String, Value> {
    if !schema.contains_key("properties") {
        schema.insert("properties".to_owned(), json!({}));
    }
    sorted(schema)
}

fn oversized(schema: &Map<String, Value>) -> Option<SchemaFault> {
    let bytes = serde_json::to_string(schema).map_or(usize::MAX, |text| text.len());
    let message = format!("the schema has {bytes} bytes, and {LARGEST} is the most; take a simpler type");
    (bytes > LARGEST).then(|| SchemaFault::always("", "too-large", message))
}
