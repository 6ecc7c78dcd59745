//! Entries of an engine in place of those that it had. Whatever does not fit is left out, and nothing else is touched.

use std::{
    collections::{BTreeSet, HashMap},
    sync::{Arc, PoisonError},
};

use super::{Registered, Registry, addresses, collected::Collected};
use crate::BuildError;

impl Registry {
    /// Takes entries out, and puts others in, by what their engine calls them: one change, or none when nothing changes.
    /// Returns those that were left out, because their name or their address is taken.
    ///
    /// What is taken stays whose it is. Taking out always works, whatever refers to it.
    pub(crate) fn exchange(
        &self,
        before: &[Arc<Registered>],
        mut after: Vec<(&str, Arc<Registered>)>,
    ) -> Vec<(String, BuildError)> {
        let _only_writer = self.0.writer.lock().unwrap_or_else(PoisonError::into_inner);
        let current = self.snapshot();
        let identities: BTreeSet<_> = before.iter().map(|was| was.identity).collect();
        let was = |entry: &Arc<Registered>| identities.contains(&entry.identity);
        let mut collected = Collected::of(&current);
        collected.retain(|entry| !was(entry));
        // Those that are there already come first: what callers trust under a name must not become something else.
        after.sort_by_key(|(_, entry)| !was(entry));
        let mut taken: HashMap<_, _> =
            collected.entries().map(|entry| (entry.name().folded(), Arc::clone(entry))).collect();
        let (mut left_out, mut kept) = (Vec::new(), 0);
        for (id, entry) in after {
            let fault = match taken.get(&entry.name().folded()) {
                Some(other) => Some(duplicate(&entry, other)),
                None => addresses::taken(&entry, collected.entries()),
            };
            if let Some(fault) = fault {
                left_out.push((id.to_owned(), fault));
            } else {
                kept += usize::from(was(&entry));
                taken.insert(entry.name().folded(), Arc::clone(&entry));
                collected.keep(entry);
            }
        }
        let is_as_before = kept == before.len() && collected.entries().count() == current.all().count();
        if !is_as_before {
            self.publish(collected.into_snapshot(current.generation() + 1));
        }
        left_out
    }
}

fn duplicate(entry: &Registered, other: &Registered) -> BuildError {
    BuildError::DuplicateName {
        name: entry.name().to_string(),
        location: entry.location(),
        other: other.name().to_string(),
        other_location: other.location(),
    }
}
