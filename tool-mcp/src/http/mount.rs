//! The mount: a tower service of one concrete type, for any server stack.

use std::{
    convert::Infallible,
    fmt,
    net::SocketAddr,
    pin::Pin,
    sync::Arc,
    task::{Context, Poll},
};

use http::{Request, Response, StatusCode, request::Parts};
use http_body::Body;
use http_body_util::Full;
use rmcp::transport::{
    StreamableHttpServerConfig, StreamableHttpService,
    streamable_http_server::session::never::NeverSessionManager,
};
use tool_core::Caller;
use tower_service::Service;

use super::{
    Hosts, Origins, ProtectedResource,
    body::{self, RequestBody, ResponseBody, Unread},
    direct,
    gate::{Door, Gate},
    loopback::Loopback,
    response::{self, plain},
    scopes,
};
use crate::{
    Authenticate, Challenge, Handler,
    envelope::{self, Malformed},
    listen::{self, Arrived},
    plain,
    sender::Sender,
    server::{Forward, Server},
    span::Carrier,
};

/// A handler over Streamable HTTP: POST of both protocol eras at one address, without sessions.
///
/// The mount is made of everything that a deployment must decide. There is no default for any of it, and no way to
/// leave one out. Without an authenticator there is [`loopback_only`](Mount::loopback_only), which serves this machine and
/// nobody else.
///
/// It is a [`tower_service::Service`], so axum takes it with `route_service`, and [`respond`](Mount::respond) takes
/// a request without tower or a socket. Layers of tower around it see the whole request. A clone is a handle to the
/// same mount.
///
/// # Examples
///
/// ```
/// use tool_core::{Allow, Caller, Invoker, Registry, Surface};
/// use tool_mcp::{
///     Handler, ServerIdentity, bearer,
///     http::{Hosts, Mount, Origins},
/// };
///
/// # fn main() -> Result<(), tool_core::BuildErrors> {
/// let invoker = Invoker::builder(Registry::builder(()).build()?).unlimited().build()?;
/// let surface = Surface::outside("mcp", &invoker, Allow::exposed()).build()?;
/// let handler = Handler::new(surface, ServerIdentity::new("notes", "1.2.0"));
///
/// let authenticate = bearer(|token: String| async move { (token == "not-in-production").then(|| Caller::new("alice")) });
/// let mount = Mount::new(handler, authenticate, Hosts::loopback(), Origins::none());
/// let app: axum::Router = axum::Router::new().route_service("/mcp", mount);
/// # Ok(())
/// # }
/// ```
#[derive(Clone)]
pub struct Mount {
    handler: Handler,
    gate: Arc<Gate>,
    forwards: Arc<[Forward]>,
    discloses_scopes: bool,
    config: StreamableHttpServerConfig,
}

impl Mount {
    /// Mounts a handler for the callers that the authenticator knows, at these hosts, for pages of these origins.
    pub fn new(handler: Handler, authenticate: impl Authenticate, hosts: Hosts, origins: Origins) -> Self {
        Self::behind(Door::Credential(Arc::new(authenticate)), handler, hosts, origins)
    }

    /// Mounts a handler without credentials: whatever runs on the same machine is this caller. Other hosts than those of
    /// the machine cannot be added. What passes connections on without a word, such as a tunnel or a proxy that adds no
    /// header, is a program on the same machine, and whoever it lets in is this caller too: run none in front of it.
    ///
    /// `peer` finds the address of the other end of the connection, which only the server knows. A request of which it
    /// finds none is refused, and so is one that a proxy passed on. In axum it is there after
    /// `into_make_service_with_connect_info`:
    ///
    /// ```
    /// use std::net::SocketAddr;
    ///
    /// use axum::extract::ConnectInfo;
    /// # use tool_core::{Allow, Caller, Invoker, Registry, Surface};
    /// # use tool_mcp::{Handler, ServerIdentity, http::{Mount, Origins}};
    /// # let invoker = Invoker::builder(Registry::builder(()).build()?).unlimited().build()?;
    /// # let surface = Surface::outside("mcp", &invoker, Allow::exposed()).build()?;
    /// # let handler = Handler::new(surface, ServerIdentity::new("notes", "1.2.0"));
    ///
    /// let mount = Mount::loopback_only(handler, Caller::new("local"), Origins::none(), |head| {
    ///     head.extensions.get::<ConnectInfo<SocketAddr>>().map(|info| info.0)
    /// });
    /// let app = axum::Router::new().route_service("/mcp", mount);
    /// let service = app.into_make_service_with_connect_info::<SocketAddr>();
    /// # Ok::<(), tool_core::BuildErrors>(())
    /// ```
    ///
    /// In plain hyper, insert the address that `accept` returned into the extensions of each request of the connection,
    /// and read it here: `|head| head.extensions.get::<SocketAddr>().copied()`.
    pub fn loopback_only(
        handler: Handler,
        caller: Caller,
        origins: Origins,
        peer: impl Fn(&Parts) -> Option<SocketAddr> + Send + Sync + 'static,
    ) -> Self {
        Self::behind(Door::Loopback(Loopback::new(caller, peer)), handler, Hosts::loopback(), origins)
    }

