//! Faults between tools. Faults of one tool by itself are found in `registered`.

use std::{
    collections::{BTreeMap, HashMap, hash_map::Entry},
    sync::Arc,
};

use super::{Registered, Snapshot};
use crate::{BuildError, BuildErrors};

/// Makes a snapshot of tools that hosts can tell apart, or names every fault: those found so far, then these.
pub(super) fn snapshot(
    generation: u64,
    tools: Vec<Arc<Registered>>,
    mut faults: Vec<BuildError>,
) -> Result<Snapshot, BuildErrors> {
    let mut first_of = HashMap::<String, &Registered>::new();
    for tool in &tools {
        match first_of.entry(tool.name().folded()) {
            Entry::Vacant(free) => {
                free.insert(tool);
            }
            Entry::Occupied(taken) => faults.push(BuildError::DuplicateName {
                name: tool.name().to_string(),
                source: tool.source(),
                other: taken.get().name().to_string(),
                other_source: taken.get().source(),
            }),
        }
    }
    BuildErrors::check(faults)?;
    let tools: BTreeMap<_, _> = tools.into_iter().map(|tool| (tool.name().clone(), tool)).collect();
    Ok(Snapshot::new(generation, tools))
}
