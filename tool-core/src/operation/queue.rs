//! What keeps operations: the host's own queue, or the one in this process. What runs them is the invoker.

use std::{collections::BTreeMap, fmt, sync::Arc, time::Duration};

use async_trait::async_trait;
use tokio::sync::watch;

use super::{LiveCall, Operation, OperationId, OperationSurvey, QueuedCall};
use crate::{BoxError, InputAnswer, OperationRunner};

/// Keeps operations, and decides when each has its turn. [`InProcessQueue`](crate::InProcessQueue) is an implementation.
///
/// The rules that an implementation keeps:
///
/// * Every record has an owner. Whoever asks with another one reads what it reads about an id that never was.
/// * An operation ends once. [`Operation::finish`] sees to that for a record in memory.
/// * A waiter subscribes before it reads, so a change has to be told after it is written.
/// * What is taken from the queue is run with the [`OperationRunner`], which checks everything again. Nothing else can
///   run a tool.
///
/// # On a distributed queue
///
/// With a broker and a table, the calls are these. `enqueue`: insert the record unless its key is there, publish
/// `serde_json::to_vec(&call)`, drop the [`LiveCall`]. A worker: receive, set `running` if the record is `queued`, call
/// [`run`](OperationRunner::run) with `None`, write the end if the record is `running`, publish a change, acknowledge.
/// A message that comes again finds `running`: an `idempotent` call may be run again, any other ends as `unknown`.
/// `get`: select by owner. `survey`: the same, and of what finished the rows after the number in the cursor; give each end
/// of an owner the next number, and keep beside them up to which one they were deleted. `cancel`: end a `queued` record; for a `running` one set `cancel_requested`, which
/// the worker watches to cancel its token. `subscribe`: listen for changes of the id. `close`: stop receiving; what is
/// queued stays, so it returns nothing.
#[async_trait]
pub trait OperationQueue: Send + Sync + 'static {
    /// Takes what runs the operations; called once, by [`InvokerBuilder::build`](crate::InvokerBuilder::build). Returns
    /// whether it was taken: a queue that serves an invoker already refuses a second one.
    fn attach(&self, runner: OperationRunner) -> bool;

    /// Takes a call that was admitted. Returns its operation, or the earlier one that
    /// [it repeats](QueuedCall::is_repeated_by).
    ///
    /// # Errors
    ///
    /// When it was not taken; the caller's limits are not touched then.
    async fn enqueue(&self, call: QueuedCall, live: LiveCall) -> Result<Operation, QueueError>;

    /// Returns an operation of this owner.
    ///
    /// # Errors
    ///
    /// When it cannot be found out.
    async fn get(&self, owner: &str, id: &OperationId) -> Result<Option<Operation>, BoxError>;

    /// Returns the operations of this owner: all that have not finished, and those that finished after a place that an
    /// earlier [survey](OperationSurvey::cursor) named, or all of them that are kept. The place is what a caller sent: one
    /// that is older than what is kept, and one that cannot be read, is a [gap](OperationSurvey::gap) and no error.
    ///
    /// All of it is of one moment: what ends meanwhile is in one of the two lists.
    ///
    /// # Errors
    ///
    /// When it cannot be found out.
    async fn survey(&self, owner: &str, after: Option<&str>) -> Result<OperationSurvey, BoxError>;

    /// Stops an operation of this owner: one that is queued at once, one that runs by asking it to. Returns it as it is
    /// then; one that has finished stays as it is.
    ///
    /// # Errors
    ///
    /// When it cannot be done.
    async fn cancel(&self, owner: &str, id: &OperationId) -> Result<Option<Operation>, BoxError>;

    /// Begins to listen for changes of an operation. For an id that is not this owner's, there are none.
    ///
    /// # Errors
    ///
    /// When it cannot be listened for.
    async fn subscribe(&self, owner: &str, id: &OperationId) -> Result<OperationChanges, BoxError>;

    /// Returns whether it keeps what operations [ask](crate::OperationRun::Asked) their owners for. Where it does not, nobody can be
    /// asked for a call whose turn has come.
    fn keeps_inputs(&self) -> bool {
        false
    }

    /// Takes answers of this owner to what an operation waits for, each under its [key](crate::PendingInput::key). With the last one
    /// it is queued again. Returns it as it is then; what nobody waits for changes nothing.
    ///
    /// # Errors
    ///
    /// When it cannot be done.
    async fn answer(
        &self,
        owner: &str,
        id: &OperationId,
        _answers: BTreeMap<String, InputAnswer>,
    ) -> Result<Option<Operation>, BoxError> {
        self.get(owner, id).await
    }

    /// Returns for how long an operation that has finished can be asked about, where that is known; a queue that also keeps
    /// no more than a number of them for a caller may forget one earlier.
    fn retention(&self) -> Option<Duration> {
        None
    }

    /// Hands out nothing more, because the service stops. Returns the operations that will therefore never run; those of
    /// a queue that survives the process are not among them.
    async fn close(&self) -> Vec<Operation>;

    /// Returns when what was handed out is written down. The invoker has stopped it before, and does not wait long.
    async fn settle(&self) {}
}

