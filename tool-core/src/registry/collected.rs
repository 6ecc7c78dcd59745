//! Tools on their way into a snapshot, and the faults between them. Faults of one tool by itself are found in `registered`.

use std::{
    collections::{BTreeMap, HashMap, HashSet, hash_map::Entry},
    sync::Arc,
};

use super::{Binding, Registered, Snapshot, addresses, registered::Rejected, undone};
use crate::{BuildError, BuildErrors, SourceLocation, ToolName, nearest, readable::Role};

/// Tools on their way into a snapshot, and every fault so far.
#[derive(Default)]
pub(super) struct Collected {
    tools: Vec<Arc<Registered>>,
    /// Every name, also those of tools with faults, so that one build finds them all.
    names: Vec<(ToolName, SourceLocation)>,
    faults: Vec<BuildError>,
    /// Which are switched off, and why.
    disabled: BTreeMap<ToolName, Arc<str>>,
}

impl Collected {
    pub(super) fn of(snapshot: &Snapshot) -> Self {
        let mut collected = Self::default();
        snapshot.entries().chain(snapshot.readables()).cloned().for_each(|tool| collected.keep(tool));
        collected.disabled.clone_from(snapshot.all_disabled());
        collected
    }

    pub(super) fn add(&mut self, binding: Binding) {
        self.add_as(binding, Role::Tool);
    }

    /// Adds an entry that is perhaps no tool.
    pub(super) fn add_as(&mut self, binding: Binding, role: Role) {
        match Registered::read(binding, role) {
            Ok(tool) => self.keep(Arc::new(tool)),
            Err(Rejected { name, location, faults }) => {
                self.names.extend(name.map(|name| (name, location)));
                self.faults.extend(faults);
            }
        }
    }

    pub(super) fn keep(&mut self, tool: Arc<Registered>) {
        self.names.push((tool.name().clone(), tool.location()));
        self.tools.push(tool);
    }

    /// Switches a tool off, by its name.
    pub(super) fn disable(&mut self, name: ToolName, reason: Arc<str>) {
        self.disabled.insert(name, reason);
    }

    pub(super) fn fault(&mut self, fault: BuildError) {
        self.faults.push(fault);
    }

    /// Takes the tool of this name out; a fault when there is none.
    pub(super) fn remove(&mut self, name: &str) {
        if self.tools.iter().any(|tool| tool.name().as_str() == name) {
            self.tools.retain(|tool| tool.name().as_str() != name);
            self.names.retain(|(taken, _)| taken.as_str() != name);
        } else {
            let nearest = nearest::nearest(name, self.names()).map(str::to_owned);
            self.fault(BuildError::UnknownTool { name: name.to_owned(), list: "Update::remove", nearest });
        }
    }

    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.names.iter().map(|(name, _)| name.as_str())
    }

    /// Makes a snapshot of tools that hosts can tell apart, or names every fault.
    pub(super) fn finish(self, generation: u64) -> Result<Snapshot, BuildErrors> {
        let Self { tools, names, mut faults, disabled } = self;
        faults.extend(duplicates(&names));
        if faults.is_empty() {
            // A tool with a fault of its own is not in here, and would be missed.
            faults.extend(undone::faults(&tools));
            faults.extend(addresses::faults(&tools));
        }
        BuildErrors::check(faults)?;
        Ok(Self { tools, names, faults: Vec::new(), disabled }.into_snapshot(generation))
    }

    /// Returns everything that has no fault of its own.
    pub(super) fn entries(&self) -> impl Iterator<Item = &Arc<Registered>> {
        self.tools.iter()
    }

    /// Takes out what is not to stay.
    pub(super) fn retain(&mut self, stays: impl Fn(&Arc<Registered>) -> bool) {
        self.tools.retain(stays);
        let names: HashSet<_> = self.tools.iter().map(|entry| entry.name().clone()).collect();
        self.names.retain(|(name, _)| names.contains(name));
    }

    /// Makes a snapshot of entries that were compared already.
    pub(super) fn into_snapshot(self, generation: u64) -> Snapshot {
        let Self { tools, disabled, .. } = self;
        let entries = tools.into_iter().map(|entry| (entry.name().clone(), entry));
        let (tools, readables): (BTreeMap<_, _>, BTreeMap<_, _>) =
            entries.partition(|(_, entry)| entry.role == Role::Tool);
        Snapshot::new(generation, tools, readables, disabled)
    }
}

fn duplicates(names: &[(ToolName, SourceLocation)]) -> Vec<BuildError> {
    let (mut first_of, mut faults) = (HashMap::<String, &(ToolName, SourceLocation)>::new(), Vec::new());
    for named @ (name, location) in names {
        match first_of.entry(name.folded()) {
            Entry::Vacant(free) => {
                free.insert(named);
            }
            Entry::Occupied(taken) => {
                let (other, other_location) = taken.get();
                faults.push(BuildError::DuplicateName {
                    name: name.to_string(),
                    location: *location,
                    other: other.to_string(),
                    other_location: *other_location,
                });
            }
        }
    }
    faults
}
