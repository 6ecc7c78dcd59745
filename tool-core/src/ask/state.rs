//! What the state of a call says: which round it is of, what was asked in it, and what was answered before. How it is
//! proven is `seal`.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{Asked, InputAnswer, MOST_ROUNDS, Returned, returned::Kinds};

/// What was answered, by the name of the request, with the digest of the question.
pub(crate) type Answers = BTreeMap<String, (String, InputAnswer)>;

#[derive(Serialize, Deserialize)]
struct Said<A> {
    round: u8,
    /// The digest of each question that this round asks, by its name.
    asked: BTreeMap<String, String>,
    answers: A,
    /// The request for approval that the person was asked about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    approval: Option<String>,
}

/// Writes what must be known when the call is made again.
pub(super) fn body(asked: &Asked) -> Vec<u8> {
    let Asked { round, requests, approval, .. } = asked;
    let digests: BTreeMap<_, _> =
        requests.iter().map(|request| (request.name().to_owned(), request.digest())).collect();
    let kept = round.opened.answers.iter().filter(|(name, _)| !digests.contains_key(*name));
    let answers: BTreeMap<_, _> = kept.collect();
    let approval = approval.clone().or_else(|| round.opened.approval.clone());
    let said = Said { round: round.opened.rounds + 1, asked: digests, answers, approval };
    // Maps with text for keys cannot fail to be written.
    serde_json::to_vec(&said).unwrap_or_default()
}

/// What is known of the rounds before, proven.
#[derive(Clone)]
pub(crate) struct Opened {
    pub(crate) kinds: Kinds,
    /// How often the call was answered with input requests.
    pub(crate) rounds: u8,
    pub(crate) answers: Answers,
    /// The request for approval that a person was asked about.
    pub(crate) approval: Option<String>,
    /// Whether a test answers, whatever exactly is asked under a name.
    pub(crate) lent: bool,
}

impl Opened {
    /// Of a call that nothing was asked for yet.
    pub(crate) fn first(kinds: Kinds) -> Self {
        Self { kinds, rounds: 0, answers: Answers::new(), approval: None, lent: false }
    }

    /// Reads a body that was made here. Of what the caller answers, that counts which was asked.
    pub(super) fn read(body: &[u8], mut returned: Returned) -> Option<Self> {
        let said: Said<Answers> = serde_json::from_slice(body).ok()?;
        let Said { round, mut asked, mut answers, approval } = said;
        for (name, answer) in std::mem::take(&mut returned.answers) {
            if let Some(digest) = asked.remove(&name) {
                answers.insert(name, (digest, answer));
            }
        }
        Some(Self { kinds: returned.kinds, rounds: round, answers, approval, lent: false })
    }

    /// Returns whether it may be asked for something once more.
    pub(crate) fn may_ask(&self) -> bool {
        self.rounds < MOST_ROUNDS
    }
}
