//! Check: is there room to run? The last one, because it may wait; what may have changed meanwhile is asked again.

use std::{pin::pin, sync::Arc, task::Poll};

use super::{EffectiveCall, Policies, Question, Stop, gate, refusal};
use crate::{
    Caller, Kind, Refusal, Step, Surface,
    concurrency::{Entrance, Found, Room, Wanted},
    ready::now,
    request::RequestParts,
    view::Rendered,
};

/// How deep calls may be nested. A loop of tools that call each other ends here, and nobody writes more by intent.
const DEPTH: u8 = 8;

pub(super) async fn check(
    policies: &Policies,
    room: &Room,
    tool: &Arc<Rendered>,
    request: &RequestParts,
    call: &EffectiveCall<'_>,
) -> Result<Found, (Step, Stop)> {
    let stop = |refusal: Refusal| (Step::Room, Stop::from(refusal));
    if request.parent.as_ref().is_some_and(|parent| parent.depth > DEPTH) {
        return Err(stop(Refusal::NestedTooDeep));
    }
    let is_operation = tool.entry.host().kind == Kind::Operation;
    if is_operation && policies.operations.is_none() {
        let detail = "the tool is an operation, and the invoker has no queue for it";
        return Err((Step::Room, Stop::undecided(tool.entry.name(), detail)));
    }
    let wanted = Wanted {
        tool,
        caller: &request.caller,
        target: call.target,
        arguments: call.arguments,
        entrance: if is_operation { Entrance::ToQueue } else { Entrance::WaitedFor },
        siblings: request.parent.as_ref().and_then(|parent| parent.children.as_ref()),
        outer: request.parent.as_ref().and_then(|parent| parent.place.as_ref()),
    };
    let cancelled = || (Step::Room, Stop::Cancelled);
    if request.cancellation.is_cancelled() {
        return Err(cancelled());
    }
    let mut entered = pin!(room.enter(&wanted));
    match now(entered.as_mut()).await {
        Poll::Ready(found) => found.map_err(stop),
        // Boxed: admission must not be as large as when it waits.
        Poll::Pending => {
            Box::pin(async {
                tokio::select! {
                    biased;
                    () = request.cancellation.cancelled() => Err(cancelled()),
                    found = entered => found.map_err(stop),
                }
            })
            .await
        }
    }
}

/// Asks the static checks again, of a tool that passed them a while ago: it may have been switched off, or have gone.
pub(crate) fn still_open(
    policies: &Policies,
    surface: &Surface,
    tool: &Rendered,
    caller: &Caller,
) -> Result<(), (Step, Refusal)> {
    let view = surface.view();
    let now = view.entry(tool.entry.name().as_str()).filter(|now| now.entry.identity == tool.entry.identity);
    let now = now.ok_or((Step::Exists, Refusal::UnknownTool))?;
    // What was let in as an undo is one still.
    gate(&Question { policies, origin: view.origin(), caller, tool: now, undoing: true })
        .map_err(|reason| (reason.step(), refusal(reason)))
}
