//! What an envelope program has in common over all its tools, as it is written.

use std::path::PathBuf;

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;

use super::ExposureWord;

/// What an envelope program says of itself.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Envelope {
    /// What the program's envelopes have under `schema`. Refusals, which never reach the program, have the same.
    pub(crate) schema: Value,
    /// The tool that serves the catalogue of codes.
    pub(crate) codes: Option<Codes>,
}

/// The tool that serves the catalogue of codes. No call of it starts a program.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Codes {
    /// Name of the tool in the registry.
    pub(crate) id: String,
    /// Name for people.
    pub(crate) title: String,
    /// What it is for, for the model.
    pub(crate) summary: String,
    /// Where the tool may be offered. Only `external` and `both` are seen from outside. By default, `internal`.
    pub(crate) exposure: Option<ExposureWord>,
    /// Where the codes of the program are.
    pub(crate) from: CodesFrom,
}

/// Where the codes of a program are: a JSON list of objects, each with its `code`, in the order that is served; or an
/// object that has such a list under `codes`.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum CodesFrom {
    /// In a file beside the manifest.
    File(PathBuf),
    /// Printed by the program itself, which is run once with these arguments when the manifest is loaded.
    Arguments(Vec<String>),
}
