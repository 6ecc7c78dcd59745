//! The keywords of one type: what a schema says about numbers, strings and lists. Objects are `object`; references and
//! alternatives are the rest of `read`.

use serde_json::{Number, Value};

use super::{Reader, formats};
use crate::schema::{
    fault::SchemaFault,
    keyword::{Schema, text, type_of},
    node::{Array, Bounds, Kind, Node, Pattern, Str},
    once::once,
};

/// Keywords that only make sense for one type, for schemas that do not name it.
const IMPLIED: [(&str, &str); 18] = [
    ("additionalProperties", "object"),
    ("exclusiveMaximum", "number"),
    ("exclusiveMinimum", "number"),
    ("items", "array"),
    ("maxItems", "array"),
    ("maxLength", "string"),
    ("maximum", "number"),
    ("minItems", "array"),
    ("minLength", "string"),
    ("minimum", "number"),
    ("multipleOf", "number"),
    ("pattern", "string"),
    ("patternProperties", "object"),
    ("prefixItems", "array"),
    ("properties", "object"),
    ("propertyNames", "object"),
    ("required", "object"),
    ("uniqueItems", "array"),
];

impl<'a> Reader<'a> {
    /// Returns what the typed keywords of a schema say; anything at all when there are none.
    pub(super) fn typed(&mut self, schema: &'a Schema) -> Node {
        let values = values(schema);
        let types = types(schema, values.as_deref());
        if types.is_empty() && values.is_none() {
            return Node::default();
        }
        let mut branches = Vec::new();
        for word in types {
            let fitting: Vec<_> =
                values.iter().flatten().filter(|value| is_of(word, value)).cloned().collect();
            if values.is_some() && fitting.is_empty() {
                continue;
            }
            let kind = self.kind(word, schema);
            let scalar = !matches!(kind, Kind::Null | Kind::Array(_) | Kind::Object(_));
            if !scalar && !fitting.is_empty() && kind != Kind::Null {
                let message = "`enum` takes strings, numbers and booleans; describe a structure with `properties` or `items`";
                self.fault("enum-of-structures", message);
            }
            let values = if scalar { fitting } else { Vec::new() };
            if let Some((kind, values)) = self.enumerated(kind, values) {
                branches.push(Node { values, ..Node::of(kind) });
            }
        }
        if branches.is_empty() {
            let message = match &values {
                Some(values) if values.is_empty() => {
                    "`enum` has no values, so nothing fits; add one, or leave this out"
                }
                _ => "no value of `enum` fits what else is said beside it; correct one of them",
            };
            self.fault("nothing-allowed", message);
            return Node::default();
        }
        Node::union(branches)
    }

    fn kind(&mut self, word: &str, schema: &'a Schema) -> Kind {
        match word {
            "array" => Kind::Array(self.array(schema)),
            "boolean" => Kind::Boolean,
            "integer" => {
                let mut bounds = bounds(schema);
                formats::narrow_integer(&mut bounds, text(schema, "format").unwrap_or_default());
                Kind::Integer(bounds)
            }
            "null" => Kind::Null,
            "number" => {
                let mut bounds = bounds(schema);
                formats::narrow_number(&mut bounds, text(schema, "format").unwrap_or_default());
                Kind::Number(bounds)
            }
            "object" => Kind::Object(self.object(schema)),
            _ => Kind::String(string(schema)),
        }
    }

    fn array(&mut self, schema: &'a Schema) -> Array {
        // Before 2020-12 the positions were a list under `items`, and the rest was `additionalItems`.
        let (positions, rest) = match (schema.get("prefixItems"), schema.get("items")) {
            (Some(positions), rest) => (Some(positions), rest),
            (None, Some(Value::Array(_))) => (schema.get("items"), schema.get("additionalItems")),
            (None, rest) => (None, rest),
        };
        let positions: Vec<_> = positions
            .and_then(Value::as_array)
            .into_iter()
            .flatten()
            .enumerate()
            .map(|(index, position)| self.within(&format!("/prefixItems/{index}"), position))
            .collect();
        let mut max = count(schema, "maxItems");
        let items = match rest {
            Some(Value::Bool(false)) => {
                max = Some(max.map_or(positions.len() as u64, |max| max.min(positions.len() as u64)));
                Node::default()
            }
            Some(rest) => self.within("/items", rest),
            None => Node::default(),
        };
        let unique = schema.get("uniqueItems") == Some(&Value::Bool(true));
        Array { items: Box::new(items), positions, min: count(schema, "minItems"), max, unique }
    }
}

