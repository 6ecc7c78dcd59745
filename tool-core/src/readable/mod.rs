//! What is in the registry beside tools: resources, prompts, and what completes their arguments. They are read and
//! rendered through the admission of tools; nothing in here decides who may.

mod bound;
mod completion;
mod listed;
mod read_call;

pub(crate) use self::completion::{Completed, PREFIX, name as completion_name};
pub(crate) use self::{
    bound::{BoundReadable, Function},
    completion::Completers,
};
pub use self::{listed::Readable, read_call::ReadCall};
use crate::{
    BuildError, HostMetadata, PromptMessages, ResourceContents, SourceLocation, ToolName,
    prompt::PromptFacts, resource::ResourceFacts,
};

/// What an entry of the registry is. It decides where the entry is listed and how it is asked for, and nothing else.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Role {
    /// It completes an argument of another entry.
    Completion {
        /// That entry, by its name in the registry.
        of: String,
        /// The argument that names the target.
        target: Option<String>,
    },
    Prompt(PromptFacts),
    Resource(ResourceFacts),
    Tool,
}

impl Role {
    /// Checks the name of such an entry.
    ///
    /// # Errors
    ///
    /// What is wrong with it.
    pub(crate) fn name(&self, name: &str) -> Result<ToolName, String> {
        match self {
            Self::Completion { .. } => ToolName::parse_kind(COMPLETION, name),
            Self::Prompt(_) => ToolName::parse_kind(PROMPT, name),
            Self::Resource(_) => ToolName::parse_kind(RESOURCE, name),
            Self::Tool => ToolName::parse(name),
        }
    }

    /// Finds what is wrong with an entry, beside what can be wrong with any tool.
    pub(crate) fn faults(
        &self,
        name: &str,
        host: &HostMetadata,
        location: SourceLocation,
    ) -> Vec<BuildError> {
        let untold = host.target.is_some() && self.target_argument().is_none();
        match self {
            Self::Completion { .. } | Self::Tool => Vec::new(),
            Self::Prompt(facts) => facts.faults(name, untold, location),
            Self::Resource(facts) => facts.faults(name, untold, location),
        }
    }

    /// Returns the argument that names the target.
    pub(crate) fn target_argument(&self) -> Option<&str> {
        match self {
            Self::Completion { target, .. } => target.as_deref(),
            Self::Tool => None,
            Self::Prompt(facts) => facts.target.as_deref(),
            Self::Resource(facts) => facts.target.as_deref(),
        }
    }
}

/// What a request is for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// Of an argument that an entry has which the caller may know of, or not.
    Completion {
        is_known: bool,
    },
    Prompt,
    /// To read what is under this address.
    Resource(String),
    Tool,
}

/// What a readable returned, on its way through what surrounds every tool.
#[derive(Clone, PartialEq)]
pub(crate) enum Returned {
    Contents(ResourceContents),
    Messages(PromptMessages),
    /// Values of an argument, in order.
    Values(Vec<String>),
}

/// The names of readables are in namespaces that no tool's name can be in: its grammar has no single `:`.
pub(crate) const RESOURCE: &str = "resource:";
pub(crate) const PROMPT: &str = "prompt:";
pub(crate) const COMPLETION: &str = "completion:";
