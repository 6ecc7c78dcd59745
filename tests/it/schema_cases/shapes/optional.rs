//! Values that may be absent.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::enums::Color;

#[derive(Serialize, Deserialize, JsonSchema)]
pub(crate) struct OptPlain {
    /// Filter by owner
    owner: Option<String>,
    limit: Option<u32>,
    tags: Option<Vec<String>>,
}
#[derive(Serialize, Deserialize, JsonSchema)]
pub(crate) struct OptDefault {
    #[serde(default)]
    owner: Option<String>,
    #[serde(default = "ten")]
    limit: u32,
    #[serde(default)]
    verbose: bool,
    #[serde(default)]
    tags: Vec<String>,
}
fn ten() -> u32 {
    10
}
#[derive(Serialize, Deserialize, JsonSchema)]
pub(crate) struct OptSkip {
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<String>,
    always: Option<i32>,
}
#[derive(Serialize, Deserialize, JsonSchema)]
pub(crate) struct OptNested {
    /// Where to look
    scope: Option<Scope>,
}
#[derive(Serialize, Deserialize, JsonSchema)]
pub(crate) struct Scope {
    /// Root folder
    root: String,
    depth: Option<u8>,
}
#[derive(Serialize, Deserialize, JsonSchema)]
pub(crate) struct OptEnum {
    color: Option<Color>,
}
#[derive(Serialize, Deserialize, JsonSchema)]
pub(crate) struct DoubleOpt {
    #[serde(default)]
    due: Option<Option<String>>,
}
