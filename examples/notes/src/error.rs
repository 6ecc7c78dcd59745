//! Why an application function did not do what it was asked. How that looks in HTTP is decided in `rest`.

use crate::{
    notes::{MAX_BODY, MAX_LIMIT, MAX_TITLE},
    store::StoreError,
};
use std::{error::Error, fmt};

/// A refusal or a failure of an application function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NoteError {
    /// A line of a file is not a note.
    BadLine {
        /// The number of the line, from 1.
        line: usize,
        /// What is wrong with it.
        fault: LineFault,
    },
    /// A text that must not be empty is empty, or is white space only.
    Blank {
        /// The argument.
        field: &'static str,
    },
    /// The project has no such file; a file of another project is the same answer.
    FileNotFound,
    /// Another operation imports this file.
    ImportRunning,
    /// The limit of a search is not one of 1 to [`MAX_LIMIT`].
    LimitOutOfRange,
    /// The user has another project of this name.
    NameTaken,
    /// The project has no such note; a note of another project is the same answer.
    NoteNotFound,
    /// The project was deleted while the call was on its way, or never was the caller's.
    ProjectNotFound,
    /// The database failed.
    Store(StoreError),
    /// Somebody asked to stop, and what was done before stays.
    Stopped {
        /// How many notes were done.
        done: u32,
        /// How many there were to do.
        total: u32,
    },
    /// The project has too many files that are not imported to their end.
    TooManyFiles {
        /// The largest number that is allowed.
        max: u32,
    },
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
            Self::BadLine { .. } => "bad-line",
            Self::Blank { .. } => "blank",
            Self::FileNotFound => "file-not-found",
            Self::ImportRunning => "import-running",
            Self::LimitOutOfRange => "limit-out-of-range",
            Self::NameTaken => "name-taken",
            Self::NoteNotFound => "note-not-found",
            Self::ProjectNotFound => "project-not-found",
            Self::Store(StoreError::Full) => "storage-full",
            Self::Store(StoreError::ReadOnly) => "storage-read-only",
            Self::Store(StoreError::Busy) => "storage-busy",
            Self::Store(StoreError::Unreachable | StoreError::Interrupted) => "storage-unavailable",
            Self::Store(StoreError::Failed(_)) => "internal",
            // The word that makes of an operation one that was cancelled.
            Self::Stopped { .. } => "cancelled",
            Self::TooLong { .. } => "too-long",
            Self::TooManyFiles { .. } => "too-many-files",
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
            Self::BadLine { line, fault } => {
                write!(f, "line {line} is not a note: {fault}; nothing of the file was imported")
            }
            Self::Blank { field } => {
                write!(f, "{field} is blank; write at least one character that is not a space")
            }
            Self::FileNotFound => f.write_str("this project has no such file; upload it first"),
            Self::ImportRunning => {
                f.write_str("another operation imports this file; wait until it has finished")
            }
            Self::LimitOutOfRange => {
                write!(f, "limit must be a number from 1 to {MAX_LIMIT}")
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
            Self::Stopped { done, total } => {
                write!(f, "stopped after {done} of {total} notes, which stay; start it again to go on")
            }
            Self::TooManyFiles { max } => {
                write!(f, "the project has {max} files that are not imported; import one of them first")
            }
            Self::TooLong { field, max } => write!(f, "{field} is too long; write at most {max} characters"),
        }
    }
}

/// What is wrong with a line of a file. It quotes nothing of the line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum LineFault {
    /// The text is longer than that of a note.
    BodyTooLong,
    /// It is not JSON, or not the object that it must be.
    Form,
    /// The title is empty, white space only, or longer than that of a note.
    Title,
}

impl fmt::Display for LineFault {
    fn fmt(
        &self,
        f: &mut fmt::Formatter<'_>,
    ) -> fmt::Result {
        match self {
            Self::BodyTooLong => write!(f, "its body is too long; write at most {MAX_BODY} characters"),
            Self::Form => f.write_str(r#"write {"title": "..", "body": ".."} in one line"#),
            Self::Title => {
                write!(
                    f,
                    "its title is blank or too long; write 1 to {MAX_TITLE} characters, not all of them spaces"
                )
            }
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
