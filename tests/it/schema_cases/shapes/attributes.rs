//! What serde's and schemars' attributes change.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::time::Duration;

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Camel {
    page_size: u32,
    #[serde(rename = "type")]
    kind: String,
    #[serde(rename = "$filter")]
    filter: Option<String>,
    #[serde(alias = "q")]
    query: String,
    r#match: String,
}
#[derive(Serialize, Deserialize, JsonSchema)]
pub(crate) struct Skips {
    #[serde(skip)]
    secret: String,
    #[serde(skip_deserializing)]
    ro: i32,
    #[serde(skip_serializing)]
    wo: i32,
    #[schemars(skip)]
    hidden: String,
}
#[derive(Serialize, Deserialize, JsonSchema, Default)]
#[serde(default)]
pub(crate) struct AllDefault {
    a: String,
    b: f32,
    c: Option<i32>,
    d: Vec<i32>,
    e: HashMap<String, String>,
}
#[derive(Serialize, Deserialize, JsonSchema)]
#[schemars(title = "Nice", description = "Root desc", extend("x-order" = 1))]
pub(crate) struct Titled {
    /** Multi
    line   doc

    second para with `code` */
    a: String,
}
#[derive(Serialize, Deserialize, JsonSchema)]
pub(crate) struct WithDeser {
    #[serde(deserialize_with = "de_str")]
    n: u32,
    #[serde(with = "dur_secs")]
    #[schemars(with = "u64")]
    d: Duration,
}
fn de_str<'de, D: serde::Deserializer<'de>>(d: D) -> Result<u32, D::Error> {
    u32::deserialize(d)
}
mod dur_secs {
    use super::*;
    pub(super) fn serialize<S: serde::Serializer>(d: &Duration, s: S) -> Result<S::Ok, S::Error> {
        s.serialize_u64(d.as_secs())
    }
    pub(super) fn deserialize<'de, D: serde::Deserializer<'de>>(d: D) -> Result<Duration, D::Error> {
        Ok(Duration::from_secs(u64::deserialize(d)?))
    }
}
