//! Results.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize, JsonSchema)]
pub(crate) struct Out {
    mean: f64,
    id: u64,
    note: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    warn: Vec<String>,
}
