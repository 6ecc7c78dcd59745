//! Writes the dialect out as JSON, in two forms: what is advertised, and what is checked beside it when the advertised
//! form had to leave something to words.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use super::{
    node::{Array, Bounds, Kind, Node, Object, Rest, Str},
    number, pattern,
    sorted::sorted,
    text,
};

/// What a schema is written for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// What models and hosts read.
    Advertised,
    /// What calls are checked against after the advertised form: every constraint, and no words.
    Exact,
    /// The advertised form without words, to see whether the exact one says more.
    Bare,
}

/// Writes a schema with the definitions that it refers to.
pub(super) fn document(root: &Node, definitions: &BTreeMap<String, Node>, form: Form) -> Map<String, Value> {
    let mut written = node(root, form);
    let defined = reachable(root, definitions, form);
    if !defined.is_empty() {
        let defined =
            defined.into_iter().map(|(name, definition)| (name.clone(), node(definition, form).into()));
        written.insert("$defs".to_owned(), Value::Object(defined.collect()));
    }
    sorted(written)
}

/// Returns the definitions that a schema needs, and no others.
fn reachable<'d>(
    root: &Node,
    definitions: &'d BTreeMap<String, Node>,
    form: Form,
) -> BTreeMap<&'d String, &'d Node> {
    let mut found = BTreeMap::new();
    let mut open = vec![root];
    while let Some(node) = open.pop() {
        if let Kind::Reference(name) = &node.kind
            && let Some((name, definition)) = definitions.get_key_value(name)
            && found.insert(name, definition).is_none()
        {
            open.push(definition);
        }
        match &node.kind {
            Kind::Object(object) if form == Form::Exact && !object.forms.is_empty() => {
                open.extend(&object.forms);
            }
            _ => open.extend(node.children().into_iter().map(|(_, child)| child)),
        }
    }
    found
}

fn node(node: &Node, form: Form) -> Map<String, Value> {
    let mut facts = Vec::new();
    let mut written = Map::new();
    match &node.kind {
        Kind::Any => {}
        Kind::Array(items) => array(items, form, &mut written, &mut facts),
        Kind::Boolean => typed(&mut written, "boolean"),
        Kind::Integer(range) => {
            typed(&mut written, "integer");
            bounds(range, form, &mut written, &mut facts);
            written.values_mut().for_each(make_whole);
        }
        Kind::Null => typed(&mut written, "null"),
        Kind::Number(range) => {
            typed(&mut written, "number");
            bounds(range, form, &mut written, &mut facts);
        }
        Kind::Object(fields) => object(fields, form, &mut written, &mut facts),
        Kind::Reference(name) => {
            written.insert("$ref".to_owned(), format!("#/$defs/{name}").into());
        }
        Kind::String(letters) => string(letters, form, &mut written, &mut facts),
        Kind::Union(branches) => alternatives(branches, form, &mut written, &mut facts),
    }
    if !node.values.is_empty() {
        written.insert("enum".to_owned(), node.values.clone().into());
    }
    if form == Form::Advertised {
        say(node, &facts, &mut written);
    }
    written
}

/// Writes each alternative once. Those that differ only in what words or the exact form can say read as one.
fn alternatives(branches: &[Node], form: Form, written: &mut Map<String, Value>, facts: &mut Vec<String>) {
    let mut each: Vec<Map<String, Value>> = Vec::new();
    for branch in branches {
        let branch = node(branch, form);
        if form == Form::Exact || !each.contains(&branch) {
            each.push(branch);
        }
    }
    match <[_; 1]>::try_from(each) {
        Ok([mut only]) => {
            if let Some(Value::String(said)) = only.remove("description") {
                facts.push(said);
            }
            written.extend(only);
        }
        Err(each) => {
            let each: Vec<_> = each.into_iter().map(Value::Object).collect();
            written.insert("anyOf".to_owned(), each.into());
        }
    }
}

/// Adds the words and the default.
fn say(node: &Node, facts: &[String], written: &mut Map<String, Value>) {
    let description = text::joined(&node.wording, facts);
    if (description.is_some() || node.default.is_some()) && written.contains_key("$ref") {
        // Several hosts lose everything that stands beside a `$ref`.
        let alone = std::mem::take(written);
        written.insert("anyOf".to_owned(), json!([alone]));
    }
    written.extend(description.map(|description| ("description".to_owned(), description.into())));
    written.extend(node.default.clone().map(|default| ("default".to_owned(), default)));
}

fn typed(written: &mut Map<String, Value>, word: &str) {
    written.insert("type".to_owned(), word.into());
}

