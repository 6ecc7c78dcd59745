//! What is said in place of constraints that a schema cannot keep, for whoever writes schemas in other dialects: the words that this
//! crate uses everywhere. It knows no provider.

use serde_json::{Map, Value};

use super::{alternative::Definitions, describe::describe, forms, keyword};
pub(crate) use super::{node::escape, text::value};

/// Returns what a schema allows, with its article: `an integer from 1 to 100`.
pub(crate) fn allowed(schema: &Map<String, Value>) -> String {
    describe(schema, Definitions::of(schema))
}

/// Returns every value of an enumeration as a phrase: `one of 1, 2, 4`.
pub(crate) fn one_of(values: &[Value]) -> String {
    format!("one of {}", values.iter().map(value).collect::<Vec<_>>().join(", "))
}

/// Returns a description that also says this line, in a line of its own.
pub(crate) fn with_line(description: Option<&str>, line: &str) -> String {
    match description {
        None | Some("") => line.to_owned(),
        Some(said) if said.lines().any(|known| known == line) => said.to_owned(),
        Some(said) => format!("{said}\n{line}"),
    }
}

/// Returns whether the root of a schema stands for several forms, of which a call takes one.
pub(crate) fn has_forms(schema: &Map<String, Value>) -> bool {
    let said = keyword::text(schema, "description").unwrap_or_default();
    said.lines().any(|line| line.starts_with(forms::OPENING))
}
