//! From a credential to a caller: the one interface, and what it may answer. How a transport finds the credential,
//! and what the challenge looks like on its wire, is the transport's concern.

mod bearer;
mod challenge;
pub(crate) mod correlation;
mod first_of;
mod from_extension;
mod login;

use std::sync::Arc;

use async_trait::async_trait;
use http::request::Parts;
use tool_core::{BoxError, Caller};

pub use self::{
    bearer::{Bearer, bearer},
    challenge::Challenge,
    first_of::{FirstOf, first_of},
    from_extension::{FromExtension, from_extension},
};
pub(crate) use self::{challenge::is_scope, login::Login};

/// Tells who sends a request, from its credential.
///
/// It sees the head of the request (method, address, headers, and what the host's middleware put into the extensions)
/// before the body is read. For one kind of token [`bearer`] is enough, for several [`first_of`], and for a service whose
/// own middleware authenticates [`from_extension`]. Attach the host's user to the caller with [`Caller::with`], where tools
/// find it over every transport.
///
/// # Examples
///
/// The user from the middleware to a function, whose signature stays as REST handlers have it:
///
/// ```
/// use tool_core::{Caller, FromCall, ToolCall, ToolError, tool};
/// use tool_mcp::from_extension;
///
/// /// What the host's own middleware put into the extensions of the request.
/// #[derive(Clone)]
/// struct User {
///     id: u64,
///     name: String,
/// }
///
/// impl<'a> FromCall<'a> for &'a User {
///     fn from_call(call: &'a ToolCall<'a>) -> Result<Self, ToolError> {
///         call.caller().extension().ok_or_else(|| ToolError::internal("the caller has no User"))
///     }
/// }
///
/// /// Greets whoever is logged in.
/// #[tool(title = "Greet", exposure = both, effect = read_only, open_world = false)]
/// fn greet(#[context] user: &User) -> String {
///     format!("hello {}", user.name)
/// }
/// # use serde_json::json;
/// # use tool_core::{Allow, Invoker, Registry, Surface};
/// # use tool_mcp::{Handler, ServerIdentity, http::{Hosts, Mount, Origins}};
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
///
/// let authenticate = from_extension(|user: &User| Caller::new(user.id.to_string()).with(user.clone()));
/// # let invoker = Invoker::builder(Registry::builder(()).tool(greet_tool()).build()?).unlimited().build()?;
/// # let surface = Surface::outside("mcp", &invoker, Allow::exposed()).build()?;
/// # let handler = Handler::new(surface, ServerIdentity::new("greeter", "1.0.0"));
/// # let mount = Mount::new(handler, authenticate, Hosts::loopback(), Origins::none());
/// # let post = async |user: Option<User>| {
/// #     let call = json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": { "name": "greet" } });
/// #     let mut request = http::Request::post("/mcp")
/// #         .header("host", "localhost")
/// #         .header("content-type", "application/json")
/// #         .header("accept", "application/json, text/event-stream")
/// #         .body(call.to_string())?;
/// #     user.map(|user| request.extensions_mut().insert(user));
/// #     let response = mount.respond(request).await;
/// #     let status = response.status().as_u16();
/// #     let body = http_body_util::BodyExt::collect(response.into_body()).await?.to_bytes();
/// #     Ok::<_, Box<dyn std::error::Error>>((status, String::from_utf8(body.to_vec())?))
/// # };
/// # assert_eq!(post(None).await?.0, 401);
/// # let (status, body) = post(Some(User { id: 7, name: "alice".to_owned() })).await?;
/// # assert_eq!(status, 200);
/// # assert!(body.contains("hello alice"), "{body}");
/// # Ok(())
/// # }
/// ```
#[async_trait]
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot tell who sends a request",
    note = "wrap a lookup by token: `bearer(|token: String| async move {{ find_caller(&token) }})`",
    note = "take what the host's middleware set: `from_extension(|user: &User| Caller::new(&user.id))`",
    note = "or implement `tool_mcp::Authenticate`, which sees headers and what the host's middleware set"
)]
pub trait Authenticate: Send + Sync + 'static {
    /// Returns the caller, or the challenge that tells a client to bring a better credential.
    ///
    /// # Errors
    ///
    /// Whatever kept it from deciding, such as a store that does not answer. The client learns nothing but that the
    /// server failed. The log has the error's text only when the host asked for details with
    /// [`log_failure_details`](tool_core::InvokerBuilder::log_failure_details), as it may repeat a credential.
    async fn authenticate(&self, head: &Parts) -> Result<Authentication, BoxError>;
}

#[async_trait]
impl<T: Authenticate + ?Sized> Authenticate for Arc<T> {
    async fn authenticate(&self, head: &Parts) -> Result<Authentication, BoxError> {
        (**self).authenticate(head).await
    }
}

/// Tells the host's log under which id an authenticator failed. The error's text may repeat a token, or the address of a
/// store with its password, so it is asked for.
pub(crate) fn log_failure(correlation: &str, error: &BoxError, details: bool) {
    if details {
        tracing::error!(correlation, %error, "the credential could not be checked");
    } else {
        tracing::error!(
            correlation,
            "the credential could not be checked; `log_failure_details` would say why"
        );
    }
}

/// What an authenticator decided.
///
/// # Examples
///
/// ```
/// use tool_core::Caller;
/// use tool_mcp::{Authentication, Challenge};
///
/// // What a look-up returns becomes one of the two.
/// assert!(matches!(Authentication::from(Caller::new("alice")), Authentication::Accepted(_)));
/// assert!(matches!(Authentication::from(None::<Caller>), Authentication::Challenged(_)));
/// assert!(matches!(Authentication::from(Challenge::invalid("it is too old")), Authentication::Challenged(_)));
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Authentication {
    /// The credential is this caller's.
    Accepted(Caller),
    /// There is no credential, or not a good one.
    Challenged(Challenge),
}

impl From<Caller> for Authentication {
    fn from(caller: Caller) -> Self {
        Self::Accepted(caller)
    }
}

impl From<Challenge> for Authentication {
    fn from(challenge: Challenge) -> Self {
        Self::Challenged(challenge)
    }
}

/// Nobody is a credential that is not good.
impl From<Option<Caller>> for Authentication {
    fn from(found: Option<Caller>) -> Self {
        found.map_or_else(|| Challenge::invalid("the credential is not known").into(), Self::Accepted)
    }
}

impl From<Result<Caller, Challenge>> for Authentication {
    fn from(checked: Result<Caller, Challenge>) -> Self {
        checked.map_or_else(Self::Challenged, Self::Accepted)
    }
}
