//! What can go wrong with the table of operations, without a word of what they hold.

use crate::store::StoreError;
use std::{error::Error, fmt};

/// Why the table could not be asked or changed.
#[derive(Clone, Copy, Debug)]
pub(super) enum Fault {
    Store(StoreError),
    /// A record was written by another version of this program, or by hand.
    Unreadable,
}

impl fmt::Display for Fault {
    fn fmt(
        &self,
        f: &mut fmt::Formatter<'_>,
    ) -> fmt::Result {
        match self {
            Self::Store(_) => f.write_str("the table of operations cannot be used"),
            Self::Unreadable => f.write_str("the record of an operation cannot be read"),
        }
    }
}

impl Error for Fault {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Store(error) => Some(error),
            Self::Unreadable => None,
        }
    }
}

impl From<StoreError> for Fault {
    fn from(error: StoreError) -> Self {
        Self::Store(error)
    }
}

impl From<rusqlite::Error> for Fault {
    fn from(error: rusqlite::Error) -> Self {
        Self::Store(error.into())
    }
}

impl From<serde_json::Error> for Fault {
    fn from(_: serde_json::Error) -> Self {
        // Its text quotes what it could not read.
        Self::Unreadable
    }
}
