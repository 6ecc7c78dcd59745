//! Shapes that were met later.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::enums::Color;
use super::optional::OptPlain;
use serde_json::Value;
use std::collections::HashMap;

#[derive(Serialize, Deserialize, JsonSchema)]
pub(crate) struct MapVec {
    m: HashMap<String, Vec<Value>>,
}
fn tenth() -> f32 {
    0.1
}
#[derive(Serialize, Deserialize, JsonSchema)]
/// Search the index.
///
/// Second paragraph of the
/// struct docs.
pub(crate) struct Docs {
    /// One line that is
    /// wrapped over two.
    ///
    /// # Example
    /// `x`
    a: String,
    #[serde(default = "tenth")]
    ratio: f32,
}
#[derive(Serialize, Deserialize, JsonSchema)]
pub(crate) struct TriState {
    flag: Option<bool>,
    unit: Option<()>,
    items: Option<Vec<Option<i32>>>,
    val: Option<Value>,
    map: Option<HashMap<String, i32>>,
}
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum WithOther {
    Known,
    #[serde(alias = "k2")]
    Aliased,
    #[serde(other)]
    Unknown,
}
#[derive(Serialize, Deserialize, JsonSchema)]
pub(crate) struct UseOther {
    k: WithOther,
}
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Inner {
    a: i32,
}
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(tag = "t")]
pub(crate) enum TagNew {
    A(Inner),
    B(OptPlain),
}
#[derive(Serialize, Deserialize, JsonSchema)]
pub(crate) struct UseTagNew {
    v: TagNew,
}
#[derive(Serialize, Deserialize, JsonSchema)]
pub(crate) struct KeywordNames {
    title: String,
    r#type: String,
    properties: Option<String>,
    format: Option<String>,
    required: bool,
    default: Option<i32>,
    #[serde(rename = "$ref")]
    r: Option<String>,
    description: Option<String>,
    #[serde(rename = "enum")]
    e: Option<String>,
    items: Vec<String>,
}
#[derive(Serialize, Deserialize, JsonSchema)]
pub(crate) struct Unicode {
    #[serde(rename = "größe")]
    g: i32,
    #[serde(rename = "page[size]")]
    p: i32,
    #[serde(rename = "a.b")]
    ab: i32,
    #[serde(rename = "a b")]
    sp: i32,
}
#[derive(Serialize, Deserialize, JsonSchema)]
pub(crate) struct BigBound {
    #[schemars(range(min = 0, max = 18446744073709551615u64))]
    a: u64,
    #[schemars(range(max = 9223372036854775807i64))]
    b: i64,
}
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub(crate) enum NumOrStr {
    N(f64),
    S(String),
    Null,
}
#[derive(Serialize, Deserialize, JsonSchema)]
pub(crate) struct UseNumOrStr {
    x: NumOrStr,
}
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Depr {
    /// old
    #[deprecated]
    OldOne,
    NewOne,
}
#[derive(Serialize, Deserialize, JsonSchema)]
pub(crate) struct UseDepr {
    d: Depr,
    #[deprecated]
    e: i32,
}
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(from = "String", into = "String")]
#[derive(Clone)]
pub(crate) struct FromStr(String);
impl From<String> for FromStr {
    fn from(s: String) -> Self {
        FromStr(s)
    }
}
impl From<FromStr> for String {
    fn from(s: FromStr) -> Self {
        s.0
    }
}
#[derive(Serialize, Deserialize, JsonSchema)]
pub(crate) struct UseFrom {
    f: FromStr,
}
#[derive(Serialize, Deserialize, JsonSchema)]
#[repr(u8)]
pub(crate) enum Repr {
    A = 1,
    B = 2,
}
#[derive(Serialize, Deserialize, JsonSchema)]
pub(crate) struct UseRepr {
    r: Repr,
    lit: [String; 2],
    bx: Box<[i32]>,
    unit: std::marker::PhantomData<i32>,
}
#[derive(Serialize, Deserialize, JsonSchema)]
pub(crate) struct Level1 {
    l2: Option<Level2>,
}
#[derive(Serialize, Deserialize, JsonSchema)]
pub(crate) struct Level2 {
    l3: Vec<Level3>,
}
#[derive(Serialize, Deserialize, JsonSchema)]
pub(crate) struct Level3 {
    l4: HashMap<String, Level4>,
}
#[derive(Serialize, Deserialize, JsonSchema)]
pub(crate) struct Level4 {
    x: Option<Color>,
}
