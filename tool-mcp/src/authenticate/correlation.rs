//! The id under which the log tells about a credential that could not be checked. Never a part of the request.

use std::hash::{BuildHasher, RandomState};

/// Returns an id that did not occur before in this process, and that nobody can guess: a fresh `RandomState` has fresh
/// keys.
pub(crate) fn next() -> String {
    format!("{:016x}", RandomState::new().hash_one(0_u8))
}
