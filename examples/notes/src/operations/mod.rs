//! The queue of operations, in the database of the notes: what waits survives the process, and what a process left
//! behind when it was killed is begun again or ended with the reason. What an operation may do is decided by the
//! invoker, never here; and what a caller asks is selected by owner in each statement.

mod bounds;
mod cancel;
mod end;
mod fault;
mod keeper;
mod orphans;
mod put;
mod rows;
mod run;
mod running;
mod survey;
mod take;
#[cfg(test)]
mod tests;
mod waiters;

pub use self::bounds::Bounds;

use self::{fault::Fault, rows::COLUMNS, running::Running, waiters::Waiters};
use crate::store::NoteStore;
use rusqlite::{Connection, OptionalExtension, params};
use std::{
    fmt,
    sync::{
        Arc, OnceLock,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};
use tokio::{runtime::Handle, sync::Notify};
use tokio_util::{sync::CancellationToken, task::TaskTracker};
use tool_core::{
    BoxError, LiveCall, Operation, OperationChanges, OperationId, OperationQueue, OperationRunner,
    OperationSurvey, QueueError, QueuedCall, async_trait,
};

/// A queue in the database; clones are handles to the same one.
///
/// All processes that use the database share what is queued, and each of them runs a part. A process that is killed is
/// noticed by the others, or by the next one, within a second: what it ran is begun again if a second run changes
/// nothing more, and ends as `unknown` otherwise. A process that is stopped in order puts the former back itself.
///
/// All of them must have the same users and surfaces: whoever started an operation is looked for where it runs.
///
/// A database without a file is used by one process alone, and everything in it ends with that process.
#[derive(Clone)]
pub struct StoredQueue(Arc<Shared>);

struct Shared {
    store: NoteStore,
    bounds: Bounds,
    runner: OnceLock<OperationRunner>,
    running: Running,
    waiters: Waiters,
    /// Told when something may have its turn.
    work: Arc<Notify>,
    closed: CancellationToken,
    tasks: TaskTracker,
    /// Whether the task that looks after the queue was started.
    is_kept: AtomicBool,
}

impl StoredQueue {
    /// Returns a queue in this database.
    pub fn new(
        store: NoteStore,
        bounds: Bounds,
    ) -> Self {
        Self(Arc::new(Shared {
            store,
            bounds,
            runner: OnceLock::new(),
            running: Running::default(),
            waiters: Waiters::default(),
            work: Arc::default(),
            closed: CancellationToken::new(),
            tasks: TaskTracker::new(),
            is_kept: AtomicBool::new(false),
        }))
    }

    /// Begins to run what is queued, when every surface is there that an operation can have been started at. Where there
    /// is no runtime yet, the first call that is queued begins it.
    pub fn begin(&self) {
        let Ok(runtime) = Handle::try_current() else { return };
        if !self.0.is_kept.swap(true, Ordering::Relaxed) {
            let (work, closed) = (Arc::clone(&self.0.work), self.0.closed.clone());
            runtime.spawn(keeper::keep(Arc::downgrade(&self.0), work, closed));
        }
    }
}

impl Shared {
    /// Returns the id of this process.
    fn worker(&self) -> String {
        self.store.presence().id().to_owned()
    }

    /// Reads one operation of this owner.
    async fn one(
        &self,
        owner: &str,
        id: &OperationId,
    ) -> Result<Option<Operation>, Fault> {
        let (owner, id) = (owner.to_owned(), id.clone());
        let found = self.store.read(move |connection| one(connection, &owner, &id)).await?;
        Ok(found.map(|operation| self.running.up_to_date(operation)))
    }
}

fn one(
    connection: &Connection,
    owner: &str,
    id: &OperationId,
) -> Result<Option<Operation>, Fault> {
    let select = format!("SELECT {COLUMNS} FROM operations WHERE owner = ?1 AND id = ?2");
    let mut statement = connection.prepare_cached(&select)?;
    let found =
        statement.query_row(params![owner, id.as_str()], |row| Ok(rows::operation(row))).optional()?;
    found.transpose()
}

#[async_trait]
impl OperationQueue for StoredQueue {
    fn attach(
        &self,
        runner: OperationRunner,
    ) -> bool {
        // Nothing runs yet: the invoker has no surfaces when it is built, and an operation needs its own.
        self.0.runner.set(runner).is_ok()
    }

    async fn enqueue(
        &self,
        call: QueuedCall,
        _: LiveCall,
    ) -> Result<Operation, QueueError> {
        if self.0.closed.is_cancelled() {
            return Err(QueueError::Closed);
        }
        let bounds = self.0.bounds;
        let put = self.0.store.write(move |connection| put::put(connection, &call, &bounds));
        let operation = put.await.map_err(put::held_up)?;
        self.begin();
        self.0.work.notify_one();
        Ok(operation)
    }

    async fn get(
        &self,
        owner: &str,
        id: &OperationId,
    ) -> Result<Option<Operation>, BoxError> {
        Ok(self.0.one(owner, id).await?)
    }

    async fn survey(
        &self,
        owner: &str,
        after: Option<&str>,
    ) -> Result<OperationSurvey, BoxError> {
        let (owner, after) = (owner.to_owned(), after.map(str::to_owned));
        let read = self.0.store.read(move |connection| survey::of(connection, &owner, after.as_deref()));
        let mut survey: OperationSurvey = read.await.map_err(|fault: Fault| fault)?;
        survey.unfinished =
            survey.unfinished.into_iter().map(|operation| self.0.running.up_to_date(operation)).collect();
        Ok(survey)
    }

    async fn cancel(
        &self,
        owner: &str,
        id: &OperationId,
    ) -> Result<Option<Operation>, BoxError> {
        let (theirs, which, bounds) = (owner.to_owned(), id.clone(), self.0.bounds);
        let cancelled = self
            .0
            .store
            .write(move |connection| cancel::cancel(connection, &theirs, &which, &bounds))
            .await?;
        if cancelled {
            self.0.running.cancel(id);
            self.0.waiters.tell(id);
        }
        Ok(self.0.one(owner, id).await?)
    }

    async fn subscribe(
        &self,
        owner: &str,
        id: &OperationId,
    ) -> Result<OperationChanges, BoxError> {
        let is_theirs = self.0.one(owner, id).await?.is_some();
        Ok(if is_theirs { self.0.waiters.subscribe(id) } else { OperationChanges::none() })
    }

    fn retention(&self) -> Option<Duration> {
        Some(self.0.bounds.kept_for)
    }

    async fn close(&self) -> Vec<Operation> {
        self.0.closed.cancel();
        self.0.tasks.close();
        Vec::new()
    }

    async fn settle(&self) {
        self.0.tasks.wait().await;
    }
}

impl fmt::Debug for StoredQueue {
    fn fmt(
        &self,
        f: &mut fmt::Formatter<'_>,
    ) -> fmt::Result {
        f.debug_struct("StoredQueue").field("bounds", &self.0.bounds).finish_non_exhaustive()
    }
}
