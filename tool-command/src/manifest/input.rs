//! What a tool takes, as it is written. What a value of it may be is `value`.

use std::path::PathBuf;

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Number;

/// One argument of a tool, its type, and how it reaches the program. There is no template syntax.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Input {
    /// Name of the argument.
    pub(crate) name: String,
    /// What it is, for the model.
    pub(crate) description: String,
    /// The type that a value is parsed to before it becomes an element of the argument list.
    #[serde(rename = "type")]
    pub(crate) kind: Kind,
    /// How it reaches the program. A tool that runs as a program says it for each input.
    pub(crate) travels: Option<Travels>,
    /// Whether a call has to say it.
    #[serde(default)]
    pub(crate) required: bool,
    /// Whether a call says a list of values. A flag is written once for each; a positional is the trailing words.
    #[serde(default)]
    pub(crate) repeated: bool,
    /// `enum`: the words.
    pub(crate) values: Option<Vec<String>>,
    /// `pattern`: the regular expression that the whole value matches.
    pub(crate) pattern: Option<String>,
    /// `integer`, `number`: the least.
    pub(crate) minimum: Option<Number>,
    /// `integer`, `number`: the most.
    pub(crate) maximum: Option<Number>,
    /// `pattern`, `text`: the most characters. By default 256, and 65536 of text.
    pub(crate) max_length: Option<usize>,
    /// `repeated`: the most values. By default 64.
    pub(crate) max_items: Option<usize>,
    /// `path`: the folder that it stays in, below the working directory; `.` by default.
    pub(crate) root: Option<PathBuf>,
    /// `path`: whether it is one that does not exist yet.
    #[serde(default)]
    pub(crate) new: bool,
}

/// The type of an input.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema, PartialEq, Eq)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "Type")]
pub(crate) enum Kind {
    /// Yes or no: the flag is there, or not.
    Boolean,
    /// A day, such as 2026-02-28.
    Date,
    /// One of some words.
    Enum,
    /// Letters, digits, `.`, `_` and `-`, the first of them a letter or a digit.
    Id,
    /// A whole number within bounds.
    Integer,
    /// A number within bounds.
    Number,
    /// A file or folder that stays in a folder, whatever links there are.
    Path,
    /// A text that matches a pattern.
    Pattern,
    /// A version, such as 1.2.3-rc.1.
    Semver,
    /// Any text. It reaches a program on standard input only.
    Text,
    /// A UUID.
    Uuid,
}

/// How an input reaches the program.
#[derive(Clone, Debug, Deserialize, JsonSchema, PartialEq, Eq)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Travels {
    /// As two elements: this flag, and the value. A boolean is the flag alone.
    Flag(String),
    /// As one element: this flag, `=`, and the value, which may then begin with `-`.
    Joined(String),
    /// As an element by itself, after all flags.
    Positional,
    /// On standard input.
    Stdin,
}
