//! Why the program ends early: one line for people, and an exit code for programs.

use std::fmt;

/// Why the program ends early.
pub(crate) struct Fault {
    pub(crate) line: String,
    pub(crate) exit: u8,
}

impl Fault {
    /// Something that whoever starts the program can mend.
    pub(crate) fn start(line: impl fmt::Display) -> Self {
        Self { line: line.to_string(), exit: 2 }
    }

    /// Something that went wrong while it ran.
    pub(crate) fn running(line: impl fmt::Display) -> Self {
        Self { line: line.to_string(), exit: 1 }
    }
}
