//! The plainest authenticator: one bearer token in, one caller out. What a token is worth is the host's business.

use std::fmt;

use async_trait::async_trait;
use http::{HeaderMap, Uri, header::AUTHORIZATION, request::Parts};
use tool_core::{BoxError, Caller};

use super::{Authenticate, Authentication, Challenge};

/// Returns an authenticator that looks up the bearer token of the `Authorization` header.
///
/// `None` from the lookup is a token that is not good. A lookup that can fail is an [`Authenticate`] of the host's
/// own, so that a store that does not answer is not taken for a bad token.
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
    L: Future<Output = Option<Caller>> + Send + 'static,
{
    Bearer { lookup, resource_metadata: None }
}

/// Looks up the bearer token of a request; made by [`bearer`].
#[derive(Clone)]
pub struct Bearer<F> {
    lookup: F,
    resource_metadata: Option<Uri>,
}

impl<F> Bearer<F> {
    /// Says in each challenge where the metadata of the protected resource is; see
    /// [`Challenge::with_resource_metadata`].
    #[must_use]
    pub fn with_resource_metadata(mut self, address: Uri) -> Self {
        self.resource_metadata = Some(address);
        self
    }

    fn challenge(&self, challenge: Challenge) -> Authentication {
        let Some(address) = &self.resource_metadata else { return challenge.into() };
        challenge.with_resource_metadata(address).into()
    }
}

#[async_trait]
impl<F, L> Authenticate for Bearer<F>
where
    F: Fn(String) -> L + Send + Sync + 'static,
    L: Future<Output = Option<Caller>> + Send + 'static,
{
    async fn authenticate(&self, head: &Parts) -> Result<Authentication, BoxError> {
        let token = match token(&head.headers) {
            Ok(token) => token.to_owned(),
            Err(challenge) => return Ok(self.challenge(challenge)),
        };
        Ok(match (self.lookup)(token).await {
            Some(caller) => caller.into(),
            None => self.challenge(Challenge::invalid("the token is not known")),
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
    let token = token.trim();
    if !scheme.eq_ignore_ascii_case("Bearer") || token.is_empty() || token.contains(char::is_whitespace) {
        return Err(unreadable());
    }
    Ok(token)
}

impl<F> fmt::Debug for Bearer<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Bearer").field("resource_metadata", &self.resource_metadata).finish_non_exhaustive()
    }
}
