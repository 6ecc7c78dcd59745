//! What a function that takes long is given: whether it is to stop, and where to say how far it is. Who asks, and who
//! listens, is not known here.

use std::{fmt, sync::Arc};
use tokio_util::sync::CancellationToken;

/// Whether work is to stop, and where it says how far it is.
#[derive(Clone)]
pub struct Work {
    stop: CancellationToken,
    report: Arc<dyn Fn(u32, u32) + Send + Sync>,
}

impl Work {
    /// Returns work that stops at this token, and hands how much is done, of how much, to a listener.
    pub fn new(
        stop: CancellationToken,
        report: impl Fn(u32, u32) + Send + Sync + 'static,
    ) -> Self {
        Self { stop, report: Arc::new(report) }
    }

    /// Returns whether somebody asked to stop.
    pub fn is_stopped(&self) -> bool {
        self.stop.is_cancelled()
    }

    /// Says how much is done, of how much.
    pub fn report(
        &self,
        done: u32,
        total: u32,
    ) {
        (self.report)(done, total);
    }
}

impl fmt::Debug for Work {
    fn fmt(
        &self,
        f: &mut fmt::Formatter<'_>,
    ) -> fmt::Result {
        f.debug_struct("Work").field("is_stopped", &self.is_stopped()).finish_non_exhaustive()
    }
}
