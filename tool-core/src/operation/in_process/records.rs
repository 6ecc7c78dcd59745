//! What is remembered of operations, and for how long. Whose turn it is, is `lines`.

use std::{
    collections::{BTreeMap, HashMap, VecDeque},
    time::Duration,
};

use tokio::{sync::watch, time::Instant};
use tokio_util::sync::CancellationToken;

use super::{
    Limits,
    book::{Book, Place},
    cursor::{Clock, Cursor},
};
use crate::{
    InputAnswer, InputRequest, LiveCall, Operation, OperationEnd, OperationId, OperationSurvey, QueuedCall,
};

/// How long an operation waits for an answer: a person reads the question, thinks, and may have to ask somebody. It is the
/// time that there is to answer a call.
const TO_ANSWER: Duration = Duration::from_mins(10);

/// One operation, and who is to be told of its changes.
pub(super) struct Record {
    pub(super) operation: Operation,
    pub(super) cancellation: CancellationToken,
    pub(super) changes: watch::Sender<()>,
    /// The call, as long as it waits for its turn, or for an answer.
    pub(super) waiting: Option<(QueuedCall, LiveCall)>,
    /// The key of the call, for the one that repeats it.
    repeatable: Option<QueuedCall>,
}

impl Record {
    /// Takes answers, and returns whether they were the last ones that it waited for.
    pub(super) fn answer(&mut self, answers: BTreeMap<String, InputAnswer>) -> bool {
        let Some((call, _)) = &mut self.waiting else { return false };
        let mut pending = std::mem::take(&mut self.operation.pending);
        let before = pending.len();
        call.answer(&mut pending, answers);
        let is_changed = pending.len() != before;
        let is_complete = is_changed && pending.is_empty();
        if is_complete {
            self.operation.wait_for(Vec::new());
        } else {
            self.operation.pending = pending;
        }
        if is_changed {
            self.changes.send_replace(());
        }
        is_complete
    }
}

/// The operations that can be asked about.
pub(super) struct Records {
    by_id: HashMap<OperationId, Record>,
    /// Only callers that have a record have a book.
    books: HashMap<String, Book>,
    /// Those of all callers that have finished, in that order.
    finished: BTreeMap<u64, (Instant, OperationId)>,
    /// The place in that order of the next one that finishes. Nobody is told it.
    next: u64,
    /// Those that wait for an answer, the first one first, with since when.
    asked: VecDeque<(Instant, OperationId)>,
    clock: Clock,
}

impl Records {
    pub(super) fn new() -> Self {
        let (by_id, books, finished) = (HashMap::new(), HashMap::new(), BTreeMap::new());
        Self { by_id, books, finished, next: 0, asked: VecDeque::new(), clock: Clock::new() }
    }

    pub(super) fn insert(&mut self, call: QueuedCall, live: LiveCall) -> Operation {
        let operation = Operation::queued(&call);
        let record = Record {
            operation: operation.clone(),
            cancellation: CancellationToken::new(),
            changes: watch::Sender::new(()),
            repeatable: call.idempotency_key.is_some().then(|| call.clone()),
            waiting: Some((call, live)),
        };
        let book = self.books.entry(operation.owner.clone()).or_insert_with(Book::new);
        book.unfinished.insert(operation.id.clone());
        self.by_id.insert(operation.id.clone(), record);
        operation
    }

    /// Makes an operation wait for its owner, with the call that is run again.
    pub(super) fn ask(&mut self, mut call: QueuedCall, live: LiveCall, requests: Vec<InputRequest>) {
        let id = call.operation.clone();
        let Some(record) = self.by_id.get_mut(&id) else { return };
        record.operation.wait_for(call.ask(requests));
        record.waiting = Some((call, live));
        record.changes.send_replace(());
        self.asked.push_back((Instant::now(), id));
    }

    /// Returns how many wait for an answer.
    pub(super) fn asked(&self) -> usize {
        self.asked.len()
    }

    pub(super) fn asked_of(&self, owner: &str) -> usize {
        let is_own = |id| self.by_id.get(id).is_some_and(|record: &Record| record.operation.owner == owner);
        self.asked.iter().filter(|(_, id)| is_own(id)).count()
    }

    /// Takes all that wait for an answer.
    pub(super) fn take_asked(&mut self) -> Vec<OperationId> {
        self.asked.drain(..).map(|(_, id)| id).collect()
    }

