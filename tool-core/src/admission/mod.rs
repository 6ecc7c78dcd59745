//! May this caller run this tool, now, on this data? The ordered checks: first `GATE`, then the body of `admit`; each is a
//! file beside this one. What of them a call from a queue passes again is `queued`.
//!
//! Nothing in here runs a tool.

mod allowed;
mod approval;
mod arguments;
mod asked_approval;
mod available;
mod enabled;
mod exposed;
mod headless;
mod input;
mod limits;
mod owned;
mod queued;
mod room;

use std::{
    pin::{Pin, pin},
    sync::{Arc, OnceLock},
    task::Poll,
};

use self::arguments::Fitting;
pub use self::{
    approval::{Approval, ApprovalDecision, EffectiveCall},
    available::{Availability, Available},
    limits::{LimitError, Limits, Usage},
    owned::{Ownership, ownership_by},
};
pub(crate) use self::{input::within_bounds, limits::Budget, queued::readmit, room::still_open};
use crate::{
    Caller, Callers, Completions, InputRequired, Metrics, OmissionReason, OperationQueue, Origin, Refusal,
    Reservation, SealedInputs, Step, Target, ToolError, ToolName,
    ask::Standing,
    audit::{Audit, CallId},
    call::Admitted,
    concurrency::{Found, Room},
    error::Correlation,
    fate::Fate,
    ready::now,
    request::RequestParts,
    trace_context::TraceParent,
    view::{Rendered, View},
};

/// What a deployment decided.
#[derive(Default)]
pub(crate) struct Policies {
    pub(crate) approval: Option<Arc<dyn Approval>>,
    /// For tests, which read the cause of an internal error whatever is logged.
    #[cfg(feature = "test-util")]
    pub(crate) causes: crate::testing::Causes,
    pub(crate) audit: Option<Audit>,
    pub(crate) availability: Option<Arc<dyn Availability>>,
    pub(crate) budget: Option<Budget>,
    /// How a caller is found again whose call was written down.
    pub(crate) callers: Option<Arc<dyn Callers>>,
    /// Where it is reported how calls end whose tools have returned.
    pub(crate) completions: Option<Completions>,
    /// How the state of calls that ask for input is sealed.
    pub(crate) inputs: SealedInputs,
    pub(crate) metrics: Option<Arc<dyn Metrics>>,
    pub(crate) operations: Option<Arc<dyn OperationQueue>>,
    pub(crate) ownership: Option<Arc<dyn Ownership>>,
    pub(crate) trace_parent: Option<TraceParent>,
    pub(crate) log_failure_details: bool,
}

impl Policies {
    /// Tells the host's log what is behind the correlation id of an internal error; any other error is no defect.
    pub(crate) fn log_error(&self, tool: &ToolName, error: &ToolError, message: &str) {
        if let Some((correlation, detail)) = error.detail() {
            self.log(tool, correlation, detail, message);
        }
    }

    /// Tells the host's log about a defect. Its detail may repeat arguments or credentials, so it is asked for.
    pub(crate) fn log(&self, tool: &ToolName, correlation: &Correlation, detail: &str, message: &str) {
        #[cfg(feature = "test-util")]
        self.causes.keep(correlation, detail);
        if self.log_failure_details {
            tracing::error!(%tool, %correlation, detail, "{message}");
        } else {
            tracing::error!(%tool, %correlation, "{message}; `log_failure_details` would say why");
        }
    }
}

/// What the static checks are asked: may this caller see this tool here?
pub(crate) struct Question<'q> {
    pub(crate) policies: &'q Policies,
    pub(crate) origin: Origin,
    pub(crate) caller: &'q Caller,
    pub(crate) tool: &'q Rendered,
    /// Whether `undo_operation` asks, for the operation of this caller.
    pub(crate) undoing: bool,
}

/// Why a request was stopped before anything ran.
#[derive(Debug)]
pub(crate) enum Stop {
    /// Somebody must answer first.
    Asked(Box<InputRequired>),
    /// Admission said no.
    Refused(Refusal),
    /// The caller gave up while it waited.
    Cancelled,
    /// A check could not answer; the detail is for the host's log.
    Undecided { tool: ToolName, correlation: Correlation, detail: String },
}

impl Stop {
    /// Returns that a check could not answer about this tool, under an id of its own.
    pub(crate) fn undecided(tool: &ToolName, detail: impl Into<String>) -> Self {
        Self::Undecided { tool: tool.clone(), correlation: Correlation::next(), detail: detail.into() }
    }
}

impl From<Refusal> for Stop {
    fn from(refusal: Refusal) -> Self {
        Self::Refused(refusal)
    }
}

/// A request that every check let through, and what it holds while nothing runs yet.
pub(crate) struct Admission {
    pub(crate) admitted: Box<Admitted>,
    pub(crate) reserved: Reserved,
    pub(crate) repairs: usize,
    /// Whether a second run changes nothing more.
    pub(crate) idempotent: bool,
}

