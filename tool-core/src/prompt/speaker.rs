//! The two sides of a conversation.

/// Who speaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(clippy::exhaustive_enums, reason = "a conversation has these two sides")]
pub enum Speaker {
    /// The model.
    Assistant,
    /// The person.
    User,
}
