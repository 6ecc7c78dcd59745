//! What an operation asks its owner for, and what was answered. When a tool asks, and what fits, is `ask`.

use std::{collections::BTreeMap, fmt};

use serde::{Deserialize, Serialize};

use super::QueuedCall;
use crate::{
    InputAnswer, InputRequest,
    ask::{Answers, Kinds, Opened},
};

/// One thing that an operation waits for; see [`OperationState::InputRequired`](crate::OperationState::InputRequired).
#[derive(Clone, PartialEq)]
#[non_exhaustive]
pub struct PendingInput {
    /// Under which it is answered, and no other request of the operation, before or after.
    pub key: String,
    /// What is asked for.
    pub request: InputRequest,
}

impl fmt::Debug for PendingInput {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Never the question, which may repeat data: `Debug` ends up in logs.
        f.debug_struct("PendingInput").field("key", &self.key).finish_non_exhaustive()
    }
}

/// What the owner of a queued call can be asked for while it runs, and what it has answered so far.
#[derive(Clone, PartialEq, Serialize, Deserialize)]
pub struct QueuedInputs {
    kinds: Kinds,
    rounds: u8,
    answers: Answers,
}

impl QueuedInputs {
    pub(crate) fn first(kinds: Kinds) -> Self {
        Self { kinds, rounds: 0, answers: Answers::new() }
    }

    /// Returns where the call stands when its turn comes.
    pub(crate) fn opened(&self) -> Opened {
        Opened { rounds: self.rounds, answers: self.answers.clone(), ..Opened::first(self.kinds) }
    }
}

impl fmt::Debug for QueuedInputs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Never the answers: `Debug` ends up in logs.
        f.debug_struct("QueuedInputs").field("rounds", &self.rounds).finish_non_exhaustive()
    }
}

impl QueuedCall {
    /// Returns what its operation waits for, when its tool [has asked](crate::OperationRun::Asked) for this.
    ///
    /// A key is the name of the request, and from the second round on it has the number of the round.
    pub fn ask(&mut self, requests: Vec<InputRequest>) -> Vec<PendingInput> {
        let Some(inputs) = &mut self.inputs else { return Vec::new() };
        inputs.rounds += 1;
        let key = |name: &str| match inputs.rounds {
            1 => name.to_owned(),
            round => format!("{name}.{round}"),
        };
        requests.into_iter().map(|request| PendingInput { key: key(request.name()), request }).collect()
    }

    /// Keeps the answers to what is waited for, and takes that out of the list. Any other answer is none to anything.
    pub fn answer(&mut self, pending: &mut Vec<PendingInput>, mut answers: BTreeMap<String, InputAnswer>) {
        let Some(inputs) = &mut self.inputs else { return };
        pending.retain(|PendingInput { key, request }| {
            let Some(answer) = answers.remove(key) else { return true };
            inputs.answers.insert(request.name().to_owned(), (request.digest(), answer));
            false
        });
    }
}

/// Travels with a request whose caller can answer what the operation that it becomes asks for.
pub(crate) struct AnswersOperations;
