//! The one admission point: the only code that makes a `ToolCall`, and the only caller of `Tool::call`.

mod builder;
mod enqueue;
mod runner;
mod shutdown;

use std::{
    fmt,
    sync::{Arc, Mutex, PoisonError},
};

use serde_json::{Map, Value};
use tracing::{Instrument, Span};

pub use self::{
    builder::InvokerBuilder,
    runner::{OperationRun, OperationRunner},
    shutdown::ShutdownReport,
};
use crate::{
    Kind, Outcome, OutcomeClass, Refusal, Registry, Request, Step, Target, ToolName, TraceContext,
    admission::{self, Admission, Policies, Stop},
    audit::{Ending, Watched},
    call::Admitted,
    concurrency::Room,
    error::Correlation,
    fate::Fate,
    outcome::Failure,
    request::RequestParts,
    run, span,
    surface::SurfaceHandle,
    view::{Rendered, View},
};

/// The one door to the tools of a registry. A clone is a handle to the same one.
///
/// # Examples
///
/// ```
/// use tool_core::{Invoker, Registry};
///
/// let registry = Registry::builder(()).build()?;
/// let invoker = Invoker::builder(registry).unlimited().build()?;
/// # Ok::<(), tool_core::BuildErrors>(())
/// ```
#[derive(Clone)]
pub struct Invoker(Arc<Door>);

struct Door {
    registry: Registry,
    policies: Arc<Policies>,
    room: Room,
    /// Where calls come in, to be found again by name when the turn of a queued one comes.
    surfaces: Mutex<Vec<SurfaceHandle>>,
}

impl Invoker {
    /// Starts an invoker for the tools of this registry.
    pub fn builder(registry: Registry) -> InvokerBuilder {
        InvokerBuilder::new(registry)
    }

    /// Returns the registry.
    pub fn registry(&self) -> &Registry {
        &self.0.registry
    }

    pub(crate) fn policies(&self) -> &Policies {
        &self.0.policies
    }

    /// Remembers a surface for as long as somebody else holds it.
    pub(crate) fn serves(&self, surface: SurfaceHandle) {
        let mut surfaces = self.0.surfaces.lock().unwrap_or_else(PoisonError::into_inner);
        surfaces.retain(SurfaceHandle::is_alive);
        surfaces.push(surface);
    }

    /// Returns whether internal errors and panics are logged with their detail.
    pub fn logs_failure_details(&self) -> bool {
        self.0.policies.log_failure_details
    }

    /// Admits a request against the present state and runs the tool, or says why not.
    ///
    /// Most callers want [`Surface::call`](crate::Surface::call), which also words the outcome. A request of a surface
    /// that is not this invoker's is one for an unknown tool.
    #[must_use = "whether the tool ran is in the outcome"]
    pub async fn invoke(&self, request: Request) -> Outcome {
        let Request(request) = request;
        if !Arc::ptr_eq(&self.0, &request.surface.invoker().0) {
            tracing::error!("refused a request to another invoker");
            return Box::pin(self.refuse_foreign(&request)).await;
        }
        let view = request.surface.view();
        self.invoke_on(&view, view.wanted(&request), request).await
    }

    /// Refuses a request that was made for another door, and records that.
    pub(crate) async fn refuse_foreign(&self, request: &RequestParts) -> Outcome {
        let watched = Watched::new(&self.0.policies, request);
        let span = span::of(watched.id(), None);
        self.stop(watched, None, Step::Exists, Refusal::UnknownTool.into(), &span).await
    }

    /// Admits a request for what is wanted of this view, and runs it.
    pub(crate) async fn invoke_on(
        &self,
        view: &View,
        tool: Option<&Arc<Rendered>>,
        request: Box<RequestParts>,
    ) -> Outcome {
        let Door { policies, room, .. } = &*self.0;
        let watched = Watched::new(policies, &request);
        let span = span::of(watched.id(), tool.map(|tool| tool.entry.name()));
        if let Some(context) = &request.trace_context {
            self.set_trace_parent(&span, context);
        }
        // Boxed, so that a call that runs does not hold the memory of its admission; and no larger than what an allocator
        // has at hand, which a test below looks at. The span is not around the run as well: what is left of one may go on by
        // itself, and takes the span along.
        let decided = Box::pin(self.decide(view, tool, watched, request, &span)).instrument(span.clone());
        match decided.await {
            Ok((tool, admission, ending)) if tool.entry.host().kind == Kind::Operation => {
                // Boxed for the same reason: few calls become operations.
                Box::pin(self.enqueue(admission, ending, &span)).await
            }
            Ok((tool, admission, ending)) => {
                run::run(&tool.entry, admission, ending, policies, room, &span).await
            }
            Err(outcome) => outcome,
        }
    }

