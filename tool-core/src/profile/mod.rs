//! What each model provider takes of a canonical schema. Pure functions over schemas and arguments: no tool, no caller
//! and no request is known here.
//!
//! Which provider demands what is one table ([`Profile::rules`]), each row with its source. The changes are generic: each is in
//! a file of its own, and asks the rows whether it is wanted.

mod empty;
mod grammar;
mod limits;
mod names;
mod node;
mod optional;
mod references;
mod render;
mod rendered;
mod rest;
mod restore;
mod rule;
mod said;
mod shape;
mod table;
mod unions;
mod untyped;

#[cfg(test)]
mod tests;

use std::fmt;

use serde::Serialize;
use serde_json::Value;

use self::rule::Rules;
pub use self::{
    grammar::{Grammar, Start},
    rendered::{Change, NotExpressible, Note, Rendered},
    rule::{Demand, NoArguments, Rule, Untyped},
};
pub(crate) use self::{limits::depth, names::NameFault};

/// A way in which a model provider, or the model server in front of it, takes tools.
///
/// Every schema in a registry is canonical: one form that hosts take as it is. Providers take less, each in its own
/// way. A profile renders the canonical schema for one of them. It never narrows silently: what the provider does not
/// take is said in the description and noted, and what cannot be said at all is refused with a reason.
///
/// # Examples
///
/// ```
/// use serde_json::json;
/// use tool_core::Profile;
///
/// let schema = json!({
///     "type": "object",
///     "properties": {
///         "q": { "type": "string", "minLength": 1 },
///         "limit": { "type": "integer", "minimum": 1, "maximum": 100 }
///     },
///     "required": ["q"],
///     "additionalProperties": false
/// });
/// let rendered = Profile::OpenAiStrict.render(&schema)?;
/// assert!(rendered.strict);
/// assert_eq!(
///     rendered.schema,
///     Some(json!({
///         "type": "object",
///         "properties": {
///             "q": { "type": "string", "description": "a string of at least 1 character" },
///             "limit": { "anyOf": [{ "type": "integer", "minimum": 1, "maximum": 100 }, { "type": "null" }] }
///         },
///         "required": ["limit", "q"],
///         "additionalProperties": false
///     }))
/// );
///
/// // The model answers for that schema; the tool is called for its own.
/// let sent = json!({ "q": "boats", "limit": null });
/// assert_eq!(rendered.restore(sent), json!({ "q": "boats" }));
///
/// // A map has no form there.
/// let map = json!({ "type": "object", "properties": {}, "additionalProperties": { "type": "string" } });
/// assert_eq!(
///     Profile::OpenAiStrict.render(&map).unwrap_err().to_string(),
///     "the root: an open object or a map; name the properties, or take a list of keys and values"
/// );
/// # Ok::<(), tool_core::profile::NotExpressible>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Profile {
    /// Anthropic's tool use.
    Anthropic,
    /// Anthropic's tool use with arguments that fit the schema exactly.
    AnthropicStrict,
    /// Amazon Bedrock with an Anthropic model.
    BedrockAnthropic,
    /// Amazon Bedrock with a model of anybody else.
    BedrockOther,
    /// Gemini's `parameters`.
    Gemini,
    /// Gemini's `parametersJsonSchema`.
    GeminiJson,
    /// llama.cpp, and what is built on it.
    Llama,
    /// The Model Context Protocol.
    Mcp,
    /// Moonshot's Kimi.
    Moonshot,
    /// OpenAI's function calling.
    #[serde(rename = "openai")]
    OpenAi,
    /// OpenAI's function calling with arguments that fit the schema exactly.
    #[serde(rename = "openai_strict")]
    OpenAiStrict,
}

impl Profile {
    /// Every profile, ordered by name.
    pub const ALL: [Self; 11] = [
        Self::Anthropic,
        Self::AnthropicStrict,
        Self::BedrockAnthropic,
        Self::BedrockOther,
        Self::Gemini,
        Self::GeminiJson,
        Self::Llama,
        Self::Mcp,
        Self::Moonshot,
        Self::OpenAi,
        Self::OpenAiStrict,
    ];

    /// Returns the name, as it is written in data: `openai_strict`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Anthropic => "anthropic",
            Self::AnthropicStrict => "anthropic_strict",
            Self::BedrockAnthropic => "bedrock_anthropic",
            Self::BedrockOther => "bedrock_other",
            Self::Gemini => "gemini",
            Self::GeminiJson => "gemini_json",
            Self::Llama => "llama",
            Self::Mcp => "mcp",
            Self::Moonshot => "moonshot",
            Self::OpenAi => "openai",
            Self::OpenAiStrict => "openai_strict",
        }
    }

    /// Returns everything that the provider demands, with who says so.
    pub const fn rules(self) -> &'static [Rule] {
        table::rules(self)
    }

    /// Renders a canonical schema, such as [`Registered::definition`](crate::Registered::definition) holds.
    ///
    /// It takes any JSON and never panics. The same schema gives the same rendering, byte for byte.
    ///
    /// # Errors
    ///
    /// When the provider takes no form of the schema. The error says where and why, for whoever wrote the tool.
    pub fn render(self, schema: &Value) -> Result<Rendered, NotExpressible> {
        render::render(Rules(self.rules()), schema)
    }

    /// Returns what is wrong with the name of a tool, as the provider sees it: with `__` for `::`.
    ///
    /// # Examples
    ///
    /// ```
    /// use tool_core::Profile;
    ///
    /// assert_eq!(Profile::OpenAi.name_fault("notes__search"), None);
    /// assert_eq!(
    ///     Profile::OpenAi.name_fault("notes.search").unwrap(),
    ///     "the name \"notes.search\" is refused; use 1 to 64 of A-Z a-z 0-9 `_` `-`"
    /// );
    /// ```
    pub fn name_fault(self, name: &str) -> Option<String> {
        self.fault_of_name(name).map(|fault| fault.reason)
    }

    /// Returns what is wrong with the description of a tool.
    pub fn description_fault(self, description: &str) -> Option<String> {
        self.fault_of_description(description).map(|rejection| rejection.reason)
    }

    pub(crate) fn fault_of_name(self, name: &str) -> Option<NameFault> {
        names::tool(Rules(self.rules()), name)
    }

    pub(crate) fn fault_of_description(self, description: &str) -> Option<NameFault> {
        names::description(Rules(self.rules()), description)
    }
}

impl fmt::Display for Profile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
