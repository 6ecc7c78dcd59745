//! The surface behind rmcp's `ServerHandler`, for one sender. It maps, field by field; a decision in here is a defect.

mod list;
mod methods;

use std::sync::Arc;

use rmcp::{ErrorData, model::ServerCapabilities};
use tokio_util::sync::CancellationToken;
use tool_core::{Caller, Request, Surface};
use tracing::Span;

pub(crate) use self::list::{Page, list};
use crate::{
    Handler,
    context::Context,
    error,
    listen::Handshake,
    log::ConnectionLevel,
    sender::Sender,
    span::{self, Carrier},
};

/// Attaches a value of one type from the extensions of an HTTP request, if it is there.
pub(crate) type Forward = fn(&http::Extensions, Request) -> Request;

/// The surface for one sender.
#[derive(Clone)]
pub(crate) struct Server {
    handler: Handler,
    sender: Sender,
    pub(crate) carrier: Carrier,
    forwards: Arc<[Forward]>,
    /// Whether the client can be told of changes.
    pub(crate) tells: bool,
    /// Cancelled when the connection is over.
    over: CancellationToken,
    /// The one listener of a connection with a handshake.
    handshake: Handshake,
    /// What a peer with a handshake asked for on its connection.
    pub(crate) connection_level: ConnectionLevel,
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
            connection_level: ConnectionLevel::default(),
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

    pub(crate) fn sender(&self) -> &Sender {
        &self.sender
    }

    pub(crate) async fn caller(&self) -> Result<Caller, ErrorData> {
        self.sender.caller(&self.handler).await.map_err(|error| {
            tracing::error!(code = error.code(), "the credential of this process is no longer good");
            error::internal_unnamed()
        })
    }

    pub(crate) fn span(&self, method: &'static str, tool: Option<&str>, context: &Context<'_>) -> Span {
        span::of(method, tool, context, self.carrier, &self.handler)
    }

    /// Takes out what a client with a handshake cannot have: its revisions have no extensions, and over HTTP there is no
    /// stream on which it could be told of anything.
    fn announce_to_legacy(&self, capabilities: &mut ServerCapabilities) {
        capabilities.extensions = None;
        if self.carrier != Carrier::Streams {
            capabilities.logging = None;
        }
        let tells = (self.carrier == Carrier::Streams).then_some(true);
        if let Some(tools) = &mut capabilities.tools {
            tools.list_changed = tells;
        }
        if let Some(resources) = &mut capabilities.resources {
            resources.list_changed = tells;
            resources.subscribe = tells;
        }
        if let Some(prompts) = &mut capabilities.prompts {
            prompts.list_changed = tells;
        }
    }

    /// Returns a request that ends with the client's, and has what the host's middleware found out.
    pub(crate) fn prepared(&self, request: Request, context: &Context<'_>) -> Request {
        let request = request.with_cancellation(context.cancellation.clone());
        match context.head {
            Some(head) => {
                self.forwards.iter().fold(request, |request, forward| forward(&head.extensions, request))
            }
            None => request,
        }
    }

    /// Refuses to tell a client with a handshake of updates where there is no stream to tell it on.
    fn require_updates(&self, method: &str) -> Result<(), ErrorData> {
        self.require(|surface| surface.has_resources() && self.carrier == Carrier::Streams, method)
    }

    /// Refuses a method that nothing on this surface backs, as one that does not exist.
    fn require(&self, has: impl Fn(&Surface) -> bool, method: &str) -> Result<(), ErrorData> {
        if has(&self.handler.shared().surface) { Ok(()) } else { Err(error::unknown_method(method)) }
    }

    pub(crate) fn list_ttl_ms(&self) -> u64 {
        self.handler.shared().list_ttl.as_millis().try_into().unwrap_or(u64::MAX)
    }
}
