//! How many control calls each caller has waiting. They take no room, so they are counted by themselves.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
};

/// How many waiting control calls a caller may have: a model waits for one operation or for a few.
const PER_CALLER: usize = 16;

/// The waiting control calls by caller. A count and no list, because thousands may wait.
#[derive(Clone, Default)]
pub(super) struct Waiters(Arc<Mutex<HashMap<String, usize>>>);

/// One waiting control call.
pub(super) struct Waiter {
    caller: String,
    waiters: Waiters,
}

impl Waiters {
    /// Adds a waiting call, unless the caller has as many as it may.
    pub(super) fn enter(&self, caller: &str) -> Option<Waiter> {
        let mut counts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let count = counts.entry(caller.to_owned()).or_default();
        if *count >= PER_CALLER {
            return None;
        }
        *count += 1;
        Some(Waiter { caller: caller.to_owned(), waiters: self.clone() })
    }
}

impl Drop for Waiter {
    fn drop(&mut self) {
        let mut counts = self.waiters.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = counts.get_mut(&self.caller) {
            *count -= 1;
            if *count == 0 {
                counts.remove(&self.caller);
            }
        }
    }
}
