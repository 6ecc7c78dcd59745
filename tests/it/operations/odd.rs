//! A queue of the host's that is the one in this process, but for what a test says.

use std::sync::Arc;

use tool_core::{
    BoxError, InProcessQueue, LiveCall, Operation, OperationChanges, OperationId, OperationQueue,
    OperationRunner, OperationSurvey, QueueError, QueuedCall,
};

/// What a queue does otherwise.
#[tool_core::async_trait]
pub(super) trait Odd: Send + Sync + 'static {
    /// The queue that does the rest.
    fn queue(&self) -> &InProcessQueue;

    async fn enqueue(&self, call: QueuedCall, live: LiveCall) -> Result<Operation, QueueError> {
        self.queue().enqueue(call, live).await
    }

    async fn get(&self, owner: &str, id: &OperationId) -> Result<Option<Operation>, BoxError> {
        self.queue().get(owner, id).await
    }

    async fn subscribe(&self, owner: &str, id: &OperationId) -> Result<OperationChanges, BoxError> {
        self.queue().subscribe(owner, id).await
    }
}

/// An odd queue, as a host has one.
pub(super) struct Host<T>(pub(super) Arc<T>);

#[tool_core::async_trait]
impl<T: Odd> OperationQueue for Host<T> {
    fn attach(&self, runner: OperationRunner) -> bool {
        self.0.queue().attach(runner)
    }

    async fn enqueue(&self, call: QueuedCall, live: LiveCall) -> Result<Operation, QueueError> {
        self.0.enqueue(call, live).await
    }

    async fn get(&self, owner: &str, id: &OperationId) -> Result<Option<Operation>, BoxError> {
        self.0.get(owner, id).await
    }

    async fn survey(&self, owner: &str, after: Option<&str>) -> Result<OperationSurvey, BoxError> {
        self.0.queue().survey(owner, after).await
    }

    async fn cancel(&self, owner: &str, id: &OperationId) -> Result<Option<Operation>, BoxError> {
        self.0.queue().cancel(owner, id).await
    }

    async fn subscribe(&self, owner: &str, id: &OperationId) -> Result<OperationChanges, BoxError> {
        self.0.subscribe(owner, id).await
    }

    async fn close(&self) -> Vec<Operation> {
        self.0.queue().close().await
    }
}
