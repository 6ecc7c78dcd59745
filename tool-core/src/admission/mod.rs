//! May this caller run this tool, now, on this data? The ordered checks, as one list; each is a file beside this one.
//!
//! Nothing in here runs a tool.

mod allowed;
mod arguments;
mod available;
mod exposed;
mod headless;
mod owned;

use std::sync::Arc;

pub use self::{
    available::{Availability, Available},
    owned::Ownership,
};
use crate::{
    Caller, OmissionReason, Origin, Refusal, Request, ToolError, ToolName,
    call::Admitted,
    error::Correlation,
    surface::{Rendered, View},
};

/// What a deployment decided.
#[derive(Default)]
pub(crate) struct Policies {
    pub(crate) availability: Option<Arc<dyn Availability>>,
    pub(crate) ownership: Option<Arc<dyn Ownership>>,
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
}

/// Why a request was stopped before anything ran.
#[derive(Debug)]
pub(crate) enum Stop {
    /// Admission said no.
    Refused(Refusal),
    /// A check could not answer; the detail is for the host's log.
    Undecided { tool: ToolName, correlation: Correlation, detail: String },
}

impl From<Refusal> for Stop {
    fn from(refusal: Refusal) -> Self {
        Self::Refused(refusal)
    }
}

type StaticCheck = fn(&Question<'_>) -> Result<(), OmissionReason>;

/// The static checks, in order. A catalogue is the set of tools that pass; a call passes them first.
///
/// Availability comes last of them: it is the host's code, so asking it only about tools that the caller may know of
/// keeps its time from telling, and it alone may say why, which tells a caller that the tool exists.
const GATE: [StaticCheck; 4] = [exposed::check, headless::check, allowed::check, available::check];

/// Admits a request, or says why not. The order is the order of this function.
pub(crate) async fn admit(
    policies: &Policies,
    view: &View,
    mut request: Request,
) -> Result<(Arc<Rendered>, Admitted), Stop> {
    let tool = exists(view, &request.name)?;
    gate(&Question { policies, origin: view.origin(), caller: &request.caller, tool: &tool })
        .map_err(refusal)?;
    let arguments = arguments::read(request.arguments.take())?;
    let target = owned::check(policies, &request, &tool, &arguments).await?;
    let arguments = arguments::check(&tool, arguments)?;
    owned::require(&tool, target.as_ref())?;

    let admitted = Admitted {
        tool: tool.entry.name().clone(),
        identity: tool.entry.identity,
        caller: request.caller,
        target,
        arguments,
        cancellation: request.cancellation,
        progress: request.progress,
        extensions: request.extensions,
    };
    Ok((tool, admitted))
}

/// Asks every static check, until one says no.
pub(crate) fn gate(question: &Question<'_>) -> Result<(), OmissionReason> {
    GATE.iter().try_for_each(|check| check(question))
}

fn exists(view: &View, name: &str) -> Result<Arc<Rendered>, Refusal> {
    view.get(name).cloned().ok_or(Refusal::UnknownTool)
}

/// One answer for every tool that the caller may not know of.
fn refusal(reason: OmissionReason) -> Refusal {
    match reason {
        OmissionReason::Unavailable(reason) => Refusal::Unavailable { reason },
        _ => Refusal::UnknownTool,
    }
}
