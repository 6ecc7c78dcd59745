//! Whose turn it is: one line for each caller, and the callers in turn. Nothing here knows what an operation is.

use std::collections::{HashMap, VecDeque};

use crate::OperationId;

/// The operations that wait, and how many each caller has running.
#[derive(Default)]
pub(super) struct Lines {
    by_owner: HashMap<String, VecDeque<OperationId>>,
    /// The callers that have a line, the next one first.
    turns: VecDeque<String>,
    waiting: usize,
    running: HashMap<String, usize>,
}

impl Lines {
    pub(super) fn waiting(&self) -> usize {
        self.waiting
    }

    pub(super) fn waiting_of(&self, owner: &str) -> usize {
        self.by_owner.get(owner).map_or(0, VecDeque::len)
    }

    pub(super) fn running(&self) -> usize {
        self.running.values().sum()
    }

    pub(super) fn running_of(&self, owner: &str) -> usize {
        self.running.get(owner).copied().unwrap_or_default()
    }

    pub(super) fn push(&mut self, owner: &str, id: OperationId) {
        let line = self.by_owner.entry(owner.to_owned()).or_default();
        if line.is_empty() {
            self.turns.push_back(owner.to_owned());
        }
        line.push_back(id);
        self.waiting += 1;
    }

    /// Takes the first of the caller whose turn it is; that caller goes to the end, and has one more running. Callers
    /// that have this many running already are passed over, and keep their turn.
    pub(super) fn pop(&mut self, most_running: usize) -> Option<OperationId> {
        let place = self.turns.iter().position(|owner| self.running_of(owner) < most_running)?;
        let owner = self.turns.remove(place)?;
        let line = self.by_owner.get_mut(&owner)?;
        let id = line.pop_front()?;
        self.waiting -= 1;
        if line.is_empty() {
            self.by_owner.remove(&owner);
        } else {
            self.turns.push_back(owner.clone());
        }
        *self.running.entry(owner).or_default() += 1;
        Some(id)
    }

    /// Counts out one that ran.
    pub(super) fn ended(&mut self, owner: &str) {
        if let Some(running) = self.running.get_mut(owner) {
            *running -= 1;
            if *running == 0 {
                self.running.remove(owner);
            }
        }
    }

    /// Takes one out of its line; says whether it was there.
    pub(super) fn remove(&mut self, owner: &str, id: &OperationId) -> bool {
        let Some(line) = self.by_owner.get_mut(owner) else { return false };
        let before = line.len();
        line.retain(|waiting| waiting != id);
        let removed = before - line.len();
        self.waiting -= removed;
        if line.is_empty() {
            self.by_owner.remove(owner);
            self.turns.retain(|turn| turn != owner);
        }
        removed > 0
    }

    /// Takes all that wait.
    pub(super) fn drain(&mut self) -> Vec<OperationId> {
        self.waiting = 0;
        let turns = std::mem::take(&mut self.turns);
        turns.into_iter().filter_map(|owner| self.by_owner.remove(&owner)).flatten().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::Lines;
    use crate::OperationId;

    fn with(owners: &[&str]) -> (Lines, Vec<OperationId>) {
        let (mut lines, mut ids) = (Lines::default(), Vec::new());
        for owner in owners {
            let id = OperationId::next();
            lines.push(owner, id.clone());
            ids.push(id);
        }
        (lines, ids)
    }

    #[test]
    fn callers_take_turns_and_a_caller_keeps_its_order() {
        let (mut lines, ids) = with(&["a", "a", "a", "b", "c"]);
        let order: Vec<_> = std::iter::from_fn(|| lines.pop(usize::MAX)).collect();
        assert_eq!(order, [0, 3, 4, 1, 2].map(|index| ids[index].clone()));
        assert_eq!((lines.waiting(), lines.running()), (0, 5));
    }

    #[test]
    fn who_has_as_many_running_as_it_may_is_passed_over_and_keeps_its_turn() {
        let (mut lines, ids) = with(&["a", "a", "b", "b"]);
        assert_eq!((lines.pop(1), lines.pop(1)), (Some(ids[0].clone()), Some(ids[2].clone())));
        assert_eq!(lines.pop(1), None);
        lines.ended("b");
        assert_eq!(lines.pop(1), Some(ids[3].clone()));
        lines.ended("a");
        assert_eq!(lines.pop(1), Some(ids[1].clone()));
    }

    #[test]
    fn a_line_that_was_emptied_is_forgotten() {
        let (mut lines, ids) = with(&["a"]);
        assert!(!lines.remove("b", &ids[0]));
        assert!(lines.remove("a", &ids[0]) && !lines.remove("a", &ids[0]));
        assert_eq!((lines.waiting(), lines.waiting_of("a"), lines.pop(1)), (0, 0, None));
        let (mut lines, ids) = with(&["a", "b", "a"]);
        assert_eq!(lines.drain(), [0, 2, 1].map(|index| ids[index].clone()));
        assert_eq!((lines.waiting(), lines.pop(1)), (0, None));
    }
}