impl Reader<'_> {
    pub(super) fn fault(&mut self, rule: &'static str, message: impl Into<String>) {
        let pointer = self.pointer();
        self.faults.push(SchemaFault::always(pointer, rule, message));
    }
}

fn string(schema: &Schema) -> Str {
    let pattern = text(schema, "pattern").or_else(|| formats::pattern_of(text(schema, "format")?));
    Str {
        min_length: count(schema, "minLength"),
        max_length: count(schema, "maxLength"),
        format: text(schema, "format").and_then(formats::standard),
        pattern: pattern
            .map(|source| Pattern { source: source.to_owned(), words: formats::pattern_words(source) }),
    }
}

fn bounds(schema: &Schema) -> Bounds {
    let number = |keyword: &str| match schema.get(keyword) {
        Some(Value::Number(number)) => Some(number.clone()),
        _ => None,
    };
    Bounds {
        minimum: number("minimum"),
        maximum: number("maximum"),
        exclusive_minimum: number("exclusiveMinimum"),
        exclusive_maximum: number("exclusiveMaximum"),
        multiple_of: number("multipleOf").filter(|step| step.as_f64().is_some_and(|step| step > 0.0)),
        not_zero: schema.get("not").is_some_and(is_zero),
        machine: None::<(Number, Number)>,
    }
}

/// Whether a schema takes zero only, as the generator writes it below `not` for a number that is not zero.
pub(super) fn is_zero(schema: &Value) -> bool {
    schema
        .as_object()
        .is_some_and(|schema| schema.len() == 1 && schema.get("const").and_then(Value::as_i64) == Some(0))
}

fn count(schema: &Schema, keyword: &str) -> Option<u64> {
    schema.get(keyword).and_then(Value::as_u64)
}

/// Returns the values that `enum` and `const` allow together.
fn values(schema: &Schema) -> Option<Vec<Value>> {
    let listed = schema.get("enum").and_then(Value::as_array);
    match (listed, schema.get("const")) {
        (None, None) => None,
        (None, Some(only)) => Some(vec![only.clone()]),
        (Some(listed), only) => {
            Some(once(listed.iter().filter(|value| only.is_none_or(|only| only == *value)).cloned()))
        }
    }
}

/// Returns the types of a schema: those it states, or else those of its values, or else those its keywords imply.
fn types<'s>(schema: &'s Schema, values: Option<&[Value]>) -> Vec<&'s str> {
    let mut types: Vec<&str> = match schema.get("type") {
        Some(Value::String(word)) => vec![word],
        Some(Value::Array(words)) => words.iter().filter_map(Value::as_str).collect(),
        _ if values.is_some() => values.into_iter().flatten().map(type_of).collect(),
        _ => {
            let implied = IMPLIED.iter().filter(|(keyword, _)| schema.contains_key(*keyword));
            implied.map(|(_, word)| *word).collect()
        }
    };
    types.retain(|word| super::keywords::TYPES.contains(word));
    let exact_text = text(schema, "pattern").is_some_and(|pattern| formats::pattern_words(pattern).is_some());
    if exact_text && types.contains(&"string") {
        // A number as text keeps all its digits; as a JSON number it would not.
        types.retain(|word| *word != "number");
    }
    let mut types = once(types);
    if types.contains(&"number") {
        types.retain(|word| *word != "integer");
    }
    types
}

fn is_of(word: &str, value: &Value) -> bool {
    let own = type_of(value);
    word == own || (word == "number" && own == "integer")
}
