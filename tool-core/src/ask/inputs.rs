//! Where a running tool asks, and what it is answered. What a call that asked is answered with is `required`.

use std::{fmt, sync::Arc};

use serde_json::Value;

use super::{InputAnswer, InputBody, InputKind, InputRequest, MOST_ROUNDS, Opened};
use crate::{
    ArgumentFaults, CallId, CommitPoint, EffectiveCall, FromCall, ToolCall, ToolError,
    approvals::request::call_bytes,
    schema::{Checker, Written},
};

/// Where a running tool asks for what only the person has. The one without a caller, [`Inputs::default`], asks nobody.
///
/// A tool asks, and goes on when it has the answer. On the first round there is none: [`ask`](Self::ask) returns an error,
/// and a tool that returns it with `?` ends the round. The caller is sent the request, and makes the same call again with
/// the answer. Then the tool runs from its start, `ask` returns what was answered, and it goes on. Nothing of it waits
/// meanwhile, and nothing is kept.
///
/// So what stands before `ask` runs once in each round, and must change nothing. A tool that takes a
/// [`CommitPoint`] is held to that: asking after [`reach`](CommitPoint::reach) is an internal error.
///
/// * An error of `ask` that is not returned asks nobody: the tool goes on without an answer, and its result counts.
/// * An answer is one to exactly the request that was sent. When the tool asks something else under the name, because
///   something has changed meanwhile, it is asked anew.
/// * What a form was filled in with fits the fields when the tool sees it; else the call ends as `invalid-input`.
/// * A call is answered with requests ten times at most, then `ask` fails with `input-too-many-rounds`.
/// * Where nobody can be asked, `ask` fails with `input-unavailable`, and its text names the
///   [argument](InputRequest::or_argument) to send instead. That is so for a client that has not declared that it can answer
///   this kind of request, for a tool that another tool calls, and for an operation
///   whose caller does not [answer those](crate::Request::with_operation_inputs) or whose queue does not
///   [keep them](crate::OperationQueue::keeps_inputs). Over MCP only clients of 2026-07-28 can be asked, and an operation
///   only those that declare tasks, so a tool that all can use names an argument.
///
/// A function takes it with `#[context]`. To its other callers `Inputs::default()` says that they are never asked.
///
/// # Examples
///
/// ```
/// use tool_core::{Field, InputRequest, Inputs, ToolError, tool};
///
/// /// Deletes all notes. Asks first.
/// #[tool(title = "Delete all notes", exposure = both, effect = destructive)]
/// async fn delete_all(
///     #[context] inputs: Inputs,
///     /// Whether the person agreed already.
///     #[serde(default)]
///     confirm: bool,
/// ) -> Result<String, ToolError> {
///     let notes = 3; // Looks, and changes nothing.
///     if !confirm {
///         let request = InputRequest::form("confirm", format!("Delete {notes} notes for ever?"))
///             .with_field(Field::boolean("delete").with_title("Delete them"))
///             .or_argument("confirm");
///         if !inputs.ask(&request)?.confirms("delete") {
///             return Ok("nothing was deleted".to_owned());
///         }
///     }
///     Ok(format!("{notes} notes are gone"))
/// }
///
/// // For callers of the function itself.
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), ToolError> {
/// assert_eq!(delete_all(Inputs::default(), true).await?, "3 notes are gone");
/// assert_eq!(
///     delete_all(Inputs::default(), false).await.unwrap_err().message(),
///     "this call must ask first, and nobody can be asked here: Delete 3 notes for ever? Find out, and call it \
///      again with the argument `confirm`"
/// );
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Default)]
pub struct Inputs(Option<Arc<Round>>);

/// One round of a call that may ask.
pub(crate) struct Round {
    pub(super) call: CallId,
    pub(super) commit: CommitPoint,
    pub(super) opened: Opened,
    pub(super) binding: Binding,
}

/// What a state is for, in bytes.
pub(crate) struct Binding {
    /// Who calls, and where. Invariant: one line.
    pub(super) whose: Vec<u8>,
    /// What is called.
    pub(super) call: Vec<u8>,
}

/// What a tool asks for that has no answer yet.
pub(crate) struct Asked {
    pub(crate) round: Arc<Round>,
    pub(crate) requests: Vec<InputRequest>,
    /// The request for approval that the person is asked about.
    pub(crate) approval: Option<String>,
}

