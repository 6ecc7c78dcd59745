//! The authenticator of a service whose own middleware authenticates: it reads what that put into the request. Never a
//! header, and never a caller where there is nothing.

use std::{any::type_name, fmt, sync::Arc};

use async_trait::async_trait;
use http::request::Parts;
use tool_core::BoxError;

use super::{Authenticate, Authentication, Challenge};

/// Returns an authenticator that makes the caller from what the host's own middleware put into the extensions of the
/// request, by its type. What is not there is a challenge, and nobody.
///
/// The function returns a [`Caller`](tool_core::Caller), or an [`Authentication`] where it may refuse. Middleware that
/// answers 401 by itself answers before this is asked; let it pass requests to the endpoint on without a user, so that
/// clients get the challenge.
///
/// # Examples
///
/// ```
/// use tool_core::Caller;
/// use tool_mcp::from_extension;
///
/// /// What the middleware of the service inserts; `axum::Extension` does the same.
/// #[derive(Clone)]
/// struct User {
///     id: u64,
/// }
///
/// let authenticate = from_extension(|user: &User| Caller::new(user.id.to_string()).with(user.clone()));
/// ```
pub fn from_extension<T, A>(caller: impl Fn(&T) -> A + Send + Sync + 'static) -> FromExtension<T>
where
    T: Send + Sync + 'static,
    A: Into<Authentication>,
{
    FromExtension(Arc::new(move |value| caller(value).into()))
}

/// Makes the caller from a value in the extensions of a request; made by [`from_extension`].
pub struct FromExtension<T>(Arc<dyn Fn(&T) -> Authentication + Send + Sync>);

#[async_trait]
impl<T: Send + Sync + 'static> Authenticate for FromExtension<T> {
    async fn authenticate(&self, head: &Parts) -> Result<Authentication, BoxError> {
        let Self(caller) = self;
        Ok(head.extensions.get::<T>().map_or_else(|| Challenge::missing().into(), |value| caller(value)))
    }
}

impl<T> Clone for FromExtension<T> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

impl<T> fmt::Debug for FromExtension<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "FromExtension<{}>", type_name::<T>())
    }
}
