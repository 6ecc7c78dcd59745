//! How a running tool reports its progress. How a protocol shows it is the protocol crate's concern.

use std::{fmt, sync::Arc};

/// One report of progress.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct ProgressUpdate {
    /// How much is done, in the tool's own unit.
    pub done: f64,
    /// How much there is to do, if known, in the same unit.
    pub total: Option<f64>,
    /// What is happening, for people.
    pub message: Option<String>,
}

/// Where a running tool reports its progress; without a listener a report goes nowhere.
#[derive(Clone, Default)]
pub struct Progress(Option<Arc<dyn Fn(ProgressUpdate) + Send + Sync>>);

impl Progress {
    /// Returns a progress that hands each report to a listener. The listener must not block.
    pub fn new(listener: impl Fn(ProgressUpdate) + Send + Sync + 'static) -> Self {
        Self(Some(Arc::new(listener)))
    }

    /// Reports how much is done of how much, in the tool's own unit.
    pub fn report(&self, done: f64, total: Option<f64>, message: Option<&str>) {
        if let Some(listener) = &self.0 {
            listener(ProgressUpdate { done, total, message: message.map(str::to_owned) });
        }
    }
}

impl fmt::Debug for Progress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.0.is_some() { "Progress(listened to)" } else { "Progress(unheard)" })
    }
}
