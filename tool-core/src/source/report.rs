//! What came of listing an engine.

use std::fmt;

/// What came of listing a [`Source`](crate::Source) the last time.
#[derive(Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct SourceReport {
    /// How many entries of it are in the registry.
    pub entries: usize,
    /// What was left out, ordered by id.
    pub omitted: Vec<OmittedEntry>,
    /// Why it could not be listed: then it has no entries.
    pub failure: Option<String>,
}

/// An entry that was left out.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct OmittedEntry {
    /// The engine's own id.
    pub id: String,
    /// What is wrong with it; every fault.
    pub reason: String,
}

impl fmt::Display for SourceReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(failure) = &self.failure {
            return write!(f, "cannot be listed, so nothing of it is offered: {failure}");
        }
        write!(f, "{} entries, {} left out", self.entries, self.omitted.len())?;
        self.omitted.iter().try_for_each(|omitted| write!(f, "\n- {:?}: {}", omitted.id, omitted.reason))
    }
}

impl fmt::Debug for SourceReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Never why: an engine's errors may hold addresses and credentials, and `Debug` ends up in logs.
        f.debug_struct("SourceReport")
            .field("entries", &self.entries)
            .field("omitted", &self.omitted.len())
            .field("failed", &self.failure.is_some())
            .finish_non_exhaustive()
    }
}
