//! Reads any JSON Schema, as a generator or a person wrote it, into the canonical dialect. What each contract then asks
//! of it is `settle`.

mod enumerated;
mod formats;
mod keywords;
mod kinds;
mod meet;
mod object;
mod references;

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use self::references::{Place, References};
pub(super) use self::{
    formats::{DECIMAL, pattern_phrase},
    references::percent_decoded,
};
use super::{
    fault::SchemaFault,
    keyword::{self, list},
    node::{Kind, Node, Wording},
    text,
};

/// Schemas inside schemas, references followed. Far more than may be offered, and far less than a stack holds.
const DEEPEST: usize = 64;

/// Schemas in one document, references followed. A schema of so many parts is larger than may be offered.
const LARGEST: usize = 8192;

/// One schema, read.
pub(super) struct Document {
    pub(super) root: Node,
    /// Recursive definitions; everything else stands where it is used.
    pub(super) definitions: BTreeMap<String, Node>,
    pub(super) faults: Vec<SchemaFault>,
}

/// Reads a schema. Whatever cannot be read is a fault, and allows anything.
pub(super) fn read(raw: &Value) -> Document {
    let mut reader = Reader {
        references: References::new(raw),
        places: BTreeMap::new(),
        pending: Vec::new(),
        faults: Vec::new(),
        path: Vec::new(),
        expanding: Vec::new(),
        read: 0,
    };
    let root = reader.schema(raw);
    let mut definitions = BTreeMap::new();
    while let Some(name) = reader.pending.pop() {
        reader.path = vec![format!("/$defs/{name}")];
        let definition = reader.definition(&name);
        definitions.insert(name, definition);
    }
    reader.path.clear();
    reader.refuse_loops(&mut definitions);
    Document { root, definitions, faults: reader.faults }
}

struct Reader<'a> {
    references: References<'a>,
    /// Where the recursive definitions stand that were met so far, by name.
    places: BTreeMap<String, Place>,
    /// Those of them that are not yet read.
    pending: Vec<String>,
    faults: Vec<SchemaFault>,
    /// The pointer of the schema at hand, step by step.
    path: Vec<String>,
    /// The recursive definitions whose content is being merged into something else.
    expanding: Vec<String>,
    read: usize,
}

impl<'a> Reader<'a> {
    /// Counts one more part of what comes out, and returns whether it is one too many.
    fn is_too_large(&mut self) -> bool {
        self.read += 1;
        if self.read == LARGEST + 1 {
            self.fault(
                "too-large",
                "the schema has too many parts once its references are followed; take a simpler type",
            );
        }
        self.read > LARGEST
    }

    fn schema(&mut self, raw: &'a Value) -> Node {
        if self.is_too_large() {
            return Node::default();
        }
        match raw {
            Value::Bool(true) => Node::default(),
            Value::Bool(false) => {
                self.fault("nothing-allowed", "`false` allows no value; leave the property out");
                Node::default()
            }
            Value::Object(schema) => {
                let pointer = self.pointer();
                self.faults.extend(keywords::check(schema, &pointer));
                self.object_schema(schema)
            }
            _ => {
                self.fault("not-a-schema", "a schema is an object; write for example {\"type\": \"string\"}");
                Node::default()
            }
        }
    }

    fn object_schema(&mut self, schema: &'a Map<String, Value>) -> Node {
        let mut node = self.typed(schema);
        if let Some(reference) = keyword::text(schema, "$ref") {
            let target = self.reference(reference);
            node = self.both(target, node);
        }
        for (index, part) in list(schema, "allOf").enumerate() {
            let part = self.within(&format!("/allOf/{index}"), part);
            node = self.both(node, part);
        }
        for keyword in ["anyOf", "oneOf"] {
            let offered = list(schema, keyword).any(|branch| !is_deprecated(branch));
            let mut branches = Vec::new();
            for (index, branch) in list(schema, keyword).enumerate() {
                // A deprecated variant is for those who know it already, and `false` is the type without a value.
                let nothing =
                    *branch == Value::Bool(false) && list(schema, keyword).any(|other| other != branch);
                if !(nothing || offered && is_deprecated(branch)) {
                    branches.push(self.within(&format!("/{keyword}/{index}"), branch));
                }
            }
            // Each on its own: next to the struct that it is flattened into, even an empty alternative says something.
            if !branches.is_empty() {
                node = self.meet_each(branches, &node, true).unwrap_or_else(|| self.nothing());
            }
        }
        node.wording = node.wording.overridden_by(wording(schema));
        node.default = schema.get("default").filter(|default| !default.is_null()).cloned().or(node.default);
        node
    }

