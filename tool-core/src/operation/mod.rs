//! Work that goes on after its call was answered: its record, its queue, and the tools that watch it. Whether it may run
//! is decided by `admission`, twice: when it is queued, and when its turn comes.

mod callers;
mod id;
mod in_process;
mod queue;
mod queued;
mod record;
pub(crate) mod reference;
mod state;
mod tools;

use self::tools::WAIT;
pub use self::{
    callers::Callers,
    id::OperationId,
    in_process::{InProcessQueue, InProcessQueueBuilder},
    queue::{OperationChanges, OperationQueue, QueueError},
    queued::{LiveCall, QueuedCall, QueuedTarget},
    record::{Operation, OperationEnd},
    state::OperationState,
    tools::{OperationTool, OperationTools},
};
