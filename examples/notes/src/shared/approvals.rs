//! Who approves calls that delete, and which approvals are used up. What a ticket is, `tool_core` says.

use crate::{
    store::{NoteStore, StoreError},
    users::UserId,
};
use rusqlite::params;
use std::{
    fmt,
    sync::Arc,
    time::{Duration, SystemTime, UNIX_EPOCH},
};
use tool_core::{
    BoxError, Reservation, SealedApprovals, SpentTickets, TicketError, approve_destructive, async_trait,
};

/// How long after its expiry a mark is kept, for processes whose clocks differ.
const GRACE: Duration = Duration::from_mins(10);

/// Approvals by one user of the calls that others make. Every process that serves the database takes the same ones.
#[derive(Clone)]
pub struct Approvals {
    sealed: Arc<SealedApprovals>,
    approver: UserId,
}

impl Approvals {
    /// Returns approvals by this user, under the key that the database keeps; the first who asks makes it.
    ///
    /// Whoever can read the database file has the key, and could approve everything. Who can write the file needs no
    /// approval.
    ///
    /// # Errors
    ///
    /// When the database cannot be read and written.
    pub async fn by(
        approver: UserId,
        store: &NoteStore,
    ) -> Result<Self, BoxError> {
        let key = store.write(|connection| {
            let keep =
                "INSERT INTO keys (name, key) VALUES ('approvals', randomblob(32)) ON CONFLICT DO NOTHING";
            connection.execute(keep, [])?;
            let kept = "SELECT key FROM keys WHERE name = 'approvals'";
            Ok::<Vec<u8>, StoreError>(connection.query_row(kept, [], |row| row.get(0))?)
        });
        let sealed = SealedApprovals::new(key.await?, approve_destructive())?
            .with_spent_tickets(SpentRows(store.clone()));
        Ok(Self { sealed: Arc::new(sealed), approver })
    }

    /// Returns what the invoker asks.
    pub(crate) fn sealed(&self) -> &Arc<SealedApprovals> {
        &self.sealed
    }

    /// Returns whether this user approves calls.
    pub(crate) fn are_by(
        &self,
        user: &UserId,
    ) -> bool {
        self.approver == *user
    }

    /// Returns the ticket for the call that a request asks for.
    pub(crate) fn approve(
        &self,
        request: &str,
    ) -> Result<String, TicketError> {
        self.sealed.approve(request, &crate::tools::caller(self.approver.clone()))
    }
}

impl fmt::Debug for Approvals {
    fn fmt(
        &self,
        f: &mut fmt::Formatter<'_>,
    ) -> fmt::Result {
        f.debug_struct("Approvals").field("approver", &self.approver).finish_non_exhaustive()
    }
}

/// The tickets that are used up, a row for each.
struct SpentRows(NoteStore);

#[async_trait]
impl SpentTickets for SpentRows {
    async fn spend(
        &self,
        ticket: &str,
        expires: SystemTime,
    ) -> Result<Option<Reservation>, BoxError> {
        let (ticket, expires_ms) = (ticket.to_owned(), millis(expires));
        let long_gone_ms = millis(SystemTime::now()) - i64::try_from(GRACE.as_millis())?;
        let marked = self.0.write(move |connection| {
            connection.execute("DELETE FROM spent_tickets WHERE expires_ms < ?1", [long_gone_ms])?;
            let mark =
                "INSERT INTO spent_tickets (ticket, expires_ms) VALUES (?1, ?2) ON CONFLICT DO NOTHING";
            Ok::<_, StoreError>(connection.execute(mark, params![ticket, expires_ms])? == 1)
        });
        // The mark stays when a later check refuses the call: then it needs a second approval.
        Ok(marked.await?.then(Reservation::kept))
    }
}

/// Milliseconds since 1970.
fn millis(time: SystemTime) -> i64 {
    let since = time.duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
}
