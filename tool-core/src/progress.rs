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
///
/// # Examples
///
/// A function takes it with `#[context] progress: &Progress`.
///
/// ```
/// use std::sync::{Arc, Mutex};
///
/// use tool_core::{Progress, ProgressUpdate};
///
/// async fn import(files: u32, progress: &Progress) -> u32 {
///     for file in 1..=files {
///         progress.report(f64::from(file), Some(f64::from(files)), None);
///     }
///     files
/// }
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() {
/// let heard = Arc::new(Mutex::new(Vec::new()));
/// let hear = Arc::clone(&heard);
/// let progress = Progress::new(move |update: ProgressUpdate| hear.lock().unwrap().push(update.done));
/// assert_eq!(import(2, &progress).await, 2);
/// assert_eq!(*heard.lock().unwrap(), [1.0, 2.0]);
/// // To the function's other callers, it goes nowhere.
/// assert_eq!(import(2, &Progress::default()).await, 2);
/// # }
/// ```
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
