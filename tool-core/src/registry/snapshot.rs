//! The tools at one moment, ordered by name.

use std::{collections::BTreeMap, sync::Arc};

use super::Registered;
use crate::ToolName;

/// The tools of a registry at one moment, ordered by name.
#[derive(Debug)]
pub struct Snapshot {
    generation: u64,
    tools: BTreeMap<ToolName, Arc<Registered>>,
}

impl Snapshot {
    pub(super) fn new(generation: u64, tools: BTreeMap<ToolName, Arc<Registered>>) -> Self {
        Self { generation, tools }
    }

    /// Returns the number of the change that led here.
    pub fn generation(&self) -> u64 {
        self.generation
    }

    /// Returns the tools, ordered by name.
    pub fn iter(&self) -> impl Iterator<Item = &Registered> {
        self.tools.values().map(Arc::as_ref)
    }

    /// Returns the tool of this name.
    pub fn get(&self, name: &str) -> Option<&Registered> {
        self.shared(name).map(Arc::as_ref)
    }

    /// Returns how many tools there are.
    pub fn len(&self) -> usize {
        self.tools.len()
    }

    /// Returns whether there are no tools.
    pub fn is_empty(&self) -> bool {
        self.tools.is_empty()
    }

    pub(crate) fn entries(&self) -> impl Iterator<Item = &Arc<Registered>> {
        self.tools.values()
    }

    fn shared(&self, name: &str) -> Option<&Arc<Registered>> {
        self.tools.get(name)
    }
}
