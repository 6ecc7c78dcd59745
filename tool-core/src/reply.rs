//! An outcome in words: what every protocol of a surface shows. The root of the schema decides the shape, never the value.

use std::{borrow::Cow, fmt, time::Duration};

use serde_json::{Map, Value};

use crate::{
    ArgumentFaults, Content, InputKind, InputRequired, InputStateFault, Operation, Outcome, Refusal,
    ToolError, ToolName, ToolOutput,
    added::Added,
    admission::Policies,
    no_result,
    outcome::{self, Failure},
    result_limit,
    schema::{self, OutputForm, Promised},
    view::Rendered,
};

/// How a surface answers a request.
///
/// # Examples
///
/// ```
/// use serde_json::json;
/// use tool_core::{Allow, Answer, Caller, Invoker, Registry, Surface, tool};
///
/// /// Doubles a number.
/// #[tool(title = "Double", exposure = both, effect = read_only)]
/// fn double(
///     /// The number.
///     n: i32,
/// ) -> i32 {
///     n * 2
/// }
///
/// /// What a protocol of your own might make of it.
/// fn worded(answer: Answer) -> String {
///     match answer {
///         Answer::Reply(reply) => reply.text(),
///         Answer::UnknownTool => "404".to_owned(),
///         Answer::Failure(failure) => format!("500, see {}", failure.correlation()),
///         other => format!("{other:?}"),
///     }
/// }
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), tool_core::BuildErrors> {
/// let invoker = Invoker::builder(Registry::builder(()).tool(double_tool()).build()?).unlimited().build()?;
/// let surface = Surface::outside("mine", &invoker, Allow::exposed()).build()?;
/// let call = async |name: &str| {
///     worded(surface.call(surface.request(Caller::new("alice"), name, Some(json!({ "n": 21 })))).await)
/// };
/// assert_eq!(call("double").await, r#"{"result":42}"#);
/// assert_eq!(call("treble").await, "404");
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Answer {
    /// The caller has gone; nobody is to be told.
    Cancelled,
    /// Something must be answered before the call goes on: it is made again with the answers.
    InputRequired(InputRequired),
    /// What the caller brought back of a call that was answered with input requests is no good, in whatever way its
    /// protocol says so.
    InputState(InputStateFault),
    /// The host could not decide; the caller learns a correlation id, in whatever way its protocol reports defects.
    Failure(Failure),
    /// A result: of the tool, or why there is none.
    Reply(Reply),
    /// No such tool is offered to this caller, in whatever way its protocol says so.
    UnknownTool,
}

/// A result as a surface words it.
///
/// # Examples
///
/// ```
/// use serde_json::json;
/// use tool_core::{Allow, Answer, Caller, Invoker, Registry, Surface, ToolError, tool};
///
/// /// Halves a number.
/// #[tool(title = "Halve", exposure = both, effect = read_only)]
/// fn halve(
///     /// The number.
///     n: i32,
/// ) -> Result<i32, ToolError> {
///     if n % 2 == 0 { Ok(n / 2) } else { Err(ToolError::new("odd", "an odd number has no half; send an even one")) }
/// }
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), tool_core::BuildErrors> {
/// let invoker = Invoker::builder(Registry::builder(()).tool(halve_tool()).build()?).unlimited().build()?;
/// let surface = Surface::outside("mine", &invoker, Allow::exposed()).build()?;
/// let call = async |n: i32| {
///     let request = surface.request(Caller::new("alice"), "halve", Some(json!({ "n": n })));
///     let Answer::Reply(reply) = surface.call(request).await else { panic!("halve is listed") };
///     reply
/// };
/// let good = call(4).await;
/// assert_eq!((good.is_error(), good.structured.unwrap()["result"].as_i64()), (false, Some(2)));
/// let odd = call(3).await;
/// assert_eq!(odd.code.as_deref(), Some("odd"));
/// assert_eq!(odd.text(), "odd: an odd number has no half; send an even one");
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct Reply {
    /// What to read, in order. A structured result is here as text too.
    pub content: Vec<Content>,
    /// The structured result, as the tool's output schema describes it. On an error it is there only when the tool words
    /// its errors itself: [`Tool::without_result`](crate::Tool::without_result).
    pub structured: Option<Map<String, Value>>,
    /// The stable code of the failure or the refusal; `None` when the call succeeded.
    pub code: Option<Cow<'static, str>>,
    /// How long to wait before the call is made again, where waiting helps; the text says so too.
    pub retry_after: Option<Duration>,
    /// What the host makes a ticket of when somebody approves the call. For the caller's program, not for the model.
    pub approval_request: Option<String>,
    /// The operation that the call became, for protocols with a form of their own for operations; see
    /// [`Surface::operation`](crate::Surface::operation). The content says the same.
    pub operation: Option<Box<Operation>>,
    /// What the call needs of its caller, which says that it cannot answer it, where no argument says the same. For
    /// protocols with an error of their own for that; the text says so too.
    pub lacks_input: Option<InputKind>,
    /// What the surface added beside a result that it may not touch, by key, such as `footer`; a text says the same.
    pub meta: Map<String, Value>,
}

impl Reply {
    /// Returns whether the call failed or was refused.
    pub fn is_error(&self) -> bool {
        self.code.is_some()
    }

    /// Returns all text of the reply, blocks separated by line ends.
    pub fn text(&self) -> String {
        let texts = self.content.iter().filter_map(|block| match block.block() {
            Content::Text(text) => Some(text.as_str()),
            _ => None,
        });
        texts.collect::<Vec<_>>().join("\n")
    }

    pub(crate) fn error(code: Cow<'static, str>, message: &str) -> Self {
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

    fn too_long(error: ToolError) -> Self {
        Self { error, misfit: None }
    }

    fn unfit(misfit: ArgumentFaults) -> Self {
        let error = ToolError::internal("the result does not fit the output schema that is advertised");
        Self { error, misfit: Some(misfit) }
    }

    /// Returns what is wrong with the tool, after its name. A result that is too long for one surface is no defect.
    #[cfg(feature = "test-util")]
    pub(crate) fn defect(&self) -> Option<String> {
        match (&self.misfit, self.error.detail()) {
            (Some(misfit), _) => Some(format!(
                "returned what its output schema does not promise; correct the schema, or return what it says:\n{misfit}"
            )),
            (None, Some((_, detail))) => Some(format!("returned what cannot be sent: {detail}")),
            (None, None) => None,
        }
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

/// Words an outcome of a tool, with what the surface adds; a result that cannot be sent is handed to `unsendable`, which
/// returns what is read instead.
pub(crate) fn answer(
    outcome: Outcome,
    tool: Option<&Rendered>,
    added: &Added,
    unsendable: impl FnOnce(&ToolName, Unsendable) -> ToolError,
) -> Answer {
    let faults = no_result::faults(&outcome);
    let mut error = match (outcome, tool) {
        (Outcome::Cancelled, _) => return Answer::Cancelled,
        (Outcome::Completed(mut output), Some(tool)) => {
            let operation = output.take_started(tool.entry.host().kind);
            match completed_with(output, tool, added) {
                Ok(reply) => return Answer::Reply(Reply { operation, ..reply }),
                Err(error) => failed(&unsendable(tool.entry.name(), error)),
            }
        }
        (Outcome::Failed(error), _) => failed(&error),
        (Outcome::Failure(failure), _) => return Answer::Failure(failure),
        (Outcome::InputRequired(required), _) => return Answer::InputRequired(required),
        (Outcome::Refused(Refusal::InputState(fault)), _) => return Answer::InputState(fault),
        (Outcome::Indeterminate, _) => {
            Reply::error(outcome::INDETERMINATE.into(), outcome::INDETERMINATE_TEXT)
        }
        // Nothing completes that no tool is behind.
        (Outcome::Completed(_), None) | (Outcome::Refused(Refusal::UnknownTool), _) => {
            return Answer::UnknownTool;
        }
        (Outcome::Refused(refusal), _) => refused(refusal),
    };
    if let Some(tool) = tool
        && let Some(own) = no_result::own_words(tool, &error, faults.as_ref())
        && let Ok(reply) = completed_with(own, tool, added)
    {
        let Reply { content, structured, meta, .. } = reply;
        return Answer::Reply(Reply { content, structured, meta, ..error });
    }
    added.write_under(&mut error);
    Answer::Reply(error)
}

fn refused(refusal: Refusal) -> Reply {
    let reply = Reply::error(refusal.code().into(), &refusal.to_string());
    let retry_after = refusal.retry_after();
    match refusal {
        Refusal::ApprovalRequired { request, .. } => Reply { approval_request: request, ..reply },
        _ => Reply { retry_after, ..reply },
    }
}

fn failed(error: &ToolError) -> Reply {
    let reply = Reply::error(error.code().to_owned().into(), &error.message());
    Reply { lacks_input: error.lacks(), ..reply }
}

/// Words a result of a tool that promised this of its results.
pub(crate) fn completed(output: ToolOutput, promised: &Promised) -> Result<Reply, Unsendable> {
    worded(output, promised, &[], &Added::default())
}

/// Words a result of a tool with what the surface adds.
pub(crate) fn completed_with(
    output: ToolOutput,
    tool: &Rendered,
    added: &Added,
) -> Result<Reply, Unsendable> {
    worded(output, tool.output(), tool.added_keys(), added)
}

fn worded(
    output: ToolOutput,
    promised: &Promised,
    keys: &[&str],
    added: &Added,
) -> Result<Reply, Unsendable> {
    let (value, content) = output.into_parts();
    let Some(value) = value else {
        if let Some(limit) = &added.limit {
            limit.check(&content).map_err(Unsendable::too_long)?;
        }
        let mut reply = Reply { content, ..Reply::default() };
        added.write_beside(&mut reply);
        return Ok(reply);
    };
    let form: &OutputForm = promised;
    let mut value = match form {
        OutputForm::Structured { schema, wrap } => rooted(value, *wrap, schema),
        _ => value,
    };
    // As callers read it, so that the place is one of their result.
    // A tool that writes the text of a result that is kept as written has it there in full.
    let has_own_text = matches!(form, OutputForm::Verbatim { .. }) && !content.is_empty();
    if let Some(place) = schema::rounded(&value).filter(|_| !has_own_text) {
        return Err(Unsendable::new(format_args!(
            "{place} of the result is an integer that hosts would round; return an identifier as `tool_core::Id<u64>`, and \
             another number as a string"
        )));
    }
    if form.advertised().is_some() && !value.is_object() {
        return Err(Unsendable::new("the result is not the object that the output schema promises"));
    }
    let beside = result_limit::length(&content) + added.length();
    let more = added.limit.as_ref().map(|limit| limit.fit(&mut value, form, beside)).transpose();
    let added = match more.map_err(Unsendable::too_long)?.flatten() {
        None => Cow::Borrowed(added),
        more => Cow::Owned(Added { more, ..added.clone() }),
    };
    let is_inside = write_inside(&mut value, form, keys, &added)?;
    if let Some(misfit) = promised.misfit(&value) {
        return Err(Unsendable::unfit(misfit));
    }
    let (text, structured) = match form {
        OutputForm::Nothing => (None, None),
        OutputForm::Verbatim { .. } if has_own_text => (None, both(value).1),
        OutputForm::Structured { .. } | OutputForm::Verbatim { .. } => both(value),
        OutputForm::Unstated if value.is_object() => both(value),
        OutputForm::Text | OutputForm::Unstated => (Some(plain(value)), None),
    };
    let mut blocks = Vec::with_capacity(content.len() + 1);
    blocks.extend(text.map(Content::Text));
    blocks.extend(content);
    let mut reply = Reply { content: blocks, structured, ..Reply::default() };
    if !is_inside {
        added.write_beside(&mut reply);
    }
    Ok(reply)
}

/// Writes what the surface adds into a result that has room for it, and returns whether it has. These keys of it are the
/// surface's.
fn write_inside(
    value: &mut Value,
    form: &OutputForm,
    keys: &[&str],
    added: &Added,
) -> Result<bool, Unsendable> {
    let Value::Object(root) = value else { return Ok(false) };
    // Whether or not something is added this time: a result that cannot be told from it is found at once.
    if let Some(key) = keys.iter().find(|key| root.contains_key(**key)) {
        return Err(Unsendable::new(format_args!(
            "the result has a `{key}` of its own, which its schema does not declare and the surface adds; rename it"
        )));
    }
    let has_room = match form {
        OutputForm::Structured { .. } => !keys.is_empty(),
        OutputForm::Unstated => added.taken(root).is_none(),
        OutputForm::Nothing | OutputForm::Text | OutputForm::Verbatim { .. } => false,
    };
    if has_room {
        added.write_into(root);
    }
    Ok(has_room)
}

/// The text and the structured form of one value, which must say the same.
fn both(value: Value) -> (Option<String>, Option<Map<String, Value>>) {
    let text = written(&value);
    match value {
        Value::Object(root) => (Some(text), Some(root)),
        _ => (Some(text), None),
    }
}

/// Text as it is; anything else as compact JSON.
fn plain(value: Value) -> String {
    match value {
        Value::String(text) => text,
        other => written(&other),
    }
}

/// Returns a value as compact JSON. `Display` writes the same through a formatter, which takes 2,500 instructions for a result
/// of two fields where bytes take 700.
fn written(value: &Value) -> String {
    // Nothing but a name that is no text could keep a value from being written, and a value has none.
    serde_json::to_string(value).unwrap_or_else(|_| value.to_string())
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
