//! One class: governor's decision for each caller, and the reservation that can be refunded. Which use is of which class
//! is not known here.

use std::{
    fmt,
    sync::atomic::{AtomicU64, Ordering},
    time::Duration,
};

use governor::{Quota, RateLimiter, clock::Clock, middleware::NoOpMiddleware};

use super::ledger::{Draft, Ledger};
use crate::Reservation;

/// The budgets of all callers in one class.
pub(super) struct Bucket<C: Clock> {
    limiter: RateLimiter<Draft, Ledger<C>, C, NoOpMiddleware<C::Instant>>,
    ledger: Ledger<C>,
    next: AtomicU64,
}

impl<C: Clock + Clone + Send + Sync + 'static> Bucket<C> {
    pub(super) fn new(quota: Quota, clock: C) -> Self {
        let ledger = Ledger::new(clock.clone(), quota.replenish_interval());
        Self { limiter: RateLimiter::new(quota, ledger.clone(), clock), ledger, next: AtomicU64::new(0) }
    }

    /// Takes one use out of this caller's budget.
    ///
    /// # Errors
    ///
    /// How long until there is one, when there is none.
    pub(super) fn reserve(&self, caller: &str) -> Result<Reservation, Duration> {
        let draft = Draft { caller: caller.into(), serial: self.next.fetch_add(1, Ordering::Relaxed) };
        match self.limiter.check_key(&draft) {
            Ok(()) => {
                let open = self.ledger.open(draft);
                Ok(Reservation::refundable(move || open.refund()))
            }
            Err(until) => Err(until.wait_time_from(self.limiter.clock().now())),
        }
    }

    #[cfg(test)]
    pub(super) fn size(&self) -> (usize, usize) {
        self.ledger.size()
    }
}

impl<C: Clock> fmt::Debug for Bucket<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Bucket").finish_non_exhaustive()
    }
}
