//! The mount: a tower service of one concrete type, for any server stack.

use std::{
    convert::Infallible,
    fmt,
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
    Hosts, Origins,
    body::{self, RequestBody, ResponseBody, Unread},
    gate::Gate,
    response::{self, plain},
};
use crate::{
    Authenticate, Handler,
    envelope::{self, Malformed},
    sender::Sender,
    server::{Forward, Server},
    span::Carrier,
};

/// A handler over Streamable HTTP: POST of both protocol eras at one address, without sessions.
///
/// The mount is made of everything that a deployment must decide. There is no default for any of it, and no way to
/// leave one out; in particular none to serve without an authenticator.
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
    config: StreamableHttpServerConfig,
}

impl Mount {
    /// Mounts a handler for the callers that the authenticator knows, at these hosts, for pages of these origins.
    pub fn new(handler: Handler, authenticate: impl Authenticate, hosts: Hosts, origins: Origins) -> Self {
        // Hosts and origins are checked by the gate: an empty list must refuse, and rmcp's accepts.
        let config = StreamableHttpServerConfig::default()
            .with_legacy_session_mode(false)
            .with_json_response(true)
            .disable_allowed_hosts()
            .disable_allowed_origins()
            .with_max_request_body_bytes(usize::MAX);
        let gate = Arc::new(Gate::new(&handler, Arc::new(authenticate), hosts, origins));
        Self { handler, gate, forwards: Arc::from([]), config }
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
        match envelope::parse(&text).and_then(|message| envelope::classify(&message)) {
            Ok(_) => self.dispatch(caller, head, text).await,
            Err(malformed) => response::malformed(malformed),
        }
    }

    async fn dispatch(&self, caller: Caller, head: Parts, text: bytes::Bytes) -> Response<ResponseBody> {
        let server = Server::new(self.handler.clone(), Sender::Known(caller), Carrier::Http)
            .with_forwards(Arc::clone(&self.forwards));
        // One for each request, so that every method rmcp calls on the server, `get_tool` too, is for this caller.
        let transport = StreamableHttpService::new(
            move || Ok(server.clone()),
            Arc::new(NeverSessionManager::default()),
            self.config.clone(),
        );
        let response = transport.handle(Request::from_parts(head, Full::new(text))).await;
        if response.status() == StatusCode::UNSUPPORTED_MEDIA_TYPE {
            // The type was checked, so this is rmcp's word for members that do not fit together, such as one given
            // twice.
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
