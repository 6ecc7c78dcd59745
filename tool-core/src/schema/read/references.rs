//! Where a `$ref` points, and which definitions are recursive. Nothing is ever fetched.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value};

use crate::schema::fault::SchemaFault;

/// A definition by its place in the document: the fragment of the `$ref`, decoded.
pub(super) type Place = String;

pub(super) struct References<'a> {
    root: &'a Value,
    names: BTreeMap<Place, String>,
    recursive: BTreeMap<Place, bool>,
}

impl<'a> References<'a> {
    pub(super) fn new(root: &'a Value) -> Self {
        Self { root, names: BTreeMap::new(), recursive: BTreeMap::new() }
    }

    /// Returns the place that a `$ref` names and the schema there.
    pub(super) fn resolve(&self, reference: &str, pointer: &str) -> Result<(Place, &'a Value), SchemaFault> {
        let Some(fragment) = reference.strip_prefix('#') else {
            let message = format!(
                "`$ref` to {reference:?} leads out of this document, and nothing is fetched; \
                 copy the definition into `$defs`"
            );
            return Err(SchemaFault::always(pointer, "reference-outside", message));
        };
        let place = percent_decoded(fragment);
        let Some(schema) = self.root.pointer(&place) else {
            let message = format!(
                "`$ref` to {reference:?} finds nothing; write `#/$defs/Name` and define that name at the root"
            );
            return Err(SchemaFault::always(pointer, "reference-dangling", message));
        };
        Ok((place, schema))
    }

    /// Whether the schema at a place contains itself.
    pub(super) fn is_recursive(&mut self, place: &Place) -> bool {
        if let Some(known) = self.recursive.get(place) {
            return *known;
        }
        let mut seen = BTreeSet::new();
        let mut open = self.targets(place);
        while let Some(next) = open.pop() {
            if seen.insert(next.clone()) {
                open.extend(self.targets(&next));
            }
        }
        let recursive = seen.contains(place);
        self.recursive.insert(place.clone(), recursive);
        recursive
    }

    /// Returns the name of a recursive definition in the canonical schema: that of the type, made unique.
    pub(super) fn name(&mut self, place: &Place) -> String {
        if let Some(name) = self.names.get(place) {
            return name.clone();
        }
        let title = self.root.get("title").and_then(Value::as_str);
        let last = place.rsplit('/').next().filter(|segment| !segment.is_empty());
        let wanted: String = last.or(title).unwrap_or("Root").chars().map(plain).take(64).collect();
        let mut name = wanted.clone();
        let mut number = 2;
        while self.names.values().any(|taken| *taken == name) {
            name = format!("{wanted}{number}");
            number += 1;
        }
        self.names.insert(place.clone(), name.clone());
        name
    }

    /// Returns the places that the schema at a place refers to, from anywhere inside it.
    fn targets(&self, place: &Place) -> Vec<Place> {
        let mut found = Vec::new();
        let mut open: Vec<&Value> = self.root.pointer(place).into_iter().collect();
        while let Some(schema) = open.pop() {
            let Value::Object(schema) = schema else { continue };
            let target =
                schema.get("$ref").and_then(Value::as_str).and_then(|target| target.strip_prefix('#'));
            found.extend(target.map(percent_decoded));
            open.extend(below(schema));
        }
        found
    }
}

/// Returns the schemas directly inside a schema; values and names of properties are none.
fn below(schema: &Map<String, Value>) -> impl Iterator<Item = &Value> {
    const ONE_OR_SEVERAL: [&str; 9] = [
        "additionalItems",
        "additionalProperties",
        "allOf",
        "anyOf",
        "items",
        "oneOf",
        "prefixItems",
        "propertyNames",
        "unevaluatedProperties",
    ];
    const NAMED: [&str; 2] = ["patternProperties", "properties"];
    let one_or_several = ONE_OR_SEVERAL.iter().filter_map(|keyword| schema.get(*keyword));
    let named = NAMED.iter().filter_map(|keyword| schema.get(*keyword)?.as_object());
    one_or_several
        .flat_map(|value| value.as_array().map_or(std::slice::from_ref(value), Vec::as_slice))
        .chain(named.flat_map(Map::values))
}

fn plain(character: char) -> char {
    if character.is_ascii_alphanumeric() { character } else { '_' }
}

/// Decodes the percent escapes of a URI fragment; anything that is no escape stays.
pub(in crate::schema) fn percent_decoded(fragment: &str) -> String {
    let mut bytes = Vec::with_capacity(fragment.len());
    let mut rest = fragment.as_bytes();
    while let [first, tail @ ..] = rest {
        let escaped = match (first, tail) {
            (b'%', [high, low, ..]) => hex(*high).zip(hex(*low)).map(|(high, low)| high * 16 + low),
            _ => None,
        };
        bytes.push(escaped.unwrap_or(*first));
        rest = if escaped.is_some() { &tail[2..] } else { tail };
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

fn hex(digit: u8) -> Option<u8> {
    char::from(digit).to_digit(16).and_then(|digit| u8::try_from(digit).ok())
}
