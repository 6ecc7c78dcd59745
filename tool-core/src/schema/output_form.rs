//! What a tool's results look like. It is decided by the root of the schema once, and never by a value.

use std::sync::Arc;

use serde_json::{Map, Value};

use super::{
    Contract, SchemaFault, check,
    node::{Kind, Node, Object, Rest},
    read, root,
    settle::settle,
    union,
    write::{self, Form},
};

/// How the results of one tool are carried.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum OutputForm {
    /// There is nothing to say beyond that it worked.
    Nothing,
    /// A value with a schema whose root is an object.
    Structured {
        schema: Arc<Map<String, Value>>,
        /// The property that holds the value when the value itself is no object.
        wrap: Option<&'static str>,
    },
    /// Text for reading.
    Text,
    /// An object with a schema that is kept as written, and so is the value.
    Verbatim { schema: Arc<Map<String, Value>> },
    /// The tool says nothing about its results.
    Unstated,
}

impl OutputForm {
    /// Returns the schema that is advertised.
    pub(crate) fn advertised(&self) -> Option<&Arc<Map<String, Value>>> {
        match self {
            Self::Structured { schema, .. } | Self::Verbatim { schema } => Some(schema),
            Self::Nothing | Self::Text | Self::Unstated => None,
        }
    }
}

/// Decides how results are carried, and finds what is wrong with their schema.
pub(crate) fn output_form(raw: Option<&Value>) -> (OutputForm, Vec<SchemaFault>) {
    let Some(raw) = raw else { return (OutputForm::Unstated, Vec::new()) };
    let read::Document { root, definitions, mut faults } = read::read(raw);
    let definitions: root::Definitions =
        definitions.into_iter().map(|(name, node)| (name, settle(node, Contract::Output))).collect();
    let root = root::resolved(settle(root, Contract::Output), &definitions);
    let (root, optional) = union::without_null(root);
    let root = if optional { root } else { root::as_object(root, &definitions) };
    let wrap = match &root.kind {
        Kind::Null => return (OutputForm::Nothing, faults),
        // A closed set of words is data; any other string is text for reading.
        Kind::String(_) if root.values.is_empty() && !optional => return (OutputForm::Text, faults),
        Kind::Object(_) if !optional => None,
        Kind::Array(_) if !optional => Some("items"),
        _ => Some("result"),
    };
    let root = match wrap {
        Some(name) => wrapped(name, root, optional),
        None => root,
    };
    faults.extend(check::check(&root, Contract::Output, ""));
    for (name, definition) in &definitions {
        faults.extend(check::check(definition, Contract::Output, &format!("/$defs/{name}")));
    }
    let schema = super::rooted(write::document(&root, &definitions, Form::Advertised));
    faults.extend(super::oversized(&schema));
    (OutputForm::Structured { schema: Arc::new(schema), wrap }, faults)
}

/// Returns an object that holds the value under one name; absent when the value may be null.
fn wrapped(name: &str, value: Node, optional: bool) -> Node {
    let required = if optional { Vec::new() } else { vec![name.to_owned()] };
    let properties = [(name.to_owned(), value)].into();
    Node::of(Kind::Object(Object { properties, required, rest: Rest::Open, ..Object::default() }))
}
