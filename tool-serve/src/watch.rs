//! `--watch`: a manifest that changes is loaded anew. What cannot be used changes nothing.

use std::{sync::Arc, time::Duration};

use tokio::task::AbortHandle;

use crate::{
    Fault,
    door::Door,
    manifests::{Texts, tell_omitted},
    say,
};

/// How often files are read. Editors replace them, which no watch of a file survives; reading them does.
const LOOK: Duration = Duration::from_millis(500);

/// Watches until it is dropped.
pub(crate) struct Watching(AbortHandle);

impl Drop for Watching {
    fn drop(&mut self) {
        self.0.abort();
    }
}

/// Watches for what differs from the texts that are served already.
pub(crate) fn start(door: &Arc<Door>, served: Texts) -> Watching {
    Watching(tokio::spawn(watch(Arc::clone(door), served)).abort_handle())
}

async fn watch(door: Arc<Door>, mut served: Texts) {
    let (mut before, mut told) = (None, None);
    loop {
        tokio::time::sleep(LOOK).await;
        let now = served.reread().await;
        // A file that is being written is read again until it stays as it is.
        let is_settled = before.as_ref() == Some(&now);
        if now == served {
            told = None;
        } else if is_settled {
            match load(&door, &now).await {
                Ok(count) => {
                    say(&format!("loaded anew: {count} tools"));
                    (served, before, told) = (now, None, None);
                    continue;
                }
                // It is tried again, since what is missing may come; and told once.
                Err(Fault(text)) => {
                    let text = format!("{text}\nnothing has changed");
                    if told.as_ref() != Some(&text) {
                        say(&text);
                        told = Some(text);
                    }
                }
            }
        }
        before = Some(now);
    }
}

async fn load(door: &Door, texts: &Texts) -> Result<usize, Fault> {
    let projection = texts.project(door.host()).await?;
    door.offer(&projection).map_err(Fault::new)?;
    tell_omitted(&projection);
    Ok(projection.tools.len())
}
