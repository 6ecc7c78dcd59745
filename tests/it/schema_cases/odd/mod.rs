//! Odd types: what serde and schemars allow and nobody thinks of, with values of each. Every type is taken as it stands
//! and held by another one.
//!
//! What belongs to one report of a case is in `shapes`; these are here for what holds for all of them.

mod crates;
mod enums;
mod flattened;
mod generic;
mod names;
mod standard;
mod stated;
mod taken;

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use serde_json::{Value, json};

use super::described::Described;

/// A type with values of it, as serde writes them.
pub(crate) struct Odd {
    pub(crate) name: String,
    pub(crate) described: Described,
    pub(crate) samples: Vec<Value>,
}

/// A type wherever another one can hold it.
#[derive(Serialize, Deserialize, JsonSchema)]
struct Held<T> {
    /// Exactly one.
    one: T,
    maybe: Option<T>,
    many: Vec<T>,
    named: BTreeMap<String, T>,
}

/// Returns a type as it stands, with these values of it.
fn odd<T: Serialize + DeserializeOwned + JsonSchema, const N: usize>(samples: [T; N]) -> Vec<Odd> {
    // Without its module and its parameters.
    let name = std::any::type_name::<T>().split('<').next().unwrap().rsplit("::").next().unwrap();
    let samples: Vec<_> = samples.iter().map(|sample| serde_json::to_value(sample).unwrap()).collect();
    let held = samples.iter().flat_map(|sample| {
        let full =
            json!({ "one": sample, "maybe": sample, "many": [sample, sample], "named": { "a": sample } });
        let bare = json!({ "one": sample, "maybe": null, "many": [], "named": {} });
        [full, bare]
    });
    vec![
        Odd {
            name: format!("Held<{name}>"),
            described: Described::new::<Held<T>>(),
            samples: held.collect(),
        },
        Odd { name: name.to_owned(), described: Described::new::<T>(), samples },
    ]
}

/// Returns every odd type, as it stands and held.
pub(crate) fn every_odd_type() -> Vec<Odd> {
    let groups = [
        crates::all(),
        enums::all(),
        flattened::all(),
        generic::all(),
        names::all(),
        standard::all(),
        stated::all(),
    ];
    groups.into_iter().flatten().flatten().collect()
}
