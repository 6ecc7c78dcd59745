//! The surface behind rmcp's `ServerHandler`, for one sender. It maps, field by field; a decision in here is a defect.

use std::sync::Arc;

use http::request::Parts;
use rmcp::{
    ErrorData, RoleServer, ServerHandler,
    model::{
        CacheScope, CallToolRequestParams, CallToolResponse, CancelTaskParams, CustomRequest, CustomResult,
        DiscoverResult, GetTaskParams, GetTaskResult, InitializeRequestParams, InitializeResult,
        ListToolsResult, MetaObject, PaginatedRequestParams, ServerCapabilities, ServerConfig,
        SubscriptionFilter, Tool, UpdateTaskParams,
    },
    service::{NotificationContext, RequestContext, SubscriptionContext},
};
use serde_json::Value;
use tokio_util::sync::CancellationToken;
use tool_core::{Answer, Caller, Reply, Request};
use tracing::Span;

use crate::{
    Handler, error,
    listen::{self, Handshake},
    meta,
    page::page,
    parameters,
    progress::Relay,
    project::project,
    result::result,
    revision::{Feature, Revision},
    sender::Sender,
    span::{self, Carrier},
    tasks,
    unwind::{walled, walled_now},
};

/// Attaches a value of one type from the extensions of an HTTP request, if it is there.
pub(crate) type Forward = fn(&http::Extensions, Request) -> Request;

/// The surface for one sender.
#[derive(Clone)]
pub(crate) struct Server {
    handler: Handler,
    sender: Sender,
    carrier: Carrier,
    forwards: Arc<[Forward]>,
    /// Whether the client can be told of changes.
    tells: bool,
    /// Cancelled when the connection is over.
    over: CancellationToken,
    /// The one listener of a connection with a handshake.
    handshake: Handshake,
}

impl Server {
    pub(crate) fn new(handler: Handler, sender: Sender, carrier: Carrier) -> Self {
        Self {
            handler,
            sender,
            carrier,
            forwards: Arc::from([]),
            tells: true,
            over: CancellationToken::new(),
            handshake: Handshake::default(),
        }
    }

    pub(crate) fn with_forwards(mut self, forwards: Arc<[Forward]>) -> Self {
        self.forwards = forwards;
        self
    }

    /// Says that there is no way to tell the client anything but answers.
    pub(crate) fn without_listening(mut self) -> Self {
        self.tells = false;
        self
    }

    /// Says when the connection is over.
    pub(crate) fn until(mut self, over: CancellationToken) -> Self {
        self.over = over;
        self
    }

    pub(crate) fn handler(&self) -> &Handler {
        &self.handler
    }

    pub(crate) async fn caller(&self) -> Result<Caller, ErrorData> {
        self.sender.caller(&self.handler).await.map_err(|error| {
            tracing::error!(code = error.code(), "the credential of this process is no longer good");
            error::internal_unnamed()
        })
    }

    fn list(
        &self,
        caller: &Caller,
        cursor: Option<&str>,
        context: &RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        let (shared, revision) = (self.handler.shared(), Revision::of(context));
        // A list is the same for every client, and a task has another result than a reference to its operation.
        let tasks_are_offered = shared.surface.offers_operations(caller);
        let catalogue = shared.surface.catalogue(caller);
        let names: Vec<_> = catalogue.tools.iter().map(|tool| tool.name.as_str()).collect();
        let (range, next_cursor) =
            page(&names, cursor, shared.page_size).map_err(|_| error::invalid_cursor())?;
        let tools = catalogue.tools[range].iter().map(|listed| {
            let mut tool = project(listed);
            if tasks_are_offered && listed.result_schema != listed.output_schema {
                tool.output_schema = None;
            }
            revision.trim(tool)
        });
        let mut list = ListToolsResult::with_all_items(tools.collect());
        list.next_cursor = next_cursor;
        if revision.knows(Feature::CacheHints) {
            list.ttl_ms = Some(self.list_ttl_ms());
            list.cache_scope = Some(CacheScope::Private);
        }
        list.meta = revision.knows(Feature::ServerInfo).then(|| self.handler.result_meta());
        Ok(list)
    }

    async fn call(
        &self,
        call: CallToolRequestParams,
        context: &RequestContext<RoleServer>,
        span: &Span,
    ) -> Result<CallToolResponse, ErrorData> {
        let revision = Revision::of(context);
        let surface = &self.handler.shared().surface;
        let arguments = call.arguments.map(Value::Object);
        let caller = self.caller().await?;
        let as_task = self.answers_with_tasks(&caller, context);
        let mut request =
            surface.request(caller, call.name.as_ref(), arguments).with_cancellation(context.ct.clone());
        if let Some(ticket) = meta::ticket(&context.meta) {
            request = request.with_ticket(ticket);
        }
        if let Some(head) = context.extensions.get::<Parts>() {
            request =
                self.forwards.iter().fold(request, |request, forward| forward(&head.extensions, request));
        }
        let answer = match Relay::new(context, &revision) {
            Some((progress, relay)) => {
                let over = CancellationToken::new();
                let call = async {
                    let answer = surface.call(request.with_progress(progress)).await;
                    over.cancel();
                    answer
                };
                tokio::join!(call, relay.run(&over)).0
            }
            None => surface.call(request).await,
        };
        span::answered(span, &answer);
        if let Answer::Reply(Reply { operation: Some(operation), .. }) = &answer
            && as_task
        {
            let created = tasks::created(operation, surface.operation_retention());
            return Ok(created.with_meta(self.handler.result_meta()).into());
        }
        let mut result = result(answer, &call.name, &revision)?;
        if revision.knows(Feature::ServerInfo) {
            result.meta.get_or_insert_with(MetaObject::new).extend(self.handler.result_meta());
        }
        Ok(result.into())
    }

