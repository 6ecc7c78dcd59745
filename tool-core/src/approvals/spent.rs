//! Which tickets are used up. Whether a ticket is good at all is `seal`.

use std::{
    collections::BTreeSet,
    sync::{Arc, Mutex, PoisonError},
    time::SystemTime,
};

use async_trait::async_trait;

use crate::{
    BoxError, Reservation,
    seal::{Clock, time_of},
};

/// Remembers which tickets are used up, for all processes that take the same ones.
///
/// One in the process's memory is built in. Several processes need one in what they share, such as their database:
///
/// ```sql
/// CREATE TABLE spent_ticket (ticket TEXT PRIMARY KEY, expires_ms INTEGER NOT NULL);
/// INSERT INTO spent_ticket VALUES (?, ?) ON CONFLICT DO NOTHING; -- one row changed: spent now; none: before
/// ```
///
/// An implementation must hold to this:
///
/// * Looking and marking are one step. Of two calls with one ticket, in whichever processes, one gets a reservation.
/// * A mark stays until its expiry has passed on the clocks of all processes; delete it a minute or more afterwards.
/// * What cannot be found out is an error, and never a reservation.
///
/// # Examples
///
/// ```
/// use std::{collections::HashMap, sync::{Arc, Mutex}, time::SystemTime};
///
/// use tool_core::{BoxError, Reservation, SpentTickets};
///
/// /// As a table in a database would do it, without ever deleting.
/// #[derive(Default)]
/// struct Table(Arc<Mutex<HashMap<String, SystemTime>>>);
///
/// #[tool_core::async_trait]
/// impl SpentTickets for Table {
///     async fn spend(&self, ticket: &str, expires: SystemTime) -> Result<Option<Reservation>, BoxError> {
///         let mut rows = self.0.lock().map_err(|_| "the table is broken")?;
///         if rows.contains_key(ticket) {
///             return Ok(None);
///         }
///         rows.insert(ticket.to_owned(), expires);
///         let (rows, ticket) = (Arc::clone(&self.0), ticket.to_owned());
///         Ok(Some(Reservation::refundable(move || drop(rows.lock().map(|mut rows| rows.remove(&ticket))))))
///     }
/// }
/// ```
#[async_trait]
pub trait SpentTickets: Send + Sync + 'static {
    /// Marks a ticket as spent, and returns nothing when it was already.
    ///
    /// The ticket is given by its name, 32 hexadecimal digits, of which nobody can make the ticket. Dropping the
    /// reservation takes the mark off again, for a call that was refused after all and never ran. Where that is not
    /// possible, return [`Reservation::kept`]: the caller then needs a second approval.
    ///
    /// # Errors
    ///
    /// When it cannot be found out: nothing runs then, and the caller learns a correlation id.
    async fn spend(&self, ticket: &str, expires: SystemTime) -> Result<Option<Reservation>, BoxError>;
}

#[async_trait]
impl<T: SpentTickets + ?Sized> SpentTickets for Arc<T> {
    async fn spend(&self, ticket: &str, expires: SystemTime) -> Result<Option<Reservation>, BoxError> {
        T::spend(self, ticket, expires).await
    }
}

/// Remembers in memory, and forgets what has expired. It holds as many as were approved and used within one lifetime.
pub(super) struct InMemory {
    marks: Arc<Mutex<Marks>>,
    clock: Clock,
}

#[derive(Default)]
struct Marks {
    spent: BTreeSet<(SystemTime, String)>,
    /// Invariant: every ticket that was forgotten expires here or before. So one that expires later and has no mark was
    /// never spent, whatever the clock does.
    forgotten: Option<SystemTime>,
}

impl InMemory {
    pub(super) fn new(clock: Clock) -> Self {
        Self { marks: Arc::default(), clock }
    }
}

impl Marks {
    fn forget(&mut self, now: SystemTime) {
        while self.spent.first().is_some_and(|(expires, _)| *expires <= now) {
            self.forgotten = self.spent.pop_first().map(|(expires, _)| expires).max(self.forgotten);
        }
    }

    fn spend(&mut self, mark: &(SystemTime, String)) -> bool {
        self.forgotten.is_none_or(|forgotten| mark.0 > forgotten) && self.spent.insert(mark.clone())
    }
}

#[async_trait]
impl SpentTickets for InMemory {
    async fn spend(&self, ticket: &str, expires: SystemTime) -> Result<Option<Reservation>, BoxError> {
        let mark = (expires, ticket.to_owned());
        let mut marks = self.marks.lock().unwrap_or_else(PoisonError::into_inner);
        marks.forget(time_of(self.clock.now_ms()));
        if !marks.spend(&mark) {
            return Ok(None);
        }
        let marks = Arc::clone(&self.marks);
        Ok(Some(Reservation::refundable(move || {
            marks.lock().unwrap_or_else(PoisonError::into_inner).spent.remove(&mark);
        })))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU64, Ordering};

    use super::*;

    fn at(now: &Arc<AtomicU64>) -> InMemory {
        let now = Arc::clone(now);
        InMemory::new(Clock::of(move || time_of(now.load(Ordering::SeqCst))))
    }

    #[tokio::test]
    async fn a_ticket_is_spent_once_and_given_back_once() {
        let spent = at(&Arc::default());
        let first = spent.spend("a", time_of(10)).await.unwrap().expect("nobody spent it");
        assert!(spent.spend("a", time_of(10)).await.unwrap().is_none(), "it is in use");
        assert!(spent.spend("b", time_of(10)).await.unwrap().is_some(), "another one is not");
        drop(first);
        spent.spend("a", time_of(10)).await.unwrap().expect("it was given back").commit();
        assert!(spent.spend("a", time_of(10)).await.unwrap().is_none(), "it is used up");
    }

    #[tokio::test]
    async fn what_has_expired_is_forgotten_and_never_taken_again() {
        let now = Arc::new(AtomicU64::new(0));
        let spent = at(&now);
        for (ticket, expires) in [("a", 10), ("b", 20)] {
            spent.spend(ticket, time_of(expires)).await.unwrap().unwrap().commit();
        }
        now.store(10, Ordering::SeqCst);
        spent.spend("c", time_of(30)).await.unwrap().unwrap().commit();
        assert_eq!(spent.marks.lock().unwrap().spent.len(), 2, "`a` takes no memory any more");
        // The clock is put back, or a call looked at it before `a` expired and comes here afterwards.
        now.store(5, Ordering::SeqCst);
        assert!(spent.spend("a", time_of(10)).await.unwrap().is_none());
        assert!(spent.spend("d", time_of(11)).await.unwrap().is_some(), "later ones are taken as ever");
    }
}
