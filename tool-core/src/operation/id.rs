//! The name of an operation. Who may use it is decided by its owner, never by who knows it.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::random;

/// Names one operation: 128 bits that nobody can guess, as 32 hexadecimal digits.
///
/// It is a name and not a credential. Whoever reads, waits for or cancels an operation is compared with its owner each
/// time, so an id that leaks gives nothing away.
///
/// # Examples
///
/// ```
/// use tool_core::OperationId;
///
/// let id = OperationId::parse("0123456789abcdef0123456789abcdef").unwrap();
/// assert_eq!(id.as_str(), "0123456789abcdef0123456789abcdef");
/// assert!(OperationId::parse("the second one").is_none());
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct OperationId(String);

impl OperationId {
    /// Returns an id that no other operation has, in this process or in another one.
    pub(crate) fn next() -> Self {
        Self(random::name())
    }

    /// Reads an id as somebody wrote it; any other text is the id of nothing.
    pub fn parse(text: &str) -> Option<Self> {
        random::is_name(text).then(|| Self(text.to_owned()))
    }

    /// Returns the id as it is written.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for OperationId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl TryFrom<String> for OperationId {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        Self::parse(&text).ok_or("an operation id is 32 hexadecimal digits in lower case")
    }
}

impl From<OperationId> for String {
    fn from(id: OperationId) -> Self {
        id.0
    }
}
