//! Every method of the protocol: its span, and where it is answered. rmcp has read the message and knows its revision.

use rmcp::{
    ErrorData, RoleServer, ServerHandler,
    model::{
        CacheScope, CallToolRequestParams, CallToolResponse, CancelTaskParams, CompleteRequestParams,
        CompleteResult, CustomRequest, CustomResult, DiscoverResult, GetPromptRequestParams,
        GetPromptResponse, GetTaskParams, GetTaskResult, InitializeRequestParams, InitializeResult,
        ListPromptsResult, ListResourceTemplatesResult, ListResourcesResult, ListToolsResult,
        PaginatedRequestParams, ReadResourceRequestParams, ReadResourceResponse, ServerConfig,
        SubscribeRequestParams, SubscriptionFilter, Tool, UnsubscribeRequestParams, UpdateTaskParams,
    },
    service::{NotificationContext, RequestContext, SubscriptionContext},
};
use tool_core::Surface;

use super::Server;
use crate::{
    completion,
    context::Context,
    error,
    instructions::instructions,
    listen,
    log::{self, SetLevel},
    parameters,
    project::input_schema,
    prompts, resources,
    revision::Revision,
    span::{self, Carrier},
    tasks,
    unwind::walled,
};

impl ServerHandler for Server {
    fn get_info(&self) -> ServerConfig {
        self.handler.config(self.tells)
    }

    /// Asked by rmcp when it checks `Mcp-Param-*` headers, over HTTP only; for this sender, like the list.
    fn get_tool(&self, name: &str) -> Option<Tool> {
        let listed = self.listed(name)?;
        // Headers are compared of no other revision than the newest, and rmcp looks at nothing but the schema.
        let schema = input_schema(&listed, &Revision::newest());
        Some(Tool::new(listed.name.clone(), "", schema))
    }

