//! A change of a registry at run time: the next snapshot, before it is checked.

use std::{fmt, panic::Location, sync::Arc};

use super::{Binding, Registered, Snapshot, check};
use crate::{BuildError, BuildErrors, Tool, nearest};

/// A change of a registry, made inside [`Registry::update`](super::Registry::update).
pub struct Update {
    tools: Vec<Arc<Registered>>,
    faults: Vec<BuildError>,
}

impl Update {
    pub(super) fn of(snapshot: &Snapshot) -> Self {
        Self { tools: snapshot.entries().cloned().collect(), faults: Vec::new() }
    }

    /// Registers a tool that was written by hand.
    #[track_caller]
    pub fn register(&mut self, tool: impl Tool) {
        match Registered::read(Binding::of(tool, Location::caller())) {
            Ok(tool) => self.tools.push(Arc::new(tool)),
            Err(faults) => self.faults.extend(faults),
        }
    }

    /// Removes the tool of this name; that there is none is a fault.
    pub fn remove(&mut self, name: &str) {
        let before = self.tools.len();
        self.tools.retain(|tool| tool.name().as_str() != name);
        if self.tools.len() == before {
            let known = self.tools.iter().map(|tool| tool.name().as_str());
            let nearest = nearest::nearest(name, known).map(str::to_owned);
            self.faults.push(BuildError::UnknownTool {
                name: name.to_owned(),
                list: "Update::remove",
                nearest,
            });
        }
    }

    pub(super) fn finish(self, generation: u64) -> Result<Snapshot, BuildErrors> {
        check::snapshot(generation, self.tools, self.faults)
    }
}

impl fmt::Debug for Update {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<_> = self.tools.iter().map(|tool| tool.name().as_str()).collect();
        f.debug_struct("Update").field("tools", &names).finish_non_exhaustive()
    }
}
