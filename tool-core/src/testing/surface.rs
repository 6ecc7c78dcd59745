//! A surface in a test: the same admission, the same rendering, less to write.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use crate::{
    Answer, Caller, Content, InputAnswer, InputKind, InputRequired, Operation, OperationAnswer, OperationId,
    OperationQueue, Outcome, Reply, Request, Surface, Target, reply, surface::added,
};

/// A surface with a caller and a target in mind.
///
/// # Examples
///
/// ```
/// use serde_json::json;
/// use tool_core::{Allow, Invoker, Registry, Surface, testing::TestSurface, tool};
///
/// /// Repeats a text.
/// #[tool(title = "Echo", exposure = both, effect = read_only)]
/// fn echo(
///     /// The text.
///     text: String,
/// ) -> String {
///     text
/// }
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), tool_core::BuildErrors> {
/// let invoker = Invoker::builder(Registry::builder(()).tool(echo_tool()).build()?).unlimited().build()?;
/// let surface = Surface::outside("test", &invoker, Allow::exposed()).build()?;
///
/// let alice = TestSurface::new(&surface).as_caller("alice");
/// assert_eq!(alice.call("echo", json!({ "text": "hi" })).await.text(), "hi");
/// assert_eq!(alice.call("echo", json!({})).await.code().as_deref(), Some("invalid-arguments"));
/// assert_eq!(alice.call("shout", json!({})).await.code().as_deref(), Some("unknown-tool"));
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug)]
pub struct TestSurface {
    surface: Surface,
    caller: Caller,
    target: Option<String>,
    answers: BTreeMap<String, InputAnswer>,
}

impl TestSurface {
    /// Returns a test's view of a surface; its caller is `test` until one is named.
    pub fn new(surface: &Surface) -> Self {
        Self { surface: surface.clone(), caller: Caller::new("test"), target: None, answers: BTreeMap::new() }
    }

    /// Calls as a caller of this id, without scopes and extensions.
    #[must_use]
    pub fn as_caller(self, id: &str) -> Self {
        self.with_caller(Caller::new(id))
    }

    /// Calls as this caller.
    #[must_use]
    pub fn with_caller(mut self, caller: Caller) -> Self {
        self.caller = caller;
        self
    }

    /// Makes each call about this target, in the way in which the surface takes it.
    #[must_use]
    pub fn target(mut self, id: &str) -> Self {
        self.target = Some(id.to_owned());
        self
    }

