//! From a credential to a caller: the one interface, and what it may answer. How a transport finds the credential,
//! and what the challenge looks like on its wire, is the transport's concern.

mod bearer;
mod challenge;
mod login;

use std::sync::Arc;

use async_trait::async_trait;
use http::request::Parts;
use tool_core::{BoxError, Caller};

pub(crate) use self::login::Login;
pub use self::{
    bearer::{Bearer, bearer},
    challenge::Challenge,
};

/// Tells who sends a request, from its credential.
///
/// It sees the head of the request (method, address, headers, and what the host's middleware put into the extensions)
/// before the body is read. For one static kind of token, [`bearer`] is enough.
///
/// A service whose own middleware authenticates reads what that put into the extensions, as below, and attaches it to the
/// caller with [`Caller::with`], where tools find it over every transport. Middleware that answers 401 by itself
/// answers before this is asked; let it pass requests to the endpoint on, so that clients get the challenge.
///
/// # Examples
///
/// ```
/// use http::request::Parts;
/// use tool_core::{BoxError, Caller};
/// use tool_mcp::{Authenticate, Authentication, Challenge, async_trait};
///
/// /// What the host's own middleware found out.
/// #[derive(Clone)]
/// struct User(String);
///
/// struct FromMiddleware;
///
/// #[async_trait]
/// impl Authenticate for FromMiddleware {
///     async fn authenticate(&self, head: &Parts) -> Result<Authentication, BoxError> {
///         Ok(match head.extensions.get::<User>() {
///             Some(User(id)) => Caller::new(id).into(),
///             None => Challenge::missing().into(),
///         })
///     }
/// }
/// ```
#[async_trait]
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot tell who sends a request",
    note = "wrap a lookup by token: `bearer(|token: String| async move {{ find_caller(&token) }})`",
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

/// Tells the host's log that an authenticator failed. The error's text may repeat a token, or the address of a store
/// with its password, so it is asked for.
pub(crate) fn log_failure(error: &BoxError, details: bool) {
    if details {
        tracing::error!(%error, "the credential could not be checked");
    } else {
        tracing::error!("the credential could not be checked; `log_failure_details` would say why");
    }
}

/// What an authenticator decided.
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
