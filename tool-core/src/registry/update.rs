//! A change of a registry at run time: the next snapshot, before it is checked.

use std::{fmt, panic::Location};

use super::{Binding, Snapshot, collected::Collected};
use crate::{BuildErrors, Tool};

/// A change of a registry, made inside [`Registry::update`](super::Registry::update).
///
/// # Examples
///
/// ```
/// use tool_core::{Registry, tool};
///
/// /// Counts notes.
/// #[tool]
/// fn count_notes() -> u32 {
///     3
/// }
///
/// let registry = Registry::builder(()).tool(count_notes_tool()).build()?;
/// registry.update(|update| update.remove("count_notes"))?;
/// assert!(registry.snapshot().is_empty());
/// assert!(registry.update(|update| update.remove("count_notes")).is_err(), "it is gone");
/// # Ok::<(), tool_core::BuildErrors>(())
/// ```
pub struct Update(Collected);

impl Update {
    pub(super) fn of(snapshot: &Snapshot) -> Self {
        Self(Collected::of(snapshot))
    }

    /// Registers a tool that was written by hand.
    #[track_caller]
    pub fn register(&mut self, tool: impl Tool) {
        self.0.add(Binding::of(tool, Location::caller()));
    }

    /// Removes the tool of this name; that there is none is a fault.
    pub fn remove(&mut self, name: &str) {
        self.0.remove(name);
    }

    pub(super) fn finish(self, generation: u64) -> Result<Snapshot, BuildErrors> {
        self.0.finish(generation)
    }
}

impl fmt::Debug for Update {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Update").field("tools", &self.0.names().collect::<Vec<_>>()).finish_non_exhaustive()
    }
}
