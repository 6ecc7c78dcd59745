//! Keyed digests of arguments: equal ones can be told to be equal, and nothing can be guessed back without the key.

use std::{
    fmt,
    io::{self, Write},
};

use hmac::{Hmac, KeyInit, Mac};
use serde_json::{Map, Value, json};
use sha2::Sha256;

use crate::{Target, canonical_json, random};

/// Makes digests under one key.
pub(crate) struct Digester(Hmac<Sha256>);

impl Digester {
    /// Returns a digester under this key; a key of any length serves.
    pub(crate) fn keyed(key: &[u8]) -> Self {
        // HMAC takes keys of every length (RFC 2104, section 2), so there is nothing to fail.
        Self(Hmac::new_from_slice(key).expect("HMAC takes a key of any length"))
    }

    /// Returns a digester under a key that nobody knows and that ends with the process.
    pub(crate) fn ephemeral() -> Self {
        Self::keyed(&random::key())
    }

    /// Returns the digest of what a call is made with: its arguments, whatever the order of their keys, and its target.
    pub(crate) fn call(&self, target: Option<&Target>, arguments: &Map<String, Value>) -> String {
        let mut mac = self.0.clone();
        // Neither a MAC nor a map of JSON values can fail to be written.
        let _ = canonical_json::write_object(arguments, &mut Absorb(&mut mac));
        if let Some(target) = target {
            // A list after an object: no arguments read so.
            let _ = canonical_json::write(&json!([target.kind(), target.id()]), &mut Absorb(&mut mac));
        }
        ["hmac-sha256:", &random::hex(&mac.finalize().into_bytes())].concat()
    }
}

struct Absorb<'a>(&'a mut Hmac<Sha256>);

impl Write for Absorb<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.update(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl fmt::Debug for Digester {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Digester(..)")
    }
}
