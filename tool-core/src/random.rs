//! Bits that nobody can guess, and how bytes are written. What they name or seal is decided where they are used.

use std::{
    fmt::Write,
    hash::{BuildHasher, RandomState},
};

/// Returns 64 bits that did not occur before in this process. A fresh `RandomState` has fresh keys, which come from the
/// system's randomness in each thread.
pub(crate) fn bits() -> u64 {
    RandomState::new().hash_one(0_u8)
}

/// Returns a key that nobody knows.
pub(crate) fn key() -> [u8; 32] {
    let mut key = [0; 32];
    key.chunks_exact_mut(8).for_each(|part| part.copy_from_slice(&bits().to_ne_bytes()));
    key
}

/// Writes bytes as hexadecimal digits in lower case.
pub(crate) fn hex(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(2 * bytes.len());
    for byte in bytes {
        // Writing to a string does not fail.
        let _ = write!(text, "{byte:02x}");
    }
    text
}