impl Binding {
    pub(crate) fn of(call: &EffectiveCall<'_>, surface: &str) -> serde_json::Result<Self> {
        let whose = serde_json::to_vec(&(call.caller().id(), surface))?;
        Ok(Self { whose, call: call_bytes(call)? })
    }

    /// Of a call that a test lends: nobody brings back what it is answered with.
    pub(crate) fn lent() -> Self {
        Self { whose: Vec::new(), call: Vec::new() }
    }
}

impl Round {
    pub(crate) fn new(call: CallId, commit: CommitPoint, opened: Opened, binding: Binding) -> Self {
        Self { call, commit, opened, binding }
    }

    fn answer(&self, request: &InputRequest) -> Option<&InputAnswer> {
        let (question, answer) = self.opened.answers.get(request.name())?;
        (self.opened.lent || *question == request.digest()).then_some(answer)
    }
}

impl Asked {
    /// Returns whether it is what this call asks.
    pub(crate) fn is_of(&self, call: CallId) -> bool {
        self.round.call == call
    }
}

impl Inputs {
    pub(crate) fn of(round: Round) -> Self {
        Self(Some(Arc::new(round)))
    }

    /// Returns whether the caller can be asked for this kind of thing, for a tool that can do with another one.
    pub fn can_ask(&self, kind: InputKind) -> bool {
        self.0.as_ref().is_some_and(|round| round.opened.kinds.has(kind))
    }

    /// Returns the answer to a request, or the error that asks for it.
    ///
    /// # Errors
    ///
    /// To be returned with `?`: `input-required` when there is no answer yet; `input-unavailable` when there cannot be one;
    /// `invalid-input` when it does not fit; `input-too-many-rounds`; and an internal error for a request that cannot be
    /// sent to anybody.
    pub fn ask(&self, request: &InputRequest) -> Result<InputAnswer, ToolError> {
        self.ask_all([request]).map(|[answer]| answer)
    }

    /// Returns the answers to several requests, or the error that asks for those that are missing, all at once.
    ///
    /// # Errors
    ///
    /// As [`ask`](Self::ask).
    pub fn ask_all<const N: usize>(
        &self,
        requests: [&InputRequest; N],
    ) -> Result<[InputAnswer; N], ToolError> {
        sendable(&requests)?;
        let mut answers = Vec::with_capacity(N);
        let mut missing = Vec::new();
        for request in requests {
            match self.0.as_ref().and_then(|round| round.answer(request)) {
                Some(answer) => answers.push(fitting(request, answer)?),
                None => missing.push(request),
            }
        }
        answers.try_into().map_err(|_| self.error(&missing))
    }

    /// Returns the error that asks for something although it was answered: what a person agreed to do elsewhere has not
    /// been done, or what was answered is not good enough. To be returned.
    ///
    /// # Examples
    ///
    /// ```
    /// # use tool_core::{InputRequest, Inputs, ToolError};
    /// # fn key_of(_: &str) -> Option<String> { None }
    /// fn key(inputs: &Inputs, user: &str) -> Result<String, ToolError> {
    ///     let visit = InputRequest::url("key", "The key of your account is needed.", "https://notes.example.com/key");
    ///     match key_of(user) {
    ///         Some(key) => Ok(key),
    ///         None => {
    ///             inputs.ask(&visit)?.into_content()?;
    ///             Err(inputs.ask_again(&visit))
    ///         }
    ///     }
    /// }
    /// ```
    pub fn ask_again(&self, request: &InputRequest) -> ToolError {
        match sendable(&[request]) {
            Ok(()) => self.error(&[request]),
            Err(error) => error,
        }
    }

    fn error(&self, missing: &[&InputRequest]) -> ToolError {
        let unavailable = missing.iter().find(|request| !self.can_ask(request.kind()));
        let Some(round) = self.0.as_ref().filter(|_| unavailable.is_none()) else {
            let states = self.0.as_ref().is_some_and(|round| round.opened.kinds.are_stated());
            // There is one: without a caller, none can be asked.
            return missing.first().map_or_else(
                || ToolError::internal("a tool asked for nothing"),
                |first| unavailable_error(unavailable.unwrap_or(first), states),
            );
        };
        if round.commit.is_reached() {
            return ToolError::internal(
                "a tool asked after its commit point; it must ask before it changes something",
            );
        }
        if !round.opened.may_ask() {
            return ToolError::new(
                "input-too-many-rounds",
                format!("this call has asked {MOST_ROUNDS} times, and still needs an answer; begin anew"),
            );
        }
        let requests = missing.iter().map(|request| (*request).clone()).collect();
        ToolError::asking(Asked { round: Arc::clone(round), requests, approval: None })
    }
}

