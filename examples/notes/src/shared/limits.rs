//! One budget for each user, over every process that serves the database. How large it is, `limits` says.

use crate::{
    limits::PerMinute,
    store::{NoteStore, StoreError},
};
use rusqlite::{Connection, params};
use std::{
    fmt,
    time::{Duration, SystemTime, UNIX_EPOCH},
};
use tokio::runtime::Handle;
use tool_core::{Caller, Effect, LimitError, Limits, Reservation, Usage, async_trait};

/// The time in which a budget that is used up is full again.
const MINUTE_US: i64 = 60_000_000;

/// How long to wait for a database that another process holds.
const HELD: Duration = Duration::from_secs(1);

/// Takes one use, or changes nothing: `?3` is now, `?4` what one use costs, `?5` a minute, all in microseconds.
///
/// It is the generic cell rate algorithm: a row says when the budget is full again, and a use moves that on. A row from
/// before the clock was set back says at most that the budget is used up.
const TAKE: &str = "
INSERT INTO budgets (user, kind, full_at_us) VALUES (?1, ?2, ?3 + ?4)
ON CONFLICT DO UPDATE SET full_at_us = min(max(full_at_us, ?3), ?3 + ?5) + ?4
WHERE min(max(full_at_us, ?3), ?3 + ?5) + ?4 <= ?3 + ?5";

/// Limits that are kept in the database: several processes that serve it count together, and a process that starts again
/// goes on where it was.
///
/// Each call writes a row. So a database that cannot be written admits nothing, where limits in memory let reads go on.
pub struct SharedLimits {
    store: NoteStore,
    per_minute: PerMinute,
}

impl SharedLimits {
    /// Returns the limits that the database holds. All processes should say the same numbers.
    pub fn new(
        store: NoteStore,
        per_minute: PerMinute,
    ) -> Self {
        Self { store, per_minute }
    }
}

#[async_trait]
impl Limits for SharedLimits {
    async fn reserve(
        &self,
        caller: &Caller,
        usage: &Usage<'_>,
    ) -> Result<Reservation, LimitError> {
        let (kind, rate) = match usage.effect() {
            Effect::ReadOnly => ("reads", self.per_minute.reads),
            _ => ("writes", self.per_minute.writes),
        };
        let budget =
            Budget { user: caller.id().to_owned(), kind, cost_us: MINUTE_US / i64::from(rate.max(1)) };
        let taken = self.store.write({
            let budget = budget.clone();
            move |connection| budget.take(connection, now_us())
        });
        match taken.await {
            Ok(None) => Ok(self.refundable(budget)),
            Ok(Some(retry_after)) => Err(LimitError::Exceeded { retry_after }),
            Err(StoreError::Busy) => Err(LimitError::Exceeded { retry_after: HELD }),
            Err(error) => Err(error.into()),
        }
    }
}

impl SharedLimits {
    fn refundable(
        &self,
        budget: Budget,
    ) -> Reservation {
        let (store, runtime) = (self.store.clone(), Handle::current());
        Reservation::refundable(move || {
            runtime.spawn(async move {
                // A budget that is not given back refills by itself.
                if let Err(error) = store.write(move |connection| budget.give_back(connection)).await {
                    tracing::warn!(%error, "a budget was not given back");
                }
            });
        })
    }
}

impl fmt::Debug for SharedLimits {
    fn fmt(
        &self,
        f: &mut fmt::Formatter<'_>,
    ) -> fmt::Result {
        f.debug_struct("SharedLimits").field("per_minute", &self.per_minute).finish_non_exhaustive()
    }
}

/// The budget of one user for one kind of call.
#[derive(Clone)]
struct Budget {
    user: String,
    kind: &'static str,
    /// How much sooner the budget would be full without one use.
    cost_us: i64,
}

