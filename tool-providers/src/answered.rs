//! How a call of a model ended: typed for the host, and in words for the model. How a provider is shown them is `shown`.

use std::{borrow::Cow, fmt, time::Duration};

use tool_core::{Answer, Outcome, Refusal, Reply};

use crate::Call;

/// A call and how it ended. Every call of a response has one, because providers refuse a conversation without.
#[must_use = "the provider refuses the next request without a result for each call; hand it to `Turn::write`"]
pub struct Answered {
    call: Call,
    ending: Ending,
}

enum Ending {
    Answer(Answer),
    /// The host said no before the call was made.
    Declined(Refusal),
    /// Code of the host's panicked outside of a tool.
    Panicked,
}

impl Answered {
    pub(crate) fn new(call: Call, answer: Answer) -> Self {
        Self { call, ending: Ending::Answer(answer) }
    }

    pub(crate) fn panicked(call: Call) -> Self {
        Self { call, ending: Ending::Panicked }
    }

    /// Returns the end of a call that the host does not make, with the reason for the model to read.
    ///
    /// ```text
    /// approval-denied: this call is not approved: the user said no
    /// ```
    pub fn declined(call: Call, reason: impl Into<String>) -> Self {
        Self { call, ending: Ending::Declined(Refusal::ApprovalDenied { reason: reason.into() }) }
    }

    /// Returns the call.
    pub fn call(&self) -> &Call {
        &self.call
    }

    /// Returns the surface's answer; nothing where the call never got to the surface's end.
    pub fn answer(&self) -> Option<&Answer> {
        match &self.ending {
            Ending::Answer(answer) => Some(answer),
            Ending::Declined(_) | Ending::Panicked => None,
        }
    }

    /// Returns the stable code of what went wrong; nothing when the call succeeded.
    pub fn code(&self) -> Option<Cow<'_, str>> {
        match &self.ending {
            Ending::Answer(Answer::Reply(reply)) => reply.code.as_deref().map(Cow::Borrowed),
            _ => Some(self.words().0),
        }
    }

    /// Returns whether there is no result.
    pub fn is_error(&self) -> bool {
        self.code().is_some()
    }

    /// Returns how long to wait before the call is made again, where waiting helps.
    pub fn retry_after(&self) -> Option<Duration> {
        self.reply().and_then(|reply| reply.retry_after)
    }

    /// Returns what the host makes a ticket of when somebody approves the call. It is not for the model, and is not in
    /// the result that the model reads.
    pub fn approval_request(&self) -> Option<&str> {
        self.reply().and_then(|reply| reply.approval_request.as_deref())
    }

    pub(crate) fn reply(&self) -> Option<&Reply> {
        match &self.ending {
            Ending::Answer(Answer::Reply(reply)) => Some(reply),
            _ => None,
        }
    }

    /// Returns the code and the message of what is no reply.
    pub(crate) fn words(&self) -> (Cow<'static, str>, Cow<'static, str>) {
        match &self.ending {
            Ending::Answer(Answer::Cancelled) => cancelled(),
            Ending::Answer(Answer::UnknownTool) => refused(&Refusal::UnknownTool),
            Ending::Answer(Answer::Failure(failure)) => internal(format!(
                "the call could not be decided; its operator can find the cause under correlation id {}",
                failure.correlation()
            )),
            Ending::Declined(refusal) => refused(refusal),
            Ending::Answer(_) | Ending::Panicked => {
                internal("the call failed; its operator can find the cause in the log")
            }
        }
    }
}

fn refused(refusal: &Refusal) -> (Cow<'static, str>, Cow<'static, str>) {
    (refusal.code().into(), refusal.to_string().into())
}

fn internal(message: impl Into<Cow<'static, str>>) -> (Cow<'static, str>, Cow<'static, str>) {
    ("internal".into(), message.into())
}

/// What a tool reads whose nested call was cancelled.
fn cancelled() -> (Cow<'static, str>, Cow<'static, str>) {
    match Outcome::Cancelled.into_result() {
        Err(error) => (error.code().to_owned().into(), error.message().into_owned().into()),
        Ok(_) => internal("the call failed; its operator can find the cause in the log"),
    }
}

impl fmt::Debug for Answered {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Never what it says: `Debug` ends up in logs.
        f.debug_struct("Answered")
            .field("call", &self.call)
            .field("code", &self.code())
            .finish_non_exhaustive()
    }
}
