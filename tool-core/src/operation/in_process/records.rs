//! What is remembered of operations, and for how long. Whose turn it is, is `lines`.

use std::collections::{HashMap, HashSet, VecDeque};

use tokio::{sync::watch, time::Instant};
use tokio_util::sync::CancellationToken;

use super::Limits;
use crate::{LiveCall, Operation, OperationEnd, OperationId, QueuedCall};

/// One operation, and who is to be told of its changes.
pub(super) struct Record {
    pub(super) operation: Operation,
    pub(super) cancellation: CancellationToken,
    pub(super) changes: watch::Sender<()>,
    /// The call, as long as it waits for its turn.
    pub(super) waiting: Option<(QueuedCall, LiveCall)>,
    /// The key of the call, for the one that repeats it.
    repeatable: Option<QueuedCall>,
}

/// The operations that can be asked about.
#[derive(Default)]
pub(super) struct Records {
    by_id: HashMap<OperationId, Record>,
    by_owner: HashMap<String, HashSet<OperationId>>,
    /// Those that have finished, the first first.
    finished: VecDeque<(Instant, OperationId)>,
}

impl Records {
    pub(super) fn insert(&mut self, call: QueuedCall, live: LiveCall) -> Operation {
        let operation = Operation::queued(&call);
        let record = Record {
            operation: operation.clone(),
            cancellation: CancellationToken::new(),
            changes: watch::Sender::new(()),
            repeatable: call.idempotency_key.is_some().then(|| call.clone()),
            waiting: Some((call, live)),
        };
        self.by_owner.entry(operation.owner.clone()).or_default().insert(operation.id.clone());
        self.by_id.insert(operation.id.clone(), record);
        operation
    }

    /// Returns the record, if it is this owner's.
    pub(super) fn of(&mut self, owner: &str, id: &OperationId) -> Option<&mut Record> {
        self.by_id.get_mut(id).filter(|record| record.operation.owner == owner)
    }

    /// Returns the record, for the queue itself.
    pub(super) fn get(&mut self, id: &OperationId) -> Option<&mut Record> {
        self.by_id.get_mut(id)
    }

    pub(super) fn list(&self, owner: &str) -> Vec<Operation> {
        let ids = self.by_owner.get(owner).into_iter().flatten();
        ids.filter_map(|id| self.by_id.get(id)).map(|record| record.operation.clone()).collect()
    }

    /// Returns the operation that this call repeats.
    pub(super) fn repeated_by(&self, call: &QueuedCall) -> Option<Operation> {
        call.idempotency_key.as_ref()?;
        let ids = self.by_owner.get(&call.owner).into_iter().flatten();
        let mut records = ids.filter_map(|id| self.by_id.get(id));
        let repeats = |record: &&Record| record.repeatable.as_ref().is_some_and(|it| it.is_repeated_by(call));
        records.find(repeats).map(|record| record.operation.clone())
    }

    /// Writes an end, and tells everybody who waits for it.
    pub(super) fn finish(&mut self, id: &OperationId, end: OperationEnd, limits: &Limits) {
        let Some(record) = self.by_id.get_mut(id) else { return };
        if record.operation.is_finished() {
            return;
        }
        record.operation.finish(end);
        record.changes.send_replace(());
        let owner = record.operation.owner.clone();
        self.finished.push_back((Instant::now(), id.clone()));
        self.keep_latest(&owner, limits.kept_per_caller);
    }

    /// Forgets what finished too long ago.
    pub(super) fn forget_old(&mut self, limits: &Limits) {
        let old = |at: &Instant| at.elapsed() > limits.kept_for;
        while self.finished.front().is_some_and(|(at, _)| old(at)) {
            if let Some((_, id)) = self.finished.pop_front() {
                self.forget(&id);
            }
        }
    }

    /// Forgets the first of this caller's that have finished, beyond so many.
    fn keep_latest(&mut self, owner: &str, kept: usize) {
        let theirs = self.by_owner.get(owner).into_iter().flatten();
        let finished = |id: &&OperationId| self.by_id.get(*id).is_some_and(|it| it.operation.is_finished());
        let mut surplus = theirs.filter(finished).count().saturating_sub(kept);
        let mut gone = Vec::new();
        self.finished.retain(|(_, id)| {
            let goes = surplus > 0 && self.by_id.get(id).is_some_and(|it| it.operation.owner == owner);
            if goes {
                surplus -= 1;
                gone.push(id.clone());
            }
            !goes
        });
        for id in gone {
            self.forget(&id);
        }
    }

    fn forget(&mut self, id: &OperationId) {
        let Some(record) = self.by_id.remove(id) else { return };
        if let Some(ids) = self.by_owner.get_mut(&record.operation.owner) {
            ids.remove(id);
            if ids.is_empty() {
                self.by_owner.remove(&record.operation.owner);
            }
        }
    }
}
