//! How long a question stands, and the key under which the state of one is sealed. What is in a state is `state`.

use std::{fmt, time::Duration};

use super::{Asked, Binding, InputKeyTooShort, InputRequired, InputStateFault, Opened, Returned, state};
use crate::{
    EffectiveCall, ToolError, random,
    seal::{Clock, KEY_BYTES, Seal, millis},
};

/// How long there is to answer a question. A person reads it, thinks, and may have to ask somebody; RFC 6749, section
/// 4.1.2, gives a code that stands for somebody's consent ten minutes at most.
const LIFETIME: Duration = Duration::from_mins(10);

/// Characters of the longest state. It travels in a request twice as often as there are rounds, and holds the answers so
/// far.
const LONGEST: usize = 64 * 1024;

/// How the state of calls that ask for input is sealed; see [`InvokerBuilder::inputs`](crate::InvokerBuilder::inputs).
///
/// A state is for one caller, surface, tool, target and set of arguments, as an approval's ticket is. Any difference is a
/// refusal, and so are a change and the end of its time.
///
/// **It is not for one use.** Whoever may make a call may answer it twice, as it may make it twice: a state proves what was
/// asked and answered, and is no permit. What must happen once is for the tool to keep, or for an
/// [approval](crate::SealedApprovals).
///
/// Without a key, states are good in the invoker that made them, and end with it. With one, every process with the same key
/// and the same surfaces takes them.
#[derive(Clone)]
pub struct SealedInputs {
    seal: Seal,
    lifetime: Duration,
    clock: Clock,
}

impl SealedInputs {
    /// Returns how states are sealed by all processes that have this key: at least 32 bytes that nobody can guess. It may
    /// be the key of [`SealedApprovals`](crate::SealedApprovals); neither takes what the other made.
    ///
    /// # Errors
    ///
    /// When the key has fewer bytes:
    ///
    /// ```
    /// let error = tool_core::SealedInputs::new("secret").unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "the key for input requests has 6 bytes; use at least 32 that nobody can guess"
    /// );
    /// ```
    pub fn new(key: impl AsRef<[u8]>) -> Result<Self, InputKeyTooShort> {
        let key = key.as_ref();
        if key.len() < KEY_BYTES {
            return Err(InputKeyTooShort { bytes: key.len() });
        }
        Ok(Self { seal: Seal::of_this_process(key).of_all_processes(), ..Self::default() })
    }

    /// Sets how long after a question its answer is taken, in each round anew; 10 minutes by default.
    #[must_use]
    pub fn with_lifetime(mut self, lifetime: Duration) -> Self {
        self.lifetime = lifetime;
        self
    }

    /// Seals what must be known when the call is made again.
    pub(crate) fn seal(&self, asked: Asked) -> Result<InputRequired, ToolError> {
        let body = state::body(&asked);
        let Asked { round, requests, .. } = asked;
        let expires_ms = self.clock.now_ms().saturating_add(millis(self.lifetime));
        let binding = &round.binding;
        let state = self.seal.input_state(expires_ms, &binding.whose, &binding.call, &body).to_text();
        if state.len() > LONGEST {
            return Err(ToolError::new(
                "input-too-long",
                "the answers so far are too long to ask for more; answer with less",
            ));
        }
        Ok(InputRequired { requests, state })
    }

    /// Reads what a caller brings back, if it is what was made for this very call.
    pub(crate) fn open(
        &self,
        returned: Returned,
        call: &EffectiveCall<'_>,
        surface: &str,
    ) -> Result<Opened, InputStateFault> {
        let Some(text) = &returned.state else { return Ok(Opened::first(returned.kinds)) };
        if text.len() > LONGEST {
            return Err(InputStateFault::Invalid);
        }
        let binding = Binding::of(call, surface).map_err(|_| InputStateFault::Invalid)?;
        let opened = self.seal.open_input_state(text, &binding.whose, &binding.call);
        let (token, is_of_call) = opened.ok_or(InputStateFault::Invalid)?;
        if !is_of_call {
            return Err(InputStateFault::Mismatch);
        }
        if token.expires_ms <= self.clock.now_ms() {
            return Err(InputStateFault::Expired);
        }
        Opened::read(&token.body, returned).ok_or(InputStateFault::Invalid)
    }
}

impl Default for SealedInputs {
    fn default() -> Self {
        Self { seal: Seal::of_this_process(&random::key()), lifetime: LIFETIME, clock: Clock::system() }
    }
}

impl fmt::Debug for SealedInputs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SealedInputs").field("lifetime", &self.lifetime).finish_non_exhaustive()
    }
}

#[cfg(test)]
impl SealedInputs {
    pub(super) fn with_clock(mut self, clock: Clock) -> Self {
        self.clock = clock;
        self
    }
}
