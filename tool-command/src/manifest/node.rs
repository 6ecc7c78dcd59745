//! One tool of a manifest. What is not written is the most restrictive there is.

use std::{collections::BTreeMap, path::PathBuf};

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value};
use tool_core::{Effect, Exposure};

use super::{Input, Output, Requirement, Run};

/// One tool: what a model reads, what it takes, how it runs. It never says over which protocol it is offered.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Tool")]
pub(crate) struct Node {
    /// Name in the registry: segments of letters, digits, `_` and `-`, joined by `::`.
    pub(crate) id: String,
    /// Name for people.
    pub(crate) title: String,
    /// What the tool does and when to use it, for the model.
    pub(crate) summary: String,
    /// Where the tool may be offered. Only `external` and `both` are seen from outside. By default, what `metadata` says,
    /// and `internal` where that says nothing.
    pub(crate) exposure: Option<ExposureWord>,
    /// What a call may change.
    #[serde(default)]
    pub(crate) effect: EffectWord,
    /// Whether a repeated call changes nothing more. By default, whether the tool only reads.
    pub(crate) idempotent: Option<bool>,
    /// Whether the program reaches beyond this machine.
    #[serde(default = "yes")]
    pub(crate) open_world: bool,
    /// Whether a call is answered at once with an operation, which callers then wait for.
    #[serde(default)]
    pub(crate) operation: bool,
    /// Scopes that a caller must hold, all of them.
    #[serde(default)]
    pub(crate) scopes: Vec<String>,
    /// What the tool takes, in the order in which it reaches the program.
    #[serde(default)]
    pub(crate) input: Vec<Input>,
    /// What the program prints.
    #[serde(default)]
    pub(crate) output: Output,
    /// The ways to run it. The first that can run here is used: in process, command, container.
    pub(crate) run: Run,
    /// What must be there, or else the tool is not offered.
    #[serde(default)]
    pub(crate) requires: Vec<Requirement>,
    /// The longest a run may take, in seconds; 0 for no limit. By default 50, and 600 for an operation.
    pub(crate) time_limit_secs: Option<u64>,
    /// The most that is kept of what the program prints, in bytes, of each stream. By default 65536.
    pub(crate) output_limit_bytes: Option<usize>,
    /// The folder that the program runs in, below that of the server.
    pub(crate) working_directory: Option<PathBuf>,
    /// Variables that the program gets from the environment of the server. It gets no others.
    #[serde(default)]
    pub(crate) environment: Vec<String>,
    /// Variables that the program gets with these values.
    #[serde(default)]
    pub(crate) set_environment: BTreeMap<String, String>,
    /// Exit statuses that are no failure.
    #[serde(default = "zero")]
    pub(crate) exit_statuses: Vec<i32>,
    /// Whether callers read what a program that failed wrote to its standard error.
    #[serde(default)]
    pub(crate) show_errors: bool,
    /// Ids of what the tool satisfies: kept as data, and never shown to a model.
    #[serde(default)]
    pub(crate) satisfies: Vec<String>,
    /// What an engine that the tool comes from says of it. Of that, `mcp.expose` alone is read: `true` is `exposure = "both"`,
    /// and anything else is `internal`. No model sees it.
    #[serde(default)]
    pub(crate) metadata: Map<String, Value>,
}

/// Where a tool may be offered.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema, PartialEq, Eq)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "Exposure")]
pub(crate) enum ExposureWord {
    /// To the product's own surfaces and to outside callers.
    Both,
    /// To outside callers only.
    External,
    /// To the product's own surfaces only.
    Internal,
}

/// What a call may change.
#[derive(Clone, Copy, Debug, Default, Deserialize, JsonSchema, PartialEq, Eq)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "Effect")]
pub(crate) enum EffectWord {
    /// Adds something; what was there before stays.
    Additive,
    /// May change or remove what was there before.
    #[default]
    Destructive,
    /// Changes nothing.
    ReadOnly,
}

impl From<ExposureWord> for Exposure {
    fn from(word: ExposureWord) -> Self {
        match word {
            ExposureWord::Both => Self::Both,
            ExposureWord::External => Self::External,
            ExposureWord::Internal => Self::Internal,
        }
    }
}

impl From<EffectWord> for Effect {
    fn from(word: EffectWord) -> Self {
        match word {
            EffectWord::Additive => Self::Additive,
            EffectWord::Destructive => Self::Destructive,
            EffectWord::ReadOnly => Self::ReadOnly,
        }
    }
}

fn yes() -> bool {
    true
}

fn zero() -> Vec<i32> {
    vec![0]
}
