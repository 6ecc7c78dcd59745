//! Collects what a deployment decides, and refuses to be without what a tool needs.

use std::{
    fmt,
    sync::{Arc, Mutex},
};

use tracing::Span;

use super::{Door, Invoker, OperationRunner};
use crate::{
    Approval, AuditSink, Availability, BuildError, BuildErrors, Callers, Completions, Concurrency, Control,
    Kind, Limits, Metrics, OperationQueue, Ownership, Redactor, Registered, Registry, SealedInputs,
    TraceContext,
    admission::{Budget, Policies},
    audit::{Audit, Digester},
    concurrency::Room,
    seal::KEY_BYTES,
    trace_context::TraceParent,
};

/// Collects what a deployment must decide.
#[must_use = "a builder does nothing until `build` is called"]
pub struct InvokerBuilder {
    registry: Registry,
    policies: Policies,
    concurrency: Concurrency,
    sink: Option<Arc<dyn AuditSink>>,
    digest_key: Option<Vec<u8>>,
    redactor: Option<Arc<dyn Redactor>>,
}

impl InvokerBuilder {
    pub(super) fn new(registry: Registry) -> Self {
        Self {
            registry,
            policies: Policies::default(),
            concurrency: Concurrency::default(),
            sink: None,
            digest_key: None,
            redactor: None,
        }
    }

    /// Says how much a caller may do. Needed as soon as there is a tool, unless it is [`Control`].
    pub fn limits(mut self, limits: impl Limits) -> Self {
        self.policies.budget = Some(Budget::Limited(Arc::new(limits)));
        self
    }

    /// Says that every caller may do as much as it likes.
    pub fn unlimited(mut self) -> Self {
        self.policies.budget = Some(Budget::Unlimited);
        self
    }

    /// Says which calls somebody must approve; without it, none.
    pub fn approval(mut self, approval: impl Approval) -> Self {
        self.policies.approval = Some(Arc::new(approval));
        self
    }

    /// Keeps a record of every decision and of how every call ends.
    pub fn audit(mut self, sink: impl AuditSink) -> Self {
        self.sink = Some(Arc::new(sink));
        self
    }

    /// Makes the digests of arguments in the records under this key, so that they can be compared across processes and
    /// restarts; without it, under a key that ends with the process. At least 32 bytes that nobody can guess.
    pub fn audit_digest_key(mut self, key: impl Into<Vec<u8>>) -> Self {
        self.digest_key = Some(key.into());
        self
    }

    /// Says what of the arguments may be kept in the records; without it, nothing.
    pub fn audit_redactor(mut self, redactor: impl Redactor) -> Self {
        self.redactor = Some(Arc::new(redactor));
        self
    }

    /// Says how many calls run at once, and how long the others wait; see [`Concurrency::default`].
    pub fn concurrency(mut self, concurrency: Concurrency) -> Self {
        self.concurrency = concurrency;
        self
    }

    /// Counts and times calls.
    pub fn metrics(mut self, metrics: impl Metrics) -> Self {
        self.policies.metrics = Some(Arc::new(metrics));
        self
    }

    /// Says how a span becomes part of the trace of a caller who says where that is; without it, every call is in the
    /// host's own trace.
    ///
    /// The function is called with each new span of such a request, before it is entered. `tracing-opentelemetry` has
    /// what it needs; `examples/telemetry.rs` in the repository shows one with everything around it.
    ///
    /// # Examples
    ///
    /// ```
    /// # use tool_core::{Invoker, Registry, TraceContext};
    /// # struct Context;
    /// # fn extract(_: &TraceContext) -> Context { Context }
    /// # trait SetParent { fn set_parent(&self, _: Context) {} }
    /// # impl SetParent for tracing::Span {}
    /// let invoker = Invoker::builder(Registry::builder(()).build()?)
    ///     .unlimited()
    ///     .trace_parent(|span: &tracing::Span, context: &TraceContext| span.set_parent(extract(context)))
    ///     .build()?;
    /// # Ok::<(), tool_core::BuildErrors>(())
    /// ```
    pub fn trace_parent(mut self, set: impl Fn(&Span, &TraceContext) + Send + Sync + 'static) -> Self {
        self.policies.trace_parent = Some(TraceParent::new(set));
        self
    }

    /// Says who owns what. Needed as soon as a tool, a resource or a prompt has a target.
    pub fn ownership(mut self, ownership: impl Ownership) -> Self {
        self.policies.ownership = Some(Arc::new(ownership));
        self
    }

