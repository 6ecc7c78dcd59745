//! What can go wrong with the database, without any text of SQLite's that could hold content.
//!
//! How a failure is shown to a client is decided where it is shown.

use rusqlite::{ErrorCode, ffi};
use std::{error::Error, fmt, io};

/// A transaction that failed; nothing of it took effect.
///
/// It keeps no message of SQLite's, because some of them quote the statement or a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum StoreError {
    /// Another process held the database for too long.
    Busy,
    /// A fault of this program or of the file; the extended result code of SQLite, 0 when SQLite itself gave none.
    Failed(i32),
    /// No space is left for the database.
    Full,
    /// The work ended before it finished: it panicked, or the program is ending.
    Interrupted,
    /// The database can be read but not written.
    ReadOnly,
    /// The operating system could not read or write the file.
    Unreachable,
}

impl fmt::Display for StoreError {
    fn fmt(
        &self,
        f: &mut fmt::Formatter<'_>,
    ) -> fmt::Result {
        match self {
            Self::Busy => f.write_str("another process holds the database"),
            Self::Failed(code) => {
                write!(f, "the database failed with SQLite code {code}: {}", ffi::code_to_str(*code))
            }
            Self::Full => f.write_str("no space is left for the database"),
            Self::Interrupted => f.write_str("the database work was interrupted"),
            Self::ReadOnly => f.write_str("the database cannot be written"),
            Self::Unreachable => f.write_str("the database file cannot be reached"),
        }
    }
}

impl Error for StoreError {}

impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> Self {
        let Some(failure) = error.sqlite_error() else { return Self::Failed(0) };
        match failure.code {
            ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked => Self::Busy,
            ErrorCode::DiskFull => Self::Full,
            ErrorCode::ReadOnly => Self::ReadOnly,
            ErrorCode::CannotOpen | ErrorCode::SystemIoFailure => Self::Unreachable,
            _ => Self::Failed(failure.extended_code),
        }
    }
}

/// A database that the program cannot start with.
#[derive(Debug)]
#[non_exhaustive]
pub enum OpenError {
    /// The file is a database that another program made.
    Foreign,
    /// A newer version of this program made the schema.
    Newer {
        /// The version of the schema in the file.
        found: u32,
        /// The newest version that this program knows.
        known: u32,
    },
    /// SQLite refused the file.
    Sqlite(rusqlite::Error),
    /// No locked file can be kept beside it, with which processes see of each other that they live.
    Unlocked(io::ErrorKind),
}

impl fmt::Display for OpenError {
    fn fmt(
        &self,
        f: &mut fmt::Formatter<'_>,
    ) -> fmt::Result {
        match self {
            Self::Foreign => f.write_str("it belongs to another program"),
            Self::Newer { found, known } => {
                write!(f, "its schema has version {found}, and this program knows versions up to {known}")
            }
            Self::Sqlite(error) => match error.sqlite_error() {
                Some(failure) => f.write_str(ffi::code_to_str(failure.extended_code)),
                None => error.fmt(f),
            },
            Self::Unlocked(kind) => write!(f, "no locked file can be kept beside it: {kind}"),
        }
    }
}

impl Error for OpenError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Sqlite(error) => Some(error),
            Self::Foreign | Self::Newer { .. } | Self::Unlocked(_) => None,
        }
    }
}

impl From<rusqlite::Error> for OpenError {
    fn from(error: rusqlite::Error) -> Self {
        Self::Sqlite(error)
    }
}
