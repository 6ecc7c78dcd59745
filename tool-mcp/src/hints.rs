//! Effect and its friends as MCP's four hints. What they mean is `tool_core::Effect`'s business.

use rmcp::model::ToolAnnotations;
use tool_core::{Effect, Listed};

/// Returns all four hints, always written out: a host that sees none assumes what it likes.
///
/// `destructiveHint` means nothing beside `readOnlyHint`, and is false there because some hosts look at it alone.
pub(crate) fn hints(tool: &Listed) -> ToolAnnotations {
    ToolAnnotations::new()
        .read_only(tool.effect == Effect::ReadOnly)
        .destructive(tool.effect == Effect::Destructive)
        .idempotent(tool.idempotent)
        .open_world(tool.open_world)
}
