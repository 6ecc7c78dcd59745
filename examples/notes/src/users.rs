//! Who calls: bearer token to user. What a user may touch is decided by [`ownership`](crate::ownership).

use crate::tokens::Tokens;
use sha2::{Digest, Sha256};
use std::{error::Error, fmt, str::FromStr};
use subtle::ConstantTimeEq;

/// The name of a user: 1 to 32 of `a-z`, `0-9`, `_` and `-`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct UserId(String);

impl UserId {
    // Invariant: callers pass a literal within the grammar.
    pub(crate) fn named(name: &'static str) -> Self {
        Self(name.to_owned())
    }

    /// Returns the name.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for UserId {
    fn fmt(
        &self,
        f: &mut fmt::Formatter<'_>,
    ) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl FromStr for UserId {
    type Err = UserNameError;

    fn from_str(name: &str) -> Result<Self, UserNameError> {
        let allowed = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || b"_-".contains(&byte);
        if (1..=32).contains(&name.len()) && name.bytes().all(allowed) {
            Ok(Self(name.to_owned()))
        } else {
            Err(UserNameError)
        }
    }
}

/// A user name outside the grammar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UserNameError;

impl fmt::Display for UserNameError {
    fn fmt(
        &self,
        f: &mut fmt::Formatter<'_>,
    ) -> fmt::Result {
        f.write_str("a user name is 1 to 32 of a-z, 0-9, _ and -")
    }
}

impl Error for UserNameError {}

/// The users of the service, known by the digests of their tokens.
pub struct Users {
    digests: Vec<(UserId, [u8; 32])>,
}

impl Users {
    /// Keeps the digest of each token.
    pub fn new(tokens: &Tokens) -> Self {
        Self { digests: tokens.iter().map(|(user, token)| (user.clone(), digest(token))).collect() }
    }

    /// Returns the user of this name, if there is one.
    pub fn named(
        &self,
        name: &str,
    ) -> Option<UserId> {
        self.digests.iter().map(|(user, _)| user).find(|user| user.as_str() == name).cloned()
    }

    /// Returns the user who holds `token`.
    ///
    /// It compares with every digest and in constant time, so that its duration tells nothing about them.
    pub fn authenticate(
        &self,
        token: &str,
    ) -> Option<UserId> {
        let presented = digest(token);
        let mut holder = None;
        for (user, known) in &self.digests {
            if bool::from(known.ct_eq(&presented)) {
                holder = Some(user);
            }
        }
        holder.cloned()
    }
}

/// Shows the users, not the digests.
impl fmt::Debug for Users {
    fn fmt(
        &self,
        f: &mut fmt::Formatter<'_>,
    ) -> fmt::Result {
        f.debug_set().entries(self.digests.iter().map(|(user, _)| user)).finish()
    }
}

fn digest(token: &str) -> [u8; 32] {
    Sha256::digest(token).into()
}
