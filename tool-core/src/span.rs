//! The span of a call, from its request to the end of its run. Never with arguments, results, error texts or a name
//! that the caller made up.
//!
//! Names: `Execute tool span` of the OpenTelemetry semantic conventions for generative AI, as of v1.41.0,
//! <https://github.com/open-telemetry/semantic-conventions/blob/v1.41.0/docs/gen-ai/gen-ai-agent-spans.md#execute-tool-span>.
//! `tool_core.step` is of this crate: the conventions have no word for who refused.

use tracing::{Span, field};

use crate::{Step, ToolName, audit::CallId};

/// Returns the span of a call. A tool that does not exist has no name here: that text is the caller's.
pub(crate) fn of(id: CallId, tool: Option<&ToolName>) -> Span {
    tracing::info_span!(
        "execute_tool",
        otel.name = tool.map(|name| format!("execute_tool {name}")),
        otel.kind = "internal",
        otel.status_code = field::Empty,
        gen_ai.operation.name = "execute_tool",
        gen_ai.tool.name = tool.map(ToolName::as_str),
        gen_ai.tool.r#type = "function",
        gen_ai.tool.call.id = %id,
        tool_core.step = field::Empty,
        error.r#type = field::Empty,
    )
}

/// Marks the span of a call that ended without a result. A code is a stable word and never content.
pub(crate) fn failed(span: &Span, code: &str) {
    span.record("otel.status_code", "ERROR");
    span.record("error.type", code);
}

/// Marks the span of a call that admission stopped.
pub(crate) fn stopped(span: &Span, step: Step, code: &'static str) {
    span.record("tool_core.step", step.as_str());
    failed(span, code);
}