    /// Reads a schema below the one at hand.
    fn within(&mut self, step: &str, raw: &'a Value) -> Node {
        if self.path.len() == DEEPEST {
            self.fault(
                "too-deep",
                "the schema is nested too deeply once its references are followed; flatten the type",
            );
            return Node::default();
        }
        self.path.push(step.to_owned());
        let node = self.schema(raw);
        self.path.pop();
        node
    }

    /// Follows a `$ref`: to the definition itself, or to its name when it is recursive.
    fn reference(&mut self, reference: &str) -> Node {
        let pointer = self.pointer();
        let (place, target) = match self.references.resolve(reference, &pointer) {
            Ok(found) => found,
            Err(fault) => {
                self.faults.push(fault);
                return Node::default();
            }
        };
        if !self.references.is_recursive(&place) {
            return self.within("", target);
        }
        let name = self.references.name(&place);
        if self.places.insert(name.clone(), place).is_none() {
            self.pending.push(name.clone());
        }
        Node::of(Kind::Reference(name))
    }

    fn both(&mut self, first: Node, second: Node) -> Node {
        self.meet(first, second).unwrap_or_else(|| self.nothing())
    }

    fn nothing(&mut self) -> Node {
        self.fault(
            "nothing-allowed",
            "parts of this schema exclude each other, so no value fits; correct one of them",
        );
        Node::default()
    }

    /// Merges the content of a recursive definition into something else.
    fn expanding(&mut self, name: &str, merge: impl FnOnce(&mut Self, Node) -> Option<Node>) -> Option<Node> {
        if self.expanding.iter().any(|open| open == name) {
            let message =
                "a recursive `$ref` inside its own definition takes nothing beside it; write it alone";
            self.fault("reference-extended", message);
            return None;
        }
        self.expanding.push(name.to_owned());
        let body = self.definition(name);
        let merged = merge(self, body);
        self.expanding.pop();
        merged
    }

    fn definition(&mut self, name: &str) -> Node {
        let place = self.places.get(name).cloned().unwrap_or_default();
        match self.references.resolve(&format!("#{place}"), &self.pointer()) {
            Ok((_, target)) => self.within("", target),
            Err(fault) => {
                self.faults.push(fault);
                Node::default()
            }
        }
    }

    /// Refuses definitions that are themselves without anything in between: nobody can check a value against them.
    fn refuse_loops(&mut self, definitions: &mut BTreeMap<String, Node>) {
        let names: Vec<_> = definitions.keys().cloned().collect();
        for name in names {
            let mut open = vec![name.clone()];
            let mut seen = Vec::new();
            while let Some(next) = open.pop() {
                let branches = definitions.get(&next).into_iter().flat_map(Node::branches);
                for branch in branches {
                    if let Kind::Reference(target) = &branch.kind
                        && !seen.contains(target)
                    {
                        seen.push(target.clone());
                        open.push(target.clone());
                    }
                }
            }
            if seen.contains(&name) {
                let message = "the definition is nothing but itself; put a property or an item in between";
                self.faults.push(SchemaFault::always(format!("/$defs/{name}"), "reference-loop", message));
                definitions.insert(name, Node::default());
            }
        }
    }

    fn pointer(&self) -> String {
        self.path.concat()
    }
}

fn is_deprecated(schema: &Value) -> bool {
    schema.get("deprecated") == Some(&Value::Bool(true))
}

/// Returns what a schema says in words, and in annotations that the dialect has no keyword for.
fn wording(schema: &Map<String, Value>) -> Wording {
    let word = |keyword: &str| keyword::text(schema, keyword);
    let is_text = schema.get("type").is_none_or(|stated| {
        stated == "string" || stated.as_array().is_some_and(|words| words.iter().any(|word| word == "string"))
    });
    let mut remarks = Vec::new();
    let unknown = word("format").filter(|format| is_text && formats::standard(format).is_none());
    let named = unknown.into_iter().chain(word("contentEncoding"));
    remarks.extend(named.filter(|name| !name.trim().is_empty()).map(formats::in_words));
    let example = schema.get("example").map(std::slice::from_ref);
    let examples = schema.get("examples").and_then(Value::as_array).map(Vec::as_slice);
    remarks.extend(examples.or(example).and_then(text::examples));
    if schema.get("deprecated") == Some(&Value::Bool(true)) {
        remarks.push("deprecated".to_owned());
    }
    Wording { description: word("description").and_then(text::description), remarks }
}
