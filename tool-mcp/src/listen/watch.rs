//! Whether what one caller is listed has changed since it was told of it. It is looked at when something says so, never by
//! the clock, and once for all changes that come together.

use tool_core::{Readable, SurfaceChanges};

use crate::{Handler, sender::Sender, unwind::walled_now};

/// The lists of one caller, as they were when it was told of them.
pub(super) struct Watch {
    handler: Handler,
    sender: Sender,
    changes: SurfaceChanges,
    wanted: Lists<bool>,
    /// The identities that the caller knows; nothing when it may know older ones.
    told: Option<Identities>,
}

/// Something about each list that a client may have.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Lists<T> {
    pub(super) tools: T,
    pub(super) resources: T,
    pub(super) prompts: T,
}

/// The identities of the lists that are watched.
type Identities = Lists<Option<String>>;

impl Lists<bool> {
    pub(super) const ALL: Self = Self { tools: true, resources: true, prompts: true };

    fn any(self) -> bool {
        self.tools || self.resources || self.prompts
    }
}

impl Watch {
    /// Begins to watch some lists, with everything that has changed since then.
    pub(super) async fn new(
        handler: Handler,
        sender: Sender,
        since: SurfaceChanges,
        wanted: Lists<bool>,
    ) -> Self {
        let mut watch = Self { handler, sender, changes: since, wanted, told: None };
        let now = watch.identities().await.ok().flatten();
        // Looked at in this order: what changes in between is pending, and told at the risk that it was seen.
        watch.told = now.filter(|_| !watch.changes.pending());
        watch
    }

    /// Returns which lists have changed; nothing when no change will be told any more.
    pub(super) async fn changed(&mut self) -> Option<Lists<bool>> {
        while self.changes.next().await {
            tokio::time::sleep(self.handler.shared().change_window).await;
            self.changes.mark_told();
            match self.identities().await {
                Ok(Some(now)) => {
                    let changed = self.told.as_ref().map_or(self.wanted, |told| differences(told, &now));
                    self.told = Some(now);
                    if changed.any() {
                        return Some(changed);
                    }
                }
                // The host's own check panicked, and says something else next time.
                Ok(None) => {}
                Err(Gone) => return None,
            }
        }
        None
    }

    async fn identities(&self) -> Result<Option<Identities>, Gone> {
        let caller = self.sender.caller(&self.handler).await.map_err(|_| Gone)?;
        let (surface, wanted) = (&self.handler.shared().surface, self.wanted);
        Ok(walled_now(|| {
            let readable = (wanted.resources || wanted.prompts).then(|| surface.readable(&caller));
            let readable = readable.as_ref();
            Lists {
                tools: wanted.tools.then(|| surface.catalogue(&caller).identity()),
                resources: readable.filter(|_| wanted.resources).map(Readable::resources_identity),
                prompts: readable.filter(|_| wanted.prompts).map(Readable::prompts_identity),
            }
        }))
    }
}

fn differences(told: &Identities, now: &Identities) -> Lists<bool> {
    Lists {
        tools: told.tools != now.tools,
        resources: told.resources != now.resources,
        prompts: told.prompts != now.prompts,
    }
}

/// The credential is no longer good, and nobody is told anything for it.
struct Gone;