    /// Says which tools can be used at present; without it, all.
    pub fn availability(mut self, availability: impl Availability) -> Self {
        self.policies.availability = Some(Arc::new(availability));
        self
    }

    /// Writes the detail of internal errors and of panics into the log, beside the correlation id.
    ///
    /// Off by default: an error text or a panic text may repeat arguments, results or credentials.
    pub fn log_failure_details(mut self) -> Self {
        self.policies.log_failure_details = true;
        self
    }

    /// Says how the state of calls that [ask for input](crate::Inputs) is sealed; without it, for this invoker alone and ten
    /// minutes. Several processes that answer the same callers need one key.
    pub fn inputs(mut self, inputs: SealedInputs) -> Self {
        self.policies.inputs = inputs;
        self
    }

    /// Says where calls of [operation tools](crate::Kind::Operation) wait for their turn. Needed as soon as there is one.
    pub fn operations(mut self, queue: impl OperationQueue) -> Self {
        self.policies.operations = Some(Arc::new(queue));
        self
    }

    /// Says where it is reported how calls end whose tools return [`Pending`](crate::Pending). Needed as soon as a function
    /// does.
    pub fn completions(mut self, completions: Completions) -> Self {
        self.policies.completions = Some(completions);
        self
    }

    /// Says how a caller is found again whose call a queue has written down; without it, such a run has the caller's id
    /// and the scopes of the call, and none of the host's own values.
    pub fn callers(mut self, callers: impl Callers) -> Self {
        self.policies.callers = Some(Arc::new(callers));
        self
    }

    /// Returns the invoker.
    ///
    /// # Errors
    ///
    /// When a registered tool needs a decision that was left out; the error names the tools.
    pub fn build(self) -> Result<Invoker, BuildErrors> {
        let Self { registry, mut policies, concurrency, sink, digest_key, redactor } = self;
        let snapshot = registry.snapshot();
        let named = |needs: fn(&Registered) -> bool| -> Vec<String> {
            let tools = snapshot.all().filter(|tool| needs(tool));
            tools.map(|tool| format!("`{}`", tool.name())).collect()
        };
        let mut faults = Vec::new();
        if policies.ownership.is_none() {
            let tools = named(|tool| tool.host().target.is_some());
            faults.extend((!tools.is_empty()).then_some(BuildError::MissingOwnership { tools }));
        }
        if policies.budget.is_none() {
            let tools = named(|tool| tool.host().control == Control::No);
            faults.extend((!tools.is_empty()).then_some(BuildError::MissingLimits { tools }));
        }
        if policies.operations.is_none() {
            let tools = named(|tool| tool.host().kind == Kind::Operation);
            faults.extend((!tools.is_empty()).then_some(BuildError::MissingQueue { tools }));
        }
        if policies.completions.is_none() {
            let tools = named(|tool| tool.definition().is_pending);
            faults.extend((!tools.is_empty()).then_some(BuildError::MissingCompletions { tools }));
        }
        if let Some(bytes) = digest_key.as_ref().map(Vec::len).filter(|bytes| *bytes < KEY_BYTES) {
            faults.push(BuildError::ShortDigestKey { bytes });
        }
        BuildErrors::check(faults)?;
        if let Some(sink) = sink {
            registry.audited_by(&sink);
            let digester = digest_key.map_or_else(Digester::ephemeral, |key| Digester::keyed(&key));
            policies.audit = Some(Audit { sink, digester: Arc::new(digester), redactor });
        }
        let records = policies.audit.as_ref().map(|audit| Arc::clone(&audit.sink));
        if policies.completions.as_ref().is_some_and(|completions| !completions.attach(records)) {
            return Err(BuildErrors::of(BuildError::CompletionsInUse));
        }
        let room = Room::new(concurrency);
        let (policies, surfaces) = (Arc::new(policies), Mutex::default());
        let door = Arc::new(Door { registry, policies, room, surfaces });
        if let Some(queue) = &door.policies.operations
            && !queue.attach(OperationRunner::of(&door))
        {
            return Err(BuildErrors::of(BuildError::QueueInUse));
        }
        Ok(Invoker(door))
    }
}

impl fmt::Debug for InvokerBuilder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("InvokerBuilder").field("registry", &self.registry).finish_non_exhaustive()
    }
}
