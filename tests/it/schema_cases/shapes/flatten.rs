//! Structs and enumerations flattened into others.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::enums::TaggedRoot;
use serde_json::Value;
use std::collections::HashMap;

#[derive(Serialize, Deserialize, JsonSchema)]
pub(crate) struct Page {
    /// page number
    page: Option<u32>,
    per_page: Option<u32>,
}
#[derive(Serialize, Deserialize, JsonSchema)]
pub(crate) struct Flat {
    query: String,
    #[serde(flatten)]
    page: Page,
}
#[derive(Serialize, Deserialize, JsonSchema)]
pub(crate) struct FlatEnum {
    id: String,
    #[serde(flatten)]
    action: TaggedRoot,
}
#[derive(Serialize, Deserialize, JsonSchema)]
pub(crate) struct FlatExternalEnum {
    id: String,
    #[serde(flatten)]
    action: ExtAction,
}
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum ExtAction {
    Add { text: String },
    Remove { index: u32 },
}
#[derive(Serialize, Deserialize, JsonSchema)]
pub(crate) struct FlatOptEnum {
    id: String,
    #[serde(flatten)]
    action: Option<ExtAction>,
}
#[derive(Serialize, Deserialize, JsonSchema)]
pub(crate) struct FlatMap {
    id: String,
    #[serde(flatten)]
    rest: HashMap<String, Value>,
}
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Deny {
    id: String,
    n: Option<i32>,
}
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct DenyFlat {
    id: String,
    #[serde(flatten)]
    page: Page,
}
