//! Candidates that the linker brought along. They are nominated, never registered by themselves: a registry takes
//! those it names, and a name without a candidate is a fault as much as a candidate without a name.

use std::{
    any::{Any, TypeId, type_name},
    fmt,
};

use crate::{BuildError, SourceLocation, ToolDef};

/// A tool that `#[tool(collect = App)]` nominates for registries whose state is `App`.
// Not public API. Used by generated code.
pub struct Candidate {
    /// Name of the tool.
    pub name: &'static str,
    /// Where its attribute stands.
    pub location: SourceLocation,
    /// The state type, and how it is spelled.
    pub state: fn() -> (TypeId, &'static str),
    /// Returns its `ToolDef`.
    pub tool: fn() -> Box<dyn Any>,
}

inventory::collect!(Candidate);

impl fmt::Debug for Candidate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Candidate").field("name", &self.name).finish_non_exhaustive()
    }
}

/// Returns the expected tools, and a fault for each that is missing, for another state, or not expected.
pub(crate) fn expected<S: 'static>(names: &[&str]) -> (Vec<ToolDef<S>>, Vec<BuildError>) {
    let mut candidates: Vec<&Candidate> = inventory::iter::<Candidate>.into_iter().collect();
    // The linker's order is nobody's; people read the faults.
    candidates.sort_by_key(|candidate| (candidate.name, candidate.location.to_string()));
    let (mut tools, mut faults) = (Vec::new(), Vec::new());
    for name in names {
        let nominated = candidates.iter().copied().filter(|candidate| candidate.name == *name);
        let (own, foreign): (Vec<&Candidate>, Vec<_>) =
            nominated.partition(|candidate| is_for::<S>(candidate));
        let made = own.iter().filter_map(|candidate| (candidate.tool)().downcast().ok());
        tools.extend(made.map(|tool: Box<ToolDef<S>>| *tool));
        if own.is_empty() {
            faults.extend(foreign.iter().map(|candidate| wrong_state::<S>(candidate)));
            if foreign.is_empty() {
                let linked = candidates.iter().filter(|candidate| is_for::<S>(candidate));
                let linked = linked.map(|candidate| candidate.name.to_owned()).collect();
                faults.push(BuildError::LinkedMissing { name: (*name).to_owned(), linked });
            }
        }
    }
    let surplus =
        candidates.iter().filter(|candidate| is_for::<S>(candidate) && !names.contains(&candidate.name));
    faults.extend(surplus.map(|candidate| BuildError::LinkedSurplus {
        name: candidate.name.to_owned(),
        location: candidate.location,
    }));
    (tools, faults)
}

fn is_for<S: 'static>(candidate: &Candidate) -> bool {
    (candidate.state)().0 == TypeId::of::<S>()
}

fn wrong_state<S: 'static>(candidate: &Candidate) -> BuildError {
    BuildError::LinkedState {
        name: candidate.name.to_owned(),
        location: candidate.location,
        candidate: (candidate.state)().1,
        registry: type_name::<S>(),
    }
}
