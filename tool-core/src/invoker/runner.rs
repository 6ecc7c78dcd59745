//! Runs what a queue hands out, through admission again. Which operation has its turn is the queue's to decide.

use std::{
    fmt,
    sync::{Arc, PoisonError, Weak},
};

use tokio_util::sync::CancellationToken;
use tracing::{Instrument, Span};

use super::{Door, Invoker};
use crate::{
    Caller, InputRequest, LiveCall, OperationEnd, Outcome, Progress, QueuedCall, Refusal, Step, Surface,
    ToolError, ToolName, TraceContext,
    admission::{self, Stop},
    audit::Watched,
    call::Parent,
    caller_token::CallerToken,
    error::chain,
    extensions::Extensions,
    panic_wall, reply, run, span,
    surface::SurfaceHandle,
    view::Rendered,
};

/// Runs the calls of one invoker's queue, and nothing else. The invoker makes it, and hands it to its queue.
///
/// It can run only what admission lets through at that moment: whether the tool is there, offered, switched on and
/// available, whether the target is still the caller's, and whether the arguments still fit are asked again. Limits and
/// approval are not: they were decided when the call was queued.
#[derive(Clone)]
pub struct OperationRunner(Weak<Door>);

impl OperationRunner {
    pub(super) fn of(door: &Arc<Door>) -> Self {
        Self(Arc::downgrade(door))
    }

    /// Runs a queued call when there is room, and returns what came of it. It has records of its own; the call that was
    /// answered with the operation is its parent.
    ///
    /// Without what [lives](LiveCall) in the process, the surface is found by its name among those that are in use, and
    /// the caller with [`Callers`](crate::Callers). A surface that is not there, or whose name two have, is a failure of
    /// the operation.
    ///
    /// Cancelling the token stops the call as a caller that gives up does: a read is dropped, a write is given 4 s. Each
    /// operation is to be run once; that nobody else runs it is for the queue to see to.
    ///
    /// For a queue that does not [keep](crate::OperationQueue::keeps_inputs) what operations ask for.
    pub async fn run(
        &self,
        call: QueuedCall,
        live: Option<LiveCall>,
        cancellation: CancellationToken,
        progress: Progress,
    ) -> OperationEnd {
        match self.run_until_asked(call, live, cancellation, progress).await {
            OperationRun::Ended(end) => end,
            OperationRun::Asked(_) => OperationEnd::failed(&ToolError::internal(
                "an operation asked, and its queue keeps no inputs",
            )),
        }
    }

    /// Runs a queued call as [`run`](Self::run) does, until it ends or asks its owner for something.
    pub async fn run_until_asked(
        &self,
        call: QueuedCall,
        live: Option<LiveCall>,
        cancellation: CancellationToken,
        progress: Progress,
    ) -> OperationRun {
        match self.0.upgrade() {
            Some(door) => Box::pin(Invoker(door).run_queued(call, live, cancellation, progress)).await,
            None => OperationEnd::stopped().into(),
        }
    }
}

/// What came of one run of a queued call.
#[derive(Clone, Debug, PartialEq)]
#[expect(clippy::exhaustive_enums, reason = "whoever runs one must handle each")]
pub enum OperationRun {
    /// It asks its owner, and has changed nothing: [`QueuedCall::ask`] says what to wait for, and with the answers the same
    /// call is run again, from its start.
    Asked(Vec<InputRequest>),
    /// The operation has ended.
    Ended(OperationEnd),
}

impl From<OperationEnd> for OperationRun {
    fn from(end: OperationEnd) -> Self {
        Self::Ended(end)
    }
}

impl Invoker {
    async fn run_queued(
        &self,
        call: QueuedCall,
        live: Option<LiveCall>,
        cancellation: CancellationToken,
        progress: Progress,
    ) -> OperationRun {
        let Door { policies, room, .. } = &*self.0;
        // Whoever is on the way in is waited for, too.
        let _on_the_way = room.attend();
        let name = ToolName::parse(&call.tool).ok();
        let found = self.found_again(&call, live).await;
        let caller = found.as_ref().map_or_else(|_| Caller::new(&call.owner), |live| live.caller.clone());
        let watched = Watched::queued(policies, &call, &caller);
        let span = span::of(watched.id(), name.as_ref());
        let traceparent = call.traceparent.as_deref();
        if let Some(context) = traceparent.and_then(|parent| TraceContext::parse(parent, None)) {
            self.set_trace_parent(&span, &context);
        }
        let live = match found {
            Ok(live) => live,
            Err((step, why)) => {
                return self.stop_queued(watched, name.as_ref(), step, why, &span).await.into();
            }
        };
        let parent = Parent::ended(call.parent, call.depth);
        let mut request = live.surface.queued(live.caller, &call.tool, parent);
        request.0.cancellation = CallerToken::of(cancellation);
        request.0.extensions = live.extensions;
        let admitted = admission::readmit(policies, room, call, watched.id(), request.0, progress);
        let (admission, tool) = match Box::pin(admitted).instrument(span.clone()).await {
            Ok(admitted) => admitted,
            Err((step, why)) => {
                let name = name.as_ref().filter(|_| step != Step::Exists);
                return self.stop_queued(watched, name, step, why, &span).await.into();
            }
        };
        let admitted = &admission.admitted;
        let (with, fate) = ((admitted.target.as_ref(), &admitted.arguments, 0), &admitted.fate);
        let recorded = self.record(watched, &tool, with, fate, &span).await;
        let recorded = recorded.and_then(|ending| self.still_open(&tool, &admission, ending, &span));
        let outcome = match recorded {
            Ok(ending) => run::run(&tool.entry, admission, ending, policies, room, &span).await,
            Err(outcome) => outcome,
        };
        self.run_of(outcome, &tool)
    }