    /// Answers whatever is asked under this name, in every round, as the person at a client would. A caller of whom a test
    /// says no answer cannot be asked for anything.
    ///
    /// A request of another name stays unanswered, and ends the call: see [`TestAnswer::input_required`].
    ///
    /// An operation that a call becomes is answered by [`finished`](Self::finished).
    ///
    /// # Examples
    ///
    /// ```
    /// use serde_json::json;
    /// use tool_core::{
    ///     Allow, Field, InputAnswer, InputRequest, Inputs, Invoker, Registry, Surface, ToolError, testing::TestSurface, tool,
    /// };
    ///
    /// /// Clears everything.
    /// #[tool(title = "Clear", exposure = both, effect = destructive)]
    /// fn clear(#[context] inputs: Inputs) -> Result<bool, ToolError> {
    ///     let sure = InputRequest::form("sure", "Delete 3 notes?").with_field(Field::boolean("delete"));
    ///     Ok(inputs.ask(&sure)?.confirms("delete"))
    /// }
    ///
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), tool_core::BuildErrors> {
    /// let invoker = Invoker::builder(Registry::builder(()).tool(clear_tool()).build()?).unlimited().build()?;
    /// let surface = Surface::outside("test", &invoker, Allow::exposed()).build()?;
    ///
    /// let agrees = TestSurface::new(&surface).with_answer("sure", InputAnswer::accepted([("delete", true)]));
    /// assert_eq!(agrees.call("clear", json!({})).await.structured()["result"], true);
    /// let declines = TestSurface::new(&surface).with_answer("sure", InputAnswer::Declined);
    /// assert_eq!(declines.call("clear", json!({})).await.structured()["result"], false);
    ///
    /// let nobody = TestSurface::new(&surface).call("clear", json!({})).await;
    /// assert_eq!(nobody.code().as_deref(), Some("input-unavailable"));
    /// let waits = TestSurface::new(&surface).with_answer("other", InputAnswer::Declined).call("clear", json!({})).await;
    /// assert_eq!(waits.input_required().requests[0].message(), "Delete 3 notes?");
    /// # Ok(())
    /// # }
    /// ```
    #[must_use]
    pub fn with_answer(mut self, name: &str, answer: InputAnswer) -> Self {
        self.answers.insert(name.to_owned(), answer);
        self
    }

    /// Returns the public names that the caller is offered, in order.
    pub fn names(&self) -> Vec<String> {
        self.surface.catalogue(&self.caller).tools.iter().map(|tool| tool.name.clone()).collect()
    }

    /// Calls a tool by its public name.
    ///
    /// # Panics
    ///
    /// When the tool returns what cannot be sent, such as an integer that hosts would round, or what its output schema does
    /// not promise; the message says where, and never what stands there. Callers read an internal error then, and the log
    /// has the same places when it is asked for failure details. Whether the schema is kept is not looked at in a release
    /// build without `test-util`.
    pub async fn call(&self, name: &str, arguments: Value) -> TestAnswer {
        let mut answer = self.round(self.request(name, arguments.clone())).await;
        while let Some(request) = self.next_round(&answer, name, &arguments) {
            answer = self.round(request).await;
        }
        answer
    }

    /// Waits for the end of the operation that a call became, and returns what the call would have been answered with, had it
    /// waited. What the operation asks is answered as [`with_answer`](Self::with_answer) says, through the surface's own
    /// `wait_for_operation`.
    ///
    /// The [cause](TestAnswer::cause) of an internal error is there as it is after a call.
    ///
    /// # Examples
    ///
    /// ```
    /// use serde_json::json;
    /// use tool_core::{
    ///     Allow, Field, InProcessQueue, InputAnswer, InputRequest, Inputs, Invoker, OperationTools, Registry, Surface, ToolError,
    ///     testing::TestSurface, tool,
    /// };
    ///
    /// /// Imports notes. Asks first.
    /// #[tool(title = "Import notes", exposure = both, effect = additive, kind = operation)]
    /// async fn import_notes(#[context] inputs: Inputs) -> Result<u32, ToolError> {
    ///     let sure = InputRequest::form("sure", "Import 412 notes?").with_field(Field::boolean("import"));
    ///     if inputs.ask(&sure)?.confirms("import") { Ok(412) } else { Err(ToolError::internal("no such file: notes.zip")) }
    /// }
    ///
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), tool_core::BuildErrors> {
    /// let queue = InProcessQueue::builder().build();
    /// let tools = OperationTools::new(queue.clone());
    /// let registry = Registry::builder(()).tool(import_notes_tool()).register(tools.wait()).register(tools.cancel());
    /// let invoker = Invoker::builder(registry.build()?).unlimited().operations(queue).build()?;
    /// let surface = Surface::outside("test", &invoker, Allow::exposed()).build()?;
    ///
    /// let agrees = TestSurface::new(&surface).with_answer("sure", InputAnswer::accepted([("import", true)]));
    /// let started = agrees.call("import_notes", json!({})).await;
    /// assert_eq!(agrees.finished(&started).await.structured()["result"], 412);
    ///
    /// let declines = TestSurface::new(&surface).with_answer("sure", InputAnswer::Declined);
    /// let started = declines.call("import_notes", json!({})).await;
    /// let ended = declines.finished(&started).await;
    /// assert_eq!(ended.code().as_deref(), Some("internal"));
    /// assert_eq!(ended.cause(), Some("no such file: notes.zip"));
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Panics
    ///
    /// When the call became no operation of this caller, and when the operation asks for something that has no answer here.
    pub async fn finished(&self, started: &TestAnswer) -> TestAnswer {
        let policies = self.surface.invoker().policies();
        let reply = started.reply();
        let Some(operation) = &reply.operation else {
            panic!("the call became no operation; it was answered with: {}", reply.text())
        };
        let id = &operation.id;
        let queue = policies.operations.as_deref().expect("the invoker has a queue of operations");
        let mut changes = queue.subscribe(self.caller.id(), id).await.expect("the queue tells of changes");
        let end = loop {
            let operation = self.operation(queue, id).await;
            if let Some(end) = operation.end {
                break end;
            }
            if operation.pending.is_empty() {
                changes.changed().await;
            } else {
                self.answer(&operation).await;
            }
        };
        let reply = end.reply();
        let cause = reply.is_error().then(|| policies.causes.behind(&reply.text())).flatten();
        TestAnswer { answer: Answer::Reply(reply), cause }
    }

    async fn operation(&self, queue: &dyn OperationQueue, id: &OperationId) -> Operation {
        let found = queue.get(self.caller.id(), id).await.expect("the queue can be asked");
        found.expect("the operation is the caller's, and the queue keeps it still")
    }

    /// Answers everything that an operation waits for.
    async fn answer(&self, operation: &Operation) {
        let answers = operation.pending.iter().map(|pending| {
            let name = pending.request.name();
            let answer = self.answers.get(name);
            let answer = answer.unwrap_or_else(|| {
                panic!("the operation asks for `{name}`; write with_answer({name:?}, ..)")
            });
            (pending.key.clone(), answer.clone())
        });
        let answers: Vec<_> = answers.collect();
        match self.surface.answer_operation(self.caller.clone(), operation.id.as_str(), answers).await {
            OperationAnswer::Operation(now) => {
                let waits = |key: &str| now.pending.iter().any(|pending| pending.key == key);
                let left = operation.pending.iter().find(|pending| waits(&pending.key));
                assert!(left.is_none(), "the queue did not take the answer to {left:?}");
            }
            OperationAnswer::Unknown => {
                panic!(
                    "the caller cannot answer: it is offered no `wait_for_operation`; register OperationTools::wait()"
                )
            }
            OperationAnswer::Unanswered(answer) => panic!("the answer was not taken: {answer:?}"),
        }
    }

    /// Makes the request of the next round, if everything that was asked for has an answer.
    fn next_round(&self, answer: &TestAnswer, name: &str, arguments: &Value) -> Option<Request> {
        let Answer::InputRequired(required) = &answer.answer else { return None };
        let request = self.request(name, arguments.clone()).with_input_state(&required.state);
        required.requests.iter().try_fold(request, |request, asked| {
            let answer = self.answers.get(asked.name())?.clone();
            Some(request.with_input_answer(asked.name(), answer))
        })
    }

    async fn round(&self, request: Request) -> TestAnswer {
        let mut asked = self.surface.asked(&request);
        let view = self.surface.view();
        let (outcome, tool) = self.surface.outcome(&view, request).await;
        if let Some(asked) = &mut asked {
            self.surface.add_footer(asked, &outcome).await;
        }
        let cause = match &outcome {
            Outcome::Failed(error) => error.detail().map(|(_, detail)| detail.to_owned()),
            Outcome::Failure(failure) => {
                self.surface.invoker().policies().causes.behind(&failure.correlation())
            }
            _ => None,
        };
        let answer = reply::answer(outcome, tool, added(asked.as_deref()), |tool, unsendable| {
            if let Some(defect) = unsendable.defect() {
                panic!("`{tool}` {defect}");
            }
            unsendable.logged(self.surface.invoker().policies(), tool)
        });
        TestAnswer { answer, cause }
    }

    /// Makes the request of such a call.
    pub(crate) fn request(&self, name: &str, arguments: Value) -> Request {
        let arguments = self.about_target(name, arguments);
        let request = self.surface.request(self.caller.clone(), name, Some(arguments));
        let request = if self.answers.is_empty() {
            request.with_input_kinds([])
        } else {
            request.with_input_kinds(InputKind::ALL).with_operation_inputs()
        };
        match (&self.target, self.surface.view().get(name)) {
            (Some(id), Some(tool)) if tool.target_argument.is_none() => match &tool.entry.host().target {
                Some(kind) => request.with_target(Target::new(kind, id)),
                None => request,
            },
            _ => request,
        }
    }

    /// Returns arguments that name the target, where the surface takes it as an argument.
    pub(crate) fn about_target(&self, name: &str, mut arguments: Value) -> Value {
        if let Some(id) = &self.target
            && let Some(tool) = self.surface.view().get(name)
            && let (Some(argument), Value::Object(fields)) = (&tool.target_argument, &mut arguments)
        {
            fields.insert(argument.clone(), id.as_str().into());
        }
        arguments
    }
}

