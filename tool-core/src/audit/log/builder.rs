//! What a host decides about an audit log before it starts. What follows from it is `mod`.

use std::{
    fmt, io,
    num::NonZeroUsize,
    sync::{Arc, Mutex, mpsc},
    thread,
};

use super::{AuditLog, AuditTarget, Handle, queue::Queue, seldom::Seldom, writer};

/// As many decisions as calls wait in line by default; see [`Concurrency::default`](crate::Concurrency::default). At some
/// 500 bytes each (the structure, four short texts and its place in the queue), half a megabyte.
const CAPACITY: NonZeroUsize = NonZeroUsize::new(1024).expect("it is not zero");

/// What becomes of a call whose decision finds the audit log full.
///
/// # Examples
///
/// ```
/// use tool_core::{AuditLog, Events, WhenFull};
///
/// assert_eq!(WhenFull::default(), WhenFull::Block);
/// let log = AuditLog::to(Events).when_full(WhenFull::Drop).start()?;
/// assert_eq!(log.lost(), 0, "what is dropped is counted");
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[expect(clippy::exhaustive_enums, reason = "a fourth answer would be a new kind of promise")]
pub enum WhenFull {
    /// It waits until there is room. The default: nothing runs unrecorded, and a burst refuses nobody. When the target
    /// fails instead of being slow, it is refused.
    #[default]
    Block,
    /// It runs, and its records are dropped and counted. Calls then wait neither for room nor for the disk, so a record
    /// may be missing after a crash as well. For hosts to which the service is worth more than the record.
    Drop,
    /// It is refused with an internal error, and does not run. For targets that may be stuck for long.
    Refuse,
}

/// Collects what an [`AuditLog`] needs to know.
///
/// # Examples
///
/// ```
/// use tool_core::{AuditLog, Events, WhenFull};
///
/// let log = AuditLog::to(Events).with_capacity(256.try_into()?).when_full(WhenFull::Refuse).start()?;
/// assert_eq!(log.lost(), 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use = "a builder does nothing until `start` is called"]
pub struct AuditLogBuilder<T> {
    target: T,
    capacity: NonZeroUsize,
    when_full: WhenFull,
}

impl<T: AuditTarget> AuditLogBuilder<T> {
    pub(super) fn new(target: T) -> Self {
        Self { target, capacity: CAPACITY, when_full: WhenFull::default() }
    }

    /// Sets how many decisions can wait to be written; without it, 1,024.
    pub fn with_capacity(mut self, decisions: NonZeroUsize) -> Self {
        self.capacity = decisions;
        self
    }

    /// Sets what becomes of a call when the log is full; without it, the call waits.
    pub fn when_full(mut self, when_full: WhenFull) -> Self {
        self.when_full = when_full;
        self
    }

    /// Starts the thread that writes. It ends when the last handle of the log is dropped and everything was tried.
    ///
    /// # Errors
    ///
    /// When the system has no thread to give.
    pub fn start(self) -> io::Result<AuditLog> {
        let Self { target, capacity, when_full } = self;
        let queue = Arc::new(Queue::new(capacity.get()));
        let (ending, ended) = mpsc::channel();
        let of_writer = Arc::clone(&queue);
        thread::Builder::new().name("tool-core audit".into()).spawn(move || {
            // The target goes before whoever waits is told, so that its file can be opened anew.
            writer::run(&of_writer, target);
            drop::<mpsc::Sender<()>>(ending);
        })?;
        Ok(AuditLog(Arc::new(Handle {
            queue,
            capacity: capacity.get(),
            when_full,
            full: Seldom::default(),
            ended: Mutex::new(ended),
        })))
    }
}

impl<T> fmt::Debug for AuditLogBuilder<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AuditLogBuilder")
            .field("capacity", &self.capacity)
            .field("when_full", &self.when_full)
            .finish_non_exhaustive()
    }
}
