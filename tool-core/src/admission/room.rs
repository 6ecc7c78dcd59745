//! Check: is there room to run? The last one, because it may wait; after a wait, the static checks are asked again.

use std::sync::Arc;

use super::{EffectiveCall, Policies, Question, Stop, gate, refusal};
use crate::{
    Refusal, Request, Step,
    concurrency::{Found, Occupied, Room, Wanted},
    surface::Rendered,
};

/// How deep calls may be nested. A loop of tools that call each other ends here, and nobody writes more by intent.
const DEPTH: u8 = 8;

pub(super) async fn check(
    policies: &Policies,
    room: &Room,
    tool: &Arc<Rendered>,
    request: &Request,
    call: &EffectiveCall<'_>,
) -> Result<Occupied, (Step, Stop)> {
    let stop = |refusal: Refusal| (Step::Room, Stop::from(refusal));
    if request.parent.as_ref().is_some_and(|parent| parent.depth > DEPTH) {
        return Err(stop(Refusal::NestedTooDeep));
    }
    let wanted = Wanted {
        tool,
        caller: request.caller.id(),
        target: call.target,
        arguments: call.arguments,
        siblings: request.parent.as_ref().map(|parent| &parent.children),
    };
    let found = tokio::select! {
        biased;
        () = request.cancellation.cancelled() => return Err((Step::Room, Stop::Cancelled)),
        found = room.enter(wanted) => found,
    };
    let Found { place, waited } = found.map_err(stop)?;
    if waited {
        // The tool may have been switched off, or have gone, while the call stood in line.
        let view = request.surface.view();
        let tool = view.get(&request.name).filter(|now| now.entry.identity == tool.entry.identity);
        let tool = tool.ok_or_else(|| (Step::Exists, Refusal::UnknownTool.into()))?;
        gate(&Question { policies, origin: view.origin(), caller: &request.caller, tool })
            .map_err(|reason| (reason.step(), refusal(reason).into()))?;
    }
    Ok(place)
}
