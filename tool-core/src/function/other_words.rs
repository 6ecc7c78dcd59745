//! What a type says about the words of its enums and its schema does not: other names of a word, which one is the
//! catch-all, and their order. The type is asked when its tool is declared. Arguments get the advertised word before they
//! are checked; a catch-all is not advertised, because it is what a value becomes that is none of the words.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value, json};

use super::decode::{Told, question};
use crate::schema::{
    keyword::{list, named, text},
    remarks::escape,
};

/// Schemas inside each other that are looked at; a recursive type has no end.
const DEEPEST: usize = 10;

/// Text that no variant is called.
const NO_NAME: &str = "\0";

/// Places that are asked about. A type is decoded a few times for each.
const MOST: usize = 256;

/// The other names of every enum in the arguments of one tool.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct OtherWords(Vec<Words>);

/// What is to be corrected in a schema, once the whole of it is there.
#[derive(Debug, Default)]
pub(crate) struct Corrections {
    /// Each catch-all, behind a pointer to the schema that has it.
    catch_alls: Vec<(String, String)>,
    /// The words in the order of declaration, each list with a pointer to the schema whose alternatives they are.
    orders: BTreeMap<String, &'static [&'static str]>,
}

/// The other names at one place, each with the word that is advertised.
#[derive(Clone, Debug, PartialEq)]
struct Words {
    path: Vec<Step>,
    names: BTreeMap<String, String>,
}

/// One step from a value to one inside of it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Step {
    /// Every element of a list.
    Each,
    Property(String),
}

impl OtherWords {
    /// Asks a type what it takes at each place where its schema has words. The schema stands at this pointer.
    pub(crate) fn of(
        at: &str,
        schema: &Value,
        definitions: &Map<String, Value>,
        corrections: &mut Corrections,
        ask: &dyn Fn(&Value) -> Option<Told>,
    ) -> Self {
        let mut places = Places { definitions, path: Vec::new(), found: BTreeMap::new() };
        places.visit(schema, at, 0);
        let mut asked = Self::default();
        for (path, Found { words, at }) in places.found {
            let told = About::these(&words, |word| ask(&around(&path, question(word))));
            let pairs = told.catch_all.iter().flat_map(|word| at.iter().map(|at| (at.clone(), word.clone())));
            corrections.catch_alls.extend(pairs);
            let alternatives = at.iter().filter_map(|at| Some(at.rsplit_once("/oneOf/")?.0.to_owned()));
            corrections.orders.extend(alternatives.map(|at| (at, told.order)));
            if !told.names.is_empty() {
                asked.0.push(Words { path, names: told.names });
            }
        }
        asked
    }

    /// Adds those of an argument.
    pub(crate) fn extend(&mut self, argument: &str, mut others: Self) {
        for words in &mut others.0 {
            words.path.insert(0, Step::Property(argument.to_owned()));
        }
        self.extend_all(others);
    }

    /// Adds those of several arguments.
    pub(crate) fn extend_all(&mut self, others: Self) {
        self.0.extend(others.0);
    }

    /// Writes the advertised word for every other name of it.
    pub(crate) fn replace(&self, arguments: &mut Value) {
        for words in &self.0 {
            replace(&words.path, &words.names, arguments);
        }
    }
}

impl Corrections {
    /// Writes into the schema what the type says: no catch-all, and the words in the order of declaration.
    pub(crate) fn write(self, schema: &mut Value) {
        for (at, word) in self.catch_alls {
            let Some(place) = schema.pointer_mut(&at) else { continue };
            if let Some(Value::Array(words)) = place.get_mut("enum") {
                words.retain(|other| *other != word);
            }
            let is_empty = place.get("enum").is_some_and(|words| words.as_array().is_some_and(Vec::is_empty));
            if is_empty || place.get("const").is_some_and(|other| *other == word) {
                *place = Value::Bool(false);
            }
        }
        for (at, order) in self.orders {
            let alternatives = schema.pointer_mut(&at).and_then(|place| place.get_mut("oneOf"));
            if let Some(Value::Array(alternatives)) = alternatives {
                *alternatives = ordered(std::mem::take(alternatives), order);
            }
        }
    }
}

/// Returns alternatives in this order of their words. Those without a comment come as one from the generator, so they are
/// taken apart first; what is no word comes last.
fn ordered(alternatives: Vec<Value>, order: &[&str]) -> Vec<Value> {
    let place = |word: &Value| order.iter().position(|other| word == other).unwrap_or(usize::MAX);
    let mut each = Vec::new();
    for alternative in alternatives {
        let words = alternative
            .get("enum")
            .and_then(Value::as_array)
            .filter(|_| alternative.get("description").is_none());
        match words {
            Some(words) => each.extend(
                words.iter().map(|word| (place(word), json!({ "type": alternative["type"], "const": word }))),
            ),
            None => each.push((place(&alternative["const"]), alternative)),
        }
    }
    each.sort_by_key(|(place, _)| *place);
    each.into_iter().map(|(_, alternative)| alternative).collect()
}

