//! What a prompt is rendered to.

use std::fmt;

use crate::{Content, Speaker, result_limit};

/// The messages that a prompt is rendered to, in order.
///
/// # Examples
///
/// ```
/// use tool_core::{PromptMessages, Speaker};
///
/// let messages = PromptMessages::user("Summarise the project Garden.").and_assistant("Gladly. Which notes count?");
/// assert_eq!(messages.as_slice()[1].speaker, Speaker::Assistant);
/// ```
#[derive(Clone, Default, PartialEq)]
pub struct PromptMessages(Vec<PromptMessage>);

/// One message.
#[derive(Clone, PartialEq)]
#[non_exhaustive]
pub struct PromptMessage {
    /// Who says it.
    pub speaker: Speaker,
    /// What is said.
    pub content: Content,
}

impl PromptMessages {
    /// Returns one text of the person.
    pub fn user(text: impl Into<String>) -> Self {
        Self::default().and_user(text)
    }

    /// Adds a text of the person.
    #[must_use]
    pub fn and_user(self, text: impl Into<String>) -> Self {
        self.and(Speaker::User, Content::Text(text.into()))
    }

    /// Adds a text of the model.
    #[must_use]
    pub fn and_assistant(self, text: impl Into<String>) -> Self {
        self.and(Speaker::Assistant, Content::Text(text.into()))
    }

    /// Adds any message.
    #[must_use]
    pub fn and(mut self, speaker: Speaker, content: Content) -> Self {
        self.0.push(PromptMessage { speaker, content });
        self
    }

    /// Returns how long they are, in bytes.
    pub(crate) fn length(&self) -> usize {
        self.0.iter().map(|message| result_limit::length(std::slice::from_ref(&message.content))).sum()
    }

    /// Returns the messages.
    pub fn as_slice(&self) -> &[PromptMessage] {
        &self.0
    }

    /// Returns the messages themselves.
    pub fn into_vec(self) -> Vec<PromptMessage> {
        self.0
    }
}

impl From<String> for PromptMessages {
    fn from(text: String) -> Self {
        Self::user(text)
    }
}

impl From<&str> for PromptMessages {
    fn from(text: &str) -> Self {
        Self::user(text)
    }
}

impl fmt::Debug for PromptMessages {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Never what is said: `Debug` ends up in logs.
        f.debug_struct("PromptMessages").field("messages", &self.0.len()).finish_non_exhaustive()
    }
}

impl fmt::Debug for PromptMessage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PromptMessage").field("speaker", &self.speaker).finish_non_exhaustive()
    }
}
