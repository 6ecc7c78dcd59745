//! One input of a tool, checked: its type, and how it travels. What is wrong with it is said here, once.

use std::path::Path;

use serde_json::{Map, Number, Value, json};
use tool_core::PathRoot;

use crate::{
    below::below,
    manifest::{Input, Kind, Travels},
    value::{Pattern, PatternFault, ValueType},
};

/// The most characters of a value with a pattern, unless its input says another number.
const LONGEST_WORD: usize = 256;

/// The most characters of text on standard input, unless its input says another number.
const LONGEST_TEXT: usize = 65_536;

/// The most values of a repeated input, unless it says another number.
const MOST_ITEMS: usize = 64;

/// An input whose type and way are known.
#[derive(Clone, Debug)]
pub(crate) struct Argument {
    pub(crate) name: String,
    pub(crate) value_type: ValueType,
    pub(crate) travels: Option<Travels>,
    pub(crate) required: bool,
    pub(crate) repeated: bool,
    description: String,
    most_items: usize,
}

impl Argument {
    /// Checks an input by itself. `runs` is whether the tool runs as a program, so that each input has to travel; `folder`
    /// is the one that the tool runs in.
    pub(crate) fn of(input: &Input, runs: bool, folder: &Path) -> Result<Self, String> {
        let said = |what: &str| format!("input `{}` {what}", input.name);
        if !is_name(&input.name) {
            return Err(said(
                "has a name that is not lower snake case; write a letter, then letters, digits and `_`",
            ));
        }
        if input.description.trim().is_empty() {
            return Err(said("has no description; say what it is, a model reads it"));
        }
        if let Some(key) = misplaced(input) {
            return Err(said(&format!("has `{key}`, which its type does not have; leave it out")));
        }
        let value_type = value_type(input, folder).map_err(|what| said(&what))?;
        if runs && input.travels.is_none() {
            return Err(said("does not say how it reaches the program; write `travels`"));
        }
        if let Some(what) = input.travels.as_ref().and_then(|travels| wrong_way(input, &value_type, travels))
        {
            return Err(said(&what));
        }
        if input.repeated && input.kind == Kind::Boolean {
            return Err(said("is a repeated boolean; a flag is there or not"));
        }
        if input.max_items == Some(0) || input.max_length == Some(0) {
            return Err(said("takes nothing; write a number above 0, or leave it out"));
        }
        Ok(Self {
            name: input.name.clone(),
            value_type,
            travels: input.travels.clone(),
            required: input.required,
            repeated: input.repeated,
            description: input.description.clone(),
            most_items: input.max_items.unwrap_or(MOST_ITEMS),
        })
    }

    /// Returns the JSON Schema of the argument.
    pub(crate) fn schema(&self) -> Value {
        let mut schema = self.value_type.schema();
        if self.repeated {
            let list =
                json!({ "type": "array", "items": schema, "minItems": 1, "maxItems": self.most_items });
            schema = list.as_object().cloned().unwrap_or_else(Map::new);
        }
        schema.insert("description".to_owned(), self.description.as_str().into());
        schema.into()
    }

    pub(crate) fn most_items(&self) -> usize {
        self.most_items
    }

    /// Returns whether any text at all would become an element.
    pub(crate) fn is_unconstrained(&self) -> bool {
        self.value_type.is_unconstrained() && self.travels.as_ref().is_some_and(|way| *way != Travels::Stdin)
    }
}

fn is_name(name: &str) -> bool {
    let is_rest = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_';
    name.starts_with(|first: char| first.is_ascii_lowercase()) && name.bytes().all(is_rest)
}

/// Finds a key that the type of the input does not have.
fn misplaced(input: &Input) -> Option<&'static str> {
    let bounds = [Kind::Integer, Kind::Number];
    let keys = [
        ("values", input.values.is_some(), &[Kind::Enum][..]),
        ("pattern", input.pattern.is_some(), &[Kind::Pattern]),
        ("minimum", input.minimum.is_some(), &bounds),
        ("maximum", input.maximum.is_some(), &bounds),
        ("max_length", input.max_length.is_some(), &[Kind::Pattern, Kind::Text]),
        ("root", input.root.is_some(), &[Kind::Path]),
        ("new", input.new, &[Kind::Path]),
    ];
    let stray = keys.into_iter().find(|(_, written, kinds)| *written && !kinds.contains(&input.kind));
    let stray = stray.map(|(key, ..)| key);
    stray.or_else(|| (input.max_items.is_some() && !input.repeated).then_some("max_items"))
}

