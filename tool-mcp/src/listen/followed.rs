//! The resources that one client follows: which it asked for, and whether it may still read each of them when it is told.
//!
//! Sources: <https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/subscriptions>, and "Subscriptions" of
//! the page about resources in the revisions before.

use std::{
    collections::BTreeSet,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use tool_core::{ResourceUpdate, ResourceUpdates};

use crate::{Handler, sender::Sender, unwind::walled};

/// How many resources one client may follow: each is asked about, of the host's own ownership, whenever it changes.
pub(crate) const MOST: usize = 64;

/// The addresses that one client follows. A clone is the same set.
#[derive(Clone, Debug, Default)]
pub(crate) struct Followed(Arc<Mutex<Uris>>);

#[derive(Debug, Default)]
struct Uris {
    uris: BTreeSet<String>,
    /// Those that are still to be told, because updates were missed.
    late: BTreeSet<String>,
}

impl Followed {
    /// Follows what the client may read at present, and returns whether it does.
    pub(crate) async fn add(&self, handler: &Handler, sender: &Sender, uri: &str) -> bool {
        if !may_read(handler, sender, uri).await {
            return false;
        }
        let uris = &mut self.lock().uris;
        uris.contains(uri) || uris.len() < MOST && uris.insert(uri.to_owned())
    }

    pub(crate) fn remove(&self, uri: &str) {
        self.lock().uris.remove(uri);
    }

    /// Waits for an update of what is followed, and returns the address that the client is to be told of; nothing when no
    /// update will be told any more.
    pub(super) async fn updated(
        &self,
        updates: &mut ResourceUpdates,
        handler: &Handler,
        sender: &Sender,
    ) -> Option<String> {
        loop {
            let uri = match self.late() {
                Some(uri) => uri,
                None => match updates.next().await? {
                    ResourceUpdate::Of(uri) => uri.to_string(),
                    ResourceUpdate::Any => {
                        let mut all = self.lock();
                        let uris = all.uris.clone();
                        all.late = uris;
                        continue;
                    }
                },
            };
            // It was the client's when it asked, and may be no longer.
            if self.lock().uris.contains(&uri) && may_read(handler, sender, &uri).await {
                return Some(uri);
            }
        }
    }

    /// Returns one of those that are to be told because updates were missed.
    fn late(&self) -> Option<String> {
        self.lock().late.pop_first()
    }

    fn lock(&self) -> MutexGuard<'_, Uris> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

async fn may_read(handler: &Handler, sender: &Sender, uri: &str) -> bool {
    let Ok(caller) = sender.caller(handler).await else { return false };
    // Boxed: a listener waits for years, and asks for a moment.
    Box::pin(walled(handler.shared().surface.may_read(&caller, uri))).await.unwrap_or(false)
}
