//! What a call is worth when nobody lets it come to its end.

use std::sync::{Mutex, PoisonError};

use crate::OutcomeClass;

/// What a call ends as when it is dropped, and whether its caller has been told something else already.
pub(crate) struct Fate(Mutex<State>);

#[derive(Clone, Copy)]
struct State {
    outcome: OutcomeClass,
    code: Option<&'static str>,
    late: bool,
}

impl Fate {
    /// Of a call that is admitted and has not begun to run.
    pub(super) fn open() -> Self {
        Self(Mutex::new(State { outcome: OutcomeClass::Cancelled, code: None, late: false }))
    }

    /// Of a call that admission stopped.
    pub(super) fn decided(outcome: OutcomeClass, code: &'static str) -> Self {
        Self(Mutex::new(State { outcome, code: Some(code), late: false }))
    }

    /// From now on, nobody knows what a call that is dropped has done.
    pub(crate) fn may_have_effect(&self) {
        self.set(OutcomeClass::Unknown, None);
    }

    /// The call is about to be dropped, and has changed nothing.
    pub(crate) fn without_effect(&self, outcome: OutcomeClass, code: Option<&'static str>) {
        self.set(outcome, code);
    }

    /// Nobody waits for the end any more.
    pub(crate) fn goes_on_alone(&self) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).late = true;
    }

    pub(super) fn is_late(&self) -> bool {
        self.get().late
    }

    pub(super) fn dropped_now(&self) -> (OutcomeClass, Option<&'static str>) {
        let State { outcome, code, .. } = self.get();
        (outcome, code)
    }

    fn get(&self) -> State {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn set(&self, outcome: OutcomeClass, code: Option<&'static str>) {
        let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        (state.outcome, state.code) = (outcome, code);
    }
}
