//! Who may call over HTTP: a file of callers and their tokens. Only digests are kept.

use std::{collections::HashMap, fs::File, io::Read, os::unix::fs::PermissionsExt, path::Path};

use sha2::{Digest, Sha256};
use tool_core::Caller;

use crate::Fault;

/// The shortest token: 128 bits as hexadecimal digits are 32, and as base64 22.
const SHORTEST: usize = 22;

/// The callers, by the digests of their tokens. Looking one up compares digests, so its time tells nothing of a token.
pub(crate) struct Tokens(HashMap<[u8; 32], String>);

impl Tokens {
    /// Reads lines of a caller and its token, separated by blanks. Blank lines and those that begin with `#` are none.
    ///
    /// # Errors
    ///
    /// A line that is none, by its number and never by what it says; a file that others may read.
    pub(crate) fn read(file: &Path) -> Result<Self, Fault> {
        let named = |text: &str| Fault::new(format!("{}{text}", file.display()));
        let unreadable = |error: std::io::Error| named(&format!(": it cannot be read: {error}"));
        // Opened once, so that what is looked at is what is read.
        let mut open = File::open(file).map_err(unreadable)?;
        let mode = open.metadata().map_err(unreadable)?.permissions().mode();
        if mode & 0o077 != 0 {
            return Err(named(": others may read the tokens; run chmod 600 on it"));
        }
        let mut text = String::new();
        open.read_to_string(&mut text).map_err(unreadable)?;
        let mut tokens = HashMap::new();
        for (line, number) in text.lines().zip(1..) {
            let line = line.trim();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let wrong = |what: &str| named(&format!(":{number}: {what}"));
            let [caller, token] = line.split_whitespace().collect::<Vec<_>>()[..] else {
                return Err(wrong("it is not a caller and a token"));
            };
            if token.len() < SHORTEST {
                return Err(wrong(&format!("the token can be guessed; use {SHORTEST} characters at least")));
            }
            if tokens.insert(digest(token), caller.to_owned()).is_some() {
                return Err(wrong("the token is another caller's"));
            }
        }
        if tokens.is_empty() {
            return Err(named(": it has no token, so nobody could call"));
        }
        Ok(Self(tokens))
    }

    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    pub(crate) fn caller(&self, token: &str) -> Option<Caller> {
        self.0.get(&digest(token)).map(Caller::new)
    }
}

fn digest(token: &str) -> [u8; 32] {
    Sha256::digest(token).into()
}