fn array(array: &Array, form: Form, written: &mut Map<String, Value>, facts: &mut Vec<String>) {
    typed(written, "array");
    written.extend(array.min.map(|min| ("minItems".to_owned(), min.into())));
    written.extend(array.max.map(|max| ("maxItems".to_owned(), max.into())));
    if form == Form::Exact {
        written.insert("items".to_owned(), node(&array.items, form).into());
        if !array.positions.is_empty() {
            let positions: Vec<_> =
                array.positions.iter().map(|position| Value::Object(node(position, form))).collect();
            written.insert("prefixItems".to_owned(), positions.into());
        }
        if array.unique {
            written.insert("uniqueItems".to_owned(), true.into());
        }
        return;
    }
    let each: Vec<_> = array.positions.iter().chain(array.rest()).cloned().collect();
    let alike = each.windows(2).all(|pair| pair[0] == pair[1]);
    written.insert("items".to_owned(), node(&Node::union(each), form).into());
    if !alike {
        let kinds: Vec<_> = array.positions.iter().map(kind_name).collect();
        facts.push(format!("positions: {}", kinds.join(", ")));
    }
    if array.unique {
        facts.push("no repeated items".to_owned());
    }
}

fn object(object: &Object, form: Form, written: &mut Map<String, Value>, facts: &mut Vec<String>) {
    typed(written, "object");
    if form == Form::Exact && !object.forms.is_empty() {
        let forms: Vec<_> = object.forms.iter().map(|one| Value::Object(node(one, form))).collect();
        written.insert("anyOf".to_owned(), forms.into());
        return;
    }
    let is_map = matches!(object.rest, Rest::Open | Rest::Each(_));
    if !is_map || !object.properties.is_empty() {
        let properties =
            object.properties.iter().map(|(name, property)| (name.clone(), node(property, form).into()));
        written.insert("properties".to_owned(), Value::Object(properties.collect()));
    }
    let required: Vec<_> =
        object.required.iter().filter(|name| object.properties.contains_key(*name)).collect();
    if !required.is_empty() {
        written.insert("required".to_owned(), json!(required));
    }
    let rest = match &object.rest {
        Rest::Closed | Rest::Unstated => false.into(),
        Rest::Open => true.into(),
        Rest::Each(each) => node(each, form).into(),
    };
    match &object.keys {
        Some(keys) if form == Form::Exact => {
            written.insert("patternProperties".to_owned(), json!({ keys: rest }));
            written.insert("additionalProperties".to_owned(), false.into());
        }
        keys => {
            facts.extend(keys.iter().map(|keys| format!("keys match {}", text::pattern(keys))));
            written.insert("additionalProperties".to_owned(), rest);
        }
    }
}

fn string(string: &Str, form: Form, written: &mut Map<String, Value>, facts: &mut Vec<String>) {
    typed(written, "string");
    written.extend(string.min_length.map(|min| ("minLength".to_owned(), min.into())));
    written.extend(string.max_length.map(|max| ("maxLength".to_owned(), max.into())));
    written.extend(string.format.map(|format| ("format".to_owned(), format.into())));
    let Some(pattern) = &string.pattern else { return };
    let portable = pattern::portable(&pattern.source).filter(|_| pattern.words.is_none());
    match portable {
        Some(portable) => {
            written.insert("pattern".to_owned(), portable.into());
        }
        None if form == Form::Exact => {
            written.insert("pattern".to_owned(), pattern.source.clone().into());
        }
        None => facts.push(match pattern.words {
            Some(words) => words.to_owned(),
            None => format!("must match {}", text::pattern(&pattern.source)),
        }),
    }
}

fn bounds(bounds: &Bounds, form: Form, written: &mut Map<String, Value>, facts: &mut Vec<String>) {
    match (bounds.not_zero, form) {
        (true, Form::Exact) => {
            written.insert("not".to_owned(), json!({ "const": 0 }));
        }
        (true, _) => facts.push("not 0".to_owned()),
        (false, _) => {}
    }
    let (low, high) = match (&bounds.machine, form) {
        (Some((low, high)), Form::Exact) => (Some(low), Some(high)),
        _ => (None, None),
    };
    let limits = [
        ("minimum", bounds.minimum.as_ref().or(low)),
        ("maximum", bounds.maximum.as_ref().or(high)),
        ("exclusiveMinimum", bounds.exclusive_minimum.as_ref()),
        ("exclusiveMaximum", bounds.exclusive_maximum.as_ref()),
        ("multipleOf", bounds.multiple_of.as_ref()),
    ];
    for (keyword, limit) in limits {
        if let Some(limit) = limit.filter(|limit| form == Form::Exact || number::is_safe(limit)) {
            written.insert(keyword.to_owned(), limit.clone().into());
        }
    }
}

/// Writes the bound of an integer as one: `1`, not `1.0`.
fn make_whole(limit: &mut Value) {
    if let Value::Number(number) = limit
        && let Some(whole) = number::whole(number)
    {
        *limit = whole.into();
    }
}

fn kind_name(node: &Node) -> &'static str {
    match node.kind {
        Kind::Any => "any value",
        Kind::Array(_) => "array",
        Kind::Boolean => "boolean",
        Kind::Integer(_) => "integer",
        Kind::Null => "null",
        Kind::Number(_) => "number",
        Kind::Object(_) | Kind::Reference(_) => "object",
        Kind::String(_) => "string",
        Kind::Union(_) => "one of several",
    }
}
