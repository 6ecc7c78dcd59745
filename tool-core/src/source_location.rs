//! Where a tool was registered or written, for people who mend it.

use std::{fmt, panic::Location};

/// A place in source code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SourceLocation {
    file: &'static str,
    line: u32,
}

impl SourceLocation {
    /// Returns the place at this line of this file.
    pub const fn new(file: &'static str, line: u32) -> Self {
        Self { file, line }
    }
}

impl From<&Location<'static>> for SourceLocation {
    fn from(location: &Location<'static>) -> Self {
        Self::new(location.file(), location.line())
    }
}

impl fmt::Display for SourceLocation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.file, self.line)
    }
}
