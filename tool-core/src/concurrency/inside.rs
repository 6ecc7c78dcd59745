//! Who is in the room and who stands in line, each with the caller, so that shares can be counted.

use std::{
    collections::BTreeMap,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use tokio::{
    sync::{OwnedSemaphorePermit, SemaphorePermit},
    time::timeout,
};
use tokio_util::task::{TaskTracker, task_tracker::TaskTrackerToken};

use super::{lanes::Lane, waiters::Waiter};
use crate::{Caller, ToolName};

/// The calls that have not ended, by the names of their tools.
#[derive(Default)]
pub(super) struct Inside {
    tracker: TaskTracker,
    next: AtomicU64,
    /// A tree, because it gives back what a crowd took.
    calls: Mutex<BTreeMap<u64, (ToolName, Caller)>>,
    /// Those that stand in line.
    line: Mutex<BTreeMap<u64, Caller>>,
}

/// A call's place in the line.
pub(super) struct InLine<'r> {
    _permit: SemaphorePermit<'r>,
    inside: &'r Inside,
    number: u64,
}

/// A place in the room. It is held until the last of the call has ended, also when nobody waits for it any more.
pub(crate) struct Occupied {
    permits: Permits,
    _tracked: TaskTrackerToken,
    /// The place of the call that made this one: it is given back when what it left behind has gone.
    _outer: Option<Arc<Occupied>>,
    inside: Arc<Inside>,
    number: u64,
}

/// What a place is made of.
#[derive(Default)]
pub(super) struct Permits {
    pub(super) _lane: Option<(OwnedSemaphorePermit, Arc<Lane>)>,
    pub(super) running: Option<OwnedSemaphorePermit>,
    pub(super) _waiter: Option<Waiter>,
}

impl Inside {
    /// Returns a token of one that is on the way in: it is waited for as those inside are.
    pub(super) fn attend(&self) -> TaskTrackerToken {
        self.tracker.token()
    }

    /// Says that nobody comes in any more.
    pub(super) fn close(&self) {
        self.tracker.close();
    }

    /// Waits until everybody has gone, for so long; says whether they have.
    pub(super) async fn emptied_within(&self, patience: Duration) -> bool {
        timeout(patience, self.tracker.wait()).await.is_ok()
    }

    /// Returns the names of the tools whose calls have not ended, in order.
    pub(super) fn names(&self) -> Vec<String> {
        let calls = self.calls.lock().unwrap_or_else(PoisonError::into_inner);
        let mut names: Vec<_> = calls.values().map(|(tool, _)| tool.to_string()).collect();
        names.sort_unstable();
        names
    }

    /// Returns how many calls of this caller have not ended.
    pub(super) fn calls_of(&self, caller: &Caller) -> usize {
        let calls = self.calls.lock().unwrap_or_else(PoisonError::into_inner);
        calls.values().filter(|(_, by)| by.id() == caller.id()).count()
    }

    /// Takes a place in line, unless this caller has its share of the line already.
    pub(super) fn line_up<'r>(
        &'r self,
        permit: SemaphorePermit<'r>,
        caller: &Caller,
        share: usize,
    ) -> Option<InLine<'r>> {
        let mut line = self.line.lock().unwrap_or_else(PoisonError::into_inner);
        if line.len() >= share && line.values().filter(|by| by.id() == caller.id()).count() >= share {
            return None;
        }
        let number = self.next.fetch_add(1, Ordering::Relaxed);
        line.insert(number, caller.clone());
        Some(InLine { _permit: permit, inside: self, number })
    }

    /// Takes a place in the room, made of these permits.
    pub(super) fn occupy(
        self: &Arc<Self>,
        tool: &ToolName,
        caller: &Caller,
        permits: Permits,
        outer: Option<&Arc<Occupied>>,
    ) -> Occupied {
        let number = self.next.fetch_add(1, Ordering::Relaxed);
        let call = (tool.clone(), caller.clone());
        self.calls.lock().unwrap_or_else(PoisonError::into_inner).insert(number, call);
        let (inside, tracked) = (Arc::clone(self), self.attend());
        Occupied { permits, _tracked: tracked, _outer: outer.cloned(), inside, number }
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
        self.inside.line.lock().unwrap_or_else(PoisonError::into_inner).remove(&self.number);
    }
}

impl Drop for Occupied {
    fn drop(&mut self) {
        self.inside.calls.lock().unwrap_or_else(PoisonError::into_inner).remove(&self.number);
    }
}
