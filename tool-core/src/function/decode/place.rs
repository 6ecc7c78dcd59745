//! Where a value stands in the arguments.

use crate::argument_faults::segment;

/// A place, as a chain of frames on the stack: it costs nothing until somebody asks for its pointer.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Place<'outer> {
    Root,
    Key { parent: &'outer Place<'outer>, key: &'outer str },
    Index { parent: &'outer Place<'outer>, index: usize },
}

impl<'outer> Place<'outer> {
    pub(crate) fn key(parent: &'outer Place<'outer>, key: &'outer str) -> Self {
        Self::Key { parent, key }
    }

    pub(super) fn index(parent: &'outer Place<'outer>, index: usize) -> Self {
        Self::Index { parent, index }
    }

    /// Returns the JSON pointer.
    #[cold]
    pub(super) fn pointer(&self) -> String {
        match self {
            Self::Root => String::new(),
            Self::Key { parent, key } => format!("{}/{}", parent.pointer(), segment(key)),
            Self::Index { parent, index } => format!("{}/{index}", parent.pointer()),
        }
    }
}
