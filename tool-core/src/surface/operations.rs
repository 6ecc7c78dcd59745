//! Operations as a protocol asks about them that has a form of its own for them. Every question is a call of the tool
//! that answers it for everybody else, so admission, records and owners are the same; nothing here asks the queue.

use std::{sync::Arc, time::Duration};

use serde_json::{Value, json};

use super::Surface;
use crate::{
    Answer, Caller, Content, InputAnswer, Operation, OperationEnd, Reply,
    admission::{self, Question},
    operation::{Asked, NOT_FOUND, OperationQuestion},
    view::{Rendered, View},
};

/// What a surface says about an operation; see [`Surface::operation`].
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum OperationAnswer {
    /// How it stands.
    Operation(Box<Operation>),
    /// There is no such operation for this caller: it never was, it was forgotten, it is somebody else's, or the caller
    /// may not ask. These are one answer.
    Unknown,
    /// The question was not answered, as a call of the tool would not have been.
    Unanswered(Answer),
}

impl Surface {
    /// Returns whether operations can be asked about here at all: there is a queue, and the surface may offer
    /// `wait_for_operation` and `cancel_operation` of [`OperationTools`](crate::OperationTools) to somebody.
    pub fn has_operations(&self) -> bool {
        let view = self.view();
        let ever = |question| {
            let tool = tool(&view, question);
            tool.is_some_and(|tool| admission::ever_offered(view.origin(), tool).is_ok())
        };
        self.queue_is_there() && ever(OperationQuestion::Wait) && ever(OperationQuestion::Cancel)
    }

    /// Returns whether this caller may [ask about](Surface::operation) its operations and
    /// [stop](Surface::cancel_operation) them here: whether it is offered both tools.
    pub fn offers_operations(&self, caller: &Caller) -> bool {
        let offered = |question| self.operation_tool(caller, question).is_some();
        self.queue_is_there() && offered(OperationQuestion::Wait) && offered(OperationQuestion::Cancel)
    }

