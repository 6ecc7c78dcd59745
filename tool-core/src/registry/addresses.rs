//! Which resources would answer for the same address. What an address may be is `resource`.

use std::sync::Arc;

use super::Registered;
use crate::{BuildError, readable::Role, resource::ResourceFacts};

/// Finds two resources of one address, and two templates that stand for the same one. A resource among the addresses of a
/// template of the same host is no fault: it comes first.
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
    let (other, earlier) =
        others.find(|(other, earlier)| clash(own, earlier, is_of_one_host(entry, other)))?;
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

/// Returns whether two resources answer for the same address, and none of them comes first. Of two hosts, none ever does: an
/// engine that lists one address would else answer for it in place of the template that compares owners.
fn clash(one: &ResourceFacts, other: &ResourceFacts, is_of_one_host: bool) -> bool {
    let both = one.pattern.as_ref().zip(other.pattern.as_ref());
    let none_is_first = one.is_template == other.is_template || !is_of_one_host;
    none_is_first && both.is_some_and(|(one, other)| one.overlaps(other))
}

/// Returns whether two entries are both the host's own, or of one engine.
fn is_of_one_host(one: &Registered, other: &Registered) -> bool {
    match (&one.source_id, &other.source_id) {
        (None, None) => true,
        (Some(_), Some(_)) => one.location() == other.location(),
        _ => false,
    }
}

fn facts(entry: &Registered) -> Option<&ResourceFacts> {
    match &entry.role {
        Role::Resource(facts) => Some(facts),
        _ => None,
    }
}
