//! Runs an admitted call: what surrounds a tool, so that no tool has to.
//!
//! A tool that only reads is dropped when its caller gives up. Any other tool is never torn in the middle: it gets its
//! cancellation token and a grace period, and goes on by itself after that.

mod unfinished;

use std::{pin::pin, sync::Arc, task::Poll, time::Duration};

use tokio_util::sync::CancellationToken;
use tracing::{Instrument, Span};

use self::unfinished::Unfinished;
use crate::{
    Effect, Outcome, OutcomeClass, Registered, ToolCall, ToolError, ToolOutput,
    admission::{Admission, Policies, UnlessAsked},
    audit::{CallId, Ending},
    call::Admitted,
    completion::Awaiting,
    concurrency::Room,
    outcome::INDETERMINATE,
    panic_wall,
    ready::now,
    span,
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
    room: &Room,
    span: &Span,
) -> Outcome {
    let Admission { admitted, reserved, .. } = admission;
    let host = entry.host();
    if admitted.fate.caller_token().is_cancelled() {
        // What was reserved is given back: nothing ran.
        span::failed(span, CANCELLED);
        return Outcome::Cancelled;
    }
    let reserved = if admitted.may_ask() {
        Some(reserved.unless_asked())
    } else {
        reserved.commit();
        None
    };
    let fate = Arc::clone(&admitted.fate);
    let may_have_effect = host.effect != Effect::ReadOnly;
    if may_have_effect {
        fate.may_have_effect();
    }

    let unheard = policies.completions.as_ref().map(|_| CancellationToken::new());
    let logged = logged(
        Arc::clone(entry),
        admitted,
        (ending, reserved),
        Arc::clone(policies),
        span.clone(),
        unheard.clone(),
    );
    let run = Box::pin(logged.instrument(span.clone()));
    let mut running = Unfinished::new(run, unheard, fate, room, may_have_effect);
    // The tool first: one that is ready never looks at the clock.
    if let Poll::Ready(outcome) = now(pin!(running.finish())).await {
        return outcome;
    }
    // Boxed: a call whose tool is ready at once must not be as large as one that waits for it.
    Box::pin(wait(running, host.timeout, room, span)).await
}

/// Waits for a run for as long as its caller does, and until its deadline or a stop by force.
async fn wait(mut running: Unfinished<'_>, timeout: Option<Duration>, room: &Room, span: &Span) -> Outcome {
    let fate = running.fate();
    let ended = tokio::select! {
        // One that has ended is an outcome, whatever else has happened.
        biased;
        outcome = running.finish() => return outcome,
        () = fate.caller_token().cancelled() => Ended::Cancelled,
        () = room.stop().cancelled() => Ended::Cancelled,
        () = deadline(timeout) => Ended::Late,
    };
    let (class, code) = match ended {
        Ended::Cancelled => (OutcomeClass::Cancelled, None),
        Ended::Late => (OutcomeClass::Failed, Some(TIMEOUT)),
    };
    if running.stop(class, code) {
        span::failed(span, code.unwrap_or(CANCELLED));
        return ended.without_effect();
    }
    stop(running, span).await
}

/// Runs the tool behind the panic wall. What it ends as is recorded and logged here, so that it is
/// also when nobody waits for the run any more.
async fn logged(
    entry: Arc<Registered>,
    mut admitted: Box<Admitted>,
    (ending, reserved): (Ending, Option<UnlessAsked>),
    policies: Arc<Policies>,
    span: Span,
    unheard: Option<CancellationToken>,
) -> Outcome {
    // Held to the end of the run, whatever the tool does with its call.
    let _place = admitted.place.clone();
    let waits = |completions| Awaiting::new(completions, &admitted.caller, entry.name(), admitted.id);
    let awaiting = policies.completions.as_ref().map(waits);
    admitted.completion = awaiting.as_ref().map(Awaiting::slot);
    let (tool, id) = (&entry.tool, admitted.id);
    let walled = panic_wall::walled_future(async move { tool.call(ToolCall::new(admitted)).await }).await;
    let returned = walled.unwrap_or_else(|panicked| Err(ToolError::internal(panicked)));
    let outcome = match returned {
        // Boxed: a call that ends when its tool returns must not be as large as one that waits for a report.
        Ok(output) if output.awaits().is_some() => {
            Box::pin(reported(output, awaiting.as_ref().zip(unheard.as_ref()))).await
        }
        Ok(output) => Outcome::Completed(output),
        Err(error) => asked(error, id, &policies),
    };
    match &outcome {
        Outcome::InputRequired(_) => {
            reserved.into_iter().for_each(UnlessAsked::give_back);
            ending.end(OutcomeClass::InputRequired, None);
        }
        Outcome::Completed(_) => ending.end(OutcomeClass::Completed, None),
        Outcome::Failed(error) => {
            span::failed(&span, error.recorded_code());
            policies.log_error(entry.name(), error, "a tool failed");
            ending.end(OutcomeClass::Failed, Some(error.recorded_code().to_owned()));
        }
        // Nothing was reported, and what was asked for may happen.
        _ => {
            span::failed(&span, INDETERMINATE);
            ending.end(OutcomeClass::Unknown, Some(INDETERMINATE.to_owned()));
        }
    }
    outcome
}

/// Returns what a call is answered with whose tool asked for something, or failed.
fn asked(error: ToolError, id: CallId, policies: &Policies) -> Outcome {
    let sealed = match error.into_asked() {
        Ok(asked) if asked.is_of(id) => policies.inputs.seal(asked),
        Ok(_) => Err(ToolError::internal("a tool returned what another call asks for")),
        Err(error) => Err(error),
    };
    sealed.map_or_else(Outcome::Failed, Outcome::InputRequired)
}

/// Returns what is reported in the place of what a tool returned.
async fn reported(returned: ToolOutput, awaiting: Option<(&Awaiting, &CancellationToken)>) -> Outcome {
    let hearing = awaiting
        .zip(returned.awaits())
        .and_then(|((awaiting, unheard), correlation)| Some((awaiting.heard(correlation)?, unheard)));
    let Some((hearing, unheard)) = hearing else {
        return Outcome::Failed(ToolError::internal("a tool returned the completion of another call"));
    };
    match hearing.report(unheard).await {
        Some(Ok(output)) if output.awaits().is_some() => {
            Outcome::Failed(ToolError::internal("what was reported is a completion and no result"))
        }
        Some(Ok(output)) => Outcome::Completed(output),
        // Whoever reports has no round to end.
        Some(Err(error)) => Outcome::Failed(error.not_asking()),
        None => Outcome::Indeterminate,
    }
}

/// Gives a tool that may have changed something the time to stop, then lets it go on by itself.
async fn stop(mut running: Unfinished<'_>, span: &Span) -> Outcome {
    running.give_up();
    tokio::select! {
        biased;
        outcome = running.finish() => outcome,
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

async fn deadline(timeout: Option<Duration>) {
    match timeout {
        Some(timeout) => tokio::time::sleep(timeout).await,
        None => std::future::pending().await,
    }
}