/// What a call has reserved. Dropped, all of it is given back.
pub(crate) struct Reserved {
    budget: Reservation,
    ticket: Reservation,
}

impl Reserved {
    /// Nothing: what comes from a queue has been paid for.
    fn nothing() -> Self {
        Self { budget: Reservation::kept(), ticket: Reservation::kept() }
    }

    /// Keeps it: the tool runs, or its operation is on the queue.
    pub(crate) fn commit(self) {
        self.budget.commit();
        self.ticket.commit();
    }

    /// Keeps the budget, since the tool runs; and the ticket as soon as the run is over, whatever drops it, unless it turns
    /// out that the tool has asked.
    pub(crate) fn unless_asked(self) -> UnlessAsked {
        self.budget.commit();
        UnlessAsked(Some(self.ticket))
    }
}

/// The ticket of a call that may still turn out to have asked, and no more. Dropped, it is kept.
pub(crate) struct UnlessAsked(Option<Reservation>);

impl UnlessAsked {
    /// Gives it back: the tool asked, and the call is made again.
    pub(crate) fn give_back(mut self) {
        self.0 = None;
    }
}

impl Drop for UnlessAsked {
    fn drop(&mut self) {
        if let Some(ticket) = self.0.take() {
            ticket.commit();
        }
    }
}