impl Budget {
    /// Takes one use, or returns how long until there is one.
    fn take(
        &self,
        connection: &Connection,
        now_us: i64,
    ) -> Result<Option<Duration>, StoreError> {
        let mut take = connection.prepare_cached(TAKE)?;
        if take.execute(params![self.user, self.kind, now_us, self.cost_us, MINUTE_US])? == 1 {
            return Ok(None);
        }
        let full_at = "SELECT full_at_us FROM budgets WHERE user = ?1 AND kind = ?2";
        let full_at_us: i64 =
            connection.query_row(full_at, params![self.user, self.kind], |row| row.get(0))?;
        let wait_us = full_at_us.min(now_us + MINUTE_US) + self.cost_us - now_us - MINUTE_US;
        Ok(Some(Duration::from_micros(wait_us.unsigned_abs())))
    }

    fn give_back(
        &self,
        connection: &Connection,
    ) -> Result<(), StoreError> {
        let give_back = "UPDATE budgets SET full_at_us = full_at_us - ?3 WHERE user = ?1 AND kind = ?2";
        connection.execute(give_back, params![self.user, self.kind, self.cost_us])?;
        Ok(())
    }
}

/// Microseconds since 1970, by the clock that all processes of a machine have.
fn now_us() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_micros()).unwrap_or(i64::MAX / 2)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Three uses a minute, in a database of its own.
    fn three() -> (tempfile::TempDir, NoteStore, Budget) {
        let folder = tempfile::tempdir().unwrap();
        let store = NoteStore::open(&folder.path().join("notes.db")).unwrap();
        let budget = Budget { user: "alice".to_owned(), kind: "reads", cost_us: MINUTE_US / 3 };
        (folder, store, budget)
    }

    async fn take(
        store: &NoteStore,
        budget: &Budget,
        at_us: i64,
    ) -> Option<Duration> {
        let budget = budget.clone();
        store.write(move |connection| budget.take(connection, at_us)).await.unwrap()
    }

    #[tokio::test]
    async fn a_budget_is_used_up_at_once_or_over_time_and_says_when_it_is_back() {
        let (_folder, store, budget) = three();
        for _ in 0..3 {
            assert_eq!(take(&store, &budget, 1_000).await, None);
        }
        assert_eq!(take(&store, &budget, 1_000).await, Some(Duration::from_secs(20)));
        assert_eq!(take(&store, &budget, 1_000 + 15_000_000).await, Some(Duration::from_secs(5)));
        assert_eq!(take(&store, &budget, 1_000 + 20_000_000).await, None);
        assert_eq!(take(&store, &budget, 1_000 + 20_000_000).await, Some(Duration::from_secs(20)));
        // What was not used in an hour does not add up.
        for _ in 0..3 {
            assert_eq!(take(&store, &budget, 3_600_000_000).await, None);
        }
        assert!(take(&store, &budget, 3_600_000_000).await.is_some());
    }

    #[tokio::test]
    async fn a_budget_is_of_one_user_and_one_kind() {
        let (_folder, store, alice) = three();
        for _ in 0..3 {
            assert_eq!(take(&store, &alice, 0).await, None);
        }
        assert!(take(&store, &alice, 0).await.is_some());
        assert_eq!(take(&store, &Budget { user: "bob".to_owned(), ..alice.clone() }, 0).await, None);
        assert_eq!(take(&store, &Budget { kind: "writes", ..alice }, 0).await, None);
    }

    #[tokio::test]
    async fn what_is_given_back_was_never_taken() {
        let (_folder, store, budget) = three();
        for _ in 0..3 {
            assert_eq!(take(&store, &budget, 0).await, None);
        }
        let again = budget.clone();
        store.write(move |connection| again.give_back(connection)).await.unwrap();
        assert_eq!(take(&store, &budget, 0).await, None);
        assert!(take(&store, &budget, 0).await.is_some());
    }

    #[tokio::test]
    async fn a_clock_that_was_set_back_costs_a_minute_at_most() {
        let (_folder, store, budget) = three();
        assert_eq!(take(&store, &budget, 7_200_000_000).await, None);
        assert_eq!(take(&store, &budget, 0).await, Some(Duration::from_secs(20)));
    }
}