    fn behind(door: Door, handler: Handler, hosts: Hosts, origins: Origins) -> Self {
        // Hosts and origins are checked by the gate: an empty list must refuse, and rmcp's accepts.
        let config = StreamableHttpServerConfig::default()
            .with_legacy_session_mode(false)
            .with_json_response(true)
            .disable_allowed_hosts()
            .disable_allowed_origins()
            .with_max_request_body_bytes(usize::MAX);
        let gate = Arc::new(Gate::new(&handler, door, hosts, origins));
        Self { handler, gate, forwards: Arc::from([]), discloses_scopes: false, config }
    }

    /// Says what protected resource the endpoint is. The mount then answers GET at the resource's own
    /// [`path`](ProtectedResource::path) with the metadata, to anybody, and every challenge says where that is and which
    /// scopes to ask for. Route that path to the mount as well.
    ///
    /// # Examples
    ///
    /// ```
    /// # use tool_core::{Allow, Caller, Invoker, Registry, Surface};
    /// # use tool_mcp::{Handler, ServerIdentity, bearer, http::{Hosts, Mount, Origins}};
    /// use tool_mcp::http::ProtectedResource;
    ///
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// # let invoker = Invoker::builder(Registry::builder(()).build()?).unlimited().build()?;
    /// # let surface = Surface::outside("mcp", &invoker, Allow::exposed()).build()?;
    /// # let handler = Handler::new(surface, ServerIdentity::new("notes", "1.2.0"));
    /// # let authenticate = bearer(|_: String| async move { None::<Caller> });
    /// let resource = ProtectedResource::new("https://notes.example.com/mcp", ["https://login.example.com"])?;
    /// let metadata = resource.path().to_owned();
    /// let mount = Mount::new(handler, authenticate, Hosts::only(["notes.example.com"])?, Origins::none())
    ///     .with_protected_resource(resource);
    /// let app: axum::Router =
    ///     axum::Router::new().route_service("/mcp", mount.clone()).route_service(&metadata, mount);
    /// # Ok(())
    /// # }
    /// ```
    #[must_use]
    pub fn with_protected_resource(mut self, resource: ProtectedResource) -> Self {
        Arc::make_mut(&mut self.gate).set_resource(resource);
        self
    }

    /// Answers a request for a tool, a resource or a prompt that is the caller's but for its scopes with 403 and all scopes
    /// that it needs, so that a client can ask for a better token. Without this, it is as unknown as what does not exist.
    ///
    /// It tells callers that it is there. What is hidden for any other reason stays unknown, and lists stay as they
    /// are.
    #[must_use]
    pub fn disclose_scopes(mut self) -> Self {
        self.discloses_scopes = true;
        self
    }

