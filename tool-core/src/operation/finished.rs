//! Waiting for the end of an operation, for as long as it takes. How long a call may wait is `tools`.

use std::time::Duration;

use tokio::time::timeout;

use super::{Operation, OperationId, OperationQueue};
use crate::BoxError;

/// After this it is read again, whether or not a change was told: a queue may lose its way of telling.
const LOOK_AGAIN: Duration = Duration::from_mins(1);

/// Waits until an operation of this owner has finished, and returns it; nothing when there is none, or no more.
///
/// For the product's own code, which can wait as long as it likes: it is how a first-party caller is told. Outside callers
/// have `wait_for_operation`, or the tasks of their protocol; what all of them read is this one record. A test has
/// `TestSurface::finished` of the feature `test-util`, which also answers what the operation asks, and shows the cause of an
/// internal error.
///
/// # Examples
///
/// ```
/// use std::sync::Arc;
///
/// use tool_core::{BoxError, OperationId, OperationQueue, finished};
///
/// /// Calls back when an operation has ended.
/// fn on_end(queue: Arc<dyn OperationQueue>, owner: String, id: OperationId, callback: impl FnOnce(&str) + Send + 'static) {
///     tokio::spawn(async move {
///         if let Ok(Some(operation)) = finished(&*queue, &owner, &id).await {
///             callback(operation.state.as_str());
///         }
///     });
/// }
/// ```
///
/// # Errors
///
/// When the queue cannot be asked.
pub async fn finished(
    queue: &dyn OperationQueue,
    owner: &str,
    id: &OperationId,
) -> Result<Option<Operation>, BoxError> {
    // Invariant: subscribed before it is read. What happens in between is a change that is not lost.
    let mut changes = queue.subscribe(owner, id).await?;
    loop {
        // The owner is asked about each time: what was somebody's may be so no more.
        match queue.get(owner, id).await? {
            Some(operation) if !operation.is_finished() => {
                // Either way, it is read.
                let _ = timeout(LOOK_AGAIN, changes.changed()).await;
            }
            ended => return Ok(ended),
        }
    }
}
