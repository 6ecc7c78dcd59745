//! Tests of the schema passes. Whole calls are tested in the workspace's integration tests.

mod canonical;
mod explain;
mod fold;
mod output;
mod properties;
mod refused;
mod repair;
mod verbatim;

use serde_json::Value;

#[cfg(feature = "test-util")]
pub(crate) use self::properties::anything;
use super::{Applies, Canonical, Contract, canonical};

/// Returns the canonical form of an input schema that has no fault.
fn sound(raw: &Value) -> Canonical {
    let found = canonical(raw, Contract::Input);
    let severe: Vec<_> = found.faults.iter().filter(|fault| fault.applies == Applies::Always).collect();
    assert!(severe.is_empty(), "{severe:?}");
    found
}

/// Returns the faults of an input schema as `pointer rule`.
fn faults(raw: &Value, applies: Applies) -> Vec<String> {
    let found = canonical(raw, Contract::Input).faults;
    let found = found.into_iter().filter(|fault| fault.applies == applies);
    found.map(|fault| format!("{} {}", fault.pointer, fault.rule)).collect()
}
