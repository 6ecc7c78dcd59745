//! `--watch`: a manifest that changes is loaded anew. What cannot be used changes nothing.

use std::{path::PathBuf, sync::Arc, time::Duration};

use tokio::task::AbortHandle;

use crate::{door::Door, manifests, say};

/// How often files are read. Editors replace them, which no watch of a file survives; reading them does.
const LOOK: Duration = Duration::from_millis(500);

/// Watches until it is dropped.
pub(crate) struct Watching(AbortHandle);

impl Drop for Watching {
    fn drop(&mut self) {
        self.0.abort();
    }
}

pub(crate) fn start(door: &Arc<Door>, files: Vec<PathBuf>) -> Watching {
    Watching(tokio::spawn(watch(Arc::clone(door), files)).abort_handle())
}

async fn watch(door: Arc<Door>, files: Vec<PathBuf>) {
    let mut known = read(&files).await;
    loop {
        tokio::time::sleep(LOOK).await;
        let now = read(&files).await;
        if now == known {
            continue;
        }
        known = now;
        match manifests::project(&files, door.host()).await {
            Ok(projection) => {
                manifests::tell_omitted(&projection);
                match door.offer(&projection) {
                    Ok(()) => say(&format!("loaded anew: {} tools", projection.tools.len())),
                    Err(errors) => say(&format!("{errors}\nnothing has changed")),
                }
            }
            Err(errors) => say(&format!("{errors}\nnothing has changed")),
        }
    }
}

async fn read(files: &[PathBuf]) -> Vec<Option<Vec<u8>>> {
    let mut contents = Vec::new();
    for file in files {
        contents.push(tokio::fs::read(file).await.ok());
    }
    contents
}
