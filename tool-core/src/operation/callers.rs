//! How a caller is found again whose call was written down.

use std::sync::Arc;

use async_trait::async_trait;

use crate::{BoxError, Caller};

/// Finds a caller by its id, as it is when the turn of its operation comes: for queues that write calls down.
///
/// The scopes of the call's own credential are kept beside it, and of those that this returns the run has only what both
/// hold: a right that was taken away meanwhile is gone, and a narrow token stays narrow.
///
/// # Examples
///
/// ```
/// use tool_core::{BoxError, Caller, Callers};
///
/// struct Users;
///
/// #[tool_core::async_trait]
/// impl Callers for Users {
///     async fn restore(&self, owner: &str) -> Result<Option<Caller>, BoxError> {
///         Ok((owner == "alice").then(|| Caller::new(owner).with_scopes(["notes:read", "notes:write"])))
///     }
/// }
/// ```
#[async_trait]
pub trait Callers: Send + Sync + 'static {
    /// Returns the caller of this id with its present scopes and the host's own values; nothing when it is gone.
    ///
    /// # Errors
    ///
    /// When it cannot be found out: the operation fails then, with a correlation id.
    async fn restore(&self, owner: &str) -> Result<Option<Caller>, BoxError>;
}

#[async_trait]
impl<T: Callers + ?Sized> Callers for Arc<T> {
    async fn restore(&self, owner: &str) -> Result<Option<Caller>, BoxError> {
        T::restore(self, owner).await
    }
}
