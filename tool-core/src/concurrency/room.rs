//! The room that calls run in, and the line before it: who comes in now, who waits, and who is turned away.

use std::{sync::Arc, time::Duration};

use tokio::{sync::Semaphore, task::AbortHandle, time::timeout};
use tokio_util::sync::CancellationToken;

use super::{
    Concurrency,
    alone::Alone,
    inside::{InLine, Inside, Occupied, OnTheWay, Permits},
    lanes::{Lane, LaneKey, Lanes},
    waiters::Waiters,
};
use crate::{Caller, Control, Refusal, Target, view::Rendered};

/// How long a caller is asked to stay away when there is no room. Short: room comes back with the next call that ends.
const RETRY_AFTER: Duration = Duration::from_secs(1);

/// Where the calls of one invoker run.
pub(crate) struct Room {
    settings: Concurrency,
    running: Arc<Semaphore>,
    waiting: Semaphore,
    lanes: Arc<Lanes>,
    waiters: Waiters,
    inside: Arc<Inside>,
    /// Cancelled when nobody is let in any more.
    closing: CancellationToken,
    /// Cancelled when the invoker stops by force.
    stop: CancellationToken,
    alone: Alone,
}

/// How a call comes into the room.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Entrance {
    /// From a queue, where it has waited already: it waits for as long as it takes, in no line.
    FromQueue,
    /// To be put on a queue: it takes no place of those that run.
    ToQueue,
    /// A caller waits for it.
    WaitedFor,
}

/// What a call needs to know to find its place.
pub(crate) struct Wanted<'a> {
    pub(crate) tool: &'a Rendered,
    pub(crate) caller: &'a Caller,
    pub(crate) target: Option<&'a Target>,
    pub(crate) arguments: &'a serde_json::Map<String, serde_json::Value>,
    pub(crate) entrance: Entrance,
    /// The permits of the calls that one call makes. Those are in the room with that call, and must not wait for it.
    pub(crate) siblings: Option<&'a Arc<Semaphore>>,
    /// The place of that one call.
    pub(crate) outer: Option<&'a Arc<Occupied>>,
}

/// A place, and whether the call had to wait for it.
pub(crate) struct Found {
    pub(crate) place: Occupied,
    pub(crate) waited: bool,
}

impl Room {
    pub(crate) fn new(settings: Concurrency) -> Self {
        Self {
            settings,
            running: Arc::new(Semaphore::new(settings.running().get().min(Semaphore::MAX_PERMITS))),
            waiting: Semaphore::new(settings.waiting().min(Semaphore::MAX_PERMITS)),
            lanes: Arc::default(),
            waiters: Waiters::default(),
            inside: Arc::default(),
            closing: CancellationToken::new(),
            stop: CancellationToken::new(),
            alone: Alone::default(),
        }
    }

    /// Finds a place, waiting for one when that is allowed. Whoever enters [attends](Self::attend) already, so that whoever is
    /// let in is also waited for.
    pub(crate) async fn enter(&self, wanted: &Wanted<'_>) -> Result<Found, Refusal> {
        if self.is_closed() {
            return Err(Refusal::stopping());
        }
        let at_once = |permits| Found { place: self.place(wanted, permits), waited: false };
        match wanted.tool.entry.host().control {
            Control::No if wanted.entrance == Entrance::ToQueue => return Ok(at_once(Permits::default())),
            Control::No => {}
            Control::Acts => return Ok(at_once(Permits::default())),
            Control::Waits => {
                let waiter = Some(self.waiters.enter(wanted.caller.id()).ok_or_else(busy)?);
                return Ok(at_once(Permits { _waiter: waiter, ..Permits::default() }));
            }
        }
        // What comes from a queue has nowhere to be sent back to; the queue sees to the shares there.
        let is_turned_away = wanted.siblings.is_none() && wanted.entrance == Entrance::WaitedFor;
        if is_turned_away && self.takes_more_than_its_share(wanted.caller) {
            return Err(busy());
        }
        let lane = LaneKey::of(wanted.tool, wanted.target, wanted.arguments).map(|key| self.lanes.enter(key));
        if let Some(permits) = self.now(lane.as_ref(), wanted.siblings) {
            return Ok(at_once(permits));
        }
        // A call that waits for a place while it holds one can wait for itself.
        if wanted.siblings.is_some() {
            return Err(busy());
        }
        // Boxed: few calls wait, and the others must not be as large.
        Box::pin(self.wait_for_a_place(wanted, lane)).await
    }