    /// Hands tools a value that the host's middleware put into the extensions of the request, if it is there; see
    /// [`ToolCall::extension`](tool_core::ToolCall::extension).
    #[must_use]
    pub fn forward<T: Clone + Send + Sync + 'static>(mut self) -> Self {
        let forward: Forward = |extensions, request| match extensions.get::<T>() {
            Some(value) => request.with_extension(value.clone()),
            None => request,
        };
        self.forwards = self.forwards.iter().copied().chain([forward]).collect();
        self
    }

    /// Answers one request.
    pub async fn respond<B>(&self, request: Request<B>) -> Response<ResponseBody>
    where
        B: Body + Send + 'static,
    {
        self.answer(request.map(body::boxed)).await
    }

    async fn answer(&self, request: Request<RequestBody>) -> Response<ResponseBody> {
        let (mut head, body) = request.into_parts();
        let caller = match self.gate.admit(&mut head).await {
            Ok(caller) => caller,
            Err(refused) => return refused,
        };
        let text = match body::read(body, self.handler.shared().message_limit).await {
            Ok(text) => text,
            Err(Unread::TooLong) => return plain(StatusCode::PAYLOAD_TOO_LARGE, "the message is too long"),
            Err(Unread::Broken) => return plain(StatusCode::BAD_REQUEST, "the body could not be read"),
        };
        // Scopes are disclosed in place of an answer, which is told apart by its text.
        let request = if self.discloses_scopes { None } else { plain::read(&text) };
        let is_plain = request.is_some();
        let complete = request.and_then(|request| direct::complete(&head, request));
        let server = self.server(caller.clone());
        if let Some(complete) = complete.filter(|complete| !complete.has_parameter_headers(&server)) {
            return complete.answer(server, head).await;
        }
        // A value of the whole message is what most of a closer look costs, and most messages need none.
        let looked_at = if is_plain { Ok(None) } else { self.look_at(&text, &caller, &mut head) };
        let missing = match looked_at {
            Ok(missing) => missing,
            Err(malformed) => return response::malformed(malformed),
        };
        let response = self.dispatch(server, head, text).await;
        match missing {
            Some(challenge) => scopes::disclosed(response, || self.gate.challenge(challenge)).await,
            None => response,
        }
    }

    /// Looks at a message before rmcp does, and returns which scopes it lacks, if that is to be told.
    fn look_at(
        &self,
        text: &[u8],
        caller: &Caller,
        head: &mut Parts,
    ) -> Result<Option<Challenge>, Malformed> {
        let message = envelope::parse(text)?;
        envelope::classify(&message)?;
        if message["method"] == listen::METHOD {
            head.extensions.insert(Arrived::now(&self.handler));
        }
        Ok(self.missing_scopes(caller, &message))
    }

    fn missing_scopes(&self, caller: &Caller, message: &serde_json::Value) -> Option<Challenge> {
        let surface = &self.handler.shared().surface;
        self.discloses_scopes.then(|| scopes::missing(surface, caller, message)).flatten()
    }

    /// Returns the server of one request. One for each, so that whatever is asked of it is for this caller.
    fn server(&self, caller: Caller) -> Server {
        Server::new(self.handler.clone(), Sender::Known(caller), Carrier::Http)
            .with_forwards(Arc::clone(&self.forwards))
    }

    async fn dispatch(&self, server: Server, head: Parts, text: bytes::Bytes) -> Response<ResponseBody> {
        let transport = StreamableHttpService::new(
            move || Ok(server.clone()),
            Arc::new(NeverSessionManager::default()),
            self.config.clone(),
        );
        let response = transport.handle(Request::from_parts(head, Full::new(text.clone()))).await;
        if response.status() == StatusCode::UNSUPPORTED_MEDIA_TYPE {
            // The type was checked, so this is rmcp's word for what it cannot read: members that do not fit together, such
            // as one given twice. A plain request has not been looked at as closely as others.
            if let Err(malformed) = envelope::parse(&text).and_then(|message| envelope::classify(&message)) {
                return response::malformed(malformed);
            }
            let why = "Invalid request: its members do not fit together";
            return response::malformed(Malformed::invalid_request(None, why.to_owned()));
        }
        response
    }
}

impl<B> Service<Request<B>> for Mount
where
    B: Body + Send + 'static,
{
    type Response = Response<ResponseBody>;
    type Error = Infallible;
    type Future = Pin<Box<dyn Future<Output = Result<Self::Response, Infallible>> + Send>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: Request<B>) -> Self::Future {
        let mount = self.clone();
        let request = request.map(body::boxed);
        Box::pin(async move { Ok(mount.answer(request).await) })
    }
}

impl fmt::Debug for Mount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Mount")
            .field("handler", &self.handler)
            .field("gate", &self.gate)
            .finish_non_exhaustive()
    }
}