    /// Admits the request and records that, or returns what becomes of it instead.
    async fn decide<'v>(
        &self,
        view: &View,
        tool: Option<&'v Arc<Rendered>>,
        watched: Watched,
        request: Box<RequestParts>,
        span: &Span,
    ) -> Result<(&'v Arc<Rendered>, Admission, Ending), Outcome> {
        let Door { policies, room, .. } = &*self.0;
        // Whoever is on the way in is waited for, too.
        let _on_the_way = room.attend();
        let Some(tool) = tool else {
            // What was sent is not kept while the refusal is recorded.
            drop(request);
            let stopped = self.stop(watched, None, Step::Exists, Refusal::UnknownTool.into(), span);
            return Err(Box::pin(stopped).await);
        };
        let admission = match admission::admit(policies, room, view, tool, watched.id(), request).await {
            Ok(admission) => admission,
            Err((step, why)) => {
                return Err(Box::pin(self.stop(watched, Some(tool.entry.name()), step, why, span)).await);
            }
        };
        let Admission { admitted, repairs, .. } = &admission;
        let (with, fate) = ((admitted.target.as_ref(), &admitted.arguments, *repairs), &admitted.fate);
        let ending = self.record(watched, tool, with, fate, span).await?;
        let surface = admission.admitted.surface.as_ref();
        // The record may have taken its time, and a switch works at once.
        let ending = match surface.filter(|surface| surface.generation() != view.generation()) {
            Some(_) => self.still_open(tool, &admission, ending, span)?,
            None => ending,
        };
        Ok((tool, admission, ending))
    }

    /// Records that a call may run with this target and these arguments, of which so many were repaired; else says what
    /// becomes of it.
    async fn record(
        &self,
        watched: Watched,
        tool: &Rendered,
        with: (Option<&Target>, &Map<String, Value>, usize),
        fate: &Arc<Fate>,
        span: &Span,
    ) -> Result<Ending, Outcome> {
        let recorded = watched.admitted(&tool.entry, with, fate).await;
        recorded.map_err(|error| {
            let correlation = Correlation::next();
            let detail = crate::error::chain(&*error);
            self.0.policies.log(tool.entry.name(), &correlation, &detail, "a decision could not be recorded");
            span::stopped(span, Step::Audit, "internal");
            Outcome::Failure(Failure(correlation))
        })
    }

    /// Refuses a tool that was switched off while its owner was asked and the decision recorded: a switch works at once.
    fn still_open(
        &self,
        tool: &Rendered,
        admission: &Admission,
        ending: Ending,
        span: &Span,
    ) -> Result<Ending, Outcome> {
        let Admitted { surface: Some(surface), caller, .. } = &*admission.admitted else { return Ok(ending) };
        match admission::still_open(&self.0.policies, surface, tool, caller) {
            Ok(()) => Ok(ending),
            Err((step, refusal)) => {
                span::stopped(span, step, refusal.code());
                ending.end(OutcomeClass::Refused, Some(refusal.code().to_owned()));
                Err(Outcome::Refused(refusal))
            }
        }
    }

    async fn stop(
        &self,
        watched: Watched,
        name: Option<&ToolName>,
        step: Step,
        why: Stop,
        span: &Span,
    ) -> Outcome {
        let (outcome, class, code) = match why {
            Stop::Asked(required) => {
                (Outcome::InputRequired(*required), OutcomeClass::InputRequired, "approval-required")
            }
            Stop::Cancelled => (Outcome::Cancelled, OutcomeClass::Cancelled, "cancelled"),
            Stop::Refused(refusal) => {
                let code = refusal.code();
                tracing::debug!(code, %step, "refused");
                (Outcome::Refused(refusal), OutcomeClass::Refused, code)
            }
            Stop::Undecided { tool, correlation, detail } => {
                self.0.policies.log(&tool, &correlation, &detail, "admission could not decide");
                (Outcome::Failure(Failure(correlation)), OutcomeClass::Undecided, "internal")
            }
        };
        span::stopped(span, step, code);
        watched.stopped(name, step, class, code).await;
        outcome
    }

    /// Makes a span part of the caller's trace, in the way that the host said with
    /// [`InvokerBuilder::trace_parent`]; without it, nothing happens.
    ///
    /// For protocol crates, whose span of a request is around the call's own. A request that is made in such a span needs
    /// no [`Request::with_trace_context`].
    pub fn set_trace_parent(&self, span: &Span, context: &TraceContext) {
        if let Some(trace_parent) = &self.0.policies.trace_parent {
            trace_parent.set(span, context);
        }
    }
}

impl fmt::Debug for Invoker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Invoker").field("registry", &self.0.registry).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Allow, Caller, Surface};

    /// Bytes of the largest box that glibc keeps for a thread. One of 8 bytes more takes 370 instructions more, in each call.
    const AT_HAND: usize = 1032;

    #[test]
    fn a_decision_that_waits_for_nothing_is_no_larger_than_memory_that_is_at_hand() {
        let invoker = Invoker::builder(Registry::builder(()).build().unwrap()).unlimited().build().unwrap();
        let surface = Surface::outside("outside", &invoker, Allow::exposed()).build().unwrap();
        let Request(request) = surface.request(Caller::new("alice"), "nothing", None);
        let (view, span) = (surface.view(), Span::none());
        let watched = Watched::new(&invoker.0.policies, &request);
        let decided = invoker.decide(&view, None, watched, request, &span);
        let size = size_of_val(&decided);
        assert!(size <= AT_HAND, "{size} bytes");
    }
}