    /// Records that a queued call does not run, and returns what that makes of its operation.
    async fn stop_queued(
        &self,
        watched: Watched,
        name: Option<&ToolName>,
        step: Step,
        why: Stop,
        span: &Span,
    ) -> OperationEnd {
        let stopping = step == Step::Room && self.0.room.is_closed();
        match self.stop(watched, name, step, why, span).await {
            Outcome::Refused(_) if stopping => OperationEnd::stopped(),
            Outcome::Refused(refusal) => OperationEnd::refused(&refusal),
            Outcome::Failure(failure) => OperationEnd::undecided(&failure),
            // Nothing else stops a call that does not run.
            _ => OperationEnd::cancelled(),
        }
    }

    fn run_of(&self, outcome: Outcome, tool: &Rendered) -> OperationRun {
        let end = match outcome {
            Outcome::Completed(output) => match reply::completed(output, &tool.entry.result) {
                Ok(reply) => OperationEnd::succeeded(reply),
                Err(error) => OperationEnd::failed(&error.logged(&self.0.policies, tool.entry.name())),
            },
            Outcome::Cancelled => OperationEnd::stopped_in_time(),
            Outcome::Failed(error) => OperationEnd::failed(&error),
            Outcome::Failure(failure) => OperationEnd::undecided(&failure),
            Outcome::Indeterminate => OperationEnd::indeterminate(),
            Outcome::InputRequired(required) => return OperationRun::Asked(required.requests),
            Outcome::Refused(refusal) => OperationEnd::refused(&refusal),
        };
        OperationRun::Ended(end)
    }

    /// Returns what of the call could not be written down: as it was kept, or found again.
    async fn found_again(&self, call: &QueuedCall, live: Option<LiveCall>) -> Result<LiveCall, (Step, Stop)> {
        let Some(live) = live else {
            let surface = self.surface(&call.surface).ok_or_else(|| gone("the surface of this operation"))?;
            let caller = self.restored(call).await?;
            return Ok(LiveCall { caller, surface, extensions: Extensions::default() });
        };
        let belongs = live.caller.id() == call.owner
            && live.surface.name() == call.surface
            && Arc::ptr_eq(&live.surface.invoker().0, &self.0);
        if belongs { Ok(live) } else { Err(undecided(call, "a queue mixed up two calls".to_owned())) }
    }

    /// Returns the only surface of this name.
    fn surface(&self, name: &str) -> Option<Surface> {
        let surfaces = self.0.surfaces.lock().unwrap_or_else(PoisonError::into_inner);
        let mut named = surfaces.iter().filter_map(SurfaceHandle::get).filter(|it| it.name() == name);
        // Two of one name have rules of their own, and nobody knows which ones the call met.
        named.next().filter(|_| named.next().is_none())
    }

    async fn restored(&self, call: &QueuedCall) -> Result<Caller, (Step, Stop)> {
        let Some(callers) = &self.0.policies.callers else {
            return Ok(Caller::new(&call.owner).with_scopes(&call.scopes));
        };
        let detail = match panic_wall::walled_future(callers.restore(&call.owner)).await {
            Ok(Ok(Some(caller))) if caller.id() == call.owner => return Ok(caller.within(&call.scopes)),
            Ok(Ok(Some(_))) => "Callers::restore returned another caller".to_owned(),
            Ok(Ok(None)) => return Err(gone("whoever started this operation")),
            Ok(Err(error)) => chain(&*error),
            Err(panicked) => panicked,
        };
        Err(undecided(call, detail))
    }
}

fn gone(what: &str) -> (Step, Stop) {
    (Step::Exists, Refusal::Unavailable { reason: format!("{what} is no longer there") }.into())
}

fn undecided(call: &QueuedCall, detail: String) -> (Step, Stop) {
    match ToolName::parse(&call.tool) {
        Ok(tool) => (Step::Exists, Stop::undecided(&tool, detail)),
        Err(_) => (Step::Exists, Refusal::UnknownTool.into()),
    }
}

impl fmt::Debug for OperationRunner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("OperationRunner").finish_non_exhaustive()
    }
}