    /// Returns how an operation of this caller stands, and what came of it: the record itself, for protocols with a form
    /// of their own for operations.
    ///
    /// It is a call of the surface's `wait_for_operation` that does not wait. So a caller that is not offered that tool
    /// knows no operation, the owner is compared each time, and the call is recorded like any other.
    ///
    /// # Examples
    ///
    /// ```
    /// use serde_json::json;
    /// use tool_core::{
    ///     Allow, Answer, Caller, InProcessQueue, Invoker, OperationAnswer, OperationTools, Registry, Surface, tool,
    /// };
    ///
    /// /// Imports notes from a file that was uploaded before.
    /// #[tool(title = "Import notes", exposure = both, effect = additive, kind = operation)]
    /// async fn import_notes() -> u32 {
    ///     412
    /// }
    ///
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), tool_core::BuildErrors> {
    /// let queue = InProcessQueue::builder().build();
    /// let tools = OperationTools::new(queue.clone());
    /// let registry =
    ///     Registry::builder(()).tool(import_notes_tool()).register(tools.wait()).register(tools.cancel()).build()?;
    /// let invoker = Invoker::builder(registry).unlimited().operations(queue).build()?;
    /// let surface = Surface::outside("mcp", &invoker, Allow::exposed()).build()?;
    ///
    /// let request = surface.request(Caller::new("alice"), "import_notes", None);
    /// let Answer::Reply(reply) = surface.call(request).await else { panic!("import_notes is listed") };
    /// let started = reply.operation.expect("the call became an operation");
    ///
    /// let id = started.id.as_str();
    /// let answer = surface.operation(Caller::new("alice"), id).await;
    /// assert!(matches!(answer, OperationAnswer::Operation(operation) if operation.id == started.id));
    /// assert!(matches!(surface.operation(Caller::new("bob"), id).await, OperationAnswer::Unknown));
    /// # Ok(())
    /// # }
    /// ```
    pub async fn operation(&self, caller: Caller, id: &str) -> OperationAnswer {
        self.ask_about(caller, id, OperationQuestion::Wait, Asked::default()).await
    }

    /// Answers what an operation of this caller [asks for](Operation::pending), each answer under the key of its request, and
    /// returns it as it is then. With the last answer its turn comes again. An answer to something else is none, and so is one
    /// that is too large to be looked at.
    ///
    /// It is a call of the surface's `wait_for_operation`, with everything that [`operation`](Surface::operation) says.
    ///
    /// # Examples
    ///
    /// ```
    /// use std::time::Duration;
    ///
    /// use tool_core::{
    ///     Allow, Answer, Caller, Field, InProcessQueue, InputAnswer, InputKind, InputRequest, Inputs, Invoker, OperationAnswer,
    ///     OperationTools, Registry, Surface, ToolError, finished, tool,
    /// };
    ///
    /// /// Deletes all notes. Asks first.
    /// #[tool(title = "Delete all notes", exposure = both, effect = destructive, kind = operation)]
    /// async fn delete_all(#[context] inputs: Inputs) -> Result<bool, ToolError> {
    ///     let sure = InputRequest::form("sure", "Delete 3 notes?").with_field(Field::boolean("delete"));
    ///     Ok(inputs.ask(&sure)?.confirms("delete"))
    /// }
    ///
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), tool_core::BoxError> {
    /// let queue = InProcessQueue::builder().build();
    /// let tools = OperationTools::new(queue.clone());
    /// let registry =
    ///     Registry::builder(()).tool(delete_all_tool()).register(tools.wait()).register(tools.cancel()).build()?;
    /// let invoker = Invoker::builder(registry).unlimited().operations(queue.clone()).build()?;
    /// let surface = Surface::outside("mcp", &invoker, Allow::exposed()).build()?;
    ///
    /// let alice = Caller::new("alice");
    /// let request = surface.request(alice.clone(), "delete_all", None);
    /// let request = request.with_input_kinds([InputKind::Form]).with_operation_inputs();
    /// let Answer::Reply(reply) = surface.call(request).await else { panic!("it is listed") };
    /// let id = reply.operation.expect("the call became an operation").id;
    ///
    /// let pending = loop {
    ///     let OperationAnswer::Operation(it) = surface.operation(alice.clone(), id.as_str()).await else { panic!("it is hers") };
    ///     if let Some(pending) = it.pending.first() {
    ///         break pending.clone();
    ///     }
    ///     tokio::time::sleep(Duration::from_millis(1)).await;
    /// };
    /// assert_eq!(pending.request.message(), "Delete 3 notes?");
    ///
    /// let yes = InputAnswer::accepted([("delete", true)]);
    /// surface.answer_operation(alice, id.as_str(), [(pending.key, yes)]).await;
    /// let ended = finished(&queue, "alice", &id).await?.expect("it is kept");
    /// assert_eq!(ended.end.expect("it has ended").reply().text(), r#"{"result":true}"#);
    /// # Ok(())
    /// # }
    /// ```
    pub async fn answer_operation(
        &self,
        caller: Caller,
        id: &str,
        answers: impl IntoIterator<Item = (String, InputAnswer)>,
    ) -> OperationAnswer {
        let within = answers.into_iter().filter_map(|(key, mut answer)| {
            admission::within_bounds(&mut answer).is_ok().then_some((key, answer))
        });
        let asked = Asked::with_inputs(within.collect());
        self.ask_about(caller, id, OperationQuestion::Wait, asked).await
    }

    /// Stops an operation of this caller, and returns it as it is then. It is a call of the surface's
    /// `cancel_operation`, with everything that [`operation`](Surface::operation) says.
    pub async fn cancel_operation(&self, caller: Caller, id: &str) -> OperationAnswer {
        self.ask_about(caller, id, OperationQuestion::Cancel, Asked::default()).await
    }

    /// Returns for how long an operation that has finished can be asked about, where its queue says so.
    pub fn operation_retention(&self) -> Option<Duration> {
        self.0.invoker.policies().operations.as_ref()?.retention()
    }

    async fn ask_about(
        &self,
        caller: Caller,
        id: &str,
        question: OperationQuestion,
        asked: Asked,
    ) -> OperationAnswer {
        let Some(name) = self.operation_tool(&caller, question) else { return OperationAnswer::Unknown };
        let request = self.request(caller, name, Some(json!({ "operation": id })));
        let answer = self.call(request.with_extension(asked.clone())).await;
        // First: how the tool's own answer is worded, or that it is too long, is no matter here.
        if let Some(operation) = asked.into_answer() {
            return OperationAnswer::Operation(Box::new(operation));
        }
        match answer {
            // The tool has the name and is another one: it cannot tell of operations in this form.
            Answer::Reply(reply) if !reply.is_error() => OperationAnswer::Unknown,
            Answer::Reply(reply) if reply.code.as_deref() == Some(NOT_FOUND) => OperationAnswer::Unknown,
            Answer::UnknownTool => OperationAnswer::Unknown,
            answer => OperationAnswer::Unanswered(answer),
        }
    }

    /// Returns the public name of the tool that answers a question about operations, if this caller is offered it.
    pub(super) fn operation_tool(&self, caller: &Caller, question: OperationQuestion) -> Option<String> {
        let (view, policies) = (self.view(), self.0.invoker.policies());
        let tool = tool(&view, question)?;
        let may_use = Question { policies, origin: view.origin(), caller, tool, undoing: false };
        admission::gate(&may_use).is_ok().then(|| tool.listed.name.clone())
    }

    fn queue_is_there(&self) -> bool {
        self.0.invoker.policies().operations.is_some()
    }
}

impl OperationEnd {
    /// Returns what the call would have been answered with, had it waited: the result, or why there is none.
    ///
    /// # Examples
    ///
    /// ```
    /// use serde_json::json;
    /// use tool_core::OperationEnd;
    ///
    /// let written = json!({ "state": "succeeded", "result": { "notes": 412 } });
    /// let end: OperationEnd = serde_json::from_value(written).unwrap();
    /// assert_eq!(end.reply().text(), r#"{"notes":412}"#);
    /// assert_eq!(OperationEnd::cancelled().reply().text(), "cancelled: it was cancelled before it began");
    /// ```
    pub fn reply(&self) -> Reply {
        let text = self.text.as_deref().unwrap_or_default();
        match (&self.code, &self.result) {
            (Some(code), _) => Reply::error(code.clone().into(), text),
            (None, Some(result)) => {
                let text = Content::Text(Value::from(result.clone()).to_string());
                let content = [text].into_iter().chain(self.blocks.iter().cloned()).collect();
                Reply { content, structured: Some(result.clone()), ..Reply::default() }
            }
            (None, None) => {
                let text = self.text.clone().map(Content::Text);
                let content = text.into_iter().chain(self.blocks.iter().cloned()).collect();
                Reply { content, ..Reply::default() }
            }
        }
    }
}

/// Returns the tool that answers a question about operations, whoever may use it.
fn tool(view: &View, question: OperationQuestion) -> Option<&Rendered> {
    view.iter().map(Arc::as_ref).find(|tool| question.is_answered_by(&tool.entry))
}
