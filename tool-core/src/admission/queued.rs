//! Admission of a call whose turn has come: what may have changed while it waited is asked again.
//!
//! Limits and approval are not: they were decided when the call was queued, and are in the record of that.

use std::{
    pin::pin,
    sync::{Arc, OnceLock},
};

use super::{Admission, Policies, Question, Reserved, Stop, arguments, gate, heard, owned, refusal};
use crate::{
    Progress, QueuedCall, QueuedInputs, Refusal, Step, Target,
    ask::Standing,
    audit::CallId,
    call::Admitted,
    concurrency::{Entrance, Found, Room, Wanted},
    fate::Fate,
    request::RequestParts,
    view::{Rendered, View},
};

/// Admits a call from a queue, or says at which step not; with it, the tool as it is now. It waits for room first and
/// asks everything then, because the wait can be long.
pub(crate) async fn readmit(
    policies: &Policies,
    room: &Room,
    call: QueuedCall,
    id: CallId,
    request: Box<RequestParts>,
    progress: Progress,
) -> Result<(Admission, Arc<Rendered>), (Step, Stop)> {
    let find = |view: &View| -> Result<Arc<Rendered>, (Step, Stop)> {
        // By its name in the registry: the public one can be another tool's by now.
        let tool = view.registered(&call.tool).ok_or((Step::Exists, Refusal::UnknownTool.into()))?;
        gate(&Question { policies, origin: view.origin(), caller: &request.caller, tool, undoing: false })
            .map_err(|reason| (reason.step(), refusal(reason).into()))?;
        Ok(Arc::clone(tool))
    };
    let tool = find(&request.surface.view())?;
    let target = call.target.as_ref().map(|target| Target::new(&target.kind, &target.id));
    let wanted = Wanted {
        tool: &tool,
        caller: &request.caller,
        target: target.as_ref(),
        arguments: &call.arguments,
        entrance: Entrance::FromQueue,
        siblings: None,
        outer: None,
    };
    let found = tokio::select! {
        biased;
        () = request.cancellation.cancelled() => return Err((Step::Room, Stop::Cancelled)),
        found = room.enter(&wanted) => found,
    };
    let Found { place, .. } = found.map_err(|refusal| (Step::Room, refusal.into()))?;

    let view = request.surface.view();
    let tool = find(&view)?;
    let target = match (&tool.entry.host().target, &target) {
        (Some(kind), Some(target)) if target.kind() == kind => {
            let owned = pin!(owned::resolve(policies, &request.caller, &tool, target));
            Some(heard(Step::Owned, room, &request, owned).await?)
        }
        _ => None,
    };
    owned::require(&tool, target.as_ref()).map_err(|refusal| (Step::Owned, refusal.into()))?;
    let inputs = call.inputs.as_ref().map(QueuedInputs::opened);
    let arguments =
        arguments::check_own(&tool, call.arguments).map_err(|refusal| (Step::Arguments, refusal.into()))?;

    let admitted = Box::new(Admitted {
        tool: tool.entry.name().clone(),
        identity: tool.entry.identity,
        depth: call.depth,
        caller: request.caller,
        target,
        arguments,
        fate: Fate::open(request.cancellation),
        progress,
        extensions: request.extensions,
        id,
        inputs: inputs.map(|opened| Box::new(Standing { opened, tool: Some(Arc::clone(&tool.entry)) })),
        surface: Some(request.surface),
        children: OnceLock::new(),
        completion: None,
        place: Some(Arc::new(place)),
        idempotency_key: None,
        trace_context: None,
    });
    let (reserved, idempotent) = (Reserved::nothing(), tool.entry.host().is_idempotent());
    Ok((Admission { admitted, reserved, repairs: 0, idempotent }, tool))
}
