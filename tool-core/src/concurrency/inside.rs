//! Who is in the room and who stands in line, each with the caller, so that shares can be counted.

use std::{
    pin::pin,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    time::Duration,
};

use slab::Slab;
use tokio::{
    sync::{Notify, OwnedSemaphorePermit, SemaphorePermit},
    time::timeout,
};

use super::{lanes::Lane, waiters::Waiter};
use crate::{Caller, ToolName};

/// The calls that have not ended, by the names of their tools.
#[derive(Default)]
pub(super) struct Inside {
    on_the_way: AtomicUsize,
    calls: Crowd<(ToolName, Caller)>,
    /// Those that stand in line.
    line: Crowd<Caller>,
    /// Nobody comes in any more, so that somebody may wait until all have gone.
    closed: AtomicBool,
    emptied: Notify,
}

/// Those who come and go in any order.
struct Crowd<T>(Mutex<Slab<T>>);

/// What a crowd that has gone leaves room for; a larger one gives its memory back.
const KEPT: usize = 64;

/// One that is on the way in: it is waited for as those inside are.
pub(crate) struct OnTheWay<'r>(&'r Inside);

/// A call's place in the line.
pub(super) struct InLine<'r> {
    _permit: SemaphorePermit<'r>,
    inside: &'r Inside,
    key: usize,
}

/// A place in the room. It is held until the last of the call has ended, also when nobody waits for it any more.
pub(crate) struct Occupied {
    permits: Permits,
    /// The place of the call that made this one: it is given back when what it left behind has gone.
    _outer: Option<Arc<Occupied>>,
    inside: Arc<Inside>,
    key: usize,
}

/// What a place is made of.
#[derive(Default)]
pub(super) struct Permits {
    pub(super) _lane: Option<(OwnedSemaphorePermit, Arc<Lane>)>,
    pub(super) running: Option<OwnedSemaphorePermit>,
    pub(super) _waiter: Option<Waiter>,
}

impl<T> Crowd<T> {
    fn insert(&self, one: T) -> usize {
        self.lock().insert(one)
    }

    fn remove(&self, key: usize) {
        let mut crowd = self.lock();
        let left = crowd.try_remove(key);
        if crowd.is_empty() && crowd.capacity() > KEPT {
            crowd.shrink_to_fit();
        }
        drop(crowd);
        // What a caller carries is the host's, and nobody waits for the end of that.
        drop(left);
    }

    fn lock(&self) -> MutexGuard<'_, Slab<T>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<T> Default for Crowd<T> {
    fn default() -> Self {
        Self(Mutex::default())
    }
}

impl Inside {
    /// Counts one that is on the way in, for as long as what is returned is held.
    pub(super) fn attend(&self) -> OnTheWay<'_> {
        self.on_the_way.fetch_add(1, Ordering::SeqCst);
        OnTheWay(self)
    }

    /// Says that nobody comes in any more.
    pub(super) fn close(&self) {
        self.closed.store(true, Ordering::SeqCst);
    }

    /// Returns whether nobody comes in any more.
    pub(super) fn is_closed(&self) -> bool {
        self.closed.load(Ordering::SeqCst)
    }

    /// Waits until everybody has gone, for so long; says whether they have. It is closed before.
    pub(super) async fn emptied_within(&self, patience: Duration) -> bool {
        timeout(patience, async {
            loop {
                // Listens before it looks, so that nobody leaves in between.
                let mut emptied = pin!(self.emptied.notified());
                emptied.as_mut().enable();
                if self.is_empty() {
                    return;
                }
                emptied.await;
            }
        })
        .await
        .is_ok()
    }

    fn is_empty(&self) -> bool {
        // In this order: whoever is on the way is inside before that is over.
        self.on_the_way.load(Ordering::SeqCst) == 0 && self.calls.lock().is_empty()
    }

    /// Somebody has left. Whoever waits for all of them is told, and looks.
    fn left(&self) {
        if self.is_closed() {
            self.emptied.notify_waiters();
        }
    }

    /// Returns the names of the tools whose calls have not ended, in order.
    pub(super) fn names(&self) -> Vec<String> {
        let mut names: Vec<_> = self.calls.lock().iter().map(|(_, (tool, _))| tool.to_string()).collect();
        names.sort_unstable();
        names
    }

    /// Returns how many calls of this caller have not ended.
    pub(super) fn calls_of(&self, caller: &Caller) -> usize {
        self.calls.lock().iter().filter(|(_, (_, by))| by.id() == caller.id()).count()
    }

    /// Takes a place in line, unless this caller has its share of the line already.
    pub(super) fn line_up<'r>(
        &'r self,
        permit: SemaphorePermit<'r>,
        caller: &Caller,
        share: usize,
    ) -> Option<InLine<'r>> {
        let mut line = self.line.lock();
        if line.len() >= share && line.iter().filter(|(_, by)| by.id() == caller.id()).count() >= share {
            return None;
        }
        let key = line.insert(caller.clone());
        Some(InLine { _permit: permit, inside: self, key })
    }

    /// Takes a place in the room, made of these permits.
    pub(super) fn occupy(
        self: &Arc<Self>,
        tool: &ToolName,
        caller: &Caller,
        permits: Permits,
        outer: Option<&Arc<Occupied>>,
    ) -> Occupied {
        let key = self.calls.insert((tool.clone(), caller.clone()));
        Occupied { permits, _outer: outer.cloned(), inside: Arc::clone(self), key }
    }
}

impl Occupied {
    /// Returns whether it is one of the places that are counted, which those of control are not.
    pub(crate) fn takes_room(&self) -> bool {
        self.permits.running.is_some()
    }
}

impl Drop for InLine<'_> {
    fn drop(&mut self) {
        self.inside.line.remove(self.key);
    }
}

impl Drop for OnTheWay<'_> {
    fn drop(&mut self) {
        self.0.on_the_way.fetch_sub(1, Ordering::SeqCst);
        self.0.left();
    }
}

impl Drop for Occupied {
    fn drop(&mut self) {
        self.inside.calls.remove(self.key);
        self.inside.left();
    }
}
