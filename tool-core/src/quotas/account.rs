//! What one caller has taken out of one class, and what it gives back. Whether it may take more is governor's decision.

use std::collections::VecDeque;

/// How many uses an account remembers behind one whose call is not admitted yet. It bounds the memory of a caller that
/// calls on while one of its calls waits, to 24 KiB; what is forgotten counts as used.
pub(super) const REMEMBERED: usize = 1024;

/// The uses of one caller. All times are nanoseconds since the limiter began.
///
/// A class holds to a rate by the generic cell rate algorithm: each use moves the caller's *due time* `interval` further,
/// from where it was or from now, whichever is later, and a due time too far ahead of now is a refusal. That takes
/// a single number, which is all that governor keeps; but a number does not say what it would be without one of the uses.
/// Moving it back by one interval would be too much: while the use was held the account may have been full, so that
/// time gave it nothing, and the refund would be worth a use that the caller never lacked.
///
/// So the uses behind the oldest open one are kept, and a refund computes the due time again without it.
///
/// Invariant: `due` is what it would be if all uses but the refunded ones, and nothing else, had happened. Hence a caller
/// whose uses are all refunded has a full budget, and those that are kept are within the rate by themselves.
#[derive(Debug, Default)]
pub(super) struct Account {
    due: u64,
    /// The due time before the first of `recent`.
    settled: u64,
    /// The uses from the oldest open one on, oldest first.
    recent: VecDeque<Use>,
}

#[derive(Debug)]
struct Use {
    serial: u64,
    at: u64,
    open: bool,
}

impl Account {
    /// Returns the due time.
    pub(super) fn due(&self) -> u64 {
        self.due
    }

    /// Returns whether the account is as good as new. It can be forgotten then, open uses included: without them it
    /// would be full as well.
    pub(super) fn is_full(&self, now: u64) -> bool {
        self.due <= now
    }

    /// Adds an open use that was let through, with the due time after it.
    pub(super) fn take(&mut self, serial: u64, now: u64, due: u64, interval: u64) {
        if self.recent.len() == REMEMBERED {
            self.recent[0].open = false;
            self.fold(interval);
        }
        self.recent.push_back(Use { serial, at: now, open: true });
        self.due = due;
    }

    /// Ends the time in which a use can be refunded.
    pub(super) fn settle(&mut self, serial: u64, interval: u64) {
        if let Some(index) = self.find(serial) {
            self.recent[index].open = false;
            self.fold(interval);
        }
    }

    /// Makes an open use one that never was.
    pub(super) fn refund(&mut self, serial: u64, interval: u64) {
        if let Some(index) = self.find(serial) {
            self.recent.remove(index);
            self.due = self.recent.iter().fold(self.settled, |due, used| used.after(due, interval));
            self.fold(interval);
        }
    }

    fn find(&self, serial: u64) -> Option<usize> {
        // One by one: calls that come at once take their serials and get here in different orders.
        self.recent.iter().position(|used| used.serial == serial)
    }

    /// Forgets the uses before the oldest open one.
    fn fold(&mut self, interval: u64) {
        while let Some(used) = self.recent.pop_front_if(|used| !used.open) {
            self.settled = used.after(self.settled, interval);
        }
    }
}

impl Use {
    /// Returns the due time after this use.
    fn after(&self, due: u64, interval: u64) -> u64 {
        due.max(self.at) + interval
    }
}

#[cfg(test)]
mod tests {
    use super::Account;

    #[test]
    fn only_uses_behind_an_open_one_are_remembered() {
        let mut account = Account::default();
        let take = |account: &mut Account, serial| account.take(serial, 0, (serial + 1) * 10, 10);
        for serial in 0..3 {
            take(&mut account, serial);
        }
        account.settle(1, 10);
        assert_eq!(account.recent.len(), 3, "the first one can still be refunded");
        account.settle(0, 10);
        assert_eq!(account.recent.len(), 1, "the last one can still be refunded");
        account.refund(2, 10);
        assert_eq!((account.recent.len(), account.due), (0, 20));
    }
}
