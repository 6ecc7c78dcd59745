//! The span of a run, in the names of the OpenTelemetry conventions. Never with arguments, results or error texts.
//!
//! Names: "Execute tool span" of the generative AI semantic conventions, <https://opentelemetry.io/docs/specs/semconv/gen-ai/>.

use tracing::{Span, field};

use crate::{Registered, admission::Policies, call::Admitted};

/// Returns the span of a run. Only the name of an admitted tool is in it: any other name is the caller's text.
pub(super) fn of(entry: &Registered, admitted: &Admitted, policies: &Policies) -> Span {
    let span = tracing::info_span!(
        "execute_tool",
        otel.name = format!("execute_tool {}", entry.name()),
        otel.kind = "internal",
        otel.status_code = field::Empty,
        gen_ai.operation.name = "execute_tool",
        gen_ai.tool.name = %entry.name(),
        gen_ai.tool.r#type = "function",
        gen_ai.tool.call.id = %admitted.id,
        error.r#type = field::Empty,
    );
    let _ = policies;
    span
}

/// Marks the present span as one of a run that failed. A code is a stable word and never content.
pub(super) fn failed(code: &str) {
    let span = Span::current();
    span.record("otel.status_code", "ERROR");
    span.record("error.type", code);
}
