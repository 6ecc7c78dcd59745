//! Tools of the surface in MCP's form: listed, and called. What a caller sees and may do is the surface's to say.

use std::sync::Arc;

use rmcp::model::{CallToolRequestParams, CallToolResponse, ErrorData, ListToolsResult, MetaObject};
use serde_json::Value;
use tool_core::{Answer, Caller, Listed, Reply};
use tracing::Span;

use crate::{
    ask,
    context::Context,
    error, meta,
    project::project,
    result::result,
    revision::{Feature, Revision},
    sender::Sender,
    server::{Page, Server, list},
    span, tasks,
    unwind::walled_now,
    written_list::WrittenList,
};

/// One page of what a caller is offered, and whether the result of a tool is left out of its entry.
struct Offered {
    page: Page,
    tools: Vec<(Arc<Listed>, bool)>,
    generation: u64,
}

impl Server {
    /// `tools/list`, in its span.
    pub(crate) async fn answer_list(
        &self,
        cursor: Option<&str>,
        context: &Context<'_>,
    ) -> Result<ListToolsResult, ErrorData> {
        let list = async { self.tools(&self.caller().await?, cursor, context) };
        span::request(self.span("tools/list", None, context), list).await
    }

    /// `tools/call`, in its span.
    pub(crate) async fn answer_call(
        &self,
        call: CallToolRequestParams,
        context: &Context<'_>,
    ) -> Result<CallToolResponse, ErrorData> {
        let span = self.span("tools/call", Some(&call.name), context);
        span::request(span.clone(), Box::pin(self.call(call, context, &span))).await
    }

    /// `tools/list` as text, in its span, for a peer of 2026-07-28.
    pub(crate) async fn answer_written_list(
        &self,
        cursor: Option<&str>,
        context: &Context<'_>,
    ) -> Result<WrittenList, ErrorData> {
        let list = async {
            let Offered { page, tools, generation } =
                self.offered(&self.caller().await?, cursor, &context.revision)?;
            let written = self.handler().shared().written_tools.of(&tools, generation);
            let tools = written.map_err(|fault| {
                tracing::error!(%fault, "a tool cannot be written");
                error::internal_unnamed()
            })?;
            Ok(WrittenList { empty: list!(ListToolsResult, page, Vec::new()), tools })
        };
        span::request(self.span("tools/list", None, context), list).await
    }

    fn tools(
        &self,
        caller: &Caller,
        cursor: Option<&str>,
        context: &Context<'_>,
    ) -> Result<ListToolsResult, ErrorData> {
        let revision = &context.revision;
        let Offered { page, tools, .. } = self.offered(caller, cursor, revision)?;
        let tools = tools.iter().map(|(listed, without_result)| project(listed, *without_result, revision));
        Ok(list!(ListToolsResult, page, tools.collect()))
    }

    fn offered(
        &self,
        caller: &Caller,
        cursor: Option<&str>,
        revision: &Revision,
    ) -> Result<Offered, ErrorData> {
        let surface = &self.handler().shared().surface;
        // A list is the same for every client, and a task has another result than a reference to its operation.
        let tasks_are_offered = surface.offers_operations(caller);
        let catalogue = surface.catalogue(caller);
        let page = self.page(catalogue.tools.iter().map(|tool| tool.name.as_str()), cursor, revision)?;
        let tools = catalogue.tools[page.range.clone()].iter().map(|listed| {
            let without_result = tasks_are_offered && listed.result_schema != listed.output_schema;
            (Arc::clone(listed), without_result)
        });
        Ok(Offered { tools: tools.collect(), page, generation: catalogue.generation })
    }

    async fn call(
        &self,
        call: CallToolRequestParams,
        context: &Context<'_>,
        span: &Span,
    ) -> Result<CallToolResponse, ErrorData> {
        let revision = &context.revision;
        let surface = &self.handler().shared().surface;
        let arguments = call.arguments.map(Value::Object);
        let caller = self.caller().await?;
        let (responses, state) = (call.input_responses, call.request_state);
        if !tasks::declared(context) && self.is_for_tasks_only(&caller, &call.name) {
            return Err(tasks::undeclared());
        }
        let as_task = self.answers_with_tasks(&caller, context);
        let mut request = self.prepared(surface.request(caller, call.name.as_ref(), arguments), context);
        if let Some(ticket) = meta::ticket(context.meta) {
            request = request.with_ticket(ticket);
        }
        request = ask::with_inputs(request, context, responses, state);
        if as_task {
            request = request.with_operation_inputs();
        }
        let answer = self.heard(request, context).await;
        span::answered(span, &answer);
        if let Answer::Reply(Reply { operation: Some(operation), .. }) = &answer
            && as_task
        {
            let created = tasks::created(operation, surface.operation_retention());
            return Ok(created.with_meta(self.handler().result_meta()).into());
        }
        if let Answer::InputRequired(required) = answer {
            return Ok(self.asked(required)?.into());
        }
        let mut result = result(answer, &call.name, revision)?;
        if revision.knows(Feature::ServerInfo) {
            result.meta.get_or_insert_with(MetaObject::new).extend(self.handler().result_meta());
        }
        Ok(result.into())
    }

    /// Returns whether this caller is offered a tool of this name that has arguments which clients repeat in headers.
    pub(crate) fn has_parameter_headers(&self, name: &str) -> bool {
        self.listed(name).is_some_and(|listed| !listed.headers.is_empty())
    }

    /// Returns what this caller is offered under this name, if that is known without asking for a credential again.
    pub(crate) fn listed(&self, name: &str) -> Option<Arc<Listed>> {
        match self.sender() {
            Sender::Known(caller) => walled_now(|| self.handler().shared().surface.listed(caller, name))?,
            Sender::Login(_) => None,
        }
    }

    /// Returns whether the caller is offered a tool of this name that answers with a task or not at all.
    fn is_for_tasks_only(&self, caller: &Caller, name: &str) -> bool {
        let shared = self.handler().shared();
        let is_named = |tool: &String| shared.surface.public_name(tool).as_deref() == Some(name);
        // What the caller is not offered is unknown to it, in whatever way it asks.
        shared.task_tools.iter().any(is_named) && shared.surface.listed(caller, name).is_some()
    }

    /// Returns whether a call that becomes an operation is answered with a task: the request declares them, and its caller
    /// may ask about them.
    fn answers_with_tasks(&self, caller: &Caller, context: &Context<'_>) -> bool {
        tasks::declared(context) && self.handler().shared().surface.offers_operations(caller)
    }
}
