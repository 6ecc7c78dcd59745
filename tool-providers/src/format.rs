//! Which formats there are, and which profiles and which wire each has. What a wire looks like is the file of its provider
//! in `wire`; what a profile changes is tool-core's.

use std::fmt;

use tool_core::Profile;

use crate::{
    budget::StrictLimits,
    wire::{Anthropic, Bedrock, Gemini, OpenAiChat, OpenAiResponses, Wire},
};

/// A request format of a model provider.
///
/// # Examples
///
/// ```
/// use tool_providers::Format;
///
/// let names: Vec<_> = Format::ALL.iter().map(|format| format.name()).collect();
/// assert!(names.contains(&"openai_responses") && names.contains(&"anthropic_messages"));
/// assert!(Format::OpenAiChat.strict_profile().is_some() && Format::Gemini.strict_profile().is_none());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Format {
    /// Anthropic's Messages API.
    AnthropicMessages,
    /// Amazon Bedrock's Converse API with an Anthropic model.
    BedrockAnthropic,
    /// Amazon Bedrock's Converse API with a model of anybody else.
    BedrockOther,
    /// Gemini's `generateContent`, with schemas in `parameters`: every model and both of Google's APIs take it.
    Gemini,
    /// Gemini's `generateContent`, with ordinary JSON Schema in `parametersJsonSchema`.
    GeminiJson,
    /// OpenAI's Chat Completions, which many other servers speak as well.
    OpenAiChat,
    /// OpenAI's Responses API.
    OpenAiResponses,
}

impl Format {
    /// Every format, ordered by name.
    pub const ALL: [Self; 7] = [
        Self::AnthropicMessages,
        Self::BedrockAnthropic,
        Self::BedrockOther,
        Self::Gemini,
        Self::GeminiJson,
        Self::OpenAiChat,
        Self::OpenAiResponses,
    ];

    /// Returns the name, as it is written in data: `openai_responses`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::AnthropicMessages => "anthropic_messages",
            Self::BedrockAnthropic => "bedrock_anthropic",
            Self::BedrockOther => "bedrock_other",
            Self::Gemini => "gemini",
            Self::GeminiJson => "gemini_json",
            Self::OpenAiChat => "openai_chat",
            Self::OpenAiResponses => "openai_responses",
        }
    }

    /// Returns how schemas are rendered.
    pub const fn profile(self) -> Profile {
        match self {
            Self::AnthropicMessages => Profile::Anthropic,
            Self::BedrockAnthropic => Profile::BedrockAnthropic,
            Self::BedrockOther => Profile::BedrockOther,
            Self::Gemini => Profile::Gemini,
            Self::GeminiJson => Profile::GeminiJson,
            Self::OpenAiChat | Self::OpenAiResponses => Profile::OpenAi,
        }
    }

    /// Returns how schemas are rendered of which arguments are an exact fit, where a tool can ask for that.
    pub const fn strict_profile(self) -> Option<Profile> {
        match self {
            Self::AnthropicMessages => Some(Profile::AnthropicStrict),
            Self::OpenAiChat | Self::OpenAiResponses => Some(Profile::OpenAiStrict),
            Self::BedrockAnthropic | Self::BedrockOther | Self::Gemini | Self::GeminiJson => None,
        }
    }

    /// Whether tools are strict unless the host says otherwise. Not Anthropic's: beside its limits, a request of too large
    /// a grammar is refused as a whole, at a size that is not documented (alphaXiv/agents#49).
    pub(crate) const fn is_strict_by_itself(self) -> bool {
        matches!(self, Self::OpenAiChat | Self::OpenAiResponses)
    }

    pub(crate) const fn strict_limits(self) -> StrictLimits {
        match self {
            Self::AnthropicMessages => StrictLimits::ANTHROPIC,
            _ => StrictLimits::NONE,
        }
    }

    /// Whether results show pictures unless the host says otherwise: where every model that takes tools takes them.
    pub(crate) const fn shows_images_by_itself(self) -> bool {
        matches!(self, Self::AnthropicMessages | Self::BedrockAnthropic | Self::OpenAiResponses)
    }

    pub(crate) const fn wire(self) -> &'static dyn Wire {
        match self {
            Self::AnthropicMessages => &Anthropic,
            Self::BedrockAnthropic | Self::BedrockOther => &Bedrock,
            Self::Gemini => &Gemini("parameters"),
            Self::GeminiJson => &Gemini("parametersJsonSchema"),
            Self::OpenAiChat => &OpenAiChat,
            Self::OpenAiResponses => &OpenAiResponses,
        }
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
