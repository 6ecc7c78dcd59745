//! The plainest authenticator: one bearer token in, one caller out. What a token is worth is the host's business. Never a
//! token from anywhere but the one `Authorization` header.

use std::{fmt, sync::Arc};

use async_trait::async_trait;
use http::{HeaderMap, Uri, header::AUTHORIZATION, request::Parts};
use tool_core::BoxError;

use super::{Authenticate, Authentication, Challenge};

/// Returns an authenticator that looks up the bearer token of the `Authorization` header.
///
/// The lookup returns `Option<Caller>`, where `None` is a token that is not good, or `Result<Caller, Challenge>`, where
/// the reason of the [`Challenge`] is for the host's log. A lookup that can fail is an [`Authenticate`] of the host's own,
/// so that a store that does not answer is not taken for a bad token.
///
/// A token is what [RFC 6750](https://www.rfc-editor.org/rfc/rfc6750#section-2.1) calls one: letters, digits and `-._~+/`,
/// with `=` at the end. One in the address of a request is never read.
///
/// The lookup should compare digests, or in constant time: how long it takes must not tell how much of a token was
/// right.
///
/// # Examples
///
/// ```
/// use tool_core::Caller;
/// use tool_mcp::bearer;
///
/// let authenticate = bearer(|token: String| async move { (token == "not-in-production").then(|| Caller::new("alice")) });
/// ```
pub fn bearer<F, L>(lookup: F) -> Bearer<F>
where
    F: Fn(String) -> L + Send + Sync + 'static,
    L: Future<Output: Into<Authentication>> + Send + 'static,
{
    Bearer { lookup, shape: None, resource_metadata: None }
}

/// Tells by its looks whether a token is of a kind.
type Shape = Arc<dyn Fn(&str) -> bool + Send + Sync>;

/// Looks up the bearer token of a request; made by [`bearer`].
#[derive(Clone)]
pub struct Bearer<F> {
    lookup: F,
    /// `None` is any.
    shape: Option<Shape>,
    resource_metadata: Option<Uri>,
}

impl<F> Bearer<F> {
    /// Looks up only tokens that look like this. Another one is unknown here, and [`first_of`](crate::first_of) asks the
    /// next authenticator.
    #[must_use]
    pub fn of_shape(mut self, shape: impl Fn(&str) -> bool + Send + Sync + 'static) -> Self {
        self.shape = Some(Arc::new(shape));
        self
    }

    /// Says in each challenge where the metadata of the protected resource is; see
    /// [`Challenge::with_resource_metadata`].
    #[must_use]
    pub fn with_resource_metadata(mut self, address: Uri) -> Self {
        self.resource_metadata = Some(address);
        self
    }

    fn challenge(&self, challenge: Challenge) -> Authentication {
        let Some(address) = &self.resource_metadata else { return challenge.into() };
        challenge.or_resource_metadata(address).into()
    }
}

#[async_trait]
impl<F, L> Authenticate for Bearer<F>
where
    F: Fn(String) -> L + Send + Sync + 'static,
    L: Future<Output: Into<Authentication>> + Send + 'static,
{
    async fn authenticate(&self, head: &Parts) -> Result<Authentication, BoxError> {
        let token = match token(&head.headers) {
            Ok(token) => token.to_owned(),
            Err(challenge) => return Ok(self.challenge(challenge)),
        };
        if self.shape.as_ref().is_some_and(|shape| !shape(&token)) {
            return Ok(self.challenge(Challenge::unknown("the token is of another shape")));
        }
        Ok(match (self.lookup)(token).await.into() {
            Authentication::Challenged(challenge) => self.challenge(challenge),
            accepted @ Authentication::Accepted(_) => accepted,
        })
    }
}

/// Finds the token of `Authorization: Bearer TOKEN`. There must be one such header: two could be read by two
/// programs in two ways.
fn token(headers: &HeaderMap) -> Result<&str, Challenge> {
    let mut values = headers.get_all(AUTHORIZATION).iter();
    let value = values.next().ok_or_else(Challenge::missing)?;
    if values.next().is_some() {
        return Err(Challenge::invalid("there are several Authorization headers"));
    }
    let unreadable = || Challenge::invalid("the Authorization header is not `Bearer TOKEN`");
    let (scheme, token) =
        value.to_str().ok().and_then(|value| value.split_once(' ')).ok_or_else(unreadable)?;
    if !scheme.eq_ignore_ascii_case("Bearer") {
        return Err(Challenge::unknown("the Authorization header is of another scheme"));
    }
    let token = token.trim_matches(' ');
    if is_token(token) { Ok(token) } else { Err(unreadable()) }
}

/// Returns whether a text is a `b64token` of [RFC 6750, section 2.1](https://www.rfc-editor.org/rfc/rfc6750#section-2.1).
/// So two credentials that a proxy joined with a comma are none.
fn is_token(text: &str) -> bool {
    let start = text.trim_end_matches('=');
    !start.is_empty() && start.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-._~+/".contains(&byte))
}

impl<F> fmt::Debug for Bearer<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Bearer").field("resource_metadata", &self.resource_metadata).finish_non_exhaustive()
    }
}
