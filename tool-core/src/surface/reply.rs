//! An outcome in words: what every protocol of a surface shows. The root of the schema decides the shape, never the value.

use std::{borrow::Cow, fmt, time::Duration};

use serde_json::{Map, Value};

use crate::{
    Content, Outcome, Refusal, ToolError, ToolOutput,
    outcome::{self, Failure},
    schema::{self, OutputForm},
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

/// Words an outcome of a tool whose results have this form; a result that cannot be sent is handed to `unsendable`.
pub(super) fn answer(outcome: Outcome, form: &OutputForm, unsendable: impl FnOnce(&ToolError)) -> Answer {
    match outcome {
        Outcome::Cancelled => Answer::Cancelled,
        Outcome::Completed(output) => match completed(output, form) {
            Ok(reply) => Answer::Reply(reply),
            Err(error) => {
                unsendable(&error);
                failed(&error)
            }
        },
        Outcome::Failed(error) => failed(&error),
        Outcome::Failure(failure) => Answer::Failure(failure),
        Outcome::Indeterminate => {
            Answer::Reply(Reply::error(outcome::INDETERMINATE.into(), outcome::INDETERMINATE_TEXT))
        }
        Outcome::Refused(Refusal::UnknownTool) => Answer::UnknownTool,
        Outcome::Refused(refusal) => Answer::Reply(refused(refusal)),
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

/// Words a result of a tool whose results have this form.
pub(crate) fn completed(output: ToolOutput, form: &OutputForm) -> Result<Reply, ToolError> {
    let (value, content) = output.into_parts();
    let Some(value) = value else { return Ok(Reply { content, ..Reply::default() }) };
    if let Some(place) = schema::rounded(&value) {
        let detail =
            format!("{place} of the result is an integer that hosts would round; return it as a string");
        return Err(ToolError::internal(detail));
    }
    let (text, structured) = match form {
        OutputForm::Nothing => (None, None),
        OutputForm::Structured { schema, wrap } => both(rooted(value, *wrap, schema)),
        OutputForm::Verbatim { .. } => both(value),
        OutputForm::Unstated if value.is_object() => both(value),
        OutputForm::Text | OutputForm::Unstated => (Some(plain(value)), None),
    };
    if structured.is_none() && matches!(form, OutputForm::Structured { .. } | OutputForm::Verbatim { .. }) {
        return Err(ToolError::internal("the result is not the object that the output schema promises"));
    }
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
