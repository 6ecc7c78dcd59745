//! Tests of the schema passes. Whole calls are tested in the workspace's integration tests.

mod canonical;
mod explain;
mod fold;
mod output;
mod properties;
mod repair;
mod verbatim;

use serde_json::Value;

use super::{Canonical, Contract, canonical};

/// Returns the canonical form of an input schema that has no fault.
fn sound(raw: &Value) -> Canonical {
    let found = canonical(raw, Contract::Input);
    let severe: Vec<_> =
        found.faults.iter().filter(|fault| fault.applies == super::Applies::Always).collect();
    assert!(severe.is_empty(), "{severe:?}");
    found
}
