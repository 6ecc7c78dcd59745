//! Whether the list of one caller has changed since it was told of it. It is looked at when something says so, never by
//! the clock, and once for all changes that come together.

use tool_core::SurfaceChanges;

use crate::{Handler, sender::Sender, unwind::walled_now};

/// The list of one caller, as it was when it was told of it.
pub(super) struct Watch {
    handler: Handler,
    sender: Sender,
    changes: SurfaceChanges,
    /// The identity that the caller knows; nothing when it may know an older one.
    told: Option<String>,
}

impl Watch {
    /// Begins to watch, with everything that has changed since then.
    pub(super) async fn new(handler: Handler, sender: Sender, since: SurfaceChanges) -> Self {
        let mut watch = Self { handler, sender, changes: since, told: None };
        let now = watch.identity().await.ok().flatten();
        // Looked at in this order: what changes in between is pending, and told at the risk that it was seen.
        watch.told = now.filter(|_| !watch.changes.pending());
        watch
    }

    /// Returns true when the list has changed; false when no change will be told any more.
    pub(super) async fn changed(&mut self) -> bool {
        while self.changes.next().await {
            tokio::time::sleep(self.handler.shared().change_window).await;
            self.changes.mark_told();
            match self.identity().await {
                Ok(Some(now)) if self.told.as_ref() != Some(&now) => {
                    self.told = Some(now);
                    return true;
                }
                // The host's own check panicked, and says something else next time; or it is as it was.
                Ok(_) => {}
                Err(Gone) => return false,
            }
        }
        false
    }

    async fn identity(&self) -> Result<Option<String>, Gone> {
        let caller = self.sender.caller(&self.handler).await.map_err(|_| Gone)?;
        Ok(walled_now(|| self.handler.shared().surface.catalogue(&caller).identity()))
    }
}

/// The credential is no longer good, and nobody is told anything for it.
struct Gone;
