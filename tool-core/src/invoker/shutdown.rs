//! Stopping the door: nobody is let in, and whoever is inside comes to an end, of its own or by force.

use std::time::Duration;

use tokio_util::sync::CancellationToken;

use super::{Door, Invoker};
use crate::{OperationQueue, panic_wall, run};

/// How long a task that was stopped by force may take to go.
const ABORTED: Duration = Duration::from_secs(1);

/// How long records may take to be safe: long for a disk, and short of the 10 s after which service managers kill.
const FLUSH: Duration = Duration::from_secs(5);

/// What became of the calls that ran when an [`Invoker`] was shut down; names of tools, one for each call, in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct ShutdownReport {
    /// Ran beyond the deadline, and were cancelled.
    pub cancelled: Vec<String>,
    /// Of these, went on regardless, and were stopped by force; whether they changed something is unknown.
    pub aborted: Vec<String>,
    /// Of these, cannot be stopped, and still run.
    pub running: Vec<String>,
    /// Operations that waited for their turn, or for an answer, and will not run.
    pub unstarted: Vec<String>,
}

impl ShutdownReport {
    /// Returns whether every call and every operation came to its own end.
    pub fn is_clean(&self) -> bool {
        self.cancelled.is_empty() && self.unstarted.is_empty()
    }
}

impl Invoker {
    /// Lets no more calls in, waits for those that run, then stops them, and says what became of them.
    ///
    /// Calls have until the deadline to end. Then they are cancelled: a tool that only reads is dropped, any other has 4 s
    /// more, and is then stopped by force and recorded as `unknown`. A `blocking` body cannot be stopped; what still
    /// runs is in the report. Operations that wait for their turn are given up at once, unless their queue survives the
    /// process.
    ///
    /// # Examples
    ///
    /// ```
    /// use std::time::Duration;
    ///
    /// # use tool_core::{Invoker, Registry};
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), tool_core::BuildErrors> {
    /// # let invoker = Invoker::builder(Registry::builder(()).build()?).unlimited().build()?;
    /// let report = invoker.shutdown(Duration::from_secs(10)).await;
    /// assert!(report.is_clean());
    /// # Ok(())
    /// # }
    /// ```
    pub async fn shutdown(&self, deadline: Duration) -> ShutdownReport {
        let Door { policies, room, .. } = &*self.0;
        let mut report = ShutdownReport::default();
        room.close();
        if let Some(queue) = &policies.operations {
            report.unstarted = given_up(&**queue).await;
        }
        if !room.emptied_within(deadline).await {
            report.cancelled = room.names();
            room.stop().cancel();
            if !room.emptied_within(run::GRACE).await {
                report.aborted = room.names();
                room.abort();
                // What is aborted goes when its task is next looked at.
                if !room.emptied_within(ABORTED).await {
                    report.running = room.names();
                }
            }
        }
        if let Some(queue) = &policies.operations {
            settled(&**queue).await;
        }
        if let Some(audit) = &policies.audit
            && tokio::time::timeout(FLUSH, audit.sink.flush()).await.is_err()
        {
            tracing::error!("the records of calls are not all safe; look whether what keeps them is stuck");
        }
        report
    }

    /// Returns the token that is cancelled when the door begins to close.
    pub(crate) fn closing(&self) -> CancellationToken {
        self.0.room.closing()
    }
}

/// Closes the queue; returns the names of the tools whose operations will not run, in order.
async fn given_up(queue: &dyn OperationQueue) -> Vec<String> {
    let closed = tokio::time::timeout(FLUSH, panic_wall::walled_future(queue.close())).await;
    let Ok(Ok(operations)) = closed else {
        tracing::error!("the queue of operations could not be closed");
        return Vec::new();
    };
    let mut names: Vec<_> = operations.into_iter().map(|operation| operation.tool).collect();
    names.sort_unstable();
    names
}

/// Waits until the queue has written down what became of the operations that ran.
async fn settled(queue: &dyn OperationQueue) {
    let settled = tokio::time::timeout(FLUSH, panic_wall::walled_future(queue.settle())).await;
    if !matches!(settled, Ok(Ok(()))) {
        tracing::error!(
            "what became of some operations is not written down; look whether their queue is stuck"
        );
    }
}
