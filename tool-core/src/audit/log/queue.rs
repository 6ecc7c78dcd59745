//! The records that wait to be written, in their order. Writing them is `writer`; whether a call waits for room is `mod`.

use std::{
    collections::{HashSet, VecDeque},
    io, mem,
    sync::{
        Arc, Condvar, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};

use tokio::sync::{Notify, OwnedSemaphorePermit, Semaphore, oneshot};

use super::not_kept::NotKept;
use crate::{AuditRecord, CallId, DecisionRecord, EndRecord, ReportRecord, SwitchRecord};

/// How many records are written at once. One sync of a disk takes about as long as writing some hundred lines.
const BATCH: usize = 256;

/// How long records that nobody waits for are gathered. Waking the writer for each of them costs more than the record: with it, a
/// call over HTTP with 16 connections took 1.58 times as long as without records.
const GATHER: Duration = Duration::from_millis(5);

/// How long after a failure the records that nobody waits for are tried again.
const RETRY: Duration = Duration::from_secs(1);

/// Whether a decision was kept, once that is known.
pub(super) type Kept = oneshot::Receiver<Result<(), NotKept>>;

/// The records of one log on their way to its target.
pub(super) struct Queue {
    state: Mutex<State>,
    /// The writer has something to do.
    work: Condvar,
    /// Room for decisions. An end needs none: there is at most one for each decision that was let in.
    pub(super) room: Arc<Semaphore>,
    /// The target has just failed, so nobody should wait for room any more.
    pub(super) failed: Notify,
    lost: AtomicU64,
    /// As many records as are not gathered any further: before there is no room for one more decision.
    enough: usize,
}

#[derive(Default)]
struct State {
    waiting: VecDeque<Entry>,
    /// The calls whose decision was let in and whose end was not.
    // Invariant: an end is let in only for a call in here, so no end is kept whose decision is not.
    open: HashSet<CallId>,
    next: u64,
    flushes: Vec<(u64, oneshot::Sender<()>)>,
    reopens: VecDeque<oneshot::Sender<io::Result<()>>>,
    failure: Option<Failure>,
    /// When the records that are gathered now are written, whoever waits.
    due: Option<Instant>,
    /// The writer has nothing to do, and waits to be told of something.
    asleep: bool,
    /// Somebody waits, so nothing is gathered, and a target that has failed is tried again at once.
    urgent: bool,
    closed: bool,
}

struct Failure {
    error: Arc<io::Error>,
    retry_at: Instant,
}

struct Entry {
    record: AuditRecord,
    slip: Slip,
}

/// What goes with a record: its place in the order, its room, and who waits for it.
struct Slip {
    number: u64,
    kept: Option<oneshot::Sender<Result<(), NotKept>>>,
    room: Option<OwnedSemaphorePermit>,
}

/// What the writer does next.
pub(super) enum Work {
    Batch(Batch),
    End,
    Reopen(oneshot::Sender<io::Result<()>>),
}

/// Records that are written together.
pub(super) struct Batch {
    pub(super) records: Vec<AuditRecord>,
    slips: Vec<Slip>,
}

impl Queue {
    pub(super) fn new(capacity: usize) -> Self {
        Self {
            state: Mutex::default(),
            work: Condvar::new(),
            room: Arc::new(Semaphore::new(capacity.min(Semaphore::MAX_PERMITS))),
            failed: Notify::new(),
            lost: AtomicU64::new(0),
            enough: (capacity / 2).clamp(1, BATCH),
        }
    }

    /// Lets a decision in. With `waits`, somebody waits for it to be safe.
    pub(super) fn decision(
        &self,
        record: DecisionRecord,
        room: OwnedSemaphorePermit,
        waits: bool,
    ) -> Option<Kept> {
        let (told, kept) = oneshot::channel();
        let mut state = self.lock();
        state.open.insert(record.call);
        state.urgent |= waits;
        self.push(state, AuditRecord::Decision(record), waits.then_some(told), Some(room));
        waits.then_some(kept)
    }

    /// Lets an end in, if its decision was.
    pub(super) fn end(&self, record: EndRecord) {
        let mut state = self.lock();
        if state.open.remove(&record.call) {
            self.push(state, AuditRecord::End(record), None, None);
        }
    }

    pub(super) fn reported(&self, record: ReportRecord) {
        self.push(self.lock(), AuditRecord::Report(record), None, None);
    }

    pub(super) fn switched(&self, record: SwitchRecord) {
        self.push(self.lock(), AuditRecord::Switch(record), None, None);
    }

    /// Lets a record in, and wakes the writer if it would not come by itself, or not soon enough.
    fn push(
        &self,
        mut state: MutexGuard<'_, State>,
        record: AuditRecord,
        kept: Option<oneshot::Sender<Result<(), NotKept>>>,
        room: Option<OwnedSemaphorePermit>,
    ) {
        let slip = Slip { number: state.next, kept, room };
        state.next += 1;
        state.waiting.push_back(Entry { record, slip });
        let is_awaited = mem::take(&mut state.asleep) || state.urgent || state.waiting.len() == self.enough;
        drop(state);
        if is_awaited {
            self.work.notify_one();
        }
    }

    /// Returns what tells that everything let in before was tried.
    pub(super) fn flush(&self) -> oneshot::Receiver<()> {
        let (told, flushed) = oneshot::channel();
        let mut state = self.lock();
        let upto = state.next;
        state.flushes.push((upto, told));
        state.urgent = true;
        self.work.notify_one();
        flushed
    }

    pub(super) fn reopen(&self) -> oneshot::Receiver<io::Result<()>> {
        let (told, reopened) = oneshot::channel();
        self.lock().reopens.push_back(told);
        self.work.notify_one();
        reopened
    }

    /// Lets the writer end as soon as everything was tried.
    pub(super) fn close(&self) {
        self.lock().closed = true;
        self.work.notify_one();
    }

    /// Returns why the target could not write, if the last batch was not written.
    pub(super) fn failure(&self) -> Option<NotKept> {
        self.lock().failure.as_ref().map(|failure| NotKept::Failed(Arc::clone(&failure.error)))
    }

    pub(super) fn lose(&self, records: u64) {
        self.lost.fetch_add(records, Ordering::Relaxed);
    }

    pub(super) fn lost(&self) -> u64 {
        self.lost.load(Ordering::Relaxed)
    }

    /// Waits for something to do.
    pub(super) fn next(&self) -> Work {
        let mut state = self.lock();
        loop {
            if let Some(told) = state.reopens.pop_front() {
                return Work::Reopen(told);
            }
            if state.waiting.is_empty() {
                state.flushes.clear();
                state.urgent = false;
                state.due = None;
                if state.closed {
                    return Work::End;
                }
                state.asleep = true;
                state = self.work.wait(state).unwrap_or_else(PoisonError::into_inner);
                continue;
            }
            let now = Instant::now();
            let due = match &state.failure {
                Some(failure) => failure.retry_at,
                None if state.waiting.len() >= self.enough => now,
                None => *state.due.get_or_insert(now + GATHER),
            };
            let wait = due.saturating_duration_since(now);
            if wait.is_zero() || state.urgent || state.closed {
                state.due = None;
                return Work::Batch(state.batch());
            }
            state = self.work.wait_timeout(state, wait).unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    /// Tells everyone who waits for this batch that it is safe, and makes room.
    pub(super) fn written(&self, batch: Batch) {
        let mut state = self.lock();
        state.failure = None;
        let safe = state.waiting.front().map_or(state.next, |entry| entry.slip.number);
        let flushed: Vec<_> = state.flushes.extract_if(.., |(upto, _)| *upto <= safe).collect();
        drop(state);
        for Slip { kept, room, .. } in batch.slips {
            // Room before answers: whoever is told finds it.
            drop(room);
            if let Some(told) = kept {
                // Nobody listens any more when the caller has gone; the record is kept all the same.
                let _ = told.send(Ok(()));
            }
        }
        // A sender that is dropped tells as well.
        drop(flushed);
    }

    /// Tells everyone who waits that the target failed. What nobody waits for is kept to be written later: its call runs
    /// or has ended.
    pub(super) fn failed(&self, batch: Batch, error: io::Error) {
        let error = Arc::new(error);
        let mut state = self.lock();
        let mut entries: VecDeque<Entry> =
            batch.records.into_iter().zip(batch.slips).map(|(record, slip)| Entry { record, slip }).collect();
        entries.append(&mut state.waiting);
        let mut lost = 0;
        let (mut refused, mut waiting) = (HashSet::new(), Vec::new());
        // All of the queue and not the batch alone: whoever waits further behind would wait for ever.
        for entry in entries {
            match (entry.slip.kept, &entry.record) {
                (Some(told), AuditRecord::Decision(decision)) => {
                    state.open.remove(&decision.call);
                    refused.insert(decision.call);
                    lost += 1;
                    waiting.push(told);
                }
                (_, AuditRecord::End(end)) if refused.contains(&end.call) => lost += 1,
                _ if state.closed => lost += 1,
                (kept, _) => state.waiting.push_back(Entry { slip: Slip { kept, ..entry.slip }, ..entry }),
            }
        }
        let flushes = mem::take(&mut state.flushes);
        state.urgent = false;
        state.failure = Some(Failure { error: Arc::clone(&error), retry_at: Instant::now() + RETRY });
        drop(state);
        // Counted before anybody is told, so that whoever is told can look.
        self.lose(lost);
        for told in waiting {
            let _ = told.send(Err(NotKept::Failed(Arc::clone(&error))));
        }
        drop(flushes);
        self.failed.notify_waiters();
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn batch(&mut self) -> Batch {
        let rest = self.waiting.split_off(self.waiting.len().min(BATCH));
        let now = mem::replace(&mut self.waiting, rest);
        let (records, slips) = now.into_iter().map(|entry| (entry.record, entry.slip)).unzip();
        Batch { records, slips }
    }
}
