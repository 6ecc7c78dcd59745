//! Runs an admitted call: what surrounds a tool, so that no tool has to.
//!
//! A tool that only reads is dropped when its caller gives up. Any other tool is never torn in the middle: it gets its
//! cancellation token and a grace period, and goes on by itself after that.

mod unfinished;

use std::{sync::Arc, time::Duration};

use tokio_util::sync::CancellationToken;

use self::unfinished::Unfinished;
use crate::{Effect, Outcome, Registered, ToolCall, ToolError, ToolOutput, call::Admitted, panic_wall};

/// How long a tool that may have changed something can take to stop. Below the 5 s for which rmcp 3.11 still delivers
/// answers after the end of its input (measured), so that an honest answer arrives.
const GRACE: Duration = Duration::from_secs(4);

pub(crate) async fn run(entry: &Arc<Registered>, mut admitted: Admitted) -> Outcome {
    let host = entry.host();
    let caller_gave_up = admitted.cancellation.clone();
    // A token of the tool's own is needed only where somebody other than the caller may cancel it.
    let tool_token = match host.timeout {
        Some(_) => caller_gave_up.child_token(),
        None => caller_gave_up.clone(),
    };
    admitted.cancellation = tool_token.clone();

    let tool = Arc::clone(&entry.tool);
    let run = async move {
        let walled = panic_wall::walled_future(async move { tool.call(ToolCall::new(admitted)).await }).await;
        walled.unwrap_or_else(|panicked| Err(ToolError::internal(panicked)))
    };
    let mut running = Unfinished::new(Box::pin(run), host.effect != Effect::ReadOnly);

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
    stop(running, &tool_token).await
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
