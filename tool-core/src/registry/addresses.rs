//! Which resources would answer for the same address. What an address may be is `resource`.

use std::sync::Arc;

use super::Registered;
use crate::{BuildError, readable::Role, resource::ResourceFacts};

/// Finds two resources of one address, and two templates that stand for the same one. A resource among the addresses of a
/// template is no fault: it comes first.
pub(super) fn faults(entries: &[Arc<Registered>]) -> Vec<BuildError> {
    let mut faults = Vec::new();
    let resources: Vec<_> = entries.iter().filter_map(|entry| Some((entry, facts(entry)?))).collect();
    for (at, (entry, _)) in resources.iter().enumerate() {
        faults.extend(taken(entry, resources[..at].iter().map(|(earlier, _)| *earlier)));
    }
    faults
}

/// Returns the fault of a resource for whose address another one answers.
pub(super) fn taken<'e>(
    entry: &Registered,
    others: impl IntoIterator<Item = &'e Arc<Registered>>,
) -> Option<BuildError> {
    let own = facts(entry)?;
    let mut others = others.into_iter().filter_map(|other| Some((other, facts(other)?)));
    let (other, earlier) = others.find(|(_, earlier)| clash(own, earlier))?;
    Some(BuildError::DuplicateAddress {
        address: if own.uri == earlier.uri {
            format!("`{}`", own.uri)
        } else {
            format!("an address of both `{}` and `{}`", earlier.uri, own.uri)
        },
        name: entry.name().to_string(),
        location: entry.location(),
        other: other.name().to_string(),
        other_location: other.location(),
    })
}

/// Returns whether two resources answer for the same address, and none of them comes first.
fn clash(one: &ResourceFacts, other: &ResourceFacts) -> bool {
    let both = one.pattern.as_ref().zip(other.pattern.as_ref());
    one.is_template == other.is_template && both.is_some_and(|(one, other)| one.overlaps(other))
}

fn facts(entry: &Registered) -> Option<&ResourceFacts> {
    match &entry.role {
        Role::Resource(facts) => Some(facts),
        _ => None,
    }
}