    async fn initialize(
        &self,
        request: InitializeRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<InitializeResult, ErrorData> {
        let span = self.span("initialize", None, &Context::of(&context));
        let negotiated = async {
            let mut result = self.negotiate_initialize(&request)?;
            self.announce_to_legacy(&mut result.capabilities);
            Revision::from(&result.protocol_version).trim_identity(&mut result.server_info);
            result.instructions = instructions(self.handler.shared(), &self.caller().await?);
            if self.carrier == Carrier::Streams {
                self.handshake.begin(&self.handler, &self.sender).await;
            }
            span::speaks(&span, &result.protocol_version);
            // What the peer was told, not what it asked for, is the revision of the requests that follow.
            let mut peer = request;
            peer.protocol_version = result.protocol_version.clone();
            context.peer.set_peer_info(peer);
            Ok(result)
        };
        span::request(span.clone(), negotiated).await
    }

    async fn discover(&self, context: RequestContext<RoleServer>) -> Result<DiscoverResult, ErrorData> {
        let context = Context::of(&context);
        let discovered = async {
            let versions = self.supported_protocol_versions().into_owned();
            let mut discovered = DiscoverResult::from_server_info(versions, self.get_info());
            discovered.instructions = instructions(self.handler.shared(), &self.caller().await?);
            Ok(discovered.with_ttl_ms(self.list_ttl_ms()).with_cache_scope(CacheScope::Private))
        };
        span::request(self.span("server/discover", None, &context), discovered).await
    }

    async fn set_level(
        &self,
        request: SetLevel,
        context: RequestContext<RoleServer>,
    ) -> Result<(), ErrorData> {
        let context = Context::of(&context);
        let set = async {
            if !self.takes_log_level(&context) {
                return Err(error::unknown_method(log::SET_LEVEL));
            }
            self.connection_level.set(&request);
            Ok(())
        };
        span::request(self.span(log::SET_LEVEL, None, &context), set).await
    }

    async fn list_tools(
        &self,
        request: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        let cursor = request.and_then(|request| request.cursor);
        self.answer_list(cursor.as_deref(), &Context::of(&context)).await
    }

    async fn call_tool(
        &self,
        call: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        self.answer_call(call, &Context::of(&context)).await
    }

    async fn list_resources(
        &self,
        request: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListResourcesResult, ErrorData> {
        let context = Context::of(&context);
        let cursor = request.and_then(|request| request.cursor);
        let list = async {
            self.require(Surface::has_resources, resources::LIST)?;
            self.resources(&self.caller().await?, cursor.as_deref(), &context)
        };
        span::request(self.span(resources::LIST, None, &context), list).await
    }

    async fn list_resource_templates(
        &self,
        request: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListResourceTemplatesResult, ErrorData> {
        let context = Context::of(&context);
        let cursor = request.and_then(|request| request.cursor);
        let list = async {
            self.require(Surface::has_resources, resources::TEMPLATES)?;
            self.templates(&self.caller().await?, cursor.as_deref(), &context)
        };
        span::request(self.span(resources::TEMPLATES, None, &context), list).await
    }

    async fn read_resource(
        &self,
        read: ReadResourceRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        let context = Context::of(&context);
        let span = self.span(resources::READ, None, &context);
        let read = async {
            self.require(Surface::has_resources, resources::READ)?;
            self.read(read, &context, &span).await
        };
        span::request(span.clone(), Box::pin(read)).await
    }

    async fn subscribe(
        &self,
        follow: SubscribeRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<(), ErrorData> {
        let context = Context::of(&context);
        let followed = async {
            self.require_updates(resources::SUBSCRIBE)?;
            let follows = self.handshake.followed().add(&self.handler, &self.sender, &follow.uri).await;
            if follows { Ok(()) } else { Err(error::unknown_resource()) }
        };
        span::request(self.span(resources::SUBSCRIBE, None, &context), followed).await
    }

    async fn unsubscribe(
        &self,
        follow: UnsubscribeRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<(), ErrorData> {
        let context = Context::of(&context);
        let left = async {
            self.require_updates(resources::UNSUBSCRIBE)?;
            self.handshake.followed().remove(&follow.uri);
            Ok(())
        };
        span::request(self.span(resources::UNSUBSCRIBE, None, &context), left).await
    }

    async fn list_prompts(
        &self,
        request: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListPromptsResult, ErrorData> {
        let context = Context::of(&context);
        let cursor = request.and_then(|request| request.cursor);
        let list = async {
            self.require(Surface::has_prompts, prompts::LIST)?;
            self.prompts(&self.caller().await?, cursor.as_deref(), &context)
        };
        span::request(self.span(prompts::LIST, None, &context), list).await
    }

    async fn get_prompt(
        &self,
        get: GetPromptRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<GetPromptResponse, ErrorData> {
        let context = Context::of(&context);
        let span = self.span(prompts::GET, None, &context);
        let render = async {
            self.require(Surface::has_prompts, prompts::GET)?;
            self.render(get, &context, &span).await
        };
        span::request(span.clone(), Box::pin(render)).await
    }

    async fn complete(
        &self,
        asked: CompleteRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CompleteResult, ErrorData> {
        let context = Context::of(&context);
        let span = self.span(completion::COMPLETE, None, &context);
        let complete = async {
            self.require(Surface::has_completions, completion::COMPLETE)?;
            self.complete_argument(asked, &context, &span).await
        };
        span::request(span.clone(), Box::pin(complete)).await
    }

    async fn get_task(
        &self,
        task: GetTaskParams,
        context: RequestContext<RoleServer>,
    ) -> Result<GetTaskResult, ErrorData> {
        let context = Context::of(&context);
        let span = self.span("tasks/get", None, &context);
        span::request(span, Box::pin(self.task(&task.task_id, &context))).await
    }

    async fn update_task(
        &self,
        task: UpdateTaskParams,
        context: RequestContext<RoleServer>,
    ) -> Result<(), ErrorData> {
        let context = Context::of(&context);
        let span = self.span("tasks/update", None, &context);
        span::request(span, Box::pin(self.update(&task.task_id, task.input_responses, &context))).await
    }

    async fn cancel_task(
        &self,
        task: CancelTaskParams,
        context: RequestContext<RoleServer>,
    ) -> Result<(), ErrorData> {
        let context = Context::of(&context);
        let span = self.span("tasks/cancel", None, &context);
        span::request(span, Box::pin(self.cancel(&task.task_id, &context))).await
    }

    /// Asked before a subscription is acknowledged. rmcp takes away what is not announced.
    fn accepted_subscription_filter(&self, requested: &SubscriptionFilter) -> Option<SubscriptionFilter> {
        self.tells.then(|| {
            let mut accepted = requested.clone();
            if let Some(uris) = &mut accepted.resource_subscriptions {
                uris.truncate(listen::MOST_FOLLOWED);
            }
            accepted
        })
    }

    /// Has no span: it would last as long as its client.
    async fn listen(&self, subscription: SubscriptionContext) -> Result<(), ErrorData> {
        let listening = listen::subscribed(&self.handler, &self.sender, &self.over, &subscription);
        // Boxed, as every request is by `span::request`.
        Box::pin(walled(listening)).await.unwrap_or_else(|| Err(error::internal_unnamed()))
    }

    async fn on_initialized(&self, context: NotificationContext<RoleServer>) {
        Box::pin(self.handshake.listen(&context.peer, &self.handler, &self.sender, &self.over)).await;
    }

    /// Reached by a request that rmcp does not know, or whose parameters it cannot read.
    async fn on_custom_request(
        &self,
        request: CustomRequest,
        context: RequestContext<RoleServer>,
    ) -> Result<CustomResult, ErrorData> {
        let context = Context::of(&context);
        let surface = &self.handler.shared().surface;
        let known = parameters::has_method(&request.method, context.revision.is_modern())
            || resources::is_method(&request.method) && surface.has_resources()
            || prompts::is_method(&request.method) && surface.has_prompts()
            || request.method == completion::COMPLETE && surface.has_completions()
            || request.method == log::SET_LEVEL && self.takes_log_level(&context)
            || tasks::is_method(&request.method) && self.get_info().capabilities.supports_tasks();
        let why = if known {
            error::malformed_params(&request.method)
        } else {
            error::unknown_method(&request.method)
        };
        let span = self.span(span::method(&request.method), None, &context);
        span::request(span, std::future::ready(Err(why))).await
    }
}
