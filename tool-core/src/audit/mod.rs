//! Who did what, and what came of it: one decision and one end for each call, and each switch of a tool.
//!
//! A record never holds arguments or results, unless the host installed a redactor that put something there.

mod digest;
mod log;
mod record;
mod redactor;
mod watched;

use std::sync::Arc;

use async_trait::async_trait;

pub(crate) use self::{
    digest::Digester,
    watched::{Ending, Watched},
};
pub use self::{
    log::{AuditLog, AuditLogBuilder, AuditTarget, Events, JsonLines, WhenFull},
    record::{AuditRecord, CallId, DecisionRecord, EndRecord, ReportRecord, SwitchRecord},
    redactor::Redactor,
};
use crate::BoxError;

/// Keeps the records: one decision and one end for each call.
///
/// A caller in the same process that drops its future while the host's own checks are still asked has neither, because
/// nothing was decided. Over a protocol a caller that goes away has both: there the call is cancelled, and not dropped.
///
/// [`AuditLog`](crate::AuditLog) is an implementation, with lines of JSON or `tracing` events.
///
/// # Examples
///
/// ```
/// use std::sync::Mutex;
///
/// use tool_core::{AuditSink, BoxError, DecisionRecord, EndRecord, SwitchRecord};
///
/// #[derive(Default)]
/// struct InMemory(Mutex<Vec<String>>);
///
/// #[tool_core::async_trait]
/// impl AuditSink for InMemory {
///     async fn decision(&self, record: DecisionRecord) -> Result<(), BoxError> {
///         self.0.lock().unwrap().push(format!("{} {}", record.caller, record.step));
///         Ok(())
///     }
///
///     fn end(&self, record: EndRecord) {
///         self.0.lock().unwrap().push(record.outcome.to_string());
///     }
///
///     fn switched(&self, record: SwitchRecord) {
///         self.0.lock().unwrap().push(record.tool);
///     }
/// }
/// ```
#[async_trait]
pub trait AuditSink: Send + Sync + 'static {
    /// Takes the decision about a call. Nothing but a read-only tool runs before this has returned, so with
    /// [`DecisionRecord::durable`] it returns when the record is safe.
    ///
    /// # Errors
    ///
    /// When the record cannot be kept: the call is then not run.
    async fn decision(&self, record: DecisionRecord) -> Result<(), BoxError>;

    /// Takes the end of a call. It is called where the call ends, also inside of a `Drop`, so it must not block; one
    /// whose decision was not kept, because nobody waited for that to return, is to be ignored.
    fn end(&self, record: EndRecord);

    /// Takes a tool having been switched off or on.
    fn switched(&self, record: SwitchRecord);

    /// Takes that a report of how a call ended was refused, because nobody waited for it. A sink that does not keep these
    /// leaves a line in the log.
    fn reported(&self, record: ReportRecord) {
        tracing::warn!(why = record.why, "a report of how a call ended was refused, and is not recorded");
    }

    /// Returns when everything that was taken is safe. Part of [`Invoker::shutdown`](crate::Invoker::shutdown).
    async fn flush(&self) {}
}

#[async_trait]
impl<T: AuditSink + ?Sized> AuditSink for Arc<T> {
    async fn decision(&self, record: DecisionRecord) -> Result<(), BoxError> {
        T::decision(self, record).await
    }

    fn end(&self, record: EndRecord) {
        T::end(self, record);
    }

    fn switched(&self, record: SwitchRecord) {
        T::switched(self, record);
    }

    fn reported(&self, record: ReportRecord) {
        T::reported(self, record);
    }

    async fn flush(&self) {
        T::flush(self).await;
    }
}

/// Where records go, and what may be in them.
#[derive(Clone)]
pub(crate) struct Audit {
    pub(crate) sink: Arc<dyn AuditSink>,
    pub(crate) digester: Arc<Digester>,
    pub(crate) redactor: Option<Arc<dyn Redactor>>,
}
