//! Where an audit log is written, one batch after another. What is written when is the log's.

use std::io;

use crate::AuditRecord;

/// Writes the records of an [`AuditLog`](crate::AuditLog): a file, a database, a queue of the host's. A closure is one
/// too.
///
/// [`JsonLines`](crate::JsonLines) and [`Events`](crate::Events) are implementations. It is called on the log's own
/// thread, so it may block; a host whose database is asynchronous uses `tokio::runtime::Handle::block_on`. It must not
/// wait for a call that is recorded in the same log.
///
/// # Examples
///
/// ```
/// use std::{io, sync::mpsc};
///
/// use tool_core::{AuditLog, AuditRecord, AuditTarget};
///
/// struct Table(mpsc::Sender<String>);
///
/// impl AuditTarget for Table {
///     fn write(&mut self, records: &[AuditRecord]) -> io::Result<()> {
///         for record in records {
///             let row = serde_json::to_string(record)?;
///             self.0.send(row).map_err(io::Error::other)?;
///         }
///         Ok(())
///     }
/// }
///
/// let log = AuditLog::to(Table(mpsc::channel().0)).start()?;
/// # Ok::<(), std::io::Error>(())
/// ```
pub trait AuditTarget: Send + 'static {
    /// Writes these records, all of them or none, and returns when they are safe.
    ///
    /// # Errors
    ///
    /// When they are not: decisions that a call waits for are then refused, and all other records come again, in their
    /// order, in a later batch. A target that cannot take back a half of a batch keeps some records twice; the call
    /// and the kind of a record tell them apart. A record that the target can never take must be left out by the
    /// target itself, or no other record gets past it.
    fn write(&mut self, records: &[AuditRecord]) -> io::Result<()>;

    /// Begins to write to what has its name now, because what it wrote to was moved away; without it, nothing happens.
    ///
    /// # Errors
    ///
    /// When that cannot be opened: it goes on with what it wrote to.
    fn reopen(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl<F> AuditTarget for F
where
    F: FnMut(&[AuditRecord]) -> io::Result<()> + Send + 'static,
{
    fn write(&mut self, records: &[AuditRecord]) -> io::Result<()> {
        self(records)
    }
}
