//! Private tools: what an outside surface lists and no first-party surface does, each justified by name.

use std::collections::BTreeSet;

use crate::{Caller, Surface, testing::TestSurface};

/// Asserts that exactly these public names are listed outside and not first-party.
///
/// Outside callers should see what the product itself does. Whatever only they see is named here, so that a reviewer
/// finds it.
///
/// # Panics
///
/// When a name is missing from the list, or on it without need.
#[track_caller]
pub fn assert_private_tools(outside: &Surface, first_party: &Surface, caller: &Caller, justified: &[&str]) {
    let names = |surface| TestSurface::new(surface).with_caller(caller.clone()).names().into_iter().collect();
    let (outside_names, own_names): (BTreeSet<String>, BTreeSet<String>) =
        (names(outside), names(first_party));
    let private: BTreeSet<&str> = outside_names.difference(&own_names).map(String::as_str).collect();
    let justified: BTreeSet<&str> = justified.iter().copied().collect();

    let unjustified: Vec<_> = private.difference(&justified).collect();
    let needless: Vec<_> = justified.difference(&private).collect();
    assert!(
        unjustified.is_empty() && needless.is_empty(),
        "surface `{}` has tools of its own: not justified {unjustified:?}, justified without need {needless:?}; \
         name exactly those in the last argument, those of `OperationTools` among them, or offer them on the first-party \
         surface as well",
        outside.name()
    );
}
