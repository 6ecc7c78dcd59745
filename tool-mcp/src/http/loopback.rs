//! The one way in without a credential: for programs on the same machine. Never for a request of which that is not known.

use std::{net::SocketAddr, sync::Arc};

use http::{
    HeaderMap,
    header::{FORWARDED, HeaderName, VIA},
    request::Parts,
};
use tool_core::Caller;

use crate::unwind::walled_now;

/// What proxies add to a request that they pass on. The address of a proxy on this machine says nothing of the client's.
const OF_PROXIES: [HeaderName; 6] = [
    FORWARDED,
    VIA,
    HeaderName::from_static("cf-connecting-ip"),
    HeaderName::from_static("true-client-ip"),
    HeaderName::from_static("x-client-ip"),
    HeaderName::from_static("x-real-ip"),
];

/// Finds the address of the other end of the connection.
type PeerOf = Arc<dyn Fn(&Parts) -> Option<SocketAddr> + Send + Sync>;

/// Whoever can open a connection on this machine is this caller.
#[derive(Clone)]
pub(super) struct Loopback {
    caller: Caller,
    peer: PeerOf,
}

impl Loopback {
    pub(super) fn new(
        caller: Caller,
        peer: impl Fn(&Parts) -> Option<SocketAddr> + Send + Sync + 'static,
    ) -> Self {
        Self { caller, peer: Arc::new(peer) }
    }

    /// Returns the caller, or what to tell whoever is not, or not certainly, on this machine.
    pub(super) fn admit(&self, head: &Parts) -> Result<Caller, &'static str> {
        let Some(peer) = walled_now(|| (self.peer)(head)).flatten() else {
            tracing::error!(
                "refused: nothing says where the request comes from; put the address of the peer where the function \
                 given to `Mount::loopback_only` looks for it"
            );
            return Err("the server cannot tell where the request comes from");
        };
        if !peer.ip().to_canonical().is_loopback() {
            tracing::debug!("refused: not from this machine");
            return Err("only programs on the same machine may use this server");
        }
        if is_forwarded(&head.headers) {
            tracing::debug!("refused: passed on by a proxy");
            return Err("this server takes no requests through a proxy");
        }
        Ok(self.caller.clone())
    }
}

fn is_forwarded(headers: &HeaderMap) -> bool {
    let begins = |name: &HeaderName| name.as_str().starts_with("x-forwarded-");
    OF_PROXIES.iter().any(|name| headers.contains_key(name)) || headers.keys().any(begins)
}
