//! That a surface may list something else than before: told when the registry changes and when the host says so. What it
//! lists, and whether that differs for one caller, is `catalogue`. Nothing here polls.

use std::fmt;

use tokio::sync::watch;
use tokio_util::sync::CancellationToken;

use super::Surface;

impl Surface {
    /// Begins to listen for whatever may change what the surface lists: a change of the registry, a tool that is switched
    /// off or on, and [`catalogue_may_have_changed`](Surface::catalogue_may_have_changed).
    ///
    /// For whoever tells callers that their list has changed. It does not say for whom; compare
    /// [`Catalogue::identity`](crate::Catalogue::identity) of the caller before and after.
    ///
    /// # Examples
    ///
    /// ```
    /// use tool_core::{Allow, Caller, Invoker, Registry, Surface, tool};
    ///
    /// /// Adds two numbers.
    /// #[tool(title = "Add", exposure = both, effect = read_only)]
    /// fn add(
    ///     /// The first number.
    ///     a: i32,
    ///     /// The second number.
    ///     b: i32,
    /// ) -> i32 {
    ///     a + b
    /// }
    ///
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), tool_core::BuildErrors> {
    /// let registry = Registry::builder(()).tool(add_tool()).build()?;
    /// let invoker = Invoker::builder(registry.clone()).unlimited().build()?;
    /// let surface = Surface::outside("calculator", &invoker, Allow::exposed()).build()?;
    ///
    /// let (alice, mut changes) = (Caller::new("alice"), surface.changes());
    /// let before = surface.catalogue(&alice).identity();
    /// registry.disable("add", "incident 42")?;
    /// assert!(changes.next().await);
    /// assert_ne!(surface.catalogue(&alice).identity(), before);
    /// # Ok(())
    /// # }
    /// ```
    pub fn changes(&self) -> SurfaceChanges {
        SurfaceChanges {
            registry: self.0.invoker.registry().changes(),
            looks: self.0.looks.subscribe(),
            closing: self.0.invoker.closing(),
        }
    }

    /// Says that the application's state may have changed what callers are listed, so that whoever
    /// [listens](Surface::changes) looks again. A change of the registry says so itself.
    ///
    /// Nobody polls an [`Availability`](crate::Availability): without this word, a caller that listens learns of such a
    /// change only when it lists again. It may be said too often; what is not different is not told.
    pub fn catalogue_may_have_changed(&self) {
        self.0.looks.send_modify(|looks| *looks += 1);
    }
}

/// Tells that a surface may list something else than it did; made by [`Surface::changes`].
///
/// It holds one change and no more: changes that nobody has waited for yet become one.
#[derive(Clone)]
pub struct SurfaceChanges {
    registry: watch::Receiver<u64>,
    looks: watch::Receiver<u64>,
    closing: CancellationToken,
}

impl SurfaceChanges {
    /// Returns true when something has changed since the last time, or since one began to listen; false when the invoker
    /// [stops](crate::Invoker::shutdown), after which nothing is told.
    pub async fn next(&mut self) -> bool {
        tokio::select! {
            biased;
            () = self.closing.cancelled() => false,
            () = changed(&mut self.registry) => true,
            () = changed(&mut self.looks) => true,
        }
    }

    /// Returns whether something has changed that [`next`](SurfaceChanges::next) has not told yet.
    pub fn pending(&self) -> bool {
        self.registry.has_changed().unwrap_or(false) || self.looks.has_changed().unwrap_or(false)
    }

    /// Takes everything up to now for told.
    pub fn mark_told(&mut self) {
        self.registry.mark_unchanged();
        self.looks.mark_unchanged();
    }
}

/// Waits for a change; what cannot change any more never does.
async fn changed(counter: &mut watch::Receiver<u64>) {
    if counter.changed().await.is_err() {
        std::future::pending::<()>().await;
    }
}

impl fmt::Debug for SurfaceChanges {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SurfaceChanges").field("pending", &self.pending()).finish_non_exhaustive()
    }
}
