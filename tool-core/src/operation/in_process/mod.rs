//! The queue in this process: bounded, fair to callers, and gone with the process. What an operation may do is decided
//! by the invoker, never here.

mod book;
mod builder;
mod cursor;
mod lines;
mod records;
mod worker;

use std::{
    collections::BTreeMap,
    fmt,
    sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError},
    time::Duration,
};

use async_trait::async_trait;
use tokio_util::task::TaskTracker;

pub use self::builder::InProcessQueueBuilder;
use self::{lines::Lines, records::Records};
use super::{
    LiveCall, Operation, OperationChanges, OperationEnd, OperationId, OperationQueue, OperationState,
    OperationSurvey, QueueError, QueuedCall,
};
use crate::{BoxError, InputAnswer, OperationRunner};

/// How long a caller is asked to stay away from a full queue: operations take seconds rather than milliseconds.
const RETRY_AFTER: Duration = Duration::from_secs(5);

/// A queue in this process, on tokio. A clone is a handle to the same queue.
///
/// Callers have turns: who has queued many waits behind who has queued one. What waits when the service stops is
/// cancelled, and told so; what runs when the process is killed is lost, so work that must survive needs a queue of the
/// host's own.
///
/// # Examples
///
/// ```
/// use serde_json::json;
/// use tool_core::{Allow, Answer, Caller, InProcessQueue, Invoker, OperationTools, Registry, Surface, tool};
///
/// /// Imports notes from a file that was uploaded before.
/// #[tool(title = "Import notes", exposure = both, effect = additive, kind = operation)]
/// async fn import_notes(
///     /// Name of the file.
///     file: String,
/// ) -> u32 {
///     drop(file);
///     412
/// }
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), tool_core::BuildErrors> {
/// let queue = InProcessQueue::builder().build();
/// let tools = OperationTools::new(queue.clone());
/// let registry = Registry::builder(())
///     .tool(import_notes_tool())
///     .register(tools.status())
///     .register(tools.wait())
///     .register(tools.cancel())
///     .build()?;
/// let invoker = Invoker::builder(registry).unlimited().operations(queue).build()?;
/// let surface = Surface::outside("mcp", &invoker, Allow::exposed()).build()?;
///
/// let call = async |tool: &str, arguments| {
///     let request = surface.request(Caller::new("alice"), tool, Some(arguments));
///     let Answer::Reply(reply) = surface.call(request).await else { panic!("{tool} is listed") };
///     serde_json::Value::from(reply.structured.unwrap())
/// };
/// let started = call("import_notes", json!({ "file": "notes.zip" })).await;
/// assert_eq!(started["state"], "queued");
///
/// let ended = call("wait_for_operation", json!({ "operation": started["operation"] })).await;
/// assert_eq!(ended["state"], "succeeded");
/// assert_eq!(ended["result"], json!({ "result": 412 }));
/// # Ok(())
/// # }
/// ```
#[derive(Clone)]
pub struct InProcessQueue(Arc<Shared>);

struct Shared {
    limits: Limits,
    runner: OnceLock<OperationRunner>,
    state: Mutex<State>,
    workers: TaskTracker,
}

/// How much the queue holds.
#[derive(Clone, Copy, Debug)]
struct Limits {
    running: usize,
    running_per_caller: usize,
    waiting: usize,
    waiting_per_caller: usize,
    kept_for: Duration,
    kept_per_caller: usize,
    kept_bytes_per_caller: usize,
}

struct State {
    lines: Lines,
    records: Records,
    /// How many workers there are.
    working: usize,
    closed: bool,
}

impl InProcessQueue {
    /// Starts a queue.
    pub fn builder() -> InProcessQueueBuilder {
        InProcessQueueBuilder::new()
    }

    fn new(limits: Limits) -> Self {
        Self(Arc::new(Shared {
            limits,
            runner: OnceLock::new(),
            state: Mutex::new(State {
                lines: Lines::default(),
                records: Records::new(),
                working: 0,
                closed: false,
            }),
            workers: TaskTracker::new(),
        }))
    }
}

impl Shared {
    /// Returns the state, without what is too old to be asked about.
    fn state(&self) -> MutexGuard<'_, State> {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.records.end_unanswered(&self.limits);
        state.records.forget_old(&self.limits);
        state
    }

    /// Starts another worker for what waits, if there may be one more.
    fn hire(self: &Arc<Self>, state: &mut State) {
        if state.working < self.limits.running {
            state.working += 1;
            self.workers.spawn(worker::work(Arc::clone(self)));
        }
    }
}

#[async_trait]
impl OperationQueue for InProcessQueue {
    fn attach(&self, runner: OperationRunner) -> bool {
        self.0.runner.set(runner).is_ok()
    }

