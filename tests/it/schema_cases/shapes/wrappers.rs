//! Newtypes, tuples and types without a value.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize, JsonSchema)]
/// A customer id
pub(crate) struct Cid(u64);
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub(crate) struct Tr {
    v: String,
}
#[derive(Serialize, Deserialize, JsonSchema)]
pub(crate) struct UseNewtype {
    cid: Cid,
    tr: Tr,
    /// whom to bill
    bill: Cid,
}
#[derive(Serialize, Deserialize, JsonSchema)]
pub(crate) struct Pt(f64, f64);
#[derive(Serialize, Deserialize, JsonSchema)]
pub(crate) struct UseTuple {
    pt: Pt,
    range: (u32, u32),
    pairs: Vec<(String, i32)>,
    fixed: [u8; 3],
}
#[derive(Serialize, Deserialize, JsonSchema)]
pub(crate) struct Unit;
#[derive(Serialize, Deserialize, JsonSchema)]
pub(crate) struct Empty {}
#[derive(Serialize, Deserialize, JsonSchema)]
pub(crate) struct UseUnit {
    u: (),
    e: Empty,
}