fn replace(path: &[Step], names: &BTreeMap<String, String>, value: &mut Value) {
    match (path.split_first(), value) {
        (None, Value::String(word)) => {
            if let Some(advertised) = names.get(word) {
                word.clone_from(advertised);
            }
        }
        (Some((Step::Property(name), rest)), Value::Object(members)) => {
            if let Some(member) = members.get_mut(name) {
                replace(rest, names, member);
            }
        }
        (Some((Step::Each, rest)), Value::Array(elements)) => {
            for element in elements {
                replace(rest, names, element);
            }
        }
        _ => {}
    }
}

/// What a type told about the words of one place.
#[derive(Default)]
struct About {
    names: BTreeMap<String, String>,
    catch_all: Option<String>,
    order: &'static [&'static str],
}

impl About {
    /// Asks which names there are beside these words, each with the word of the same variant, and which is the catch-all.
    fn these(advertised: &BTreeSet<String>, ask: impl Fn(&str) -> Option<Told>) -> Self {
        let Some(Told::Names(names)) = ask("") else { return Self::default() };
        let variant = |name: &str| match ask(name)? {
            Told::Variant(variant) => Some(variant),
            Told::Names(_) => None,
        };
        let mut words = BTreeMap::new();
        for word in advertised.iter().filter(|word| names.contains(&word.as_str())) {
            // Where two words are one variant, or no variants are told apart, nothing is known.
            if variant(word).is_none_or(|variant| words.insert(variant, word).is_some()) {
                return Self::default();
            }
        }
        // Only a catch-all takes what is no name at all.
        let catch_all =
            variant(NO_NAME).and_then(|variant| words.remove(&variant)).filter(|_| !words.is_empty());
        let others = names.iter().filter(|name| !advertised.contains(**name));
        let pairs =
            others.filter_map(|name| Some(((*name).to_owned(), (*words.get(&variant(name)?)?).clone())));
        Self { names: pairs.collect(), catch_all: catch_all.cloned(), order: names }
    }
}

/// Returns a value that has nothing but what leads to one place.
fn around(path: &[Step], inside: Value) -> Value {
    path.iter().rev().fold(inside, |inside, step| match step {
        Step::Each => Value::Array(vec![inside]),
        Step::Property(name) => Value::Object(Map::from_iter([(name.clone(), inside)])),
    })
}

/// The places of a schema that have words.
struct Places<'s> {
    definitions: &'s Map<String, Value>,
    path: Vec<Step>,
    found: BTreeMap<Vec<Step>, Found>,
}

/// The words of one place, and where the schema has them.
#[derive(Default)]
struct Found {
    words: BTreeSet<String>,
    at: BTreeSet<String>,
}

impl Places<'_> {
    fn visit(&mut self, schema: &Value, at: &str, depth: usize) {
        let Value::Object(schema) = schema else { return };
        if depth > DEEPEST || self.found.len() >= MOST {
            return;
        }
        let definitions = self.definitions;
        if let Some(name) = text(schema, "$ref").and_then(|reference| reference.strip_prefix("#/$defs/"))
            && let Some(definition) = definitions.get(name)
        {
            self.visit(definition, &format!("/$defs/{name}"), depth + 1);
        }
        for word in list(schema, "enum").chain(schema.get("const")).filter_map(Value::as_str) {
            let found = self.found.entry(self.path.clone()).or_default();
            found.words.insert(word.to_owned());
            found.at.insert(at.to_owned());
        }
        for keyword in ["allOf", "anyOf", "oneOf"] {
            for (index, alternative) in list(schema, keyword).enumerate() {
                self.visit(alternative, &format!("{at}/{keyword}/{index}"), depth + 1);
            }
        }
        for (name, property) in named(schema, "properties") {
            let at = format!("{at}/properties/{}", escape(name));
            self.below(Step::Property(name.clone()), property, &at, depth);
        }
        if let Some(items) = schema.get("items") {
            self.below(Step::Each, items, &format!("{at}/items"), depth);
        }
    }

    fn below(&mut self, step: Step, schema: &Value, at: &str, depth: usize) {
        self.path.push(step);
        self.visit(schema, at, depth + 1);
        self.path.pop();
    }
}