    async fn wait_for_a_place(&self, wanted: &Wanted<'_>, lane: Option<Arc<Lane>>) -> Result<Found, Refusal> {
        let (_place_in_line, patience) = match wanted.entrance {
            Entrance::FromQueue => (None, Duration::MAX),
            Entrance::ToQueue | Entrance::WaitedFor => {
                (Some(self.stand_in_line(wanted.caller)?), self.settings.patience())
            }
        };
        let turn = timeout(patience, async {
            // The lane first: who waits for a lane must not keep others out of the room.
            let lane = match lane {
                Some(lane) => Some((Arc::clone(&lane.one).acquire_owned().await.ok()?, lane)),
                None => None,
            };
            let running = Some(Arc::clone(&self.running).acquire_owned().await.ok()?);
            Some(Permits { _lane: lane, running, _waiter: None })
        });
        let turn = tokio::select! {
            biased;
            () = self.closing.cancelled() => return Err(Refusal::stopping()),
            turn = turn => turn,
        };
        match turn {
            Ok(Some(permits)) => Ok(Found { place: self.place(wanted, permits), waited: true }),
            // Nothing closes a semaphore; it would be as if there were no room.
            Ok(None) | Err(_) => Err(busy()),
        }
    }

    /// Counts one that is on the way in, for as long as what is returned is held: it is waited for as those inside are.
    pub(crate) fn attend(&self) -> OnTheWay<'_> {
        self.inside.attend()
    }

    /// Returns the token that is cancelled when the invoker stops by force.
    pub(crate) fn stop(&self) -> &CancellationToken {
        &self.stop
    }

    /// Lets nobody in any more.
    pub(crate) fn close(&self) {
        self.inside.close();
        // Whoever waits for a turn is told at once.
        self.closing.cancel();
    }

    /// Returns the token that is cancelled when nobody is let in any more.
    pub(crate) fn closing(&self) -> CancellationToken {
        self.closing.clone()
    }

    /// Returns whether nobody is let in any more.
    pub(crate) fn is_closed(&self) -> bool {
        self.inside.is_closed()
    }

    /// Waits until everybody has gone, for so long; says whether they have.
    pub(crate) async fn emptied_within(&self, patience: Duration) -> bool {
        self.inside.emptied_within(patience).await
    }

    /// Returns the names of the tools whose calls have not ended, in order.
    pub(crate) fn names(&self) -> Vec<String> {
        self.inside.names()
    }

    /// Keeps hold of a run that nobody waits for, so that it can be stopped by force.
    pub(crate) fn goes_on_alone(&self, run: AbortHandle) {
        self.alone.add(run);
    }

    /// Stops by force what nobody waits for.
    pub(crate) fn abort(&self) {
        self.alone.abort();
    }

    fn now(&self, lane: Option<&Arc<Lane>>, siblings: Option<&Arc<Semaphore>>) -> Option<Permits> {
        let lane = match lane {
            Some(lane) => Some((Arc::clone(&lane.one).try_acquire_owned().ok()?, Arc::clone(lane))),
            None => None,
        };
        let running = Arc::clone(siblings.unwrap_or(&self.running)).try_acquire_owned().ok()?;
        Some(Permits { _lane: lane, running: Some(running), _waiter: None })
    }

    /// Returns whether a caller has three quarters of a room that is filling up: the last quarter is for others.
    ///
    /// It counts only then, because it looks at every call in the room.
    fn takes_more_than_its_share(&self, caller: &Caller) -> bool {
        let size = self.settings.running().get();
        let share = size - size / 4;
        if size - self.running.available_permits().min(size) < share {
            return false;
        }
        share < size && self.inside.calls_of(caller) >= share
    }

    /// Takes a place in the line, of which a caller has half at most.
    fn stand_in_line(&self, caller: &Caller) -> Result<InLine<'_>, Refusal> {
        let permit = self.waiting.try_acquire().map_err(|_| busy())?;
        let share = self.settings.waiting().div_ceil(2);
        self.inside.line_up(permit, caller, share).ok_or_else(busy)
    }

    fn place(&self, wanted: &Wanted<'_>, permits: Permits) -> Occupied {
        self.inside.occupy(wanted.tool.entry.name(), wanted.caller, permits, wanted.outer)
    }
}

fn busy() -> Refusal {
    Refusal::Busy { retry_after: RETRY_AFTER }
}
