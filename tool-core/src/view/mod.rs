//! One surface rendered over one snapshot of the registry: made once per change, read by every list and call.

mod added_keys;
mod allow;
mod catalogue;
mod divergences;
mod identity;
mod overrides;
mod public_names;
mod readables;
mod rendered;
mod session;
mod settings;
mod target_argument;

use std::{
    collections::{BTreeMap, HashMap, HashSet},
    fmt,
    sync::Arc,
};

pub(crate) use self::{
    added_keys::{FOOTER, MORE},
    public_names::anywhere as public_name,
    readables::{Readables, ShownAs},
    rendered::Rendered,
    session::SESSION,
    settings::Settings,
};
pub use self::{
    allow::Allow,
    catalogue::{Catalogue, Listed, Omission, OmissionReason},
    divergences::{Divergence, Divergences},
    overrides::{Override, Wording},
    session::SessionId,
    settings::Origin,
    target_argument::TargetArgument,
};
use crate::{BuildError, Snapshot, ToolName, readable::Purpose, request::RequestParts};

/// One surface over one snapshot. Holds every tool, also those that nobody may see: admission decides, not absence.
pub(crate) struct View {
    origin: Origin,
    generation: u64,
    ordered: Vec<Arc<Rendered>>,
    by_public_name: HashMap<String, Arc<Rendered>>,
    by_name: HashMap<ToolName, Arc<Rendered>>,
    readables: Readables,
}
impl View {
    /// Renders what can be rendered. What cannot is left out, so that it is unknown to everybody, and logged.
    pub(crate) fn of(settings: &Settings, snapshot: &Snapshot) -> Self {
        let (view, faults) = Self::with_faults(settings, snapshot);
        for fault in faults {
            tracing::error!(surface = settings.name, %fault, "a tool cannot be offered");
        }
        view
    }

    /// Renders what can be rendered, and names what cannot.
    pub(crate) fn with_faults(settings: &Settings, snapshot: &Snapshot) -> (Self, Vec<BuildError>) {
        let (mut names, mut faults) = public_names::table(snapshot.iter(), settings.longest_name);
        let wait = settings.wait_tool(snapshot).and_then(|tool| names.get(tool)).cloned();
        let undoing: HashSet<&str> = snapshot.iter().filter_map(|tool| tool.host().undo.as_deref()).collect();
        let mut ordered = Vec::new();
        let mut unnameable = BTreeMap::<String, Vec<String>>::new();
        for entry in snapshot.entries() {
            let Some(public_name) = names.remove(entry.name()) else { continue };
            let disabled = snapshot.disabled(entry.name());
            let undoes = undoing.contains(entry.name().as_str());
            match Rendered::of(settings, entry, public_name, disabled, wait.as_deref(), undoes) {
                Ok(tool) if tool.allowed && settings.leaves_unnameable(entry.host()) => {
                    let kind = entry.host().target.clone().unwrap_or_default();
                    unnameable.entry(kind).or_default().push(format!("`{}`", entry.name()));
                }
                Ok(tool) => ordered.push(Arc::new(tool)),
                Err(fault) => faults.push(fault),
            }
        }
        faults.extend(unnameable.into_iter().map(|(kind, tools)| settings.unnameable(kind, tools)));
        ordered.sort_by(|a, b| a.listed.name.cmp(&b.listed.name));
        let by_public_name =
            ordered.iter().map(|tool| (tool.listed.name.clone(), Arc::clone(tool))).collect();
        let by_name = ordered.iter().map(|tool| (tool.entry.name().clone(), Arc::clone(tool))).collect();
        let (origin, generation) = (settings.origin, snapshot.generation());
        let readables = Readables::of(settings, snapshot, &mut faults);
        (Self { origin, generation, ordered, by_public_name, by_name, readables }, faults)
    }

    pub(crate) fn origin(&self) -> Origin {
        self.origin
    }

    pub(crate) fn generation(&self) -> u64 {
        self.generation
    }

    pub(crate) fn get(&self, public_name: &str) -> Option<&Arc<Rendered>> {
        self.by_public_name.get(public_name)
    }

    /// Returns what a request is for: a tool by its public name, anything else by its name in the registry.
    pub(crate) fn wanted(&self, request: &RequestParts) -> Option<&Arc<Rendered>> {
        match request.purpose {
            Purpose::Tool => self.get(&request.name),
            Purpose::Completion { .. } | Purpose::Prompt | Purpose::Resource(_) => {
                self.readables.get(&request.name)
            }
        }
    }

    /// Returns whatever has this name in the registry.
    pub(crate) fn entry(&self, name: &str) -> Option<&Arc<Rendered>> {
        self.registered(name).or_else(|| self.readables.get(name))
    }

    /// Returns what is read and not called.
    pub(crate) fn readables(&self) -> &Readables {
        &self.readables
    }

    /// Returns the tool of this name in the registry.
    pub(crate) fn registered(&self, name: &str) -> Option<&Arc<Rendered>> {
        self.by_name.get(name)
    }

    /// Returns the public name of the tool of this name in the registry.
    pub(crate) fn public_name(&self, name: &str) -> Option<&str> {
        self.registered(name).map(|tool| tool.listed.name.as_str())
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &Arc<Rendered>> {
        self.ordered.iter()
    }
}

impl fmt::Debug for View {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("View").field("generation", &self.generation).finish_non_exhaustive()
    }
}
