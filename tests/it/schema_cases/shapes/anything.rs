//! Values without a type.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::HashMap;

#[derive(Serialize, Deserialize, JsonSchema)]
pub(crate) struct AnyVal {
    v: Value,
    /// documented
    w: Value,
    ov: Option<Value>,
    list: Vec<Value>,
    m: HashMap<String, Value>,
}