/// `states` is whether the caller says what it can answer, so that it helps to say more.
fn unavailable_error(request: &InputRequest, states: bool) -> ToolError {
    let what = match request.message() {
        "" => "which folders there are.",
        message => message,
    };
    let instead = match request.argument() {
        Some(argument) => format!("Find out, and call it again with the argument `{argument}`"),
        None => "Call it from a client that can be asked".to_owned(),
    };
    let lacks = (states && request.argument().is_none()).then(|| request.kind());
    ToolError::unaskable(
        format!("this call must ask first, and nobody can be asked here: {what} {instead}"),
        lacks,
    )
}

/// Refuses what whoever wrote the tool must mend.
fn sendable(requests: &[&InputRequest]) -> Result<(), ToolError> {
    for (index, request) in requests.iter().enumerate() {
        let is_twice = || {
            let is_taken = requests[..index].iter().any(|before| before.name() == request.name());
            is_taken.then(|| "another one that is asked with it has its name".to_owned())
        };
        if let Some(fault) = request.fault().or_else(is_twice) {
            let name = request.name();
            return Err(ToolError::internal(format_args!(
                "the input request `{name}` cannot be sent: {fault}"
            )));
        }
    }
    Ok(())
}

/// Returns an answer that is one to the request, with what was asked for and nothing else.
fn fitting(request: &InputRequest, answer: &InputAnswer) -> Result<InputAnswer, ToolError> {
    let is_of_kind = match (request.body(), answer) {
        (_, InputAnswer::Cancelled | InputAnswer::Declined) => true,
        (InputBody::Form { .. } | InputBody::Url { .. }, answer) => {
            matches!(answer, InputAnswer::Accepted(_))
        }
        (_, answer) => matches!(answer, InputAnswer::Returned(_)),
    };
    let name = request.name();
    if !is_of_kind {
        let message = format!("the answer to `{name}` is not one to that kind of request");
        return Err(ToolError::new("invalid-input", message));
    }
    match (request.body(), answer) {
        (InputBody::Form { fields }, InputAnswer::Accepted(content)) => {
            let asked = |(key, _): &(&String, &Value)| fields.iter().any(|field| field.name() == *key);
            let known = content.iter().filter(asked).map(|(key, value)| (key.clone(), value.clone()));
            let mut filled = Value::Object(known.collect());
            let checker = Checker::compile_as(&InputRequest::schema(fields), Written::Verbatim);
            let checker = checker.map_err(|fault| {
                ToolError::internal(format_args!("the form `{name}` cannot be checked: {}", fault.message))
            })?;
            checker.tidy(&mut filled);
            if !checker.is_valid(&filled) {
                return Err(invalid_input(name, &checker.faults(&filled)));
            }
            let Value::Object(content) = filled else { unreachable!("it was made as an object") };
            Ok(InputAnswer::Accepted(content))
        }
        (InputBody::Url { .. }, InputAnswer::Accepted(_)) => {
            Ok(InputAnswer::accepted([("", Value::Null); 0]))
        }
        _ => Ok(answer.clone()),
    }
}

fn invalid_input(name: &str, faults: &ArgumentFaults) -> ToolError {
    ToolError::new("invalid-input", format!("the answer to `{name}` does not fit: {faults}"))
}

#[diagnostic::do_not_recommend]
impl<'a> FromCall<'a> for Inputs {
    fn from_call(call: &'a ToolCall<'a>) -> Result<Self, ToolError> {
        Ok(call.inputs())
    }
}

impl fmt::Debug for Inputs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Never the answers: `Debug` ends up in logs.
        let asked = self.0.as_ref().map(|round| round.opened.rounds);
        f.debug_struct("Inputs").field("rounds", &asked).finish_non_exhaustive()
    }
}
