//! What must be there for a tool to be offered, as it is written.

use std::path::PathBuf;

use schemars::JsonSchema;
use serde::Deserialize;

/// Something that must be there.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Requirement {
    /// A variable of the server's environment, by name. Its value is looked at by nobody.
    Environment(String),
    /// A file or folder, below the working directory.
    File(PathBuf),
    /// The network, and why. It is said to people, and not tried.
    Network(String),
    /// A program on the path.
    Program(Requires),
}

/// A program that must be on the path.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Program")]
pub(crate) struct Requires {
    /// Its name.
    pub(crate) name: String,
    /// The lowest version, such as 2.30.
    pub(crate) minimum_version: Option<String>,
    /// The arguments with which it prints its version.
    #[serde(default = "version")]
    pub(crate) version_arguments: Vec<String>,
}

fn version() -> Vec<String> {
    vec!["--version".to_owned()]
}
