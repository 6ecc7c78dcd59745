//! Runs an admitted call: what surrounds a tool, so that no tool has to.
//!
//! A tool that only reads is dropped when its caller gives up. Any other tool is never torn in the middle: it gets its
//! cancellation token and a grace period, and goes on by itself after that.

mod unfinished;

use std::{sync::Arc, time::Duration};

use tokio_util::sync::CancellationToken;
use tracing::Instrument;

use self::unfinished::Unfinished;
use crate::{
    Effect, Outcome, Registered, ToolCall, ToolError, ToolOutput, admission::Policies, call::Admitted,
    panic_wall,
};

/// How long a tool that may have changed something can take to stop. Below the 5 s for which rmcp 3.11 still delivers
/// answers after the end of its input (measured), so that an honest answer arrives.
const GRACE: Duration = Duration::from_secs(4);

pub(crate) async fn run(
    entry: &Arc<Registered>,
    mut admitted: Admitted,
    policies: &Arc<Policies>,
) -> Outcome {
    let host = entry.host();
    let caller_gave_up = admitted.cancellation.clone();
    if caller_gave_up.is_cancelled() {
        return Outcome::Cancelled;
    }
    // A token of the run's own: a deadline and a caller that is dropped cancel it too.
    let token = caller_gave_up.child_token();
    admitted.cancellation = token.clone();

    let run = Box::pin(logged(Arc::clone(entry), admitted, Arc::clone(policies)));
    let mut running = Unfinished::new(run, token.clone(), host.effect != Effect::ReadOnly);
    let ended = tokio::select! {
        // The tool first: one that is ready never looks at the clock.
        biased;
        result = running.finish() => return outcome(result),
        () = caller_gave_up.cancelled() => Ended::Cancelled,
        () = deadline(host.timeout) => Ended::Late,
    };
    if host.effect == Effect::ReadOnly {
        return ended.without_effect();
    }
    stop(running, &token).await
}

/// Runs the tool behind the panic wall, in a span of its own. A failure is logged here, so that it is logged also when
/// nobody waits for the run any more.
async fn logged(
    entry: Arc<Registered>,
    admitted: Admitted,
    policies: Arc<Policies>,
) -> Result<ToolOutput, ToolError> {
    // Only a name that was admitted is logged: any other is the caller's text.
    let span = tracing::debug_span!("execute_tool", tool = %entry.name());
    let tool = Arc::clone(&entry.tool);
    async move {
        let walled = panic_wall::walled_future(async move { tool.call(ToolCall::new(admitted)).await }).await;
        let result = walled.unwrap_or_else(|panicked| Err(ToolError::internal(panicked)));
        if let Err(error) = &result {
            policies.log_error(entry.name(), error, "a tool failed");
        }
        result
    }
    .instrument(span)
    .await
}

/// Gives a tool that may have changed something the time to stop, then lets it go on by itself.
async fn stop(mut running: Unfinished, token: &CancellationToken) -> Outcome {
    token.cancel();
    tokio::select! {
        biased;
        result = running.finish() => outcome(result),
        () = tokio::time::sleep(GRACE) => Outcome::Indeterminate,
    }
}

/// Why a run is not waited for.
enum Ended {
    Cancelled,
    Late,
}

impl Ended {
    fn without_effect(self) -> Outcome {
        match self {
            Self::Cancelled => Outcome::Cancelled,
            Self::Late => Outcome::Failed(ToolError::new(
                "timeout",
                "the tool took too long and was stopped; it changed nothing",
            )),
        }
    }
}

fn outcome(result: Result<ToolOutput, ToolError>) -> Outcome {
    match result {
        Ok(output) => Outcome::Completed(output),
        Err(error) => Outcome::Failed(error),
    }
}

async fn deadline(timeout: Option<Duration>) {
    match timeout {
        Some(timeout) => tokio::time::sleep(timeout).await,
        None => std::future::pending().await,
    }
}
