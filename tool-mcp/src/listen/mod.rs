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

mod followed;
mod listeners;
mod watch;

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use http::request::Parts;
use rmcp::{
    RoleServer, ServiceError,
    model::{
        ClientJsonRpcMessage, ClientRequest, ErrorData, GetExtensions, ResourceUpdatedNotificationParam,
    },
    service::{Peer, RequestContext, SubscriptionContext, SubscriptionSendError},
};
use tokio_util::sync::CancellationToken;
use tool_core::{ResourceUpdates, SurfaceChanges};

pub(crate) use self::followed::{Followed, MOST as MOST_FOLLOWED};
pub(crate) use self::listeners::Listeners;
use self::watch::{Lists, Watch};
use crate::{Handler, error, sender::Sender};

/// The method with which a client begins to listen.
pub(crate) const METHOD: &str = "subscriptions/listen";

/// What may change the list since a request came in. It is there before the request is acknowledged, so that a client
/// that lists after the acknowledgement misses nothing.
#[derive(Clone, Debug)]
pub(crate) struct Arrived {
    changes: SurfaceChanges,
    /// Taken by whoever serves the subscription: two cannot hear the same.
    updates: Arc<Mutex<Option<ResourceUpdates>>>,
}

impl Arrived {
    pub(crate) fn now(handler: &Handler) -> Self {
        let surface = &handler.shared().surface;
        let updates = Arc::new(Mutex::new(Some(surface.resource_updates())));
        Self { changes: surface.changes(), updates }
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
    let arrived = Arrived::of(subscription.request_context()).cloned();
    let arrived = arrived.unwrap_or_else(|| Arrived::now(handler));
    let updates = arrived.updates.lock().unwrap_or_else(PoisonError::into_inner).take();
    let mut updates = updates.unwrap_or_else(|| handler.shared().surface.resource_updates());
    let caller = sender.caller(handler).await.map_err(|_| error::internal_unnamed())?;
    let _place = handler.shared().listeners.enter(caller.id()).ok_or_else(error::too_many_listeners)?;
    drop(caller);
    let accepted = subscription.accepted();
    let wanted = Lists {
        tools: accepted.tools_list_changed == Some(true),
        resources: accepted.resources_list_changed == Some(true),
        prompts: accepted.prompts_list_changed == Some(true),
    };
    let followed = Followed::default();
    for uri in accepted.resource_subscriptions.iter().flatten() {
        // What may not be read is followed as little as what does not exist, and the client is told of neither.
        followed.add(handler, sender, uri).await;
    }
    let mut watch = Watch::new(handler.clone(), sender.clone(), arrived.changes, wanted).await;
    let sink = subscription.sink();
    let lists = async {
        while let Some(changed) = watch.changed().await {
            let told = async {
                if changed.tools {
                    sink.notify_tool_list_changed().await?;
                }
                if changed.resources {
                    sink.notify_resource_list_changed().await?;
                }
                if changed.prompts {
                    sink.notify_prompt_list_changed().await?;
                }
                Ok::<_, SubscriptionSendError>(())
            };
            if told.await.is_err() {
                return;
            }
        }
    };
    let resources = async {
        while let Some(uri) = followed.updated(&mut updates, handler, sender).await {
            if sink.notify_resource_updated(uri).await.is_err() {
                return;
            }
        }
    };
    // Each goes on by itself: what one of them has begun to look at must not be forgotten for the other's sake.
    tokio::select! {
        biased;
        () = subscription.cancelled() => {}
        () = over.cancelled() => {}
        () = lists => {}
        () = resources => {}
    }
    Ok(())
}

/// The listener of a client with a handshake: one for a connection.
#[derive(Clone, Default)]
pub(crate) struct Handshake {
    state: Arc<Mutex<State>>,
    followed: Followed,
}

#[derive(Default)]
enum State {
    #[default]
    Nobody,
    /// The handshake has begun; what the client lists from now on is what changes are compared with.
    Begun(Box<(Watch, ResourceUpdates)>),
    Listens,
}

impl Handshake {
    /// Begins with the answer to `initialize`, before the client can list anything.
    pub(crate) async fn begin(&self, handler: &Handler, sender: &Sender) {
        let surface = &handler.shared().surface;
        let (since, updates) = (surface.changes(), surface.resource_updates());
        let watch = Watch::new(handler.clone(), sender.clone(), since, Lists::ALL).await;
        let mut state = self.state();
        if !matches!(*state, State::Listens) {
            *state = State::Begun(Box::new((watch, updates)));
        }
    }

    /// Returns the resources that the client of this connection follows.
    pub(crate) fn followed(&self) -> &Followed {
        &self.followed
    }

    /// Tells the peer of changes until the connection is over.
    pub(crate) async fn listen(
        &self,
        peer: &Peer<RoleServer>,
        handler: &Handler,
        sender: &Sender,
        over: &CancellationToken,
    ) {
        let Some((mut watch, mut updates)) = self.take() else { return };
        let lists = async {
            while let Some(changed) = watch.changed().await {
                if tell(peer, handler, changed).await.is_err() {
                    return;
                }
            }
        };
        let resources = async {
            while let Some(uri) = self.followed.updated(&mut updates, handler, sender).await {
                if peer.notify_resource_updated(ResourceUpdatedNotificationParam::new(uri)).await.is_err() {
                    return;
                }
            }
        };
        tokio::select! {
            biased;
            () = over.cancelled() => {}
            () = lists => {}
            () = resources => {}
        }
    }

    fn take(&self) -> Option<(Watch, ResourceUpdates)> {
        let mut state = self.state();
        match std::mem::take(&mut *state) {
            State::Begun(begun) => {
                *state = State::Listens;
                Some(*begun)
            }
            other => {
                *state = other;
                None
            }
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Tells a client with a handshake which of its lists have changed, of those that it knows of.
async fn tell(peer: &Peer<RoleServer>, handler: &Handler, changed: Lists<bool>) -> Result<(), ServiceError> {
    let surface = &handler.shared().surface;
    if changed.tools {
        peer.notify_tool_list_changed().await?;
    }
    if changed.resources && surface.has_resources() {
        peer.notify_resource_list_changed().await?;
    }
    if changed.prompts && surface.has_prompts() {
        peer.notify_prompt_list_changed().await?;
    }
    Ok(())
}
