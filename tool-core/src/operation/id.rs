//! The name of an operation. Who may use it is decided by its owner, never by who knows it.

use std::{
    fmt,
    sync::{
        OnceLock,
        atomic::{AtomicU64, Ordering},
    },
};

use hmac::{Hmac, KeyInit, Mac};
use serde::{Deserialize, Serialize};
use sha2::Sha256;

use crate::random;

/// Names one operation: 128 bits that nobody can guess, as 32 hexadecimal digits.
///
/// It is a name and not a credential. Whoever reads, waits for or cancels an operation is compared with its owner each
/// time, so an id that leaks gives nothing away.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct OperationId(String);

impl OperationId {
    /// Returns an id that no other operation has, in this process or in another one.
    pub(crate) fn next() -> Self {
        static KEY: OnceLock<Hmac<Sha256>> = OnceLock::new();
        static NEXT: AtomicU64 = AtomicU64::new(0);
        // A MAC under a key that nobody knows: who has seen some ids cannot compute the next one.
        let mut mac = KEY.get_or_init(key).clone();
        mac.update(&NEXT.fetch_add(1, Ordering::Relaxed).to_be_bytes());
        Self(random::hex(&mac.finalize().into_bytes()[..16]))
    }

    /// Reads an id as somebody wrote it; any other text is the id of nothing.
    pub fn parse(text: &str) -> Option<Self> {
        let digit = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
        (text.len() == 32 && text.bytes().all(digit)).then(|| Self(text.to_owned()))
    }

    /// Returns the id as it is written.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

fn key() -> Hmac<Sha256> {
    // RFC 2104, section 2: a key of any length serves.
    Hmac::new_from_slice(&random::key()).expect("HMAC takes a key of any length")
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
