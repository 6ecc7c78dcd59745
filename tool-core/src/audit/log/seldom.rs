//! A warning that does not flood the log of the host.

use std::{
    sync::{Mutex, PoisonError},
    time::{Duration, Instant},
};

/// How long a warning is silent after it was given: what an operator reads, not what a busy service can write.
const SILENCE: Duration = Duration::from_secs(10);

/// Says when it is time to warn again.
#[derive(Default)]
pub(super) struct Seldom(Mutex<Option<Instant>>);

impl Seldom {
    pub(super) fn is_due(&self) -> bool {
        self.is_due_at(Instant::now())
    }

    fn is_due_at(&self, now: Instant) -> bool {
        let mut last = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let due = last.is_none_or(|last| now.duration_since(last) >= SILENCE);
        if due {
            *last = Some(now);
        }
        due
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_warning_is_given_once_and_again_after_the_silence() {
        let (seldom, start) = (Seldom::default(), Instant::now());
        let due = [0, 1, 9, 10, 11, 20].map(|s| seldom.is_due_at(start + Duration::from_secs(s)));
        assert_eq!(due, [true, false, false, true, false, true]);
    }
}
