//! Which alternative of a union a value was meant for. Used to explain what is wrong with it, and to tidy it.

use serde_json::{Map, Value};

use super::keyword::{Schema, list, property, required, text};

/// A written schema with the definitions that it refers to.
#[derive(Clone, Copy)]
pub(crate) struct Definitions<'s>(Option<&'s Schema>);

impl<'s> Definitions<'s> {
    pub(crate) fn of(root: &'s Schema) -> Self {
        Self(root.get("$defs").and_then(Value::as_object))
    }

    /// Returns a schema, or the definition that it names.
    pub(crate) fn resolve(self, schema: &'s Schema) -> &'s Schema {
        self.resolve_at(schema, "").0
    }

    /// Returns a schema and its pointer, or those of the definition that it names.
    pub(super) fn resolve_at(self, schema: &'s Schema, at: &str) -> (&'s Schema, String) {
        let (mut schema, mut at) = (schema, at.to_owned());
        // A definition may be the name of another one; a loop of names is refused when a schema is read.
        for _ in 0..16 {
            let name = text(schema, "$ref").and_then(|target| target.strip_prefix("#/$defs/"));
            let Some((name, target)) = name.and_then(|name| Some((name, self.0?.get(name)?.as_object()?)))
            else {
                break;
            };
            schema = target;
            at = format!("#/$defs/{name}");
        }
        (schema, at)
    }

    /// Returns the alternatives of a schema, resolved.
    pub(super) fn alternatives(self, schema: &'s Schema) -> Vec<&'s Schema> {
        list(schema, "anyOf").filter_map(Value::as_object).map(|branch| self.resolve(branch)).collect()
    }

    /// Returns the pointer of an alternative of the schema at a pointer, or that of the definition that it names.
    pub(super) fn alternative_at(self, schema: &'s Schema, at: &str, index: usize) -> String {
        let at = format!("{at}/anyOf/{index}");
        match schema.get("anyOf").and_then(|branches| branches.get(index)?.as_object()) {
            Some(branch) => self.resolve_at(branch, &at).1,
            None => at,
        }
    }

    pub(super) fn allows_null(self, schema: &'s Schema) -> bool {
        let schema = self.resolve(schema);
        match (schema.get("type"), schema.contains_key("anyOf")) {
            (Some(word), _) => word == "null",
            (None, true) => self.alternatives(schema).into_iter().any(|branch| {
                branch.get("type").is_none_or(|word| word == "null") && !branch.contains_key("anyOf")
            }),
            (None, false) => true,
        }
    }
}

/// An alternative that a value was meant for.
pub(super) struct Chosen<'s> {
    pub(super) index: usize,
    pub(super) schema: &'s Schema,
    /// The property that says so, with its word.
    pub(super) tag: Option<(&'s str, &'s str)>,
}

/// Returns the alternative that a value was meant for: the one whose constant it has, or else the only one of its
/// type, or else the one that shares the most names with it.
pub(super) fn choose<'s>(alternatives: &[&'s Schema], value: &Value) -> Option<Chosen<'s>> {
    let of_type = || alternatives.iter().enumerate().filter(|(_, schema)| is_of_type(schema, value));
    let tagged = of_type().find_map(|(index, schema)| {
        let tag = tags(schema).find(|(name, word)| value.get(name).is_some_and(|own| own == word))?;
        Some(Chosen { index, schema, tag: Some(tag) })
    });
    if tagged.is_some() {
        return tagged;
    }
    let mut candidates: Vec<_> = of_type().collect();
    if candidates.len() > 1 {
        candidates.retain(|(_, schema)| shared(schema, value) > 0);
        let most = candidates.iter().map(|(_, schema)| shared(schema, value)).max();
        candidates.retain(|(_, schema)| Some(shared(schema, value)) == most);
    }
    // Several alternatives tell themselves apart by a word; a value without that word was meant for none of them.
    let undecided = candidates.len() > 1;
    let (index, schema) = candidates.into_iter().next().filter(|_| !undecided)?;
    Some(Chosen { index, schema, tag: None })
}

/// Returns the required properties of an object that hold one word only.
pub(super) fn tags(schema: &Schema) -> impl Iterator<Item = (&str, &str)> {
    required(schema).filter_map(|name| {
        let values = property(schema, name)?.get("enum")?.as_array()?;
        match values.as_slice() {
            [Value::String(only)] => Some((name, only.as_str())),
            _ => None,
        }
    })
}

fn is_of_type(schema: &Schema, value: &Value) -> bool {
    match text(schema, "type") {
        None => true,
        Some("array") => value.is_array(),
        Some("boolean") => value.is_boolean(),
        Some("integer" | "number") => value.is_number(),
        Some("null") => value.is_null(),
        Some("object") => value.is_object(),
        Some(_) => value.is_string(),
    }
}

/// Returns how many names of an object a schema declares.
fn shared(schema: &Schema, value: &Value) -> usize {
    let names = value.as_object().into_iter().flat_map(Map::keys);
    names.filter(|name| property(schema, name).is_some()).count()
}
