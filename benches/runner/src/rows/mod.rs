//! The rows, by the names that `scripts/bench` takes.

mod call;
mod catalogue;
mod compile;
mod crates;
mod extras;
mod http;
mod list;
mod load;
mod registry;
mod scale;

use crate::{Fallible, report::Report};

type Row = fn(&mut Report) -> Fallible<()>;

const ROWS: [(&str, Row); 10] = [
    ("call", call::run),
    ("scale", scale::run),
    ("http", http::run),
    ("list", list::run),
    ("catalogue", catalogue::run),
    ("registry", registry::run),
    ("extras", extras::run),
    ("load", load::run),
    ("crates", crates::run),
    ("compile", compile::run),
];

/// Returns the rows of these names, or all of them.
pub(crate) fn named(names: &[String]) -> Fallible<Vec<(&'static str, Row)>> {
    if names.is_empty() {
        return Ok(ROWS.to_vec());
    }
    let find = |name: &String| {
        ROWS.iter().find(|(known, _)| known == name).copied().ok_or_else(|| {
            let known: Vec<_> = ROWS.iter().map(|(name, _)| *name).collect();
            format!("there is no row {name}; expected {}", known.join(", ")).into()
        })
    };
    names.iter().map(find).collect()
}
