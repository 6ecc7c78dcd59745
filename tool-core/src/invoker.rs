//! The one admission point: the only code that makes a `ToolCall`, and the only caller of `Tool::call`.

use std::{fmt, sync::Arc, time::Duration};

use crate::{
    Approval, AuditSink, Availability, BuildError, BuildErrors, Concurrency, Control, Limits, Metrics,
    Outcome, OutcomeClass, Ownership, Redactor, Refusal, Registered, Registry, Request, Step,
    admission::{self, Budget, Policies, Stop},
    audit::{Audit, Digester, Watched},
    concurrency::Room,
    error::Correlation,
    outcome::Failure,
    run,
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
        InvokerBuilder {
            registry,
            policies: Policies::default(),
            concurrency: Concurrency::default(),
            sink: None,
            digest_key: None,
            redactor: None,
        }
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
            return Outcome::Refused(Refusal::UnknownTool);
        }
        let view = request.surface.view();
        self.invoke_on(&view, request).await
    }

    pub(crate) async fn invoke_on(&self, view: &View, request: Request) -> Outcome {
        let Door { policies, room, .. } = &*self.0;
        let watched = Watched::new(policies, &request);
        let Some(tool) = view.get(&request.name) else {
            return self.stop(watched, None, Step::Exists, Refusal::UnknownTool.into()).await;
        };
        let admission = match admission::admit(policies, room, view, tool, watched.id(), request).await {
            Ok(admission) => admission,
            Err((step, why)) => return self.stop(watched, Some(tool), step, why).await,
        };
        let recorded = watched.admitted(&tool.entry, &admission.admitted.arguments, admission.repairs).await;
        match recorded {
            Ok(ending) => run::run(&tool.entry, admission, ending, policies, room).await,
            Err(error) => {
                let correlation = Correlation::next();
                let detail = crate::error::chain(&*error);
                policies.log(tool.entry.name(), &correlation, &detail, "a decision could not be recorded");
                Outcome::Failure(Failure(correlation))
            }
        }
    }

    async fn stop(&self, watched: Watched, tool: Option<&Arc<Rendered>>, step: Step, why: Stop) -> Outcome {
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
        watched.stopped(name, step, class, code).await;
        outcome
    }

    /// Lets no more calls in, waits for those that run, then stops them, and says what became of them.
    ///
    /// Calls have until the deadline to end. Then they are cancelled: a tool that only reads is dropped, any other has 4 s
    /// more, and is then stopped by force and recorded as `unknown`. A `blocking` body cannot be stopped; what still
    /// runs is in the report.
    ///
    /// # Examples
    ///
    /// ```
    /// use std::time::Duration;
    ///
    /// # use tool_core::{Invoker, Registry};
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), tool_core::BuildErrors> {
    /// # let invoker = Invoker::builder(Registry::builder(()).build()?).unlimited().build()?;
    /// let report = invoker.shutdown(Duration::from_secs(10)).await;
    /// assert!(report.is_clean());
    /// # Ok(())
    /// # }
    /// ```
    pub async fn shutdown(&self, deadline: Duration) -> ShutdownReport {
        let Door { policies, room, .. } = &*self.0;
        let mut report = ShutdownReport::default();
        room.close();
        if !room.emptied_within(deadline).await {
            report.cancelled = room.names();
            room.stop().cancel();
            if !room.emptied_within(run::GRACE).await {
                report.aborted = room.names();
                room.abort();
                // What is aborted goes when its task is next looked at.
                if !room.emptied_within(ABORTED).await {
                    report.running = room.names();
                }
            }
        }
        if let Some(audit) = &policies.audit {
            audit.sink.flush().await;
        }
        report
    }
}

/// How long a task that was stopped by force may take to go.
const ABORTED: Duration = Duration::from_secs(1);

/// What became of the calls that ran when an [`Invoker`] was shut down; names of tools, one for each call, in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct ShutdownReport {
    /// Ran beyond the deadline, and were cancelled.
    pub cancelled: Vec<String>,
    /// Of these, went on regardless, and were stopped by force; whether they changed something is unknown.
    pub aborted: Vec<String>,
    /// Of these, cannot be stopped, and still run.
    pub running: Vec<String>,
}

impl ShutdownReport {
    /// Returns whether every call came to its own end.
    pub fn is_clean(&self) -> bool {
        self.cancelled.is_empty()
    }
}

impl fmt::Debug for Invoker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Invoker").field("registry", &self.0.registry).finish_non_exhaustive()
    }
}

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

    /// Says who owns what. Needed as soon as a tool has a target.
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

    /// Returns the invoker.
    ///
    /// # Errors
    ///
    /// When a registered tool needs a decision that was left out; the error names the tools.
    pub fn build(self) -> Result<Invoker, BuildErrors> {
        let Self { registry, mut policies, concurrency, sink, digest_key, redactor } = self;
        let snapshot = registry.snapshot();
        let named = |needs: fn(&Registered) -> bool| -> Vec<String> {
            let tools = snapshot.iter().filter(|tool| needs(tool));
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
        BuildErrors::check(faults)?;
        if let Some(sink) = sink {
            registry.audited_by(&sink);
            let digester = digest_key.map_or_else(Digester::ephemeral, |key| Digester::keyed(&key));
            policies.audit = Some(Audit { sink, digester: Arc::new(digester), redactor });
        }
        let room = Arc::new(Room::new(concurrency));
        Ok(Invoker(Arc::new(Door { registry, policies: Arc::new(policies), room })))
    }
}

impl fmt::Debug for InvokerBuilder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("InvokerBuilder").field("registry", &self.registry).finish_non_exhaustive()
    }
}
