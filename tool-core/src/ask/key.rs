//! A key that is none, for whoever sets up how states are sealed.

use std::{error::Error, fmt};

use crate::seal::KEY_BYTES;

/// A key that can be guessed. The host can mend it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct InputKeyTooShort {
    /// How long it is.
    pub bytes: usize,
}

impl InputKeyTooShort {
    /// Returns the stable code.
    pub fn code(self) -> &'static str {
        "input-key-too-short"
    }
}

impl fmt::Display for InputKeyTooShort {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let bytes = self.bytes;
        write!(
            f,
            "the key for input requests has {bytes} bytes; use at least {KEY_BYTES} that nobody can guess"
        )
    }
}

impl Error for InputKeyTooShort {}
