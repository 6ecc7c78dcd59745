//! The database: one SQLite connection, used in whole transactions and never on an async thread.
//!
//! What is read or written belongs to the application functions; no statement of theirs is here.

mod error;
mod migrations;
mod presence;
#[cfg(test)]
mod tests;

pub use error::{OpenError, StoreError};
pub(crate) use presence::{Ended, Presence};

use rusqlite::{Connection, OpenFlags, TransactionBehavior};
use std::{fs::OpenOptions, path::Path, sync::Arc, time::Duration};
use tokio::{sync::Mutex, task::spawn_blocking};

/// How long a transaction waits for another process that holds the database.
const BUSY_TIMEOUT: Duration = Duration::from_secs(2);

/// A handle to the database; clones share its one connection.
#[derive(Clone, Debug)]
pub struct NoteStore {
    // Waiting for the connection happens in this async mutex, so that at most one blocking thread is in use.
    connection: Arc<Mutex<Connection>>,
    presence: Arc<Presence>,
}

impl NoteStore {
    /// Opens the database file, creates it when it is absent, and brings its schema up to date.
    ///
    /// On Unix a file that it creates can be read by its owner alone; one that exists keeps its mode. A small locked file
    /// beside it shows other processes that this one lives. It blocks: call it before serving starts.
    ///
    /// # Errors
    ///
    /// [`OpenError::Sqlite`] when the file cannot be read and written as a database, [`OpenError::Foreign`] when
    /// another program made it, [`OpenError::Newer`] when a newer version of this program did,
    /// [`OpenError::Unlocked`] when no locked file can be kept beside it.
    pub fn open(path: &Path) -> Result<Self, OpenError> {
        create_private(path);
        // SQLite does not create it: its file would have the mode of the umask.
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let mut connection = Connection::open_with_flags(path, flags)?;
        connection.busy_timeout(BUSY_TIMEOUT)?;
        connection.pragma_update(None, "foreign_keys", true)?;
        migrations::apply(&mut connection)?;
        // The journal mode cannot change inside a transaction; by now the file is known to be ours.
        connection.pragma_update(None, "journal_mode", "wal")?;
        let presence = Arc::new(Presence::begin(&connection)?);
        Ok(Self { connection: Arc::new(Mutex::new(connection)), presence })
    }

    /// Returns this process, as others that use the database see it.
    pub(crate) fn presence(&self) -> &Presence {
        &self.presence
    }

    /// Runs statements that only read, all on the same state of the database.
    pub(crate) async fn read<T, E, W>(
        &self,
        work: W,
    ) -> Result<T, E>
    where
        T: Send + 'static,
        E: From<StoreError> + Send + 'static,
        W: FnOnce(&Connection) -> Result<T, E> + Send + 'static,
    {
        self.transaction(TransactionBehavior::Deferred, work).await
    }

    /// Runs statements that write: all of them take effect, or none does.
    pub(crate) async fn write<T, E, W>(
        &self,
        work: W,
    ) -> Result<T, E>
    where
        T: Send + 'static,
        E: From<StoreError> + Send + 'static,
        W: FnOnce(&Connection) -> Result<T, E> + Send + 'static,
    {
        self.transaction(TransactionBehavior::Immediate, work).await
    }

    // The commit is explicit because a failure to commit is otherwise lost: the reset of a `RETURNING` statement
    // reports it to nobody, and a full disk would look like success.
    async fn transaction<T, E, W>(
        &self,
        behavior: TransactionBehavior,
        work: W,
    ) -> Result<T, E>
    where
        T: Send + 'static,
        E: From<StoreError> + Send + 'static,
        W: FnOnce(&Connection) -> Result<T, E> + Send + 'static,
    {
        let mut connection = Arc::clone(&self.connection).lock_owned().await;
        let running = spawn_blocking(move || {
            let transaction = connection.transaction_with_behavior(behavior).map_err(StoreError::from)?;
            let value = work(&transaction)?;
            transaction.commit().map_err(StoreError::from)?;
            Ok(value)
        });
        running.await.unwrap_or_else(|_| Err(StoreError::Interrupted.into()))
    }
}

/// Creates the file when it is absent. The files that SQLite puts beside it get its mode.
///
/// One that exists is not opened, for to close it again would end the locks that this process has on it.
fn create_private(path: &Path) {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    // If there is no file now, SQLite says so.
    let _ = options.open(path);
}
