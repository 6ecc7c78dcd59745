//! What a provider's wire is asked for; each wire is a file beside this one, with everything that is known of it. No
//! surface, no caller and no run is known here.

mod anthropic;
mod bedrock;
mod gemini;
mod openai_chat;
mod openai_responses;

use serde_json::{Map, Value};

pub(crate) use self::{
    anthropic::Anthropic, bedrock::Bedrock, gemini::Gemini, openai_chat::OpenAiChat,
    openai_responses::OpenAiResponses,
};
use crate::{
    Call,
    malformed::{Malformed, Place},
    shown::Shown,
};

/// One tool, as a profile rendered it.
pub(crate) struct Declared<'d> {
    pub(crate) name: &'d str,
    pub(crate) description: &'d str,
    /// Nothing where a tool without arguments is declared without a schema.
    pub(crate) schema: Option<&'d Value>,
    pub(crate) strict: bool,
}

/// One provider's wire.
pub(crate) trait Wire: Sync {
    /// The media types of pictures that a result has a place for.
    fn images(&self) -> &'static [&'static str];

    /// Declares a tool: one entry of the provider's list.
    fn declare(&self, tool: &Declared<'_>) -> Value;

    /// Puts the declared tools, of which there is at least one, where the request has them.
    fn request(&self, tools: Vec<Value>) -> Map<String, Value>;

    /// Finds the calls of a response, in order; none when the model called nothing.
    fn calls(&self, response: &Place<'_>) -> Result<Vec<Call>, Malformed>;

    /// Writes results, of which there is at least one, as what comes after the response in the conversation.
    fn results(&self, results: &[(&Call, Shown<'_>)]) -> Vec<Value>;
}

/// Returns an object of the members that are there.
fn object<const N: usize>(members: [(&str, Option<Value>); N]) -> Map<String, Value> {
    members.into_iter().filter_map(|(name, value)| Some((name.to_owned(), value?))).collect()
}

/// Returns a description, if there is one: an empty text is refused where none at all is fine.
fn described(tool: &Declared<'_>) -> Option<Value> {
    (!tool.description.is_empty()).then(|| tool.description.into())
}
