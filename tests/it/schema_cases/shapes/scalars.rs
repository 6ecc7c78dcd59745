//! Maps, and numbers of every width.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::collections::{BTreeMap, HashMap};

#[derive(Serialize, Deserialize, JsonSchema)]
pub(crate) struct Maps {
    labels: HashMap<String, String>,
    counts: BTreeMap<String, u64>,
    free: Map<String, Value>,
    by_int: HashMap<u32, String>,
    by_enum: HashMap<Color2, i32>,
}
#[derive(Serialize, Deserialize, JsonSchema, PartialEq, Eq, Hash)]
pub(crate) enum Color2 {
    Red,
    Green,
}
#[derive(Serialize, Deserialize, JsonSchema)]
pub(crate) struct Ints {
    a: u8,
    b: u16,
    c: u32,
    d: u64,
    e: usize,
    f: i8,
    g: i32,
    h: i64,
    i: i128,
    j: u128,
    k: std::num::NonZeroU32,
    l: f32,
    m: f64,
    n: char,
    o: bool,
    p: isize,
}
#[derive(Serialize, Deserialize, JsonSchema)]
pub(crate) struct Bounded {
    #[schemars(range(min = 1, max = 100))]
    limit: u32,
    #[schemars(length(min = 1, max = 10))]
    name: String,
    #[schemars(regex(pattern = r"^(?!tmp_)[a-z]+$"))]
    slug: String,
    #[schemars(email)]
    mail: String,
    #[schemars(url)]
    site: String,
    #[schemars(example = "x@y")]
    ex: String,
    #[schemars(inner(length(max = 3)))]
    tags: Vec<String>,
}
