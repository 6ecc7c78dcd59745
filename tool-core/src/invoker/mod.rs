//! The one admission point: the only code that makes a `ToolCall`, and the only caller of `Tool::call`.

mod builder;
mod shutdown;

use std::{fmt, sync::Arc};

use tracing::{Instrument, Span};

pub use self::{builder::InvokerBuilder, shutdown::ShutdownReport};
use crate::{
    Outcome, OutcomeClass, Refusal, Registry, Request, Step, TraceContext,
    admission::{self, Admission, Policies, Stop},
    audit::{Ending, Watched},
    concurrency::Room,
    error::Correlation,
    outcome::Failure,
    run, span,
    surface::{Rendered, View},
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
    room: Arc<Room>,
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

    /// Returns whether internal errors and panics are logged with their detail.
    pub fn logs_failure_details(&self) -> bool {
        self.0.policies.log_failure_details
    }

    /// Admits a request against the present state and runs the tool, or says why not.
    ///
    /// Most callers want [`Surface::call`](crate::Surface::call), which also words the outcome. A request of a surface
    /// that is not this invoker's is one for an unknown tool.
    pub async fn invoke(&self, request: Request) -> Outcome {
        if !Arc::ptr_eq(&self.0, &request.surface.invoker().0) {
            tracing::error!("refused a request to another invoker");
            let watched = Watched::new(&self.0.policies, &request);
            let span = span::of(watched.id(), None);
            return self.stop(watched, None, Step::Exists, Refusal::UnknownTool.into(), &span).await;
        }
        let view = request.surface.view();
        self.invoke_on(&view, request).await
    }

    pub(crate) async fn invoke_on(&self, view: &View, request: Request) -> Outcome {
        let Door { policies, room, .. } = &*self.0;
        let watched = Watched::new(policies, &request);
        let tool = view.get(&request.name);
        let span = span::of(watched.id(), tool.map(|tool| tool.entry.name()));
        if let Some(context) = &request.trace_context {
            self.set_trace_parent(&span, context);
        }
        // Boxed, so that a call that runs does not hold the memory of its admission. The span is not around the run as
        // well: what is left of one may go on by itself, and takes the span along.
        let decided = Box::pin(self.decide(view, tool, watched, request, &span)).instrument(span.clone());
        match decided.await {
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
        request: Request,
        span: &Span,
    ) -> Result<(&'v Arc<Rendered>, Admission, Ending), Outcome> {
        let Door { policies, room, .. } = &*self.0;
        let Some(tool) = tool else {
            return Err(self.stop(watched, None, Step::Exists, Refusal::UnknownTool.into(), span).await);
        };
        let admission = match admission::admit(policies, room, view, tool, watched.id(), request).await {
            Ok(admission) => admission,
            Err((step, why)) => return Err(self.stop(watched, Some(tool), step, why, span).await),
        };
        let recorded = watched.admitted(&tool.entry, &admission.admitted.arguments, admission.repairs).await;
        recorded.map(|ending| (tool, admission, ending)).map_err(|error| {
            let correlation = Correlation::next();
            let detail = crate::error::chain(&*error);
            policies.log(tool.entry.name(), &correlation, &detail, "a decision could not be recorded");
            span::stopped(span, Step::Audit, "internal");
            Outcome::Failure(Failure(correlation))
        })
    }

    async fn stop(
        &self,
        watched: Watched,
        tool: Option<&Arc<Rendered>>,
        step: Step,
        why: Stop,
        span: &Span,
    ) -> Outcome {
        let name = tool.map(|tool| tool.entry.name());
        let (outcome, class, code) = match why {
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
