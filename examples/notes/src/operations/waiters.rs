//! Who in this process is told of changes. What changed is read by whoever is told.

use std::{
    collections::HashMap,
    sync::{Mutex, MutexGuard, PoisonError},
};
use tokio::sync::watch;
use tool_core::{OperationChanges, OperationId};

/// One channel for each operation that somebody in this process waits for.
#[derive(Default)]
pub(super) struct Waiters(Mutex<HashMap<OperationId, watch::Sender<()>>>);

impl Waiters {
    /// Begins to listen for changes of an operation.
    pub(super) fn subscribe(
        &self,
        id: &OperationId,
    ) -> OperationChanges {
        OperationChanges::new(self.channels().entry(id.clone()).or_default().subscribe())
    }

    /// Tells that an operation has changed, after the change was written.
    pub(super) fn tell(
        &self,
        id: &OperationId,
    ) {
        if let Some(channel) = self.channels().get(id) {
            channel.send_replace(());
        }
    }

    /// Tells everybody, when it is not known what has changed.
    pub(super) fn tell_all(&self) {
        for channel in self.channels().values() {
            channel.send_replace(());
        }
    }

    /// Forgets the channels that nobody listens to.
    pub(super) fn tidy(&self) {
        self.channels().retain(|_, channel| channel.receiver_count() > 0);
    }

    fn channels(&self) -> MutexGuard<'_, HashMap<OperationId, watch::Sender<()>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
