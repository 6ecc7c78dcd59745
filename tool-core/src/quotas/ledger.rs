//! The accounts of all callers in one class, where governor keeps its state. It decides nothing.

use std::{
    collections::HashMap,
    fmt,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use governor::{
    clock::{Clock, Reference},
    nanos::Nanos,
    state::StateStore,
};

use super::account::Account;

/// How many uses there are at least between two searches for accounts that can be forgotten.
const SEARCH_EVERY: usize = 1024;

/// The accounts of one class; a clone is a handle to the same.
pub(super) struct Ledger<C: Clock>(Arc<Shared<C>>);

struct Shared<C: Clock> {
    clock: C,
    start: C::Instant,
    interval: u64,
    accounts: Mutex<Accounts>,
}

#[derive(Default)]
struct Accounts {
    by_caller: HashMap<Arc<str>, Account>,
    since_search: usize,
}

/// A use that is to be taken: what governor has for a key.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(super) struct Draft {
    pub(super) caller: Arc<str>,
    pub(super) serial: u64,
}

/// A use that can still be refunded. Dropped, it is used.
pub(super) struct Open<C: Clock> {
    ledger: Ledger<C>,
    draft: Draft,
}

impl<C: Clock> Ledger<C> {
    pub(super) fn new(clock: C, interval: Duration) -> Self {
        let interval = Nanos::from(interval).as_u64();
        let start = clock.now();
        Self(Arc::new(Shared { clock, start, interval, accounts: Mutex::default() }))
    }

    /// Returns the hold on a use that governor has just let through.
    pub(super) fn open(&self, draft: Draft) -> Open<C> {
        Open { ledger: self.clone(), draft }
    }

    /// Returns how many callers are remembered, and for how many there is room.
    #[cfg(test)]
    pub(super) fn size(&self) -> (usize, usize) {
        let accounts = self.lock();
        (accounts.by_caller.len(), accounts.by_caller.capacity())
    }

    // Governor reads the clock before it comes here, so this is never earlier, and what differs is at the caller's
    // expense: a use that is noted later leaves less when those before it are refunded.
    fn now(&self) -> u64 {
        self.0.clock.now().duration_since(self.0.start).as_u64()
    }

    fn lock(&self) -> MutexGuard<'_, Accounts> {
        self.0.accounts.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Accounts {
    /// Forgets full accounts, so often that the work for one use is constant on average.
    fn search(&mut self, now: u64) {
        self.since_search += 1;
        if self.since_search >= SEARCH_EVERY.max(self.by_caller.len()) {
            self.since_search = 0;
            self.by_caller.retain(|_, account| !account.is_full(now));
            self.by_caller.shrink_to_fit();
        }
    }
}

impl<C: Clock> StateStore for Ledger<C> {
    type Key = Draft;

    fn measure_and_replace<T, F, E>(&self, draft: &Draft, decide: F) -> Result<T, E>
    where
        F: Fn(Option<Nanos>) -> Result<(T, Nanos), E>,
    {
        let mut accounts = self.lock();
        let now = self.now();
        accounts.search(now);
        let due = accounts.by_caller.get(&draft.caller).map(|account| account.due().into());
        // Nobody gets an account by being refused.
        let (allowed, due) = decide(due)?;
        let account = accounts.by_caller.entry(Arc::clone(&draft.caller)).or_default();
        account.take(draft.serial, now, due.as_u64(), self.0.interval);
        Ok(allowed)
    }
}

impl<C: Clock> Open<C> {
    pub(super) fn refund(self) {
        let interval = self.ledger.0.interval;
        if let Some(account) = self.ledger.lock().by_caller.get_mut(&self.draft.caller) {
            account.refund(self.draft.serial, interval);
        }
    }
}

impl<C: Clock> Drop for Open<C> {
    fn drop(&mut self) {
        let interval = self.ledger.0.interval;
        if let Some(account) = self.ledger.lock().by_caller.get_mut(&self.draft.caller) {
            account.settle(self.draft.serial, interval);
        }
    }
}

impl<C: Clock> Clone for Ledger<C> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

impl<C: Clock> fmt::Debug for Ledger<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Never the callers: `Debug` ends up in logs.
        f.debug_struct("Ledger").finish_non_exhaustive()
    }
}
