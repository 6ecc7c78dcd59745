//! The bearer tokens that the operator hands out: `alice=T1,bob=T2`, or fresh ones for the demo users.
//!
//! The variable `NOTES_TOKENS` is the safe way to hand them over: `ps` shows the flag `--tokens` to every user of the
//! machine.
//!
//! Only the program's start knows the tokens themselves; the running service keeps [`Users`](crate::users::Users).

use crate::users::UserId;
use rusqlite::Connection;
use std::{error::Error, fmt, str::FromStr};

/// The users that exist when the operator names none.
const DEMO_USERS: [&str; 2] = ["alice", "bob"];

/// The bearer token of one user. It is shown to nobody by accident.
#[derive(Clone)]
pub struct Token(String);

impl Token {
    /// Returns the text that clients send.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Shows that it is a token, and not which.
impl fmt::Debug for Token {
    fn fmt(
        &self,
        f: &mut fmt::Formatter<'_>,
    ) -> fmt::Result {
        f.write_str("Token(..)")
    }
}

impl FromStr for Token {
    type Err = TokenError;

    fn from_str(text: &str) -> Result<Self, TokenError> {
        if text.is_empty() || !text.bytes().all(is_token_byte) {
            return Err(TokenError);
        }
        Ok(Self(text.to_owned()))
    }
}

/// A text that cannot be a token; it is never quoted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TokenError;

impl fmt::Display for TokenError {
    fn fmt(
        &self,
        f: &mut fmt::Formatter<'_>,
    ) -> fmt::Result {
        f.write_str("a token is made of A-Z, a-z, 0-9 and -._~+/=")
    }
}

impl Error for TokenError {}

/// One token for each user.
///
/// # Examples
///
/// ```
/// use notes::tokens::Tokens;
///
/// let tokens: Tokens = "alice=T1,bob=T2".parse()?;
/// let users: Vec<_> = tokens.iter().map(|(user, _)| user.as_str()).collect();
/// assert_eq!(users, ["alice", "bob"]);
///
/// let refused = "alice=T1,bob".parse::<Tokens>().unwrap_err();
/// assert_eq!(refused.to_string(), "entry 2 has no `=`; write user=token pairs such as alice=T1,bob=T2");
/// # Ok::<_, notes::tokens::TokensError>(())
/// ```
pub struct Tokens {
    entries: Vec<(UserId, Token)>,
}

impl Tokens {
    /// Makes fresh tokens for the demo users alice and bob.
    ///
    /// # Errors
    ///
    /// Any error of SQLite, whose generator (seeded by the operating system) makes the tokens.
    pub fn generate() -> Result<Self, rusqlite::Error> {
        let generator = Connection::open_in_memory()?;
        let fresh = || generator.query_row("SELECT lower(hex(randomblob(32)))", [], |row| row.get(0));
        let entries = DEMO_USERS.into_iter().map(|name| Ok((UserId::named(name), Token(fresh()?))));
        Ok(Self { entries: entries.collect::<Result<_, rusqlite::Error>>()? })
    }

    /// Returns each user with the user's token, in the order in which they were given.
    pub fn iter(&self) -> impl Iterator<Item = (&UserId, &str)> {
        self.entries.iter().map(|(user, token)| (user, token.as_str()))
    }

    /// Returns the token of a user, if the user has one.
    pub fn of(
        &self,
        user: &UserId,
    ) -> Option<&Token> {
        self.entries.iter().find(|(known, _)| known == user).map(|(_, token)| token)
    }
}

/// Shows the users, never a token.
impl fmt::Debug for Tokens {
    fn fmt(
        &self,
        f: &mut fmt::Formatter<'_>,
    ) -> fmt::Result {
        f.debug_set().entries(self.entries.iter().map(|(user, _)| user)).finish()
    }
}

/// `user=token`, separated by commas.
impl FromStr for Tokens {
    type Err = TokensError;

    fn from_str(text: &str) -> Result<Self, TokensError> {
        let mut entries: Vec<(UserId, Token)> = Vec::new();
        for (entry, position) in text.split(',').zip(1..) {
            let fault = |fault| TokensError { position, fault };
            let (name, token) = entry.split_once('=').ok_or_else(|| fault("has no `=`"))?;
            let user = name
                .parse()
                .map_err(|_| fault("has a user name that is not 1 to 32 of a-z, 0-9, _ and -"))?;
            let token: Token = token
                .parse()
                .map_err(|_| fault("has a token that is not made of A-Z, a-z, 0-9 and -._~+/="))?;
            if entries.iter().any(|(known, _)| *known == user) {
                return Err(fault("names a user a second time"));
            }
            if entries.iter().any(|(_, known)| known.as_str() == token.as_str()) {
                return Err(fault("repeats the token of another user"));
            }
            entries.push((user, token));
        }
        Ok(Self { entries })
    }
}

/// The characters that RFC 6750 section 2.1 allows in a bearer token.
fn is_token_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"-._~+/=".contains(&byte)
}

/// A list of tokens that cannot be used; it says which entry is wrong and never quotes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TokensError {
    position: usize,
    fault: &'static str,
}

impl fmt::Display for TokensError {
    fn fmt(
        &self,
        f: &mut fmt::Formatter<'_>,
    ) -> fmt::Result {
        write!(f, "entry {} {}; write user=token pairs such as alice=T1,bob=T2", self.position, self.fault)
    }
}

impl Error for TokensError {}