    /// Returns whether a call that becomes an operation is answered with a task: the request declares them, and its caller
    /// may ask about them.
    fn answers_with_tasks(&self, caller: &Caller, context: &RequestContext<RoleServer>) -> bool {
        tasks::declared(context) && self.handler.shared().surface.offers_operations(caller)
    }

    fn span(&self, method: &'static str, tool: Option<&str>, context: &RequestContext<RoleServer>) -> Span {
        span::of(method, tool, context, self.carrier, &self.handler)
    }

    /// Takes out what a client with a handshake cannot have: its revisions have no extensions, and over HTTP there is no
    /// stream on which it could be told of anything.
    fn announce_to_legacy(&self, capabilities: &mut ServerCapabilities) {
        capabilities.extensions = None;
        if let Some(tools) = &mut capabilities.tools {
            tools.list_changed = (self.carrier == Carrier::Streams).then_some(true);
        }
    }

    fn list_ttl_ms(&self) -> u64 {
        self.handler.shared().list_ttl.as_millis().try_into().unwrap_or(u64::MAX)
    }
}

impl ServerHandler for Server {
    fn get_info(&self) -> ServerConfig {
        self.handler.config(self.tells)
    }

    /// Asked by rmcp when it checks `Mcp-Param-*` headers, over HTTP only; for this sender, like the list.
    fn get_tool(&self, name: &str) -> Option<Tool> {
        match &self.sender {
            Sender::Known(caller) => {
                let listed = walled_now(|| self.handler.shared().surface.listed(caller, name))??;
                Some(project(&listed))
            }
            Sender::Login(_) => None,
        }
    }

    async fn initialize(
        &self,
        request: InitializeRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<InitializeResult, ErrorData> {
        let span = self.span("initialize", None, &context);
        let negotiated = async {
            let mut result = self.negotiate_initialize(&request)?;
            self.announce_to_legacy(&mut result.capabilities);
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
        let discovered = async {
            let versions = self.supported_protocol_versions().into_owned();
            let discovered = DiscoverResult::from_server_info(versions, self.get_info());
            Ok(discovered.with_ttl_ms(self.list_ttl_ms()).with_cache_scope(CacheScope::Private))
        };
        span::request(self.span("server/discover", None, &context), discovered).await
    }

    async fn list_tools(
        &self,
        request: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        let cursor = request.and_then(|request| request.cursor);
        let list = async { self.list(&self.caller().await?, cursor.as_deref(), &context) };
        span::request(self.span("tools/list", None, &context), list).await
    }

    async fn call_tool(
        &self,
        call: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let span = self.span("tools/call", Some(&call.name), &context);
        span::request(span.clone(), Box::pin(self.call(call, &context, &span))).await
    }

    async fn get_task(
        &self,
        task: GetTaskParams,
        context: RequestContext<RoleServer>,
    ) -> Result<GetTaskResult, ErrorData> {
        let span = self.span("tasks/get", None, &context);
        span::request(span, Box::pin(self.task(&task.task_id, &context))).await
    }

    async fn update_task(
        &self,
        task: UpdateTaskParams,
        context: RequestContext<RoleServer>,
    ) -> Result<(), ErrorData> {
        let span = self.span("tasks/update", None, &context);
        span::request(span, Box::pin(self.update(&task.task_id, &context))).await
    }

    async fn cancel_task(
        &self,
        task: CancelTaskParams,
        context: RequestContext<RoleServer>,
    ) -> Result<(), ErrorData> {
        let span = self.span("tasks/cancel", None, &context);
        span::request(span, Box::pin(self.cancel(&task.task_id, &context))).await
    }

    /// Asked before a subscription is acknowledged. rmcp takes away what is not announced.
    fn accepted_subscription_filter(&self, requested: &SubscriptionFilter) -> Option<SubscriptionFilter> {
        self.tells.then(|| requested.clone())
    }

    /// Has no span: it would last as long as its client.
    async fn listen(&self, subscription: SubscriptionContext) -> Result<(), ErrorData> {
        let listening = listen::subscribed(&self.handler, &self.sender, &self.over, &subscription);
        walled(listening).await.unwrap_or_else(|| Err(error::internal_unnamed()))
    }

    async fn on_initialized(&self, context: NotificationContext<RoleServer>) {
        self.handshake.listen(&context.peer, &self.over).await;
    }

    /// Reached by a request that rmcp does not know, or whose parameters it cannot read.
    async fn on_custom_request(
        &self,
        request: CustomRequest,
        context: RequestContext<RoleServer>,
    ) -> Result<CustomResult, ErrorData> {
        let known = parameters::has_method(&request.method, Revision::of(&context).is_modern())
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
