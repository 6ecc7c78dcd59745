//! Several kinds of credentials at one door. Which kind a credential is decides who checks it; a bad one is never tried
//! as another kind.

use std::{fmt, sync::Arc};

use async_trait::async_trait;
use http::request::Parts;
use tool_core::BoxError;

use super::{Authenticate, Authentication, Challenge};

/// Starts a list of authenticators, of which the first that knows the credential decides; the next ones are
/// [added](FirstOf::or).
///
/// One that answers [`Challenge::missing`] or [`Challenge::unknown`] does not know the credential, and the next is
/// asked. Whatever else it answers is the answer: a caller, a credential that is not good, and an error too, so that a
/// store that does not answer never makes another kind of credential count. When nobody knows it, the client is
/// challenged.
///
/// Put the kind that a client sends on purpose first: a session that a browser sends along with every request should not
/// decide before the token that the request was given.
///
/// # Examples
///
/// ```
/// use tool_core::Caller;
/// use tool_mcp::{Challenge, bearer, first_of};
///
/// let personal = bearer(|token: String| async move { (token == "pat_alice").then(|| Caller::new("alice")) })
///     .of_shape(|token| token.starts_with("pat_"));
/// let signed = bearer(|token: String| async move { verify(&token) })
///     .of_shape(|token| token.split('.').count() == 3);
/// let authenticate = first_of(personal).or(signed);
///
/// fn verify(_token: &str) -> Result<Caller, Challenge> {
///     Err(Challenge::invalid("the signature is wrong"))
/// }
/// ```
pub fn first_of(first: impl Authenticate) -> FirstOf {
    FirstOf(vec![Arc::new(first)])
}

/// Asks authenticators one after another, until one knows the credential; made by [`first_of`].
#[derive(Clone)]
pub struct FirstOf(Vec<Arc<dyn Authenticate>>);

impl FirstOf {
    /// Adds the authenticator that is asked when none before it knows the credential.
    #[must_use]
    pub fn or(mut self, next: impl Authenticate) -> Self {
        self.0.push(Arc::new(next));
        self
    }
}

#[async_trait]
impl Authenticate for FirstOf {
    async fn authenticate(&self, head: &Parts) -> Result<Authentication, BoxError> {
        let mut undecided = Challenge::missing();
        for authenticator in &self.0 {
            match authenticator.authenticate(head).await? {
                Authentication::Challenged(challenge) if challenge.is_undecided() => {
                    // A credential that one of them saw is not missing.
                    if undecided.is_missing() {
                        undecided = challenge;
                    }
                }
                decided => return Ok(decided),
            }
        }
        Ok(undecided.into())
    }
}

impl fmt::Debug for FirstOf {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "FirstOf({} authenticators)", self.0.len())
    }
}
