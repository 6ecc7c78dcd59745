//! The compiled parts of a schema: what stands at each pointer, as a whole and as one level without what is inside.
//! What is said about a value that does not fit is `explain`.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
};

use jsonschema::{ErrorIterator, Validator, ValidatorMap};
use serde_json::{Map, Value, json};

use super::{checker, keyword::Schema};

/// The validators of the parts of one schema.
pub(super) struct Parts {
    whole: ValidatorMap,
    /// Levels by pointer, each compiled when it is asked for the first time and kept: compiling one takes longer than
    /// asking it about a thousand values, and how many values are wrong is the caller's choice.
    levels: Mutex<HashMap<String, Option<Arc<Level>>>>,
}

impl Parts {
    /// Compiles the parts of a schema, or nothing if one does not compile.
    pub(super) fn compile(schema: &Value) -> Option<Self> {
        let whole = checker::options().build_map(schema).ok()?;
        Some(Self { whole, levels: Mutex::default() })
    }

    /// Whether there is a schema at a pointer.
    pub(super) fn know(&self, at: &str) -> bool {
        self.whole.get(at).is_some()
    }

    /// Whether a value fits what stands at a pointer.
    pub(super) fn fit(&self, at: &str, value: &Value) -> bool {
        self.whole.get(at).is_some_and(|part| part.is_valid(value))
    }

    /// Returns the level of a schema that stands at a pointer.
    pub(super) fn level(&self, schema: &Schema, at: &str) -> Option<Arc<Level>> {
        self.kept(at, || Level::compile(schema))
    }

    /// Returns the level of what is said at a pointer, for a caller who knows which keywords are about a value itself.
    pub(super) fn level_of(&self, at: &str, itself: impl FnOnce() -> Value) -> Option<Arc<Level>> {
        self.kept(at, || Some(Level { itself: checker::options().build(&itself()).ok()?, names: None }))
    }

    fn kept(&self, at: &str, compile: impl FnOnce() -> Option<Level>) -> Option<Arc<Level>> {
        let levels = || self.levels.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(level) = levels().get(at) {
            return level.clone();
        }
        // Not under the lock: another call may ask meanwhile, and at worst compiles the same.
        let level = compile().map(Arc::new);
        levels().entry(at.to_owned()).or_insert(level).clone()
    }

    /// Returns how many levels have been compiled.
    #[cfg(test)]
    pub(super) fn compiled(&self) -> usize {
        self.levels.lock().unwrap().len()
    }
}

/// What a schema says about a value itself, and nothing about what is inside.
pub(super) struct Level {
    itself: Validator,
    /// Takes an object of one member if its name may be there. Apart, because a pattern is asked about every name, and
    /// whoever asks has to be able to stop.
    names: Option<Validator>,
}

impl Level {
    fn compile(schema: &Schema) -> Option<Self> {
        let compile = |schema: Value| checker::options().build(&schema).ok();
        let names = match names(schema) {
            Some(names) => Some(compile(names)?),
            None => None,
        };
        Some(Self { itself: compile(shallow(schema))?, names })
    }

    /// Returns what is wrong with a value, but for names that do not match a pattern.
    pub(super) fn errors<'e>(&'e self, value: &'e Value) -> ErrorIterator<'e> {
        self.itself.iter_errors(value)
    }

    /// Returns the names of a value that do not match the pattern, one at a time.
    pub(super) fn unmatched<'v>(&self, value: &'v Value) -> impl Iterator<Item = &'v str> {
        let members = self.names.as_ref().and_then(|names| Some((names, value.as_object()?)));
        members.into_iter().flat_map(|(allowed, members)| {
            members.keys().map(String::as_str).filter(|name| !allowed.is_valid(&json!({ *name: null })))
        })
    }
}

/// Returns a schema of one level. Names beside a pattern are left to [`names`].
fn shallow(schema: &Schema) -> Value {
    let patterned = schema.contains_key("patternProperties");
    let kept = schema.iter().filter_map(|(keyword, value)| match keyword.as_str() {
        "$defs" | "$ref" | "anyOf" | "items" | "patternProperties" | "prefixItems" => None,
        "additionalProperties" if patterned || value.is_object() => None,
        "properties" => Some((keyword.clone(), anything(value))),
        _ => Some((keyword.clone(), value.clone())),
    });
    Value::Object(kept.collect())
}

/// Returns a schema of the names that an object with a pattern may have.
fn names(schema: &Schema) -> Option<Value> {
    let declared = schema.get("properties").map_or_else(|| json!({}), anything);
    let patterned = anything(schema.get("patternProperties")?);
    Some(json!({ "properties": declared, "patternProperties": patterned, "additionalProperties": false }))
}

/// Returns the same names with schemas that take anything.
fn anything(named: &Value) -> Value {
    let keys = named.as_object().into_iter().flat_map(Map::keys);
    keys.map(|name| (name.clone(), json!({}))).collect::<Map<_, _>>().into()
}
