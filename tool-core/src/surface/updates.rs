//! That a resource may read differently than before: told when the host says so. Who may be told is asked of admission,
//! each time.

use std::{fmt, sync::Arc};

use tokio::sync::broadcast;
use tokio_util::sync::CancellationToken;

use super::Surface;

/// How many updates are kept for a listener that is slow. One that misses some is told that any resource may have changed.
pub(super) const KEPT: usize = 256;

impl Surface {
    /// Says that what is read under this address may have changed, for whoever [listens](Surface::resource_updates).
    ///
    /// It may be said of any address and too often: whether a listener may read it at all is asked for each of them.
    pub fn resource_changed(&self, uri: impl Into<Arc<str>>) {
        // Nobody listens, perhaps.
        let _ = self.0.updates.send(uri.into());
    }

    /// Begins to listen for resources that may have changed.
    ///
    /// It does not say for whom; ask [`may_read`](Surface::may_read) of each caller before it is told.
    ///
    /// # Examples
    ///
    /// ```
    /// # use tool_core::{Allow, Invoker, Registry, ResourceUpdate, Surface};
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), tool_core::BuildErrors> {
    /// # let invoker = Invoker::builder(Registry::builder(()).build()?).unlimited().build()?;
    /// # let surface = Surface::outside("mcp", &invoker, Allow::exposed()).build()?;
    /// let mut updates = surface.resource_updates();
    /// surface.resource_changed("app://context");
    /// assert_eq!(updates.next().await, Some(ResourceUpdate::Of("app://context".into())));
    /// # Ok(())
    /// # }
    /// ```
    pub fn resource_updates(&self) -> ResourceUpdates {
        ResourceUpdates { updates: self.0.updates.subscribe(), closing: self.0.invoker.closing() }
    }
}

/// Tells which resources may have changed; made by [`Surface::resource_updates`].
pub struct ResourceUpdates {
    updates: broadcast::Receiver<Arc<str>>,
    closing: CancellationToken,
}

/// What may have changed.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(clippy::exhaustive_enums, reason = "a listener that was slow knows no better than this")]
pub enum ResourceUpdate {
    /// Any resource: some updates were missed.
    Any,
    /// What is under this address.
    Of(Arc<str>),
}

impl ResourceUpdates {
    /// Returns the next update; nothing when the invoker [stops](crate::Invoker::shutdown), after which nothing is told.
    pub async fn next(&mut self) -> Option<ResourceUpdate> {
        let told = tokio::select! {
            biased;
            () = self.closing.cancelled() => return None,
            told = self.updates.recv() => told,
        };
        match told {
            Ok(uri) => Some(ResourceUpdate::Of(uri)),
            Err(broadcast::error::RecvError::Lagged(_)) => Some(ResourceUpdate::Any),
            Err(broadcast::error::RecvError::Closed) => None,
        }
    }
}

impl fmt::Debug for ResourceUpdates {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ResourceUpdates").field("pending", &self.updates.len()).finish_non_exhaustive()
    }
}
