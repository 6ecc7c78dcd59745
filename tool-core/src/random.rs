//! Bits that nobody can guess, and how bytes are written. What they name or seal is decided where they are used.

use std::{
    hash::{BuildHasher, RandomState},
    sync::{
        OnceLock,
        atomic::{AtomicU64, Ordering},
    },
};

use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

/// Returns 64 bits that did not occur before in this process. A fresh `RandomState` has fresh keys, which come from the
/// system's randomness in each thread.
pub(crate) fn bits() -> u64 {
    RandomState::new().hash_one(0_u8)
}

/// Returns 64 bits that nothing else in this process is given, and hardly anything in another one. Whoever has seen some can
/// compute the others, so they name things and keep no secret.
pub(crate) fn distinct() -> u64 {
    static FIRST: OnceLock<u64> = OnceLock::new();
    static NEXT: AtomicU64 = AtomicU64::new(0);
    // The finalizer of SplitMix64 (Steele, Lea, Flood: Fast Splittable Pseudorandom Number Generators, 2014, figure 13). Each of
    // its steps can be undone, so two numbers are never mixed into one.
    let mut bits = FIRST.get_or_init(bits).wrapping_add(NEXT.fetch_add(1, Ordering::Relaxed));
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ (bits >> 31)
}

/// Returns a key that nobody knows.
pub(crate) fn key() -> [u8; 32] {
    let mut key = [0; 32];
    key.chunks_exact_mut(8).for_each(|part| part.copy_from_slice(&bits().to_ne_bytes()));
    key
}

/// Returns a name that nothing else has, in this process or in another one: 128 bits, as 32 hexadecimal digits.
pub(crate) fn name() -> String {
    static KEY: OnceLock<Hmac<Sha256>> = OnceLock::new();
    static NEXT: AtomicU64 = AtomicU64::new(0);
    // RFC 2104, section 2: a key of any length serves.
    let keyed = || Hmac::new_from_slice(&key()).expect("HMAC takes a key of any length");
    // A MAC under a key that nobody knows: who has seen some names cannot compute the next one.
    let mut mac = KEY.get_or_init(keyed).clone();
    mac.update(&NEXT.fetch_add(1, Ordering::Relaxed).to_be_bytes());
    hex(&mac.finalize().into_bytes()[..16])
}

/// Returns whether a text has the form of such a name.
pub(crate) fn is_name(text: &str) -> bool {
    text.len() == 32 && text.bytes().all(|byte| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte))
}

/// Writes bytes as hexadecimal digits in lower case.
pub(crate) fn hex(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    let mut text = String::with_capacity(2 * bytes.len());
    for byte in bytes {
        text.push(char::from(DIGITS[usize::from(byte >> 4)]));
        text.push(char::from(DIGITS[usize::from(byte & 15)]));
    }
    text
}
