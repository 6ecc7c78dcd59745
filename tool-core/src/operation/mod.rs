//! Work that goes on after its call was answered: its record, its queue, and the tools that watch it. Whether it may run
//! is decided by `admission`, twice: when it is queued, and when its turn comes.

mod callers;
mod findings;
mod finished;
mod id;
mod in_process;
mod pending;
mod queue;
mod queued;
mod record;
pub(crate) mod reference;
mod state;
mod survey;
mod tools;

pub use self::{
    callers::Callers,
    findings::{Finding, Findings, Severity},
    finished::finished,
    id::OperationId,
    in_process::{InProcessQueue, InProcessQueueBuilder},
    pending::{PendingInput, QueuedInputs},
    queue::{OperationChanges, OperationQueue, QueueError},
    queued::{LiveCall, QueuedCall, QueuedTarget},
    record::{Operation, OperationEnd},
    state::OperationState,
    survey::OperationSurvey,
    tools::{OperationTool, OperationTools},
};
pub(crate) use self::{
    pending::AnswersOperations,
    tools::{Asked, NOT_FOUND, OperationQuestion},
};
