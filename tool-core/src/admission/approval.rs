//! Check: has somebody approved the call, where somebody must? It is asked about the call as it would run.

use std::{fmt, sync::Arc};

use async_trait::async_trait;
use serde_json::{Map, Value};

use super::{Policies, Stop, asked_approval};
use crate::{
    BoxError, CallId, Caller, Refusal, Registered, Reservation, Surface, Target, ask::Opened, error::chain,
    panic_wall,
};

/// A call as it would run: after the surface's additions were taken out, with its target resolved.
pub struct EffectiveCall<'a> {
    pub(crate) caller: &'a Caller,
    pub(crate) tool: &'a Registered,
    pub(crate) target: Option<&'a Target>,
    pub(crate) arguments: &'a Map<String, Value>,
    pub(crate) ticket: Option<&'a str>,
}

impl<'a> EffectiveCall<'a> {
    /// Returns who calls.
    pub fn caller(&self) -> &'a Caller {
        self.caller
    }

    /// Returns the tool.
    pub fn tool(&self) -> &'a Registered {
        self.tool
    }

    /// Returns whose data the call is about.
    pub fn target(&self) -> Option<&'a Target> {
        self.target
    }

    /// Returns the arguments with which the tool would run.
    pub fn arguments(&self) -> &'a Map<String, Value> {
        self.arguments
    }

    /// Returns the ticket that the request carries. Nothing about it is proven yet.
    pub fn ticket(&self) -> Option<&'a str> {
        self.ticket
    }
}

impl fmt::Debug for EffectiveCall<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Never the arguments or the ticket: `Debug` ends up in logs.
        f.debug_struct("EffectiveCall")
            .field("caller", &self.caller.id())
            .field("tool", &self.tool.name().as_str())
            .finish_non_exhaustive()
    }
}

/// Decides whether a call needs somebody's approval, and whether it has it.
///
/// [`SealedApprovals`](crate::SealedApprovals) is an implementation. One of your own can ask an approval service.
#[async_trait]
pub trait Approval: Send + Sync + 'static {
    /// Decides about a call that every check before this one let through.
    ///
    /// # Errors
    ///
    /// When it cannot be found out: nothing runs then, and the caller learns a correlation id.
    async fn decide(&self, call: &EffectiveCall<'_>) -> Result<ApprovalDecision, BoxError>;

    /// Returns the ticket of a request that the caller itself has approved, if callers may do that.
    ///
    /// A surface that [asks for approvals](crate::SurfaceBuilder::ask_for_approval) calls it, where
    /// [`lets_callers_approve`](Self::lets_callers_approve) says so too. Without it, none may.
    fn own_ticket(&self, request: &str, caller: &Caller) -> Option<String> {
        let _ = (request, caller);
        None
    }

    /// Returns whether any caller may approve a call of its own; by default, none.
    ///
    /// A surface that asks for approvals although none may asks nobody, which is a fault when it is built.
    fn lets_callers_approve(&self) -> bool {
        false
    }
}

#[async_trait]
impl<T: Approval + ?Sized> Approval for Arc<T> {
    fn own_ticket(&self, request: &str, caller: &Caller) -> Option<String> {
        T::own_ticket(self, request, caller)
    }

    fn lets_callers_approve(&self) -> bool {
        T::lets_callers_approve(self)
    }

    async fn decide(&self, call: &EffectiveCall<'_>) -> Result<ApprovalDecision, BoxError> {
        T::decide(self, call).await
    }
}

/// What an [`Approval`] decides.
///
/// # Examples
///
/// ```
/// use tool_core::{
///     Allow, Answer, Approval, ApprovalDecision, BoxError, Caller, EffectiveCall, Invoker, Registry, Surface, tool,
/// };
///
/// /// Nothing is changed once the books are closed.
/// struct Closed;
///
/// #[tool_core::async_trait]
/// impl Approval for Closed {
///     async fn decide(&self, call: &EffectiveCall<'_>) -> Result<ApprovalDecision, BoxError> {
///         Ok(match call.tool().name().as_str() {
///             "book" => ApprovalDecision::Denied { reason: "the books are closed".to_owned() },
///             _ => ApprovalDecision::NotNeeded,
///         })
///     }
/// }
///
/// /// Books a payment.
/// #[tool(title = "Book", exposure = both, effect = additive)]
/// fn book() {}
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), tool_core::BuildErrors> {
/// let registry = Registry::builder(()).tool(book_tool()).build()?;
/// let invoker = Invoker::builder(registry).unlimited().approval(Closed).build()?;
/// let surface = Surface::outside("mcp", &invoker, Allow::exposed()).build()?;
/// let Answer::Reply(refused) = surface.call(surface.request(Caller::new("alice"), "book", None)).await else {
///     panic!("it is listed")
/// };
/// assert_eq!(refused.text(), "approval-denied: this call is not approved: the books are closed");
/// # Ok(())
/// # }
/// ```
#[expect(clippy::exhaustive_enums, reason = "hosts make it and nobody else matches on it")]
pub enum ApprovalDecision {
    /// The call's ticket is good. The reservation is its single use; dropped, the ticket is as good as before.
    Approved(Reservation),
    /// Nobody can approve it, or somebody said no.
    Denied {
        /// Why, in the host's words.
        reason: String,
    },
    /// Somebody must approve it first.
    Needed {
        /// What is to be approved, for people.
        reason: String,
        /// What the host turns into a ticket when somebody approves. It reaches the caller's program, and is of no
        /// use by itself.
        request: Option<String>,
    },
    /// It may run without.
    NotNeeded,
}

impl fmt::Debug for ApprovalDecision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Never the request, which holds the arguments: `Debug` ends up in logs.
        f.write_str(match self {
            Self::Approved(_) => "Approved(..)",
            Self::Denied { .. } => "Denied { .. }",
            Self::Needed { .. } => "Needed { .. }",
            Self::NotNeeded => "NotNeeded",
        })
    }
}

pub(super) async fn check(
    policies: &Policies,
    call: &EffectiveCall<'_>,
    asking: (CallId, &Surface, Option<&Opened>),
) -> Result<Reservation, Stop> {
    let Some(approval) = &policies.approval else { return Ok(Reservation::kept()) };
    let detail = match panic_wall::walled_future(approval.decide(call)).await {
        Ok(Ok(ApprovalDecision::Approved(ticket))) => return Ok(ticket),
        Ok(Ok(ApprovalDecision::NotNeeded)) => return Ok(Reservation::kept()),
        Ok(Ok(ApprovalDecision::Denied { reason })) => {
            return Err(Refusal::ApprovalDenied { reason }.into());
        }
        Ok(Ok(ApprovalDecision::Needed { reason, request })) => {
            let asked = panic_wall::walled(|| {
                asked_approval::ask(policies, call, asking, (&reason, request.as_deref()?))
            });
            return Err(match asked {
                Ok(Some(asked)) => asked,
                Ok(None) => Refusal::ApprovalRequired { reason, request }.into(),
                Err(panicked) => Stop::undecided(call.tool.name(), panicked),
            });
        }
        Ok(Err(error)) => chain(&*error),
        Err(panicked) => panicked,
    };
    Err(Stop::undecided(call.tool.name(), detail))
}
