//! Runs a body that blocks on the pool of threads that may be blocked.

use std::sync::Arc;

use super::tool_def::Running;
use crate::{ToolCall, ToolError, ToolOutput};

/// Runs a synchronous body on the blocking pool, with the state and the call in its own hands.
///
/// The body cannot be stopped. When the run is dropped it goes on to its end, and only its result is lost.
// Not public API. Used by generated code.
pub fn blocking<'run, S: Send + Sync + 'static>(
    state: &'run Arc<S>,
    call: ToolCall<'run>,
    body: fn(&Arc<S>, &ToolCall<'_>) -> Result<ToolOutput, ToolError>,
) -> Running<'run> {
    let (state, call, span) = (Arc::clone(state), call.detach(), tracing::Span::current());
    Box::pin(async move {
        let body = tokio::task::spawn_blocking(move || span.in_scope(|| body(&state, &call)));
        match body.await {
            Ok(result) => result,
            // The panic wall of the invoker sees a panic of the body as if it had run in place.
            Err(error) => match error.try_into_panic() {
                Ok(payload) => std::panic::resume_unwind(payload),
                Err(_) => Err(ToolError::internal("the runtime is shutting down")),
            },
        }
    })
}
