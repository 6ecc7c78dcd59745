//! How many listen at once, and for whom. A listener holds a stream, so they are counted; what it is told is `watch`.

use std::{
    collections::HashMap,
    num::NonZeroUsize,
    sync::{Arc, Mutex, PoisonError},
};

/// The listeners by caller. A clone counts the same ones.
#[derive(Clone, Debug)]
pub(crate) struct Listeners {
    most: usize,
    counts: Arc<Mutex<HashMap<String, usize>>>,
}

/// One listener's place, given back by being dropped.
#[derive(Debug)]
pub(crate) struct Place {
    caller: String,
    listeners: Listeners,
}

impl Listeners {
    pub(crate) fn up_to(most: NonZeroUsize) -> Self {
        Self { most: most.get(), counts: Arc::default() }
    }

    /// Returns a place, if there is one. A caller has three quarters of them at most: the last quarter is for others.
    pub(crate) fn enter(&self, caller: &str) -> Option<Place> {
        let mut counts = self.counts.lock().unwrap_or_else(PoisonError::into_inner);
        let all: usize = counts.values().sum();
        let own = counts.get(caller).copied().unwrap_or_default();
        if all >= self.most || own >= self.most - self.most / 4 {
            return None;
        }
        *counts.entry(caller.to_owned()).or_default() += 1;
        Some(Place { caller: caller.to_owned(), listeners: self.clone() })
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut counts = self.listeners.counts.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = counts.get_mut(&self.caller) {
            *count -= 1;
            if *count == 0 {
                counts.remove(&self.caller);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobody_takes_the_last_quarter_from_others_and_places_come_back() {
        let listeners = Listeners::up_to(NonZeroUsize::new(4).unwrap());
        let alices: Vec<_> = (0..3).map(|_| listeners.enter("alice").unwrap()).collect();
        assert!(listeners.enter("alice").is_none());
        let bobs = listeners.enter("bob").unwrap();
        assert!(listeners.enter("carol").is_none(), "all four are taken");
        drop(alices);
        drop(bobs);
        assert!(listeners.enter("carol").is_some());
        assert_eq!(listeners.counts.lock().unwrap().len(), 0, "nobody is remembered");
    }
}
