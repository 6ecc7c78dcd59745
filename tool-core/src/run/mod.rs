//! Runs an admitted call: what surrounds a tool, so that no tool has to.
//!
//! A tool that only reads is dropped when its caller gives up. Any other tool is never torn in the middle: it gets its
//! cancellation token and a grace period, and goes on by itself after that.

mod unfinished;

use std::{sync::Arc, time::Duration};

use tokio_util::sync::CancellationToken;
use tracing::{Instrument, Span};

use self::unfinished::Unfinished;
use crate::{
    Effect, Outcome, OutcomeClass, Registered, ToolCall, ToolError, ToolOutput,
    admission::{Admission, Policies},
    audit::Ending,
    call::Admitted,
    concurrency::Room,
    outcome::INDETERMINATE,
    panic_wall, span,
};

/// How long a tool that may have changed something can take to stop. Below the 5 s for which rmcp 3.11 still delivers
/// answers after the end of its input (measured), so that an honest answer arrives.
pub(crate) const GRACE: Duration = Duration::from_secs(4);

/// The code of a call that was stopped because it took too long, and has changed nothing.
const TIMEOUT: &str = "timeout";

/// The code of a call that its caller gave up, and that has changed nothing.
const CANCELLED: &str = "cancelled";

pub(crate) async fn run(
    entry: &Arc<Registered>,
    admission: Admission,
    ending: Ending,
    policies: &Arc<Policies>,
    room: &Arc<Room>,
    span: &Span,
) -> Outcome {
    let Admission { mut admitted, reserved, .. } = admission;
    let host = entry.host();
    let caller_gave_up = admitted.cancellation.clone();
    if caller_gave_up.is_cancelled() {
        // What was reserved is given back: nothing ran.
        span::failed(span, CANCELLED);
        return Outcome::Cancelled;
    }
    reserved.commit();
    // A token of the run's own: a deadline, a stop by force and a caller that is dropped cancel it too.
    let token = caller_gave_up.child_token();
    admitted.cancellation = token.clone();
    let (commit, fate) = (admitted.commit.clone(), ending.fate());
    let may_have_effect = host.effect != Effect::ReadOnly;
    if may_have_effect {
        fate.may_have_effect();
    }

    let logged = logged(Arc::clone(entry), admitted, ending, Arc::clone(policies), span.clone());
    let run = Box::pin(logged.instrument(span.clone()));
    let mut running = Unfinished::new(run, token.clone(), commit, fate, Arc::clone(room), may_have_effect);
    let ended = tokio::select! {
        // The tool first: one that is ready never looks at the clock.
        biased;
        result = running.finish() => return outcome(result),
        () = caller_gave_up.cancelled() => Ended::Cancelled,
        () = room.stop().cancelled() => Ended::Cancelled,
        () = deadline(host.timeout) => Ended::Late,
    };
    let (class, code) = match ended {
        Ended::Cancelled => (OutcomeClass::Cancelled, None),
        Ended::Late => (OutcomeClass::Failed, Some(TIMEOUT)),
    };
    if running.stop(class, code) {
        span::failed(span, code.unwrap_or(CANCELLED));
        return ended.without_effect();
    }
    stop(running, &token, span).await
}

/// Runs the tool behind the panic wall. What it ends as is recorded and logged here, so that it is
/// also when nobody waits for the run any more.
async fn logged(
    entry: Arc<Registered>,
    admitted: Box<Admitted>,
    ending: Ending,
    policies: Arc<Policies>,
    span: Span,
) -> Result<ToolOutput, ToolError> {
    // Held to the end of the run, whatever the tool does with its call.
    let _place = admitted.place.clone();
    let tool = Arc::clone(&entry.tool);
    let walled = panic_wall::walled_future(async move { tool.call(ToolCall::new(admitted)).await }).await;
    let result = walled.unwrap_or_else(|panicked| Err(ToolError::internal(panicked)));
    match &result {
        Ok(_) => ending.end(OutcomeClass::Completed, None),
        Err(error) => {
            span::failed(&span, error.recorded_code());
            policies.log_error(entry.name(), error, "a tool failed");
            ending.end(OutcomeClass::Failed, Some(error.recorded_code().to_owned()));
        }
    }
    result
}

/// Gives a tool that may have changed something the time to stop, then lets it go on by itself.
async fn stop(mut running: Unfinished, token: &CancellationToken, span: &Span) -> Outcome {
    token.cancel();
    tokio::select! {
        biased;
        result = running.finish() => outcome(result),
        () = tokio::time::sleep(GRACE) => {
            // An event and no error of the span, which stays open to the end of the run, and says how that was.
            span.in_scope(|| tracing::info!(code = INDETERMINATE, "answered before the run has ended"));
            Outcome::Indeterminate
        }
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
                TIMEOUT,
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
