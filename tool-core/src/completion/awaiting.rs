//! The place of one call among those that wait for a report: it is there for as long as the call runs, and no longer.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::oneshot;
use tokio_util::sync::CancellationToken;

use super::{Awaited, Completion, Completions, Report, Shared};
use crate::{CallId, Caller, ToolName, random};

/// Where one call may wait for a report, once its tool has asked for a correlation.
pub(crate) struct Slot {
    completions: Arc<Shared>,
    owner: String,
    tool: String,
    call: CallId,
    open: Mutex<Option<Open>>,
}

struct Open {
    correlation: String,
    heard: Option<oneshot::Receiver<Report>>,
}

impl Slot {
    /// Begins to wait, and returns under which correlation.
    pub(crate) fn completion(&self) -> Completion {
        let mut open = self.lock();
        let open = open.get_or_insert_with(|| {
            let (report, heard) = oneshot::channel();
            let (owner, tool, correlation) = (self.owner.clone(), self.tool.clone(), random::name());
            let awaited = Awaited { owner, tool, call: self.call, report };
            self.completions.lock().insert(correlation.clone(), awaited);
            Open { correlation, heard: Some(heard) }
        });
        Completion::new(open.correlation.clone())
    }

    fn lock(&self) -> MutexGuard<'_, Option<Open>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Holds the place of a call. Dropped, nobody waits for its report any more.
pub(crate) struct Awaiting(Arc<Slot>);

impl Awaiting {
    pub(crate) fn new(completions: &Completions, caller: &Caller, tool: &ToolName, call: CallId) -> Self {
        let (owner, tool) = (caller.id().to_owned(), tool.to_string());
        let completions = Arc::clone(&completions.0);
        Self(Arc::new(Slot { completions, owner, tool, call, open: Mutex::new(None) }))
    }

    /// Returns where the tool asks for its correlation.
    pub(crate) fn slot(&self) -> Arc<Slot> {
        Arc::clone(&self.0)
    }

    /// Takes what is to be waited for; nothing when the correlation is not this call's.
    pub(crate) fn heard(&self, correlation: &str) -> Option<Hearing> {
        let mut open = self.0.lock();
        let open = open.as_mut().filter(|open| open.correlation == correlation)?;
        open.heard.take().map(Hearing)
    }
}

impl Drop for Awaiting {
    fn drop(&mut self) {
        if let Some(open) = &*self.0.lock() {
            self.0.completions.lock().remove(&open.correlation);
        }
    }
}

/// A report on its way.
pub(crate) struct Hearing(oneshot::Receiver<Report>);

impl Hearing {
    /// Returns the report, or nothing when nobody waits for it any more. A report that was taken is never lost.
    pub(crate) async fn report(mut self, unheard: &CancellationToken) -> Option<Report> {
        tokio::select! {
            biased;
            report = &mut self.0 => report.ok(),
            () = unheard.cancelled() => {
                self.0.close();
                self.0.try_recv().ok()
            }
        }
    }
}
