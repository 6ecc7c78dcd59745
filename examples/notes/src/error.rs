//! Why an application function did not do what it was asked. How that looks in HTTP is decided in `rest`.

use crate::store::StoreError;
use std::{error::Error, fmt};

/// A refusal or a failure of an application function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NoteError {
    /// A text that must not be empty is empty, or is white space only.
    Blank {
        /// The argument.
        field: &'static str,
    },
    /// The limit of a search is not one of 1 to [`MAX_LIMIT`](crate::notes::MAX_LIMIT).
    LimitOutOfRange,
    /// The user has another project of this name.
    NameTaken,
    /// The project has no such note; a note of another project is the same answer.
    NoteNotFound,
    /// The project was deleted while the call was on its way, or never was the caller's.
    ProjectNotFound,
    /// The database failed.
    Store(StoreError),
    /// A text is longer than allowed.
    TooLong {
        /// The argument.
        field: &'static str,
        /// The largest number of characters that is allowed.
        max: usize,
    },
}

impl NoteError {
    /// Returns the stable code of this error.
    pub fn code(self) -> &'static str {
        match self {
            Self::Blank { .. } => "blank",
            Self::LimitOutOfRange => "limit-out-of-range",
            Self::NameTaken => "name-taken",
            Self::NoteNotFound => "note-not-found",
            Self::ProjectNotFound => "project-not-found",
            Self::Store(StoreError::Full) => "storage-full",
            Self::Store(StoreError::ReadOnly) => "storage-read-only",
            Self::Store(StoreError::Busy) => "storage-busy",
            Self::Store(StoreError::Unreachable | StoreError::Interrupted) => "storage-unavailable",
            Self::Store(StoreError::Failed(_)) => "internal",
            Self::TooLong { .. } => "too-long",
        }
    }
}

/// What the caller reads: it names no value, no id and nothing of the database's own.
impl fmt::Display for NoteError {
    fn fmt(
        &self,
        f: &mut fmt::Formatter<'_>,
    ) -> fmt::Result {
        match self {
            Self::Blank { field } => {
                write!(f, "{field} is blank; write at least one character that is not a space")
            }
            Self::LimitOutOfRange => {
                write!(f, "limit must be a number from 1 to {}", crate::notes::MAX_LIMIT)
            }
            Self::NameTaken => f.write_str("you have another project of this name; choose a different name"),
            Self::NoteNotFound => {
                f.write_str("this project has no such note; search the project for its notes")
            }
            Self::ProjectNotFound => f.write_str("you have no such project; list the projects for their ids"),
            Self::Store(StoreError::Full) => {
                f.write_str("nothing was saved: the storage is full; tell the operator, then try again")
            }
            Self::Store(StoreError::ReadOnly) => {
                f.write_str("nothing was saved: the storage is read-only; tell the operator, then try again")
            }
            Self::Store(StoreError::Busy) => f.write_str("the storage is busy; try again in a moment"),
            Self::Store(StoreError::Unreachable | StoreError::Interrupted) => {
                f.write_str("the storage is unavailable; tell the operator, then try again")
            }
            Self::Store(StoreError::Failed(_)) => f.write_str("the service failed; tell the operator"),
            Self::TooLong { field, max } => write!(f, "{field} is too long; write at most {max} characters"),
        }
    }
}

impl Error for NoteError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Store(error) => Some(error),
            _ => None,
        }
    }
}

impl From<StoreError> for NoteError {
    fn from(error: StoreError) -> Self {
        Self::Store(error)
    }
}

impl From<rusqlite::Error> for NoteError {
    fn from(error: rusqlite::Error) -> Self {
        Self::Store(error.into())
    }
}

/// Refuses a text of more than `max` characters.
pub(crate) fn within(
    field: &'static str,
    text: &str,
    max: usize,
) -> Result<(), NoteError> {
    if text.chars().nth(max).is_some() { Err(NoteError::TooLong { field, max }) } else { Ok(()) }
}

/// Refuses a text that shows nothing, or of more than `max` characters.
pub(crate) fn written(
    field: &'static str,
    text: &str,
    max: usize,
) -> Result<(), NoteError> {
    if text.trim().is_empty() { Err(NoteError::Blank { field }) } else { within(field, text, max) }
}
