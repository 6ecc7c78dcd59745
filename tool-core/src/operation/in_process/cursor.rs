//! How the place is written to which a caller has read. It comes back from outside, so nothing that it says is trusted.

use std::{
    hash::{BuildHasher, RandomState},
    time::Duration,
};

use tokio::time::Instant;

use crate::random;

/// The book of a caller that has none.
const NO_BOOK: (&str, u64) = ("0", 0);

/// Says when a place was asked for. That is all that is known of a caller who had no operation then, or has none of those
/// that it had: whoever has no record costs no memory.
pub(super) struct Clock {
    /// Other keys in each queue: what another process knew is not known here.
    keys: RandomState,
    since: Instant,
}

/// A place, as it was written.
pub(super) struct Cursor<'c> {
    owner: &'c str,
    at_ms: u64,
    /// The epoch of the caller's book.
    pub(super) book: &'c str,
    /// How many had finished in that book.
    pub(super) number: u64,
}

/// Returns a name that nothing else has.
pub(super) fn epoch() -> String {
    random::hex(&random::bits().to_be_bytes())
}

impl Clock {
    pub(super) fn new() -> Self {
        Self { keys: RandomState::new(), since: Instant::now() }
    }

    /// Writes a place that this owner asks for now.
    pub(super) fn cursor(&self, owner: &str, book: Option<(&str, u64)>) -> String {
        let (at_ms, (book, number)) = (self.since.elapsed().as_millis(), book.unwrap_or(NO_BOOK));
        format!("{}-{at_ms}-{book}-{number}", self.mark(owner))
    }

    /// Returns for how long it has been since a place was written for this owner.
    pub(super) fn age(&self, owner: &str, cursor: &Cursor<'_>) -> Option<Duration> {
        let at = Some(cursor.at_ms).filter(|_| cursor.owner == self.mark(owner))?;
        self.since.elapsed().checked_sub(Duration::from_millis(at))
    }

    /// Returns what the places of an owner begin with, so that one caller's are none of another's.
    fn mark(&self, owner: &str) -> String {
        random::hex(&self.keys.hash_one(owner).to_be_bytes())
    }
}

impl<'c> Cursor<'c> {
    /// Reads a place; nothing for a text that is none.
    pub(super) fn read(text: &'c str) -> Option<Self> {
        let mut parts = text.split('-');
        let mut part = || parts.next();
        let (owner, at_ms, book, number) = (part()?, number(part()?)?, part()?, number(part()?)?);
        parts.next().is_none().then_some(Self { owner, at_ms, book, number })
    }
}

fn number(text: &str) -> Option<u64> {
    text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok())?
}