#[async_trait]
impl<T: OperationQueue + ?Sized> OperationQueue for Arc<T> {
    fn attach(&self, runner: OperationRunner) -> bool {
        T::attach(self, runner)
    }

    async fn enqueue(&self, call: QueuedCall, live: LiveCall) -> Result<Operation, QueueError> {
        T::enqueue(self, call, live).await
    }

    async fn get(&self, owner: &str, id: &OperationId) -> Result<Option<Operation>, BoxError> {
        T::get(self, owner, id).await
    }

    async fn survey(&self, owner: &str, after: Option<&str>) -> Result<OperationSurvey, BoxError> {
        T::survey(self, owner, after).await
    }

    async fn cancel(&self, owner: &str, id: &OperationId) -> Result<Option<Operation>, BoxError> {
        T::cancel(self, owner, id).await
    }

    async fn subscribe(&self, owner: &str, id: &OperationId) -> Result<OperationChanges, BoxError> {
        T::subscribe(self, owner, id).await
    }

    fn keeps_inputs(&self) -> bool {
        T::keeps_inputs(self)
    }

    async fn answer(
        &self,
        owner: &str,
        id: &OperationId,
        answers: BTreeMap<String, InputAnswer>,
    ) -> Result<Option<Operation>, BoxError> {
        T::answer(self, owner, id, answers).await
    }

    fn retention(&self) -> Option<Duration> {
        T::retention(self)
    }

    async fn close(&self) -> Vec<Operation> {
        T::close(self).await
    }

    async fn settle(&self) {
        T::settle(self).await;
    }
}

/// Why a queue did not take a call.
///
/// # Examples
///
/// ```
/// use std::time::Duration;
///
/// use tool_core::QueueError;
///
/// /// What a queue of yours makes of its broker's answer.
/// fn taken(waiting: usize) -> Result<(), QueueError> {
///     if waiting < 100 { Ok(()) } else { Err(QueueError::Full { retry_after: Duration::from_secs(5) }) }
/// }
///
/// assert!(taken(3).is_ok());
/// assert!(matches!(taken(100), Err(QueueError::Full { .. })));
/// // `?` makes one of any other error.
/// assert!(matches!(QueueError::from("the broker is gone"), QueueError::Failed(_)));
/// ```
#[derive(Debug)]
#[expect(clippy::exhaustive_enums, reason = "hosts make it, and whoever enqueues must handle each")]
pub enum QueueError {
    /// It hands out nothing more.
    Closed,
    /// It is full, as a whole or for this caller.
    Full {
        /// How long the caller is asked to stay away.
        retry_after: Duration,
    },
    /// Something went wrong.
    Failed(BoxError),
}

impl<E: Into<BoxError>> From<E> for QueueError {
    fn from(error: E) -> Self {
        Self::Failed(error.into())
    }
}

/// Tells that an operation has changed since one began to listen; how, is to be read.
///
/// It holds one change and no more: changes that nobody has waited for yet become one. So a waiter costs the same whatever
/// happens meanwhile, and all waiters of an operation share one channel.
pub struct OperationChanges(Option<watch::Receiver<()>>);

impl OperationChanges {
    /// Returns the changes that are sent on this channel from now on.
    pub fn new(mut changes: watch::Receiver<()>) -> Self {
        changes.mark_unchanged();
        Self(Some(changes))
    }

    /// Returns the changes of something that does not change.
    pub fn none() -> Self {
        Self(None)
    }

    /// Returns when the operation has changed since the last time, or since one began to listen. When nobody can tell of
    /// changes any more, it returns once, and then never.
    pub async fn changed(&mut self) {
        let Some(changes) = &mut self.0 else { return std::future::pending().await };
        if changes.changed().await.is_err() {
            self.0 = None;
        }
    }
}

impl fmt::Debug for OperationChanges {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("OperationChanges").finish_non_exhaustive()
    }
}
