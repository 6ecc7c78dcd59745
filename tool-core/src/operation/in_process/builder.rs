//! How large the queue in this process is. What it does is beside this file.

use std::{num::NonZeroUsize, time::Duration};

use super::{InProcessQueue, Limits};

/// As many as there are cores on a large machine: operations are long, and share the machine with calls that are waited
/// for.
const RUNNING: NonZeroUsize = NonZeroUsize::new(8).expect("it is not zero");

/// Half of them, so that one caller alone cannot hold them all; work of one tool that runs one by one would.
const RUNNING_PER_CALLER: NonZeroUsize = NonZeroUsize::new(4).expect("it is not zero");

/// The same as calls that wait for room; see [`Concurrency::default`](crate::Concurrency::default).
const WAITING: usize = 1024;

/// What a person or a model may start at a time without being a burden: well below the whole queue.
const WAITING_PER_CALLER: usize = 64;

/// Long enough that a conversation that was left for lunch still finds its result.
const KEPT_FOR: Duration = Duration::from_hours(1);

/// As many as a caller may have waiting.
const KEPT_PER_CALLER: usize = 64;

/// Results of 128 KiB, which is as much as a model reads at once, of all that are kept.
const KEPT_BYTES_PER_CALLER: usize = KEPT_PER_CALLER * 128 * 1024;

/// Collects how much an [`InProcessQueue`] holds.
///
/// # Examples
///
/// ```
/// use std::time::Duration;
///
/// use tool_core::{InProcessQueue, OperationQueue};
///
/// let queue = InProcessQueue::builder()
///     .running_per_caller(2.try_into()?)
///     .waiting_per_caller(10)
///     .kept_for(Duration::from_mins(10))
///     .build();
/// assert_eq!(queue.retention(), Some(Duration::from_mins(10)));
/// # Ok::<(), std::num::TryFromIntError>(())
/// ```
#[derive(Clone, Copy, Debug)]
#[must_use = "a builder does nothing until `build` is called"]
pub struct InProcessQueueBuilder(Limits);

impl InProcessQueueBuilder {
    pub(super) fn new() -> Self {
        Self(Limits {
            running: RUNNING.get(),
            running_per_caller: RUNNING_PER_CALLER.get(),
            waiting: WAITING,
            waiting_per_caller: WAITING_PER_CALLER,
            kept_for: KEPT_FOR,
            kept_per_caller: KEPT_PER_CALLER,
            kept_bytes_per_caller: KEPT_BYTES_PER_CALLER,
        })
    }

    /// Sets how many operations run at once; else 8. One that waits for another call of its tool counts as running.
    pub fn running(mut self, operations: NonZeroUsize) -> Self {
        self.0.running = operations.get();
        self
    }

    /// Sets how many operations of one caller run at once; else 4.
    pub fn running_per_caller(mut self, operations: NonZeroUsize) -> Self {
        self.0.running_per_caller = operations.get();
        self
    }

    /// Sets how many operations wait at once, of all callers; else 1,024.
    pub fn waiting(mut self, operations: usize) -> Self {
        self.0.waiting = operations;
        self
    }

    /// Sets how many operations of one caller wait at once; else 64.
    pub fn waiting_per_caller(mut self, operations: usize) -> Self {
        self.0.waiting_per_caller = operations;
        self
    }

    /// Sets how long an operation that has finished can be asked about; else one hour.
    pub fn kept_for(mut self, age: Duration) -> Self {
        self.0.kept_for = age;
        self
    }

    /// Sets how many finished operations of one caller can be asked about; else the latest 64.
    pub fn kept_per_caller(mut self, operations: usize) -> Self {
        self.0.kept_per_caller = operations;
        self
    }

    /// Sets how many bytes the results of one caller take at most, as JSON; else 8 MiB. Beyond it the first result is
    /// forgotten first; its operation is still there, and says so.
    pub fn kept_bytes_per_caller(mut self, bytes: usize) -> Self {
        self.0.kept_bytes_per_caller = bytes;
        self
    }

    /// Returns the queue.
    pub fn build(self) -> InProcessQueue {
        InProcessQueue::new(self.0)
    }
}
