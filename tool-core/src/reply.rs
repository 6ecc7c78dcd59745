//! An outcome in words: what every protocol of a surface shows. The root of the schema decides the shape, never the value.

use std::{borrow::Cow, fmt, time::Duration};

use serde_json::{Map, Value};

use crate::{
    ArgumentFaults, Content, Outcome, Refusal, Registered, ToolError, ToolName, ToolOutput,
    admission::Policies,
    outcome::{self, Failure},
    schema::{self, OutputForm, Promised},
};

/// How a surface answers a request.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Answer {
    /// The caller has gone; nobody is to be told.
    Cancelled,
    /// The host could not decide; the caller learns a correlation id, in whatever way its protocol reports defects.
    Failure(Failure),
    /// A result: of the tool, or why there is none.
    Reply(Reply),
    /// No such tool is offered to this caller, in whatever way its protocol says so.
    UnknownTool,
}

/// A result as a surface words it.
#[derive(Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct Reply {
    /// What to read, in order. A structured result is here as text too.
    pub content: Vec<Content>,
    /// The structured result, as the tool's output schema describes it. Never there on an error.
    pub structured: Option<Map<String, Value>>,
    /// The stable code of the failure or the refusal; `None` when the call succeeded.
    pub code: Option<Cow<'static, str>>,
    /// How long to wait before the call is made again, where waiting helps; the text says so too.
    pub retry_after: Option<Duration>,
    /// What the host makes a ticket of when somebody approves the call. For the caller's program, not for the model.
    pub approval_request: Option<String>,
}

impl Reply {
    /// Returns whether the call failed or was refused.
    pub fn is_error(&self) -> bool {
        self.code.is_some()
    }

    /// Returns all text of the reply, blocks separated by line ends.
    pub fn text(&self) -> String {
        let texts = self.content.iter().filter_map(|block| match block {
            Content::Text(text) => Some(text.as_str()),
            _ => None,
        });
        texts.collect::<Vec<_>>().join("\n")
    }

    fn error(code: Cow<'static, str>, message: &str) -> Self {
        Self {
            content: vec![Content::Text(format!("{code}: {message}"))],
            structured: None,
            code: Some(code),
            ..Self::default()
        }
    }
}

impl fmt::Debug for Reply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Never what it says, and never what is to be approved: `Debug` ends up in logs.
        f.debug_struct("Reply")
            .field("code", &self.code)
            .field("blocks", &self.content.len())
            .finish_non_exhaustive()
    }
}

/// A result that the caller does not get, and why.
pub(crate) struct Unsendable {
    error: ToolError,
    misfit: Option<ArgumentFaults>,
}

impl Unsendable {
    fn new(detail: impl fmt::Display) -> Self {
        Self { error: ToolError::internal(detail), misfit: None }
    }

    fn unfit(misfit: ArgumentFaults) -> Self {
        let error = ToolError::internal("the result does not fit the output schema that is advertised");
        Self { error, misfit: Some(misfit) }
    }

    /// Returns where the result is not what the output schema promises, if that is the reason.
    #[cfg(feature = "test-util")]
    pub(crate) fn misfit(&self) -> Option<&ArgumentFaults> {
        self.misfit.as_ref()
    }

    /// Tells the host's log, and returns the error that the caller reads.
    pub(crate) fn logged(self, policies: &Policies, tool: &ToolName) -> ToolError {
        match (&self.misfit, self.error.detail()) {
            (Some(misfit), Some((correlation, _))) => {
                // A place can be the key of a map, which is a part of the result.
                let faults = misfit.to_string().replace('\n', "; ");
                policies.log(tool, correlation, &faults, "a result does not fit its output schema");
            }
            _ => policies.log_error(tool, &self.error, "a result cannot be sent"),
        }
        self.error
    }
}

/// Words an outcome of a tool; a result that cannot be sent is handed to `unsendable`, which returns what is read instead.
pub(crate) fn answer(
    outcome: Outcome,
    tool: Option<&Registered>,
    unsendable: impl FnOnce(&ToolName, Unsendable) -> ToolError,
) -> Answer {
    match (outcome, tool) {
        (Outcome::Cancelled, _) => Answer::Cancelled,
        (Outcome::Completed(output), Some(tool)) => match completed(output, &tool.output) {
            Ok(reply) => Answer::Reply(reply),
            Err(error) => failed(&unsendable(tool.name(), error)),
        },
        (Outcome::Failed(error), _) => failed(&error),
        (Outcome::Failure(failure), _) => Answer::Failure(failure),
        (Outcome::Indeterminate, _) => {
            Answer::Reply(Reply::error(outcome::INDETERMINATE.into(), outcome::INDETERMINATE_TEXT))
        }
        // Nothing completes that no tool is behind.
        (Outcome::Completed(_), None) | (Outcome::Refused(Refusal::UnknownTool), _) => Answer::UnknownTool,
        (Outcome::Refused(refusal), _) => Answer::Reply(refused(refusal)),
    }
}

fn refused(refusal: Refusal) -> Reply {
    let reply = Reply::error(refusal.code().into(), &refusal.to_string());
    let retry_after = refusal.retry_after();
    match refusal {
        Refusal::ApprovalRequired { request, .. } => Reply { approval_request: request, ..reply },
        _ => Reply { retry_after, ..reply },
    }
}

fn failed(error: &ToolError) -> Answer {
    Answer::Reply(Reply::error(error.code().to_owned().into(), &error.message()))
}

/// Words a result of a tool that promised this of its results.
pub(crate) fn completed(output: ToolOutput, promised: &Promised) -> Result<Reply, Unsendable> {
    let (value, content) = output.into_parts();
    let Some(value) = value else { return Ok(Reply { content, ..Reply::default() }) };
    if let Some(place) = schema::rounded(&value) {
        return Err(Unsendable::new(format_args!(
            "{place} of the result is an integer that hosts would round; return it as a string"
        )));
    }
    let form: &OutputForm = promised;
    let value = match form {
        OutputForm::Structured { schema, wrap } => rooted(value, *wrap, schema),
        _ => value,
    };
    if form.advertised().is_some() && !value.is_object() {
        return Err(Unsendable::new("the result is not the object that the output schema promises"));
    }
    if let Some(misfit) = promised.misfit(&value) {
        return Err(Unsendable::unfit(misfit));
    }
    let (text, structured) = match form {
        OutputForm::Nothing => (None, None),
        OutputForm::Structured { .. } | OutputForm::Verbatim { .. } => both(value),
        OutputForm::Unstated if value.is_object() => both(value),
        OutputForm::Text | OutputForm::Unstated => (Some(plain(value)), None),
    };
    let blocks = text.map(Content::Text).into_iter().chain(content).collect();
    Ok(Reply { content: blocks, structured, ..Reply::default() })
}

/// The text and the structured form of one value, which must say the same.
fn both(value: Value) -> (Option<String>, Option<Map<String, Value>>) {
    let text = value.to_string();
    match value {
        Value::Object(root) => (Some(text), Some(root)),
        _ => (Some(text), None),
    }
}

/// Text as it is; anything else as compact JSON.
fn plain(value: Value) -> String {
    match value {
        Value::String(text) => text,
        other => other.to_string(),
    }
}

/// Gives a value the root that its schema promises, without the nulls that the schema leaves out.
fn rooted(value: Value, wrap: Option<&'static str>, schema: &Map<String, Value>) -> Value {
    let mut root = match wrap {
        Some(key) => Value::Object(Map::from_iter([(key.to_owned(), value)])),
        None => value,
    };
    schema::fold_nulls(schema, &mut root);
    root
}
