//! The one admission point: the only code that makes a `ToolCall`, and the only caller of `Tool::call`.

use std::{fmt, sync::Arc};

use crate::{
    Availability, BuildError, BuildErrors, Outcome, Ownership, Refusal, Registry, Request,
    admission::{self, Policies, Stop},
    outcome::Failure,
    run,
    surface::View,
};

/// The one door to the tools of a registry. A clone is a handle to the same one.
///
/// # Examples
///
/// ```
/// use tool_core::{Invoker, Registry};
///
/// let registry = Registry::builder(()).build()?;
/// let invoker = Invoker::builder(registry).build()?;
/// # Ok::<(), tool_core::BuildErrors>(())
/// ```
#[derive(Clone)]
pub struct Invoker(Arc<Door>);

struct Door {
    registry: Registry,
    policies: Arc<Policies>,
}

impl Invoker {
    /// Starts an invoker for the tools of this registry.
    pub fn builder(registry: Registry) -> InvokerBuilder {
        InvokerBuilder { registry, policies: Policies::default() }
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
        let (tool, admitted) = match admission::admit(&self.0.policies, view, request).await {
            Ok(admitted) => admitted,
            Err(Stop::Refused(refusal)) => {
                tracing::debug!(code = refusal.code(), "refused");
                return Outcome::Refused(refusal);
            }
            Err(Stop::Undecided { tool, correlation, detail }) => {
                self.0.policies.log(&tool, &correlation, &detail, "admission could not decide");
                return Outcome::Failure(Failure(correlation));
            }
        };
        run::run(&tool.entry, admitted, &self.0.policies).await
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
}

impl InvokerBuilder {
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
        let Self { registry, policies } = self;
        if policies.ownership.is_none() {
            let snapshot = registry.snapshot();
            let with_target = snapshot.iter().filter(|tool| tool.host().target.is_some());
            let tools: Vec<_> = with_target.map(|tool| format!("`{}`", tool.name())).collect();
            if !tools.is_empty() {
                BuildErrors::check(vec![BuildError::MissingOwnership { tools }])?;
            }
        }
        Ok(Invoker(Arc::new(Door { registry, policies: Arc::new(policies) })))
    }
}

impl fmt::Debug for InvokerBuilder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("InvokerBuilder").field("registry", &self.registry).finish_non_exhaustive()
    }
}
