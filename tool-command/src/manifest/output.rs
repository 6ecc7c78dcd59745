//! What a program prints, as it is written.

use std::path::PathBuf;

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value};

/// What a program prints to its standard output.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Output {
    /// Its form.
    #[serde(default)]
    pub(crate) form: Form,
    /// `json`: the JSON Schema of what it prints.
    pub(crate) schema: Option<Map<String, Value>>,
    /// `json`: the same in a file beside the manifest.
    pub(crate) schema_file: Option<PathBuf>,
}

/// The form of what a program prints.
#[derive(Clone, Copy, Debug, Default, Deserialize, JsonSchema, PartialEq, Eq)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Form {
    /// One line with a JSON object that has `schema`, `ok` and `failures`. It is passed on as it is.
    Envelope,
    /// One JSON value.
    Json,
    /// Text for reading.
    #[default]
    Text,
}
