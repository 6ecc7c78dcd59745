//! The audit log: records that are kept by a thread of their own, and what a call does when that is slow. What a record
//! says is `record`.

mod builder;
mod events;
mod file;
mod json_lines;
mod not_kept;
mod queue;
mod recover;
mod seldom;
mod target;
mod writer;

use std::{
    fmt, io,
    sync::{
        Arc, Mutex, PoisonError,
        mpsc::{Receiver, RecvTimeoutError},
    },
    time::Duration,
};

use async_trait::async_trait;
use tokio::sync::OwnedSemaphorePermit;

pub use self::{
    builder::{AuditLogBuilder, WhenFull},
    events::Events,
    json_lines::JsonLines,
    target::AuditTarget,
};
use self::{not_kept::NotKept, queue::Queue, seldom::Seldom};
use crate::{AuditSink, BoxError, DecisionRecord, EndRecord, ReportRecord, SwitchRecord};

/// How long dropping the last handle waits for what is not written yet. Long for a disk, short for a person who stops a
/// service; [`AuditSink::flush`] waits for as long as it takes.
const DRAIN: Duration = Duration::from_secs(1);

/// Keeps the records of calls: writes them to a file, as `tracing` events, or to a target of the host's own. A clone is a
/// handle to the same log.
///
/// # Examples
///
/// ```
/// use std::io::{self, Write};
/// use std::sync::{Arc, Mutex};
///
/// use tool_core::{AuditLog, AuditSink, Invoker, JsonLines, Registry};
///
/// #[derive(Clone, Default)]
/// struct Memory(Arc<Mutex<Vec<u8>>>);
///
/// impl Write for Memory {
///     fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
///         self.0.lock().unwrap().write(bytes)
///     }
///
///     fn flush(&mut self) -> io::Result<()> {
///         Ok(())
///     }
/// }
///
/// # use tool_core::{Allow, Caller, Surface, tool};
/// # /// Adds one.
/// # #[tool(title = "Add one", exposure = external, effect = read_only)]
/// # fn add_one(
/// #     /// The number.
/// #     number: i32,
/// # ) -> i32 {
/// #     number + 1
/// # }
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # let registry = Registry::builder(()).tool(add_one_tool()).build()?;
/// let memory = Memory::default();
/// let log = AuditLog::to(JsonLines::to_writer(memory.clone())).start()?;
/// let invoker = Invoker::builder(registry).unlimited().audit(log.clone()).build()?;
/// # let surface = Surface::outside("outside", &invoker, Allow::exposed()).build()?;
/// // ... calls ...
/// # surface.call(surface.request(Caller::new("alice"), "add_one", Some(serde_json::json!({ "number": 41 })))).await;
/// log.flush().await;
///
/// let lines = String::from_utf8(memory.0.lock().unwrap().clone())?;
/// assert_eq!(lines.matches(r#""record":"decision""#).count(), lines.matches(r#""record":"end""#).count());
/// # assert_eq!(lines.lines().count(), 2);
/// # Ok(())
/// # }
/// ```
///
/// # What is written
///
/// One decision and one end for each call, and one record for each switch of a tool:
///
/// ```json
/// {"record": "decision", "call": "9f3a5c0012ab44de", "time_ms": 1790000000000, "caller": "alice", "surface": "outside",
///  "tool": "delete_project", "step": "run", "durable": true, "arguments": "hmac-sha256:5e1f.."}
/// {"record": "end", "call": "9f3a5c0012ab44de", "time_ms": 1790000000012, "outcome": "completed", "duration_us": 11873}
/// {"record": "switch", "time_ms": 1790000000500, "tool": "export_project", "enabled": false, "reason": "incident 42"}
/// ```
///
/// Where they apply, a decision also has `parent`, `code`, `repairs` and `content`, and an end has `code` and `late`. The
/// fields are described at [`DecisionRecord`], [`EndRecord`], [`ReportRecord`] and
/// [`SwitchRecord`].
///
/// # What is safe when
///
/// | record | the call goes on when it is |
/// |---|---|
/// | decision about a tool that may change something | written and synced |
/// | decision about a tool that only reads; refusal | in the queue |
/// | end, switch | in the queue; neither is ever dropped while the log lives |
///
/// What is in the queue is written within some 5 ms, and many records share one sync. [`AuditSink::flush`], which
/// [`Invoker::shutdown`](crate::Invoker::shutdown) calls, waits for all of it. Dropping the last handle waits for one
/// second at most. With [`WhenFull::Drop`] calls wait for nothing, so there nothing is promised.
///
/// # When the target is slow
///
/// Decisions wait in a queue with room for 1,024, or as many as [`AuditLogBuilder::with_capacity`] says. When it is full,
/// [`WhenFull`] decides. Ends need no room: there is one for each decision that was let in, so the log holds at most two
/// records for each place in the queue and one for each call that runs.
///
/// # When the target fails
///
/// On a full disk, calls of tools that may change something are refused with an internal error, because their decision
/// cannot be kept. Calls of tools that only read go on for as long as the queue has room, and are then refused too,
/// whether the log blocks or refuses. What is in the queue is tried again with each call that waits, and once a second;
/// nothing needs to be restarted when there is room on the disk again. The host's log has an error, at most every ten
/// seconds, and [`lost`](AuditLog::lost) counts what was not kept.
///
/// # Rotation
///
/// Move the file away, then call [`reopen`](AuditLog::reopen); with logrotate that is `create` and a signal on which the
/// host calls it. Do not use `copytruncate`: what is written between the copy and the cut is lost. A call that runs during
/// the rotation has its decision in the older file and its end in the newer one; should the process be killed before
/// that end, the older file tells, and no `unknown` is written.
#[derive(Clone)]
pub struct AuditLog(Arc<Handle>);

