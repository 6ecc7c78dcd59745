//! What is known of one caller's operations, and in which order they finished. How long a record is kept is `records`.
//!
//! Finishes are numbered for each caller by itself: a number for all would tell one caller how much the others do.

use std::collections::{HashSet, VecDeque};

use super::cursor;
use crate::OperationId;

/// The operations of one caller.
pub(super) struct Book {
    /// Another one for each book, so that a place in a book that is gone is none in this one.
    epoch: String,
    pub(super) unfinished: HashSet<OperationId>,
    /// Those that finished and are kept, the first first. The first has the number after `forgotten`.
    finished: VecDeque<Finished>,
    /// What the results of those that are kept take, in bytes.
    results: usize,
    /// How many finished and are kept no more.
    forgotten: u64,
}

/// One that has finished.
pub(super) struct Finished {
    /// Its place among those of all callers.
    pub(super) order: u64,
    pub(super) id: OperationId,
    /// What its result takes, in bytes.
    result: usize,
}

impl Book {
    pub(super) fn new() -> Self {
        Self {
            epoch: cursor::epoch(),
            unfinished: HashSet::new(),
            finished: VecDeque::new(),
            results: 0,
            forgotten: 0,
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.unfinished.is_empty() && self.finished.is_empty()
    }

    /// Returns the ids of all that is kept.
    pub(super) fn ids(&self) -> impl Iterator<Item = &OperationId> {
        self.unfinished.iter().chain(self.finished())
    }

    /// Returns the ids of those that have finished, the first first.
    pub(super) fn finished(&self) -> impl DoubleEndedIterator<Item = &OperationId> {
        self.finished.iter().map(|finished| &finished.id)
    }

    pub(super) fn finish(&mut self, order: u64, id: OperationId, result: usize) {
        self.unfinished.remove(&id);
        self.results += result;
        self.finished.push_back(Finished { order, id, result });
    }

    /// Forgets the first that finished.
    pub(super) fn forget_first(&mut self) -> Option<Finished> {
        let first = self.finished.pop_front()?;
        self.results -= first.result;
        self.forgotten += 1;
        Some(first)
    }

    /// Forgets the first that finished, when more are kept than this.
    pub(super) fn forget_beyond(&mut self, kept: usize) -> Option<Finished> {
        if self.finished.len() > kept { self.forget_first() } else { None }
    }

    /// Forgets the first result, when they take more than this; returns whose it was.
    pub(super) fn forget_result_beyond(&mut self, bytes: usize) -> Option<&OperationId> {
        if self.results <= bytes {
            return None;
        }
        let first = self.finished.iter_mut().find(|finished| finished.result > 0)?;
        self.results -= std::mem::take(&mut first.result);
        Some(&first.id)
    }

    /// Returns the place after the last that finished, as the name of the book and a number in it.
    pub(super) fn end(&self) -> (&str, u64) {
        (&self.epoch, self.last())
    }

    /// Returns the place of somebody who had read so many in the book of this name; nothing if that is another one.
    pub(super) fn place(&self, book: &str, number: u64) -> Option<Place> {
        if book != self.epoch {
            return None;
        }
        let known = number.checked_sub(self.forgotten).filter(|_| number <= self.last());
        let Some(known) = known.and_then(|known| usize::try_from(known).ok()) else {
            return Some(Place { known: 0, gap: true });
        };
        Some(Place { known, gap: false })
    }

    /// Returns the place of somebody who knew all that there was before this book.
    pub(super) fn begin(&self) -> Place {
        Place { known: 0, gap: self.forgotten > 0 }
    }

    fn last(&self) -> u64 {
        self.forgotten + self.finished.len() as u64
    }
}

/// Where somebody has read to.
pub(super) struct Place {
    /// How many of those that are kept it knows.
    pub(super) known: usize,
    /// Whether something that it does not know is kept no more.
    pub(super) gap: bool,
}