fn value_type(input: &Input, folder: &Path) -> Result<ValueType, String> {
    Ok(match input.kind {
        Kind::Boolean => ValueType::Boolean,
        Kind::Date => ValueType::Date,
        Kind::Enum => words(input)?,
        Kind::Id => ValueType::Id,
        Kind::Integer => {
            let whole = |bound: &Option<Number>| bound.as_ref().and_then(Number::as_i64);
            match (whole(&input.minimum), whole(&input.maximum)) {
                (Some(least), Some(most)) if least <= most => ValueType::Integer { least, most },
                _ => return Err("needs a whole `minimum` and a whole `maximum`, in this order".to_owned()),
            }
        }
        Kind::Number => {
            let bound = |bound: &Option<Number>| bound.as_ref().and_then(Number::as_f64);
            match (bound(&input.minimum), bound(&input.maximum)) {
                (Some(least), Some(most)) if least <= most => ValueType::Number { least, most },
                _ => return Err("needs a `minimum` and a `maximum`, in this order".to_owned()),
            }
        }
        Kind::Path => {
            let root = below(folder, input.root.as_deref().unwrap_or(".".as_ref()));
            let root = root.map_err(|not_below| format!("has a root that {not_below}"))?;
            let root =
                PathRoot::new(root).map_err(|error| format!("has a root that is not there: {error}"))?;
            ValueType::Path { root, new: input.new }
        }
        Kind::Pattern => {
            let source = input.pattern.as_deref().ok_or("needs a `pattern`")?;
            let pattern = Pattern::new(source, input.max_length.unwrap_or(LONGEST_WORD));
            let said = |PatternFault(why)| format!("has a pattern that cannot be read: {why}");
            ValueType::Pattern(pattern.map_err(said)?)
        }
        Kind::Semver => ValueType::Semver,
        Kind::Text => ValueType::Text { longest: input.max_length.unwrap_or(LONGEST_TEXT) },
        Kind::Uuid => ValueType::Uuid,
    })
}

fn words(input: &Input) -> Result<ValueType, String> {
    let words = input.values.clone().unwrap_or_default();
    if words.is_empty() {
        return Err("needs `values`, one word at least".to_owned());
    }
    if words.iter().any(|word| word.is_empty() || word.contains('\0')) {
        return Err("has an empty word, or one with a NUL character".to_owned());
    }
    let may_dash = matches!(input.travels, Some(Travels::Joined(_) | Travels::Stdin) | None);
    match words.iter().find(|word| word.starts_with('-') && !may_dash) {
        Some(word) => Err(format!(
            "has the word `{word}`, which a program reads as a flag; write a boolean input with that flag, or travel joined"
        )),
        None => Ok(ValueType::Enum(words)),
    }
}

/// Finds a way that the input cannot take.
fn wrong_way(input: &Input, value_type: &ValueType, travels: &Travels) -> Option<String> {
    match travels {
        Travels::Flag(flag) | Travels::Joined(flag) if !is_flag(flag) => {
            Some(format!("has the flag `{flag}`; write `-x` or `--long-name`"))
        }
        Travels::Joined(flag) if !flag.starts_with("--") => Some(format!(
            "joins `{flag}` and its value with `=`, which only long flags take; write `--long-name`"
        )),
        Travels::Positional | Travels::Stdin if matches!(value_type, ValueType::Boolean) => {
            Some("is a boolean, which only a flag can say".to_owned())
        }
        Travels::Stdin if input.repeated => {
            Some("is repeated, and standard input is one text; leave `repeated` out".to_owned())
        }
        _ => None,
    }
}

fn is_flag(flag: &str) -> bool {
    let name = flag.strip_prefix("--").or_else(|| flag.strip_prefix('-').filter(|name| name.len() == 1));
    name.is_some_and(|name| {
        name.starts_with(|first: char| first.is_ascii_alphanumeric())
            && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte))
    })
}
