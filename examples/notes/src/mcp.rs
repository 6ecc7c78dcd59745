//! The tools over MCP: `/mcp` beside the REST routes, with the same users and the same answer about owners.
//!
//! Which tools there are, and what they do, is `tools`.

use crate::{
    rest::{self, access_log},
    service::Service,
    tools::{self, Surfaces},
    users::Users,
};
use axum::{Router, middleware};
use std::sync::Arc;
use tool_core::Surface;
use tool_mcp::{
    Authenticate, Handler, ServerIdentity, bearer,
    http::{Hosts, Mount, Origins},
};

/// The path of the endpoint.
pub const PATH: &str = "/mcp";

/// What a model reads about the service as a whole.
const INSTRUCTIONS: &str = "\
Notes, kept in projects. Each user has projects of their own and sees no others. Call `list_projects` first: every \
tool about notes takes the id of a project. If there is none, call `create_project`. What takes long is answered with \
an operation; call `wait_for_operation` for its result.";

/// Returns the MCP server of a surface, without a transport.
pub fn handler(surface: Surface) -> Handler {
    let identity = ServerIdentity::new("notes", env!("CARGO_PKG_VERSION")).with_title("Notes");
    // One limit for every way in.
    Handler::new(surface, identity).with_instructions(INSTRUCTIONS).with_message_limit(rest::MAX_BODY_BYTES)
}

/// Returns the authenticator: the bearer tokens are those of the REST API.
pub fn authenticator(users: Arc<Users>) -> impl Authenticate {
    bearer(move |token: String| std::future::ready(users.authenticate(&token).map(tools::caller)))
}

/// Returns the whole service, as it is served to these hosts: the REST API, and the outside surface at [`PATH`].
///
/// Of the web pages, only those of this machine may call it; programs that are no browser are not concerned.
pub fn app(
    service: &Service,
    surfaces: Surfaces,
    hosts: Hosts,
) -> Router {
    let authenticator = authenticator(Arc::clone(&service.users));
    let mount = Mount::new(handler(surfaces.outside), authenticator, hosts, Origins::loopback());
    let endpoint = Router::new().route_service(PATH, mount).layer(middleware::from_fn(access_log::record));
    rest::app(service, surfaces.rest).merge(endpoint)
}