    /// Says that one does not wait for an answer any more.
    pub(super) fn answered(&mut self, id: &OperationId) {
        self.asked.retain(|(_, waiting)| waiting != id);
    }

    /// Ends those that nobody has answered in time.
    pub(super) fn end_unanswered(&mut self, limits: &Limits) {
        while let Some((_, id)) = self.asked.pop_front_if(|(since, _)| since.elapsed() > TO_ANSWER) {
            self.finish(&id, OperationEnd::unanswered(), limits);
        }
    }

    /// Returns the record, if it is this owner's.
    pub(super) fn of(&mut self, owner: &str, id: &OperationId) -> Option<&mut Record> {
        self.by_id.get_mut(id).filter(|record| record.operation.owner == owner)
    }

    /// Returns the record, for the queue itself.
    pub(super) fn get(&mut self, id: &OperationId) -> Option<&mut Record> {
        self.by_id.get_mut(id)
    }

    /// Returns what this owner is told that has read up to this place.
    pub(super) fn survey(&self, owner: &str, after: Option<&str>, limits: &Limits) -> OperationSurvey {
        let cursor = after.and_then(Cursor::read);
        // Whatever finished since then is kept, or its book is, which knows what it has forgotten.
        let recent = cursor.as_ref().and_then(|cursor| self.clock.age(owner, cursor));
        let recent = recent.is_some_and(|age| age <= limits.kept_for && limits.kept_per_caller > 0);
        let Some(book) = self.books.get(owner) else {
            let gap = after.is_some() && !recent;
            return OperationSurvey::new(Vec::new(), Vec::new(), self.clock.cursor(owner, None), gap);
        };
        let place = cursor.and_then(|cursor| book.place(cursor.book, cursor.number));
        let Place { known, gap } = match place {
            Some(place) => place,
            None if recent => book.begin(),
            None => Place { known: 0, gap: after.is_some() },
        };
        let read = |id| self.by_id.get(id).map(|record: &Record| record.operation.clone());
        let unfinished = book.unfinished.iter().filter_map(read).collect();
        let finished = book.finished().skip(known).filter_map(read).collect();
        OperationSurvey::new(unfinished, finished, self.clock.cursor(owner, Some(book.end())), gap)
    }

    /// Returns the operation that this call repeats.
    pub(super) fn repeated_by(&self, call: &QueuedCall) -> Option<Operation> {
        call.idempotency_key.as_ref()?;
        let ids = self.books.get(&call.owner).into_iter().flat_map(Book::ids);
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
        let result = end.size();
        record.operation.finish(end);
        record.waiting = None;
        record.changes.send_replace(());
        let owner = record.operation.owner.clone();
        self.answered(id);
        self.finished.insert(self.next, (Instant::now(), id.clone()));
        let Some(book) = self.books.get_mut(&owner) else { return };
        book.finish(self.next, id.clone(), result);
        self.next += 1;
        // The first of this caller's, and nobody else's, go for it.
        while let Some(surplus) = book.forget_beyond(limits.kept_per_caller) {
            self.finished.remove(&surplus.order);
            self.by_id.remove(&surplus.id);
        }
        while let Some(id) = book.forget_result_beyond(limits.kept_bytes_per_caller) {
            let end = self.by_id.get_mut(id).and_then(|record| record.operation.end.as_mut());
            end.into_iter().for_each(OperationEnd::forget_result);
        }
        self.close_empty(&owner);
    }

    /// Forgets what finished too long ago.
    pub(super) fn forget_old(&mut self, limits: &Limits) {
        while let Some(first) = self.finished.first_entry()
            && first.get().0.elapsed() > limits.kept_for
        {
            let (_, id) = first.remove();
            let Some(record) = self.by_id.remove(&id) else { continue };
            let owner = &record.operation.owner;
            // Of one caller's, the first that finished is the oldest.
            if let Some(book) = self.books.get_mut(owner) {
                book.forget_first();
            }
            self.close_empty(owner);
        }
    }

    /// Forgets the book of a caller that has no record any more.
    fn close_empty(&mut self, owner: &str) {
        if self.books.get(owner).is_some_and(Book::is_empty) {
            self.books.remove(owner);
        }
    }
}
