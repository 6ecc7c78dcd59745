//! The three methods of the extension. What they do is the surface's `wait_for_operation`, which also
//! takes answers, and `cancel_operation`.

use rmcp::model::{ErrorData, GetTaskResult, InputResponses};
use tool_core::{Answer, Operation, OperationAnswer};

use super::{declared, rendered, undeclared};
use crate::{ask, context::Context, error, server::Server};

impl Server {
    /// `tasks/get`.
    pub(crate) async fn task(&self, id: &str, context: &Context<'_>) -> Result<GetTaskResult, ErrorData> {
        let operation = self.operation(id, context).await?;
        let surface = &self.handler().shared().surface;
        let task = rendered::detailed(&operation, surface.operation_retention(), &context.revision)?;
        let mut result = GetTaskResult::new(task);
        result.meta = Some(self.handler().result_meta());
        Ok(result)
    }

    /// `tasks/update`. A response to a request that there is not, or that was answered, is ignored, as the specification has it
    /// ("Task Update Requests").
    pub(crate) async fn update(
        &self,
        id: &str,
        responses: InputResponses,
        context: &Context<'_>,
    ) -> Result<(), ErrorData> {
        let surface = &self.handler().shared().surface;
        let caller = self.asking(context).await?;
        found(surface.answer_operation(caller, id, ask::answers(responses)).await).map(drop)
    }

    /// `tasks/cancel`. One that has finished stays as it is, and the answer is the same ("Task Cancellation").
    pub(crate) async fn cancel(&self, id: &str, context: &Context<'_>) -> Result<(), ErrorData> {
        let surface = &self.handler().shared().surface;
        let caller = self.asking(context).await?;
        found(surface.cancel_operation(caller, id).await).map(drop)
    }

    async fn operation(&self, id: &str, context: &Context<'_>) -> Result<Operation, ErrorData> {
        let caller = self.asking(context).await?;
        found(self.handler().shared().surface.operation(caller, id).await)
    }

    /// Returns who asks, in a request that declares the extension.
    async fn asking(&self, context: &Context<'_>) -> Result<tool_core::Caller, ErrorData> {
        // rmcp also takes what a handshake declared, which the specification does not.
        if declared(context) { self.caller().await } else { Err(undeclared()) }
    }
}

fn found(answer: OperationAnswer) -> Result<Operation, ErrorData> {
    match answer {
        OperationAnswer::Operation(operation) => Ok(*operation),
        OperationAnswer::Unknown => Err(error::unknown_task()),
        OperationAnswer::Unanswered(Answer::Cancelled) => Err(error::cancelled()),
        OperationAnswer::Unanswered(Answer::Failure(failure)) => Err(error::internal(&failure.correlation())),
        OperationAnswer::Unanswered(Answer::Reply(reply)) => Err(error::not_now(&reply)),
        _ => Err(error::internal_unnamed()),
    }
}
