//! What a run, whoever waits for it and whoever records it share: how it is told to stop, whether it still can be, and what
//! it is worth when nobody lets it come to its end. One of each call, because each is a clone and an allocation less.

use std::{
    fmt,
    sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError},
};

use tokio_util::sync::CancellationToken;

use crate::{OutcomeClass, caller_token::CallerToken};

/// What a call ends as when it is dropped, and what may still be done about it.
pub(crate) struct Fate {
    caller_token: CallerToken,
    /// What tells the tool that nobody waits for it; made when somebody asks for it.
    token: OnceLock<CancellationToken>,
    state: Mutex<State>,
}

#[derive(Clone, Copy)]
struct State {
    commit: Commit,
    outcome: OutcomeClass,
    code: Option<&'static str>,
    /// Its caller has been told something else already.
    late: bool,
}

/// How far a tool is that promises to change nothing before a moment of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Commit {
    /// The tool has promised nothing, so it may have changed something as soon as it runs.
    Unstated,
    /// The tool has changed nothing yet.
    Ahead,
    /// The tool may have changed something.
    Reached,
    /// The call was stopped before; the tool must not go on.
    Stopped,
}

impl Fate {
    /// Of a call that is admitted and has not begun to run, and whose caller gives up with this token.
    pub(crate) fn open(caller_token: CallerToken) -> Arc<Self> {
        let outcome = OutcomeClass::Cancelled;
        let state = State { commit: Commit::Unstated, outcome, code: None, late: false };
        Arc::new(Self { caller_token, token: OnceLock::new(), state: Mutex::new(state) })
    }

    pub(crate) fn caller_token(&self) -> &CallerToken {
        &self.caller_token
    }

    /// Returns the run's own token.
    pub(crate) fn token(&self) -> &CancellationToken {
        self.token.get_or_init(|| self.caller_token.child_token())
    }

    /// The tool promises to change nothing before it says so.
    pub(crate) fn promise(&self) {
        let mut state = self.lock();
        if state.commit == Commit::Unstated {
            state.commit = Commit::Ahead;
        }
    }

    /// The tool is about to change something; says whether it may.
    pub(crate) fn reach(&self) -> bool {
        let mut state = self.lock();
        let may_go_on = state.commit != Commit::Stopped;
        if may_go_on {
            state.commit = Commit::Reached;
        }
        may_go_on
    }

    /// Returns whether the tool may have changed something after its word.
    pub(crate) fn is_reached(&self) -> bool {
        self.lock().commit == Commit::Reached
    }

    /// Stops the call when the tool has changed nothing yet; says whether it is stopped.
    pub(crate) fn stop(&self) -> bool {
        let mut state = self.lock();
        if state.commit == Commit::Ahead {
            state.commit = Commit::Stopped;
        }
        state.commit == Commit::Stopped
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
        self.lock().late = true;
    }

    pub(crate) fn is_late(&self) -> bool {
        self.lock().late
    }

    pub(crate) fn dropped_now(&self) -> (OutcomeClass, Option<&'static str>) {
        let State { outcome, code, .. } = *self.lock();
        (outcome, code)
    }

    fn set(&self, outcome: OutcomeClass, code: Option<&'static str>) {
        let mut state = self.lock();
        (state.outcome, state.code) = (outcome, code);
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl fmt::Debug for Fate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Fate").field("commit", &self.lock().commit).finish_non_exhaustive()
    }
}