/// An answer with what tests ask of it.
///
/// # Examples
///
/// ```
/// use serde_json::json;
/// use tool_core::{Allow, Invoker, Registry, Surface, ToolError, testing::TestSurface, tool};
///
/// /// Counts notes.
/// #[tool(title = "Count notes", exposure = both, effect = read_only)]
/// fn count_notes() -> Result<u32, ToolError> {
///     Err(ToolError::internal("no such table: notes"))
/// }
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), tool_core::BuildErrors> {
/// let invoker = Invoker::builder(Registry::builder(()).tool(count_notes_tool()).build()?).unlimited().build()?;
/// let surface = Surface::outside("test", &invoker, Allow::exposed()).build()?;
/// let answer = TestSurface::new(&surface).call("count_notes", json!({})).await;
/// assert_eq!(answer.code().as_deref(), Some("internal"));
/// assert_eq!(answer.cause(), Some("no such table: notes"));
/// assert!(!answer.text().contains("table"), "the caller reads a correlation id");
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug)]
pub struct TestAnswer {
    answer: Answer,
    cause: Option<String>,
}

impl TestAnswer {
    /// Returns the answer as the surface gave it.
    pub fn answer(&self) -> &Answer {
        &self.answer
    }

    /// Returns what is behind an internal error, which callers and, unless it is asked for, logs never read.
    ///
    /// That of an operation is in the answer of [`TestSurface::finished`].
    pub fn cause(&self) -> Option<&str> {
        self.cause.as_deref()
    }