struct Handle {
    queue: Arc<Queue>,
    capacity: usize,
    when_full: WhenFull,
    full: Seldom,
    /// Disconnected when the writer has ended.
    ended: Mutex<Receiver<()>>,
}

impl AuditLog {
    /// Begins a log that is written to this target.
    pub fn to<T: AuditTarget>(target: T) -> AuditLogBuilder<T> {
        AuditLogBuilder::new(target)
    }

    /// Returns how many records were not kept since the log was started. Two for each call that ran unrecorded under
    /// [`WhenFull::Drop`]; one for each decision that could not be kept, so that its call did not run.
    pub fn lost(&self) -> u64 {
        self.0.queue.lost()
    }

    /// Begins to write to the file that has the name now, after the former one was moved away.
    ///
    /// # Errors
    ///
    /// When it cannot be opened; the log goes on with the former one.
    pub async fn reopen(&self) -> io::Result<()> {
        self.0.queue.reopen().await.unwrap_or_else(|_| Err(io::Error::other(NotKept::Ended)))
    }
}

#[async_trait]
impl AuditSink for AuditLog {
    async fn decision(&self, record: DecisionRecord) -> Result<(), BoxError> {
        let Some(room) = self.0.room().await? else { return Ok(()) };
        let waits = record.durable && self.0.when_full != WhenFull::Drop;
        // No await between the room and the queue: a call that is dropped has either both or neither.
        match self.0.queue.decision(record, room, waits) {
            Some(kept) => Ok(kept.await.unwrap_or(Err(NotKept::Ended))?),
            None => Ok(()),
        }
    }

    fn end(&self, record: EndRecord) {
        self.0.queue.end(record);
    }

    fn switched(&self, record: SwitchRecord) {
        self.0.queue.switched(record);
    }

    fn reported(&self, record: ReportRecord) {
        self.0.queue.reported(record);
    }

    /// Returns when everything that was taken is written, or was tried once more where the target fails.
    async fn flush(&self) {
        // It tells by being dropped, too.
        let _ = self.0.queue.flush().await;
    }
}

impl Handle {
    /// Finds room for one decision; nothing when it is to be dropped.
    async fn room(&self) -> Result<Option<OwnedSemaphorePermit>, NotKept> {
        if let Ok(room) = Arc::clone(&self.queue.room).try_acquire_owned() {
            return Ok(Some(room));
        }
        if self.full.is_due() {
            let (capacity, lost) = (self.capacity, self.queue.lost());
            tracing::warn!(capacity, lost, policy = ?self.when_full, "the audit log is full");
        }
        match self.when_full {
            WhenFull::Block => self.room_later().await.map(Some).inspect_err(|_| self.queue.lose(1)),
            WhenFull::Drop => {
                self.queue.lose(2);
                Ok(None)
            }
            WhenFull::Refuse => {
                self.queue.lose(1);
                Err(NotKept::Full { capacity: self.capacity })
            }
        }
    }

    /// Waits for room, as long as the target is slow and does not fail.
    async fn room_later(&self) -> Result<OwnedSemaphorePermit, NotKept> {
        // Listens before it looks, so that no failure falls between.
        let failed = self.queue.failed.notified();
        tokio::pin!(failed);
        failed.as_mut().enable();
        if let Some(failure) = self.queue.failure() {
            return Err(failure);
        }
        tokio::select! {
            biased;
            room = Arc::clone(&self.queue.room).acquire_owned() => room.map_err(|_| NotKept::Ended),
            () = failed => Err(self.queue.failure().unwrap_or(NotKept::Full { capacity: self.capacity })),
        }
    }
}

impl Drop for Handle {
    fn drop(&mut self) {
        self.queue.close();
        let ended = self.ended.lock().unwrap_or_else(PoisonError::into_inner);
        if ended.recv_timeout(DRAIN) == Err(RecvTimeoutError::Timeout) {
            tracing::error!("the audit log was dropped before everything was written; `flush` waits");
        }
    }
}

impl fmt::Debug for AuditLog {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Never the queue: it holds records.
        f.debug_struct("AuditLog")
            .field("capacity", &self.0.capacity)
            .field("when_full", &self.0.when_full)
            .field("lost", &self.lost())
            .finish_non_exhaustive()
    }
}
