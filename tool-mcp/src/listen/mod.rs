//! Who listens for changes of the list of tools, from when, and until when. What is told is only that one caller's own
//! list has changed; what it lists then is `tools/list`.
//!
//! | client | over | how it listens |
//! |---|---|---|
//! | with a handshake | a pair of streams | by `notifications/initialized`; until the input ends |
//! | with a handshake | HTTP | it cannot: there is no stream that is not an answer, so `listChanged` is not announced |
//! | of 2026-07-28 | both | `subscriptions/listen`; until it cancels, goes away, or the invoker stops |
//!
//! Sources: <https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/subscriptions>, and for clients with a
//! handshake <https://modelcontextprotocol.io/specification/2025-11-25/server/tools#list-changed-notification>.

mod listeners;
mod watch;

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use http::request::Parts;
use rmcp::{
    RoleServer,
    model::{ClientJsonRpcMessage, ClientRequest, ErrorData, GetExtensions},
    service::{Peer, RequestContext, SubscriptionContext},
};
use tokio_util::sync::CancellationToken;
use tool_core::SurfaceChanges;

pub(crate) use self::listeners::Listeners;
use self::watch::Watch;
use crate::{Handler, error, sender::Sender};

/// The method with which a client begins to listen.
pub(crate) const METHOD: &str = "subscriptions/listen";

/// What may change the list since a request came in. It is there before the request is acknowledged, so that a client
/// that lists after the acknowledgement misses nothing.
#[derive(Clone, Debug)]
pub(crate) struct Arrived(SurfaceChanges);

impl Arrived {
    pub(crate) fn now(handler: &Handler) -> Self {
        Self(handler.shared().surface.changes())
    }

    fn of(context: &RequestContext<RoleServer>) -> Option<&Self> {
        let head = || context.extensions.get::<Parts>()?.extensions.get();
        context.extensions.get().or_else(head)
    }
}

/// Notes when a request to listen came in.
pub(crate) fn note_arrival(message: &mut ClientJsonRpcMessage, handler: &Handler) {
    if let ClientJsonRpcMessage::Request(request) = message
        && let ClientRequest::SubscriptionsListenRequest(request) = &mut request.request
    {
        request.extensions_mut().insert(Arrived::now(handler));
    }
}

/// Serves one subscription, which has been acknowledged, until somebody ends it.
///
/// # Errors
///
/// When there are too many already, or the credential is no longer good.
pub(crate) async fn subscribed(
    handler: &Handler,
    sender: &Sender,
    over: &CancellationToken,
    subscription: &SubscriptionContext,
) -> Result<(), ErrorData> {
    let since = Arrived::of(subscription.request_context()).cloned();
    let Arrived(since) = since.unwrap_or_else(|| Arrived::now(handler));
    let caller = sender.caller(handler).await.map_err(|_| error::internal_unnamed())?;
    let _place = handler.shared().listeners.enter(caller.id()).ok_or_else(error::too_many_listeners)?;
    drop(caller);
    let mut watch = Watch::new(handler.clone(), sender.clone(), since).await;
    let wanted = subscription.accepted().tools_list_changed == Some(true);
    loop {
        let goes_on = tokio::select! {
            biased;
            () = subscription.cancelled() => false,
            () = over.cancelled() => false,
            changed = watch.changed() => changed,
        };
        let told = !goes_on || !wanted || subscription.sink().notify_tool_list_changed().await.is_ok();
        if !goes_on || !told {
            return Ok(());
        }
    }
}

/// The listener of a client with a handshake: one for a connection.
#[derive(Clone, Default)]
pub(crate) struct Handshake(Arc<Mutex<State>>);

#[derive(Default)]
enum State {
    #[default]
    Nobody,
    /// The handshake has begun; what the client lists from now on is what changes are compared with.
    Begun(Box<Watch>),
    Listens,
}

impl Handshake {
    /// Begins with the answer to `initialize`, before the client can list anything.
    pub(crate) async fn begin(&self, handler: &Handler, sender: &Sender) {
        let since = handler.shared().surface.changes();
        let watch = Watch::new(handler.clone(), sender.clone(), since).await;
        let mut state = self.state();
        if !matches!(*state, State::Listens) {
            *state = State::Begun(Box::new(watch));
        }
    }

    /// Tells the peer of changes until the connection is over.
    pub(crate) async fn listen(&self, peer: &Peer<RoleServer>, over: &CancellationToken) {
        let Some(mut watch) = self.take() else { return };
        loop {
            let goes_on = tokio::select! {
                biased;
                () = over.cancelled() => false,
                changed = watch.changed() => changed,
            };
            if !goes_on || peer.notify_tool_list_changed().await.is_err() {
                return;
            }
        }
    }

    fn take(&self) -> Option<Box<Watch>> {
        let mut state = self.state();
        match std::mem::take(&mut *state) {
            State::Begun(watch) => {
                *state = State::Listens;
                Some(watch)
            }
            other => {
                *state = other;
                None
            }
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
