//! The tools at one moment, ordered by name.

use std::{collections::BTreeMap, sync::Arc};

use super::Registered;
use crate::ToolName;

/// The tools of a registry at one moment, ordered by name.
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
/// let before = registry.snapshot();
/// registry.update(|update| update.remove("count_notes"))?;
/// assert_eq!((before.len(), registry.snapshot().len()), (1, 0), "what was read stays as it was");
/// # Ok::<(), tool_core::BuildErrors>(())
/// ```
#[derive(Debug)]
pub struct Snapshot {
    generation: u64,
    tools: BTreeMap<ToolName, Arc<Registered>>,
    /// What is read and not called: resources, prompts, and what completes their arguments.
    readables: BTreeMap<ToolName, Arc<Registered>>,
    /// Which were switched off, and why. By name: a tool that is registered anew under the name stays off.
    disabled: BTreeMap<ToolName, Arc<str>>,
}

impl Snapshot {
    pub(super) fn new(
        generation: u64,
        tools: BTreeMap<ToolName, Arc<Registered>>,
        readables: BTreeMap<ToolName, Arc<Registered>>,
        disabled: BTreeMap<ToolName, Arc<str>>,
    ) -> Self {
        Self { generation, tools, readables, disabled }
    }

    /// Returns what is switched off, and why.
    pub(super) fn all_disabled(&self) -> &BTreeMap<ToolName, Arc<str>> {
        &self.disabled
    }

    /// Returns the next snapshot, in which this tool is switched off for a reason, or on.
    pub(super) fn switched(&self, name: &ToolName, reason: Option<&str>) -> Self {
        let mut disabled = self.disabled.clone();
        match reason {
            Some(reason) => disabled.insert(name.clone(), reason.into()),
            None => disabled.remove(name),
        };
        Self {
            generation: self.generation + 1,
            tools: self.tools.clone(),
            readables: self.readables.clone(),
            disabled,
        }
    }

    /// Returns why a tool was switched off, if it was.
    pub(crate) fn disabled(&self, name: &ToolName) -> Option<&Arc<str>> {
        if self.disabled.is_empty() {
            return None;
        }
        // An entry that an engine lists anew in other letters is the one that was switched off.
        let folded = name.folded();
        self.disabled.iter().find_map(|(disabled, reason)| (disabled.folded() == folded).then_some(reason))
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

    /// Returns the resources and prompts, and what completes their arguments, ordered by name.
    pub(crate) fn readables(&self) -> impl Iterator<Item = &Arc<Registered>> {
        self.readables.values()
    }

    /// Returns everything that there is, tools first.
    pub(crate) fn all(&self) -> impl Iterator<Item = &Registered> {
        self.entries().chain(self.readables()).map(Arc::as_ref)
    }

    /// Returns whatever has this name.
    pub(crate) fn entry(&self, name: &str) -> Option<&Registered> {
        self.shared(name).or_else(|| self.readables.get(name)).map(Arc::as_ref)
    }

    fn shared(&self, name: &str) -> Option<&Arc<Registered>> {
        self.tools.get(name)
    }
}
