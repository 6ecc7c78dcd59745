//! A footer that counts the operations of a caller. Which of them exist is the queue's.

use std::{fmt, sync::Arc};

use async_trait::async_trait;

use super::{Footer, Surface};
use crate::{BoxError, Caller, OperationQueue};

/// A [`Footer`] that says how many operations of the caller have not finished, and names the tool that waits for them
/// where the caller is offered it.
///
/// ```text
/// 2 operations have not finished; call wait_for_operation to wait for one
/// ```
///
/// It asks the queue for a [survey](OperationQueue::survey), with all that it keeps of this caller. A host that has a
/// cheaper count, or that has more to say, writes a footer of its own.
///
/// # Examples
///
/// ```
/// use tool_core::{Allow, InProcessQueue, Invoker, OperationTools, OperationsFooter, Registry, Surface};
///
/// let queue = InProcessQueue::builder().build();
/// let registry = Registry::builder(()).register(OperationTools::new(queue.clone()).wait()).build()?;
/// let invoker = Invoker::builder(registry).unlimited().operations(queue.clone()).build()?;
/// let surface =
///     Surface::outside("mcp", &invoker, Allow::exposed()).footer(OperationsFooter::new(queue)).build()?;
/// # Ok::<(), tool_core::BuildErrors>(())
/// ```
#[derive(Clone)]
pub struct OperationsFooter(Arc<dyn OperationQueue>);

impl OperationsFooter {
    /// Returns the footer that counts what is on this queue: the one that the invoker has.
    pub fn new(queue: impl OperationQueue) -> Self {
        Self(Arc::new(queue))
    }
}

#[async_trait]
impl Footer for OperationsFooter {
    async fn line(&self, caller: &Caller, surface: &Surface) -> Result<Option<String>, BoxError> {
        let unfinished = self.0.survey(caller.id(), None).await?.unfinished.len();
        let count = match unfinished {
            0 => return Ok(None),
            1 => "1 operation has not finished".to_owned(),
            many => format!("{many} operations have not finished"),
        };
        Ok(Some(match surface.wait_tool(caller) {
            Some(wait) => format!("{count}; call {wait} to wait for one"),
            None => count,
        }))
    }
}

impl fmt::Debug for OperationsFooter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("OperationsFooter").finish_non_exhaustive()
    }
}
