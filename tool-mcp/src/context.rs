//! What a request says beside its parameters, and what carried it here; the same for whoever has read it.

use http::request::Parts;
use rmcp::{
    RoleServer,
    model::{RequestId, RequestMetaObject},
    service::{Peer, RequestContext},
};
use tokio_util::sync::CancellationToken;

use crate::revision::Revision;

/// One request without its method and parameters.
pub(crate) struct Context<'r> {
    pub(crate) id: &'r RequestId,
    pub(crate) meta: &'r RequestMetaObject,
    pub(crate) revision: Revision,
    /// The head of the HTTP request, if there is one.
    pub(crate) head: Option<&'r Parts>,
    /// Cancelled when the client gives up.
    pub(crate) cancellation: &'r CancellationToken,
    /// The client, if it can be told of anything before the answer.
    pub(crate) peer: Option<&'r Peer<RoleServer>>,
}

impl<'r> Context<'r> {
    /// Returns the context of a request that came through rmcp's loop.
    pub(crate) fn of(request: &'r RequestContext<RoleServer>) -> Self {
        Self {
            id: &request.id,
            meta: &request.meta,
            revision: Revision::of(request),
            head: request.extensions.get(),
            cancellation: &request.ct,
            peer: Some(&request.peer),
        }
    }
}
