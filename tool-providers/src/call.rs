//! A call that a model wrote, and the collecting of those of one response. Nothing is admitted here, and nothing runs.

use std::{collections::HashSet, fmt};

use serde_json::Value;

use crate::malformed::{Malformed, Place};

/// One call of a response. It has not been looked at by anybody: the tool may not exist, and the arguments may not fit.
#[derive(Clone)]
pub struct Call {
    id: Option<String>,
    name: String,
    arguments: Option<Value>,
    ticket: Option<String>,
}

impl Call {
    /// Returns the provider's id of the call; nothing where Gemini gave none.
    pub fn id(&self) -> Option<&str> {
        self.id.as_deref()
    }

    /// Returns the name that the model wrote.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the arguments as the provider sent them, if it did: an object, or text that has not been read yet.
    ///
    /// To show a person what will run, use an [`Approval`](tool_core::Approval): it sees the arguments as the tool gets
    /// them. Text can say a name twice, and readers of JSON do not agree on which value counts; that is refused when the
    /// call is made, and not here.
    pub fn arguments(&self) -> Option<&Value> {
        self.arguments.as_ref()
    }

    /// Adds the ticket of an approval of exactly this call.
    #[must_use]
    pub fn with_ticket(mut self, ticket: impl Into<String>) -> Self {
        self.ticket = Some(ticket.into());
        self
    }

    pub(crate) fn ticket(&self) -> Option<&str> {
        self.ticket.as_deref()
    }
}

impl fmt::Debug for Call {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Never the arguments, or words that are in place of a name or an id: `Debug` ends up in logs.
        f.debug_struct("Call")
            .field("id", &self.id.as_deref().map(nameable))
            .field("name", &nameable(&self.name))
            .finish_non_exhaustive()
    }
}

/// Returns a text that can be the name of a tool or the id of a call, and words instead of any other.
fn nameable(text: &str) -> &str {
    // OpenAI's grammar of function names, `^[a-zA-Z0-9_-]{1,64}$`; ids of all providers are of such characters, too.
    let fits = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-');
    if text.len() <= 64 && text.bytes().all(fits) { text } else { "(not a name)" }
}

/// The calls of one response, in order.
#[derive(Default)]
pub(crate) struct Calls<'v> {
    calls: Vec<Call>,
    ids: HashSet<&'v str>,
}

impl<'v> Calls<'v> {
    /// Adds a call. Its result is found by its id, so no two have one.
    pub(crate) fn push(
        &mut self,
        id: Option<&Place<'v>>,
        name: &Place<'v>,
        arguments: Option<&Value>,
    ) -> Result<(), Malformed> {
        if let Some(place) = id {
            let id = place.text()?;
            if id.is_empty() {
                return Err(place.fault("expected the id of the call, found empty text"));
            }
            if !self.ids.insert(id) {
                return Err(place.fault("two calls have this id; each has its own"));
            }
        }
        let id = id.map(Place::text).transpose()?.map(str::to_owned);
        let name = name.text()?.to_owned();
        self.calls.push(Call { id, name, arguments: arguments.cloned(), ticket: None });
        Ok(())
    }

    /// Returns the calls, if a response says of itself that it is whole. What was cut off can look like a call with other
    /// arguments than the model was about to write. One that does not say how it ended is what is there of a stream that
    /// broke off: Gemini, `Candidate.finishReason`, "If empty, the model has not stopped generating the tokens".
    pub(crate) fn of_whole(
        self,
        response: &Place<'_>,
        ended: &str,
        whole: &[&str],
    ) -> Result<Vec<Call>, Malformed> {
        if self.calls.is_empty() {
            return Ok(self.calls);
        }
        let said = response.get(ended)?;
        let said = said.as_ref().map(Place::text).transpose()?;
        if said.is_some_and(|said| whole.contains(&said)) {
            return Ok(self.calls);
        }
        let words: Vec<_> = whole.iter().map(|word| format!("`{word}`")).collect();
        let reason =
            format!("the response may be cut off, so its calls do not run; expected {}", words.join(" or "));
        Err(response.fault_of(ended, reason))
    }
}

/// Returns arguments that are an object, or text that a stream added up to one.
pub(crate) fn object_or_text<'v>(arguments: &Place<'v>) -> Result<&'v Value, Malformed> {
    match arguments.value {
        value @ (Value::Object(_) | Value::String(_)) => Ok(value),
        _ => Err(arguments.expected("an object")),
    }
}
