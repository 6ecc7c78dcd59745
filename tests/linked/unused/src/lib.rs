//! Nominates a tool that no program of this workspace ever sees: nothing uses the crate, so nothing links it.

use tool_core::tool;

/// Vanishes.
#[tool(collect = ())]
pub fn vanish() {}
