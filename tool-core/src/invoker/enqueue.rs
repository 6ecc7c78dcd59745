//! What an admitted call of an operation tool does instead of running: it goes onto the queue. Whether it may is decided
//! before this, and asked again when its turn comes.

use std::{
    sync::Arc,
    time::{SystemTime, UNIX_EPOCH},
};

use tracing::{Instrument, Span};

use super::Invoker;
use crate::{
    LiveCall, OperationId, OperationQueue, Outcome, OutcomeClass, QueueError, QueuedCall, QueuedInputs,
    QueuedTarget, Refusal, ToolError,
    admission::{Admission, Policies},
    audit::Ending,
    error::chain,
    operation::{AnswersOperations, reference},
    panic_wall, span,
};

impl Invoker {
    /// Puts an admitted call on the queue, and answers with its operation.
    pub(super) async fn enqueue(&self, admission: Admission, ending: Ending, span: &Span) -> Outcome {
        let policies = Arc::clone(&self.0.policies);
        if admission.admitted.fate.caller_token().is_cancelled() {
            // What was reserved is given back: nothing was queued.
            span::failed(span, "cancelled");
            return Outcome::Cancelled;
        }
        // In a task of its own: a caller that goes away in between must not leave open whether the call is queued and
        // what was reserved is kept.
        let queued =
            tokio::spawn(enqueue(policies, admission, ending, span.clone()).instrument(span.clone()));
        match queued.await {
            Ok(outcome) => outcome,
            Err(lost) => Outcome::Failed(ToolError::internal(lost)),
        }
    }
}

async fn enqueue(policies: Arc<Policies>, admission: Admission, ending: Ending, span: Span) -> Outcome {
    let (tool, place) = (admission.admitted.tool.clone(), admission.admitted.place.clone());
    let fate = Arc::clone(&admission.admitted.fate);
    let Some(queue) = policies.operations.clone() else {
        // Admission refuses the call of an operation tool without a queue.
        return Outcome::Failed(ToolError::internal("there is no queue of operations"));
    };
    fate.may_have_effect();
    let outcome = put(&*queue, admission).await;
    let (class, code) = match &outcome {
        Outcome::Completed(_) => (OutcomeClass::Completed, None),
        Outcome::Refused(refusal) => (OutcomeClass::Refused, Some(refusal.code().to_owned())),
        Outcome::Failed(error) => {
            policies.log_error(&tool, error, "a call could not be queued");
            (OutcomeClass::Failed, Some(error.code().to_owned()))
        }
        Outcome::Cancelled | Outcome::Failure(_) | Outcome::Indeterminate | Outcome::InputRequired(_) => {
            (OutcomeClass::Unknown, None)
        }
    };
    if let Some(code) = &code {
        span::failed(&span, code);
    }
    ending.end(class, code);
    drop(place);
    outcome
}

async fn put(queue: &dyn OperationQueue, admission: Admission) -> Outcome {
    let Admission { admitted, reserved, idempotent, .. } = admission;
    let Some(surface) = admitted.surface else {
        return Outcome::Failed(ToolError::internal("a call without a surface cannot be queued"));
    };
    let wait = surface.wait_tool(&admitted.caller);
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    let id = OperationId::next();
    let may_ask = queue.keeps_inputs() && admitted.extensions.get::<AnswersOperations>().is_some();
    let inputs =
        admitted.inputs.filter(|_| may_ask).map(|standing| QueuedInputs::first(standing.opened.kinds));
    let call = QueuedCall {
        operation: id.clone(),
        owner: admitted.caller.id().to_owned(),
        scopes: admitted.caller.scopes().clone(),
        surface: surface.name().to_owned(),
        tool: admitted.tool.to_string(),
        target: admitted.target.as_ref().map(|target| QueuedTarget::new(target.kind(), target.id())),
        arguments: admitted.arguments,
        idempotent,
        idempotency_key: admitted.idempotency_key,
        inputs,
        parent: admitted.id,
        depth: admitted.depth,
        queued_ms: since.as_millis().try_into().unwrap_or(u64::MAX),
        traceparent: admitted.trace_context.map(|context| context.traceparent().to_owned()),
    };
    let live = LiveCall { caller: admitted.caller, surface, extensions: admitted.extensions };
    match panic_wall::walled_future(queue.enqueue(call, live)).await {
        Ok(Ok(operation)) => {
            // One that repeats another has taken nothing.
            if operation.id == id {
                reserved.commit();
            }
            Outcome::Completed(reference::answer(&operation, wait.as_deref()))
        }
        Ok(Err(QueueError::Closed)) => Outcome::Refused(Refusal::stopping()),
        Ok(Err(QueueError::Full { retry_after })) => Outcome::Refused(Refusal::Busy { retry_after }),
        Ok(Err(QueueError::Failed(error))) => Outcome::Failed(ToolError::internal(chain(&*error))),
        Err(panicked) => Outcome::Failed(ToolError::internal(panicked)),
    }
}
