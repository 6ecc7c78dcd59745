//! A call that is answered with input requests. What can be wrong with what comes back is `state_fault`.

use std::fmt;

use super::InputRequest;

/// What a call needs before it goes on: it is made again, the same, with the answers and the state.
///
/// Nothing is kept for it. See [`Request::with_input_state`](crate::Request::with_input_state) and
/// [`Request::with_input_answer`](crate::Request::with_input_answer).
#[derive(Clone, PartialEq)]
#[non_exhaustive]
pub struct InputRequired {
    /// What is asked for, by name; one at least.
    pub requests: Vec<InputRequest>,
    /// What the caller hands back as it is: letters, digits, `-` and `_`, at most 64 KiB. It is sealed and not encrypted: it
    /// says what was answered before.
    pub state: String,
}

impl fmt::Debug for InputRequired {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Never the questions, which may repeat data, nor the state: `Debug` ends up in logs.
        let names: Vec<_> = self.requests.iter().map(InputRequest::name).collect();
        f.debug_struct("InputRequired").field("requests", &names).finish_non_exhaustive()
    }
}
