//! How many calls run at once, and how long the others wait. Whether a call may run at all is `admission`.

mod alone;
mod inside;
mod lanes;
mod room;
mod waiters;

use std::{num::NonZeroUsize, time::Duration};

pub(crate) use self::{
    inside::Occupied,
    room::{Entrance, Found, Room, Wanted},
};

/// How many calls an invoker runs at once, and how many wait for how long.
///
/// Control tools neither take room nor wait. A call that finds no room is refused as `busy` and told when to come back.
/// One caller gets three quarters of the room and half of the line at most: beyond that it is `busy`, and others are not.
///
/// # Examples
///
/// ```
/// use std::{num::NonZeroUsize, time::Duration};
///
/// use tool_core::Concurrency;
///
/// let few = Concurrency::default()
///     .with_running(NonZeroUsize::new(8).unwrap())
///     .with_waiting(32)
///     .with_patience(Duration::from_secs(2));
/// assert_eq!(few.running().get(), 8);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Concurrency {
    running: NonZeroUsize,
    waiting: usize,
    patience: Duration,
}

/// Half of the 512 threads that tokio lets block (tokio 1.54, `Builder::max_blocking_threads`), so that `blocking` tools
/// alone cannot take them all.
const RUNNING: NonZeroUsize = NonZeroUsize::new(256).expect("it is not zero");

/// Four calls wait for each that runs.
const WAITING: usize = 1024;

/// Hosts hold a call for 60 s; who waits longer than this for its turn is better told to come back.
const PATIENCE: Duration = Duration::from_secs(10);

impl Default for Concurrency {
    /// 256 calls run, 1,024 wait, each for 10 s.
    fn default() -> Self {
        Self { running: RUNNING, waiting: WAITING, patience: PATIENCE }
    }
}

impl Concurrency {
    /// Sets how many calls run at once.
    #[must_use]
    pub fn with_running(mut self, calls: NonZeroUsize) -> Self {
        self.running = calls;
        self
    }

    /// Sets how many calls wait at once; with none, a call runs now or is refused.
    #[must_use]
    pub fn with_waiting(mut self, calls: usize) -> Self {
        self.waiting = calls;
        self
    }

    /// Sets how long a call waits before it is refused.
    #[must_use]
    pub fn with_patience(mut self, patience: Duration) -> Self {
        self.patience = patience;
        self
    }

    /// Returns how many calls run at once.
    pub fn running(&self) -> NonZeroUsize {
        self.running
    }

    /// Returns how many calls wait at once.
    pub fn waiting(&self) -> usize {
        self.waiting
    }

    /// Returns how long a call waits before it is refused.
    pub fn patience(&self) -> Duration {
        self.patience
    }
}
