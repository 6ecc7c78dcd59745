//! How much the queue holds and keeps: numbers, each with its reason. What is done with them is beside this file.

use std::time::Duration;

/// How often an operation is begun at most: a service is restarted now and then, and one that ends five times during the
/// same operation ends because of it.
pub(super) const ATTEMPTS: u32 = 5;

/// How long a caller is asked to stay away from a full queue: operations take seconds rather than milliseconds.
pub(super) const RETRY_AFTER: Duration = Duration::from_secs(5);

/// How much the queue holds and keeps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(clippy::exhaustive_structs, reason = "hosts make it, and must decide about each")]
pub struct Bounds {
    /// How many operations a process runs at once.
    pub running: usize,
    /// How many operations of one caller run at once, in all processes.
    pub running_per_caller: u32,
    /// How many operations wait at once, of all callers.
    pub waiting: u32,
    /// How many operations of one caller wait at once.
    pub waiting_per_caller: u32,
    /// How long an operation that has finished can be asked about.
    pub kept_for: Duration,
    /// How many finished operations of one caller can be asked about.
    pub kept_per_caller: u32,
}

/// A process runs four, since they share one connection and SQLite has one writer; a caller has half of that, so that
/// one alone cannot hold all. A person or a model that has 64 waiting is no burden yet. An hour is long enough that a
/// conversation that was left for lunch still finds its result.
impl Default for Bounds {
    fn default() -> Self {
        Self {
            running: 4,
            running_per_caller: 2,
            waiting: 1_024,
            waiting_per_caller: 64,
            kept_for: Duration::from_hours(1),
            kept_per_caller: 64,
        }
    }
}
