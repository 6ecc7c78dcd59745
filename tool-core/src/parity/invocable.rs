//! Parity: what is listed can be called, and what is not listed cannot.

use std::collections::BTreeSet;

use serde_json::json;

use crate::{
    Caller, Exposure, Headless, Origin, Registered, Surface, testing::TestSurface, view::public_name,
};

/// Asserts that what the surface lists for this caller is exactly what it lets that caller call.
///
/// Each tool of the registry is called with arguments that no schema admits, so nothing runs: a listed tool must
/// complain about the arguments, and any other must be unknown or unavailable. What outside callers see is also
/// compared with the metadata itself, independently of admission.
///
/// What a tool does when it runs is for [`assert_arguments`](super::assert_arguments), told to run tools, and for the calls of
/// a [`TestSurface`](crate::testing::TestSurface).
///
/// # Panics
///
/// When they disagree; the message names every tool that does.
pub async fn assert_parity(surface: &Surface, caller: &Caller) {
    let test = TestSurface::new(surface).with_caller(caller.clone());
    let listed: BTreeSet<String> = test.names().into_iter().collect();
    let mut wrong = Vec::new();

    let mut registered = BTreeSet::new();
    for tool in surface.invoker().registry().snapshot().iter() {
        let known = tool.name().as_str();
        let name = surface.public_name(known).unwrap_or_else(|| public_name(known));
        let code = test.call(&name, json!([])).await.code();
        let callable = match code.as_deref() {
            Some("invalid-arguments") => true,
            Some("unknown-tool" | "unavailable") => false,
            other => {
                wrong.push(format!("`{name}` answers impossible arguments with {other:?}"));
                continue;
            }
        };
        match (listed.contains(&name), callable) {
            (true, false) => wrong.push(format!("`{name}` is listed, and cannot be called")),
            (false, true) => wrong.push(format!("`{name}` can be called, and is not listed")),
            (true, true) | (false, false) => {}
        }
        if listed.contains(&name) && !may_be_listed(surface.origin(), tool) {
            wrong.push(format!("`{name}` is listed against its own metadata"));
        }
        registered.insert(name);
    }
    wrong
        .extend(listed.difference(&registered).map(|name| format!("`{name}` is listed, and not registered")));
    assert!(wrong.is_empty(), "surface `{}` is out of parity:\n- {}", surface.name(), wrong.join("\n- "));
}

pub(super) fn may_be_listed(origin: Origin, tool: &Registered) -> bool {
    let host = tool.host();
    match origin {
        Origin::FirstParty => host.exposure != Exposure::External,
        Origin::Outside => host.exposure != Exposure::Internal && host.headless == Headless::Yes,
    }
}