    async fn enqueue(&self, call: QueuedCall, live: LiveCall) -> Result<Operation, QueueError> {
        let Limits { running, running_per_caller, waiting, waiting_per_caller, .. } = self.0.limits;
        let mut state = self.0.state();
        if state.closed {
            return Err(QueueError::Closed);
        }
        if let Some(earlier) = state.records.repeated_by(&call) {
            return Ok(earlier);
        }
        // One that a worker can take at once waits for nobody.
        let (lines, owner) = (&state.lines, &call.owner);
        let at_once = lines.running() + lines.waiting() < running
            && lines.running_of(owner) + lines.waiting_of(owner) < running_per_caller;
        // What waits for an answer is kept as well, and is counted with what waits for its turn.
        let (asked, asked_own) = (state.records.asked(), state.records.asked_of(owner));
        let full =
            lines.waiting() + asked >= waiting || lines.waiting_of(owner) + asked_own >= waiting_per_caller;
        let all_asked = asked >= waiting.max(1) || asked_own >= waiting_per_caller.max(1);
        if all_asked || full && !at_once {
            return Err(QueueError::Full { retry_after: RETRY_AFTER });
        }
        state.lines.push(&call.owner, call.operation.clone());
        let operation = state.records.insert(call, live);
        self.0.hire(&mut state);
        Ok(operation)
    }

    async fn get(&self, owner: &str, id: &OperationId) -> Result<Option<Operation>, BoxError> {
        Ok(self.0.state().records.of(owner, id).map(|record| record.operation.clone()))
    }

    async fn survey(&self, owner: &str, after: Option<&str>) -> Result<OperationSurvey, BoxError> {
        Ok(self.0.state().records.survey(owner, after, &self.0.limits))
    }

    async fn cancel(&self, owner: &str, id: &OperationId) -> Result<Option<Operation>, BoxError> {
        let (operation, never_ran) = {
            let mut state = self.0.state();
            let waits = state.lines.remove(owner, id);
            let Some(record) = state.records.of(owner, id) else { return Ok(None) };
            let end = match record.operation.state {
                OperationState::InputRequired => Some(OperationEnd::cancelled_unanswered()),
                _ => waits.then(OperationEnd::cancelled),
            };
            if !record.operation.is_finished() {
                record.operation.cancel_requested = true;
                record.cancellation.cancel();
                record.changes.send_replace(());
            }
            let never_ran = record.waiting.take();
            let mut operation = record.operation.clone();
            if let Some(end) = end {
                operation.finish(end.clone());
                state.records.finish(id, end, &self.0.limits);
            }
            (operation, never_ran)
        };
        // The host's own values, dropped outside of the lock.
        drop(never_ran);
        Ok(Some(operation))
    }

    async fn subscribe(&self, owner: &str, id: &OperationId) -> Result<OperationChanges, BoxError> {
        let mut state = self.0.state();
        let record = state.records.of(owner, id);
        Ok(record.map_or_else(OperationChanges::none, |it| OperationChanges::new(it.changes.subscribe())))
    }

    fn keeps_inputs(&self) -> bool {
        true
    }

    async fn answer(
        &self,
        owner: &str,
        id: &OperationId,
        answers: BTreeMap<String, InputAnswer>,
    ) -> Result<Option<Operation>, BoxError> {
        let mut state = self.0.state();
        let Some(record) = state.records.of(owner, id) else { return Ok(None) };
        let is_complete = record.answer(answers);
        let operation = record.operation.clone();
        if is_complete {
            state.records.answered(id);
            state.lines.push(owner, id.clone());
            self.0.hire(&mut state);
        }
        Ok(Some(operation))
    }

    fn retention(&self) -> Option<Duration> {
        Some(self.0.limits.kept_for)
    }

    async fn close(&self) -> Vec<Operation> {
        let (mut given_up, mut never_ran) = (Vec::new(), Vec::new());
        {
            let mut state = self.0.state();
            state.closed = true;
            let asked = state.records.take_asked();
            for id in state.lines.drain().into_iter().chain(asked) {
                let Some(record) = state.records.get(&id) else { continue };
                never_ran.extend(record.waiting.take());
                let mut operation = record.operation.clone();
                operation.finish(OperationEnd::stopped());
                given_up.push(operation);
                state.records.finish(&id, OperationEnd::stopped(), &self.0.limits);
            }
            self.0.workers.close();
        }
        drop(never_ran);
        given_up
    }

    async fn settle(&self) {
        self.0.workers.wait().await;
    }
}

impl fmt::Debug for InProcessQueue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("InProcessQueue").field("limits", &self.0.limits).finish_non_exhaustive()
    }
}