    /// Returns the code of a failure or a refusal; `None` when the call succeeded.
    pub fn code(&self) -> Option<String> {
        match &self.answer {
            Answer::Cancelled => Some("cancelled".into()),
            Answer::Failure(_) => Some("failure".into()),
            Answer::InputRequired(_) => Some("input-required".into()),
            Answer::InputState(fault) => Some(fault.code().into()),
            Answer::Reply(reply) => reply.code.as_ref().map(ToString::to_string),
            Answer::UnknownTool => Some("unknown-tool".into()),
        }
    }

    /// Returns what the call asks for.
    ///
    /// # Panics
    ///
    /// When it asks for nothing.
    #[track_caller]
    pub fn input_required(&self) -> &InputRequired {
        match &self.answer {
            Answer::InputRequired(required) => required,
            other => panic!("expected input requests, found {other:?}"),
        }
    }

    /// Returns the reply.
    ///
    /// # Panics
    ///
    /// When the answer is none.
    #[track_caller]
    pub fn reply(&self) -> &Reply {
        match &self.answer {
            Answer::Reply(reply) => reply,
            other => panic!("expected a reply, found {other:?}"),
        }
    }

    /// Returns the structured result of a call that succeeded.
    ///
    /// # Panics
    ///
    /// When the call did not succeed, or has no structured result; the message shows the reply, and the [cause](Self::cause)
    /// of an internal error.
    #[track_caller]
    pub fn structured(&self) -> &Map<String, Value> {
        let reply = self.reply();
        let cause = self.cause().map(|cause| format!(", because {cause}")).unwrap_or_default();
        assert!(!reply.is_error(), "expected a result, found {}{cause}", reply.text());
        reply.structured.as_ref().expect("the reply has a structured result")
    }

    /// Returns the text of the reply, of a result or of an error.
    ///
    /// # Panics
    ///
    /// When the answer is no reply.
    #[track_caller]
    pub fn text(&self) -> String {
        self.reply().text()
    }

    /// Returns the content blocks of the reply.
    ///
    /// # Panics
    ///
    /// When the answer is no reply.
    #[track_caller]
    pub fn content(&self) -> &[Content] {
        &self.reply().content
    }
}