type StaticCheck = fn(&Question<'_>) -> Result<(), OmissionReason>;

/// The static checks, in order. A catalogue is the set of tools that pass; a call passes them first.
///
/// Availability comes last of them: it is the host's code, so asking it only about tools that the caller may know of
/// keeps its time from telling. It and the switch alone say why, which tells a caller that the tool exists.
const GATE: [StaticCheck; 5] =
    [exposed::check, headless::check, allowed::check, enabled::check, available::check];

/// Admits a request to a tool that exists, or says at which step not. The order is the order of this function.
#[expect(clippy::too_many_lines, reason = "the order of the checks is read from top to bottom, in one place")]
pub(crate) async fn admit(
    policies: &Policies,
    room: &Room,
    view: &View,
    tool: &Arc<Rendered>,
    id: CallId,
    mut request: Box<RequestParts>,
) -> Result<Admission, (Step, Stop)> {
    let (undoing, origin) = (request.undoing, view.origin());
    gate(&Question { policies, origin, caller: &request.caller, tool, undoing })
        .map_err(|reason| (reason.step(), refusal(reason).into()))?;
    let arguments = arguments::read(request.arguments.take(), request.rendering.as_deref())
        .map_err(at(Step::Arguments))?;
    let mut target = match owned::named(&request, tool, &arguments) {
        // Boxed, here and below: what few calls wait for would be a third of the memory of all of them.
        Some(named) => Some(Box::pin(resolved(policies, room, tool, &request, &named)).await?),
        None => None,
    };
    let Fitting { arguments, repairs } = arguments::check(tool, arguments).map_err(at(Step::Arguments))?;
    owned::require(tool, target.as_ref()).map_err(at(Step::Owned))?;
    let returned = request.returned.take();
    let mut call = EffectiveCall {
        caller: &request.caller,
        tool: &tool.entry,
        target: target.as_ref(),
        arguments: &arguments,
        ticket: request.ticket.as_deref(),
    };
    let opened = returned.map(|returned| input::check(policies, *returned, &call, request.surface.name()));
    let opened = opened.transpose().map_err(at(Step::Input))?;
    let standing = opened.map(|opened| Box::new(Standing { opened, tool: Some(Arc::clone(&tool.entry)) }));
    let opened = standing.as_ref().map(|standing| &standing.opened);
    let budget =
        heard(Step::Limits, room, &request, pin!(limits::check(policies, &request.caller, &tool.entry)))
            .await?;
    let own = opened.and_then(|opened| asked_approval::ticket(policies, opened, &request.caller));
    call.ticket = call.ticket.or(own.as_deref());
    let asking = (id, &request.surface, opened);
    let ticket =
        heard(Step::Approval, room, &request, pin!(approval::check(policies, &call, asking))).await?;
    let Found { place, waited } = room::check(policies, room, tool, &request, &call).await?;
    // All of the above takes time, and a switch works at once.
    if waited || request.surface.generation() != view.generation() {
        still_open(policies, &request.surface, tool, &request.caller)
            .map_err(|(step, refusal)| (step, refusal.into()))?;
    }
    if waited && let Some(owned) = &target {
        target = Some(Box::pin(resolved_again(policies, room, tool, &request, owned)).await?);
    }

    let admitted = Box::new(Admitted {
        tool: tool.entry.name().clone(),
        identity: tool.entry.identity,
        depth: request.parent.as_ref().map_or(0, |parent| parent.depth),
        caller: request.caller,
        target,
        arguments,
        fate: Fate::open(request.cancellation),
        progress: request.progress,
        extensions: request.extensions,
        id,
        inputs: standing,
        surface: Some(request.surface),
        children: request.parent.and_then(|it| it.children).map_or_else(OnceLock::new, OnceLock::from),
        completion: None,
        place: Some(Arc::new(place)),
        idempotency_key: request.idempotency_key,
        trace_context: request.trace_context,
    });
    let (reserved, idempotent) = (Reserved { budget, ticket }, tool.entry.host().is_idempotent());
    Ok(Admission { admitted, reserved, repairs, idempotent })
}

/// Asks about arguments alone, for the test kit: no other check, nothing of the host's, and nothing runs.
#[cfg(feature = "test-util")]
pub(crate) fn fitting(tool: &Rendered, arguments: serde_json::Value) -> Result<(), Refusal> {
    arguments::check(tool, arguments::read(Some(arguments), None)?).map(drop)
}

/// Asks whether a caller may read a resource at present: the gate, and whose it is. Nothing runs, and nothing is counted.
pub(crate) async fn may_read(
    policies: &Policies,
    view: &View,
    tool: &Arc<Rendered>,
    mut request: Box<RequestParts>,
) -> bool {
    let question =
        Question { policies, origin: view.origin(), caller: &request.caller, tool, undoing: false };
    if gate(&question).is_err() {
        return false;
    }
    let Ok(arguments) = arguments::read(request.arguments.take(), None) else { return false };
    let owned = owned::check(policies, &request, tool, &arguments).await;
    owned.is_ok_and(|target| owned::require(tool, target.as_ref()).is_ok())
}

/// Resolves a target, and waits for that as long as the caller does.
async fn resolved(
    policies: &Policies,
    room: &Room,
    tool: &Rendered,
    request: &RequestParts,
    named: &Target,
) -> Result<Target, (Step, Stop)> {
    heard(Step::Owned, room, request, pin!(owned::resolve(policies, &request.caller, tool, named))).await
}

/// Resolves a target anew, by its name.
async fn resolved_again(
    policies: &Policies,
    room: &Room,
    tool: &Rendered,
    request: &RequestParts,
    owned: &Target,
) -> Result<Target, (Step, Stop)> {
    let named = Target::new(owned.kind(), owned.id());
    resolved(policies, room, tool, request, &named).await
}

/// Waits for the host's answer at a step for as long as the caller waits, and until the door is closed by force.
async fn heard<T>(
    step: Step,
    room: &Room,
    request: &RequestParts,
    mut answer: Pin<&mut impl Future<Output = Result<T, Stop>>>,
) -> Result<T, (Step, Stop)> {
    let heard = match now(answer.as_mut()).await {
        Poll::Ready(answer) => answer,
        // Boxed: admission must not be as large as when it waits.
        Poll::Pending => Box::pin(heard_later(room, request, answer)).await,
    };
    heard.map_err(at(step))
}

async fn heard_later<T>(
    room: &Room,
    request: &RequestParts,
    answer: Pin<&mut impl Future<Output = Result<T, Stop>>>,
) -> Result<T, Stop> {
    tokio::select! {
        // The answer first: one that is there never looks at the others.
        biased;
        answer = answer => answer,
        () = request.cancellation.cancelled() => Err(Stop::Cancelled),
        () = room.stop().cancelled() => Err(Stop::Cancelled),
    }
}

/// Says at which step a request was stopped.
fn at<S: Into<Stop>>(step: Step) -> impl FnOnce(S) -> (Step, Stop) {
    move |stop| (step, stop.into())
}

/// Asks every static check, until one says no.
pub(crate) fn gate(question: &Question<'_>) -> Result<(), OmissionReason> {
    GATE.iter().try_for_each(|check| check(question))
}

/// Asks the static checks whose answer neither a caller nor the application's state changes: may anybody ever be offered
/// this tool here?
pub(crate) fn ever_offered(origin: Origin, tool: &Rendered) -> Result<(), OmissionReason> {
    let caller = Caller::new("").with_scopes(&tool.entry.host().scopes);
    let question = Question { policies: &Policies::default(), origin, caller: &caller, tool, undoing: false };
    let checks: [StaticCheck; 3] = [exposed::check, headless::check, allowed::check];
    checks.iter().try_for_each(|check| check(&question))
}

/// One answer for every tool that the caller may not know of.
fn refusal(reason: OmissionReason) -> Refusal {
    match reason {
        OmissionReason::Disabled(_) => {
            Refusal::Unavailable { reason: "its operator has switched this tool off".into() }
        }
        OmissionReason::Unavailable(reason) => Refusal::Unavailable { reason },
        _ => Refusal::UnknownTool,
    }
}
