//! How a caller says that it gives up. One that is dropped says nothing, and is noticed by whatever it drops.

use std::future;

use tokio_util::sync::CancellationToken;

/// The token that the caller of a request holds, if it does.
///
/// Few callers in the same process do, and a token is the most expensive part of a request: each clone takes a lock.
#[derive(Clone, Default)]
pub(crate) struct CallerToken(Option<CancellationToken>);

impl CallerToken {
    pub(crate) fn of(token: CancellationToken) -> Self {
        Self(Some(token))
    }

    /// Returns whether the caller has given up.
    pub(crate) fn is_cancelled(&self) -> bool {
        self.0.as_ref().is_some_and(CancellationToken::is_cancelled)
    }

    /// Waits until the caller gives up.
    pub(crate) async fn cancelled(&self) {
        match &self.0 {
            Some(token) => token.cancelled().await,
            None => future::pending().await,
        }
    }

    /// Returns a token of a run's own, which the caller's cancels, and which does not cancel the caller's.
    pub(crate) fn child_token(&self) -> CancellationToken {
        self.0.as_ref().map_or_else(CancellationToken::new, CancellationToken::child_token)
    }
}
