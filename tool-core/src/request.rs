//! What comes from outside, before admission. Nothing here is trusted but the caller, whom a credential proved.

use std::{fmt, sync::Arc};

use serde_json::Value;
use tokio_util::sync::CancellationToken;

use crate::{
    Caller, InputAnswer, InputKind, Log, Progress, Surface, Target, TraceContext, ask::Returned,
    call::Parent, caller_token::CallerToken, extensions::Extensions, operation::AnswersOperations, profile,
    readable::Purpose, sent::Sent,
};

/// One request to run a tool, through one surface; made by [`Surface::request`](crate::Surface::request).
#[must_use = "a request does nothing until a surface is called with it"]
// Boxed: a request moves through several futures, each of which would be as large as it.
pub struct Request(pub(crate) Box<RequestParts>);

/// What a request consists of.
pub(crate) struct RequestParts {
    pub(crate) surface: Surface,
    pub(crate) caller: Caller,
    pub(crate) name: String,
    pub(crate) arguments: Sent,
    /// The form of the schema that the arguments were written for.
    pub(crate) rendering: Option<Arc<profile::Rendered>>,
    pub(crate) target: Option<Target>,
    pub(crate) cancellation: CallerToken,
    pub(crate) progress: Progress,
    pub(crate) extensions: Extensions,
    /// What somebody's approval of this call was sealed into.
    pub(crate) ticket: Option<String>,
    /// What the caller can be asked for, and what it was asked for before. Boxed: few requests have it.
    pub(crate) returned: Option<Box<Returned>>,
    /// The caller's own name for the call.
    pub(crate) idempotency_key: Option<String>,
    /// Whether `undo_operation` makes it, which has asked whose the operation is.
    pub(crate) undoing: bool,
    pub(crate) trace_context: Option<TraceContext>,
    /// The call whose tool makes this one.
    pub(crate) parent: Option<Parent>,
    /// What is asked for.
    pub(crate) purpose: Purpose,
}

impl Request {
    pub(crate) fn new(surface: Surface, caller: Caller, name: String, arguments: Option<Value>) -> Self {
        Self(Box::new(RequestParts {
            surface,
            caller,
            name,
            arguments: Sent::new(arguments),
            rendering: None,
            target: None,
            cancellation: CallerToken::default(),
            progress: Progress::default(),
            extensions: Extensions::default(),
            ticket: None,
            returned: None,
            idempotency_key: None,
            undoing: false,
            trace_context: None,
            parent: None,
            purpose: Purpose::Tool,
        }))
    }

    /// States the form in which a model was shown the tool's schema, so that [`restore`](profile::Rendered::restore) brings
    /// its arguments back to the tool's own.
    ///
    /// That is done when the arguments have been read and are within their bounds, before anything is checked. It takes
    /// out what only stands for absence, and lets nothing in.
    ///
    /// # Examples
    ///
    /// ```
    /// # use std::sync::Arc;
    /// # use tool_core::{Allow, Answer, Caller, Invoker, Profile, Registry, Surface, tool};
    /// #
    /// # /// Greets somebody.
    /// # #[tool(title = "Greet", exposure = both, effect = read_only)]
    /// # fn greet(
    /// #     /// Whom.
    /// #     name: String,
    /// #     /// How often; once if left out.
    /// #     times: Option<u8>,
    /// # ) -> String {
    /// #     format!("hello {name}").repeat(times.unwrap_or(1).into())
    /// # }
    /// #
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// # let invoker = Invoker::builder(Registry::builder(()).tool(greet_tool()).build()?).unlimited().build()?;
    /// # let surface = Surface::first_party("assistant", &invoker, Allow::exposed()).build()?;
    /// # let alice = Caller::new("alice");
    /// let greet = surface.listed(&alice, "greet").expect("it is offered");
    /// let shown = Profile::OpenAiStrict.render(&serde_json::to_value(&*greet.input_schema)?)?;
    ///
    /// // Every property is required in that form, so the model writes null for one that it leaves out.
    /// let request = surface.request_text(alice, "greet", r#"{ "name": "bob", "times": null }"#);
    /// let Answer::Reply(reply) = surface.call(request.with_rendering(Arc::new(shown))).await else { panic!("offered") };
    /// assert_eq!(reply.text(), "hello bob");
    /// # Ok(())
    /// # }
    /// ```
    pub fn with_rendering(mut self, rendering: Arc<profile::Rendered>) -> Self {
        self.0.rendering = Some(rendering);
        self
    }

    /// Ends the call when this token is cancelled.
    pub fn with_cancellation(mut self, token: CancellationToken) -> Self {
        self.0.cancellation = CallerToken::of(token);
        self
    }

    /// Hands the tool's reports of progress to a listener.
    pub fn with_progress(mut self, progress: Progress) -> Self {
        self.0.progress = progress;
        self
    }

    /// Hands the messages that the tool [writes](crate::Log) to a listener.
    pub fn with_log(self, log: Log) -> Self {
        self.with_extension(log)
    }

    /// Attaches a value of the host's own types, for [`ToolCall::extension`](crate::ToolCall::extension).
    pub fn with_extension<T: Send + Sync + 'static>(mut self, value: T) -> Self {
        self.0.extensions.insert(value);
        self
    }

    /// Adds the ticket of an approval of exactly this call.
    pub fn with_ticket(mut self, ticket: impl Into<String>) -> Self {
        self.0.ticket = Some(ticket.into());
        self
    }

    /// States what the caller can be asked for; without it, nothing. A tool that needs something else is told that nobody
    /// can be asked: see [`Inputs`](crate::Inputs).
    ///
    /// # Examples
    ///
    /// ```
    /// use tool_core::{
    ///     Allow, Answer, Caller, Field, InputAnswer, InputKind, InputRequest, Inputs, Invoker, Registry, Surface, ToolError,
    ///     tool,
    /// };
    ///
    /// /// Greets whoever calls.
    /// #[tool(title = "Greet", exposure = both, effect = read_only)]
    /// fn greet(#[context] inputs: Inputs) -> Result<String, ToolError> {
    ///     let form = InputRequest::form("who", "What is your name?").with_field(Field::text("name"));
    ///     let answer = inputs.ask(&form)?.into_content()?;
    ///     Ok(format!("hello {}", answer["name"].as_str().unwrap_or("you")))
    /// }
    ///
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), tool_core::BuildErrors> {
    /// let invoker = Invoker::builder(Registry::builder(()).tool(greet_tool()).build()?).unlimited().build()?;
    /// let surface = Surface::outside("mcp", &invoker, Allow::exposed()).build()?;
    /// let call = || surface.request(Caller::new("alice"), "greet", None).with_input_kinds([InputKind::Form]);
    ///
    /// let Answer::InputRequired(required) = surface.call(call()).await else { panic!("it asks") };
    /// assert_eq!(required.requests[0].message(), "What is your name?");
    ///
    /// let name = InputAnswer::accepted([("name", "Alice")]);
    /// let again = call().with_input_state(required.state).with_input_answer("who", name);
    /// let Answer::Reply(reply) = surface.call(again).await else { panic!("it has the answer") };
    /// assert_eq!(reply.text(), "hello Alice");
    /// # Ok(())
    /// # }
    /// ```
    pub fn with_input_kinds(mut self, kinds: impl IntoIterator<Item = InputKind>) -> Self {
        let returned = self.returned_mut();
        returned.kinds.state();
        for kind in kinds {
            returned.kinds.insert(kind);
        }
        self
    }

    /// States that the caller also answers what the [operation](crate::Operation::pending) asks for that its call becomes, with
    /// [`Surface::answer_operation`]; without it, an operation can ask nobody.
    pub fn with_operation_inputs(self) -> Self {
        self.with_extension(AnswersOperations)
    }

    /// Adds the state of the [`InputRequired`](crate::InputRequired) that this very call was answered with.
    pub fn with_input_state(mut self, state: impl Into<String>) -> Self {
        self.returned_mut().state = Some(state.into());
        self
    }

    /// Adds what was answered to an input request of this name. Without the state, and under a name that was not asked for,
    /// it is no answer to anything, and is not looked at.
    pub fn with_input_answer(mut self, name: impl Into<String>, answer: InputAnswer) -> Self {
        self.returned_mut().answers.insert(name.into(), answer);
        self
    }

    fn returned_mut(&mut self) -> &mut Returned {
        self.0.returned.get_or_insert_default()
    }

    /// States the caller's own name for the call, so that it can be sent twice: an equal call of an operation tool by the
    /// same caller under the same key is the same operation, for as long as the queue remembers that one. A call that is
    /// answered with its result is not kept, and the key is not used.
    pub fn with_idempotency_key(mut self, key: impl Into<String>) -> Self {
        self.0.idempotency_key = Some(key.into());
        self
    }

    /// Says where in its trace the caller is. The call's span becomes a part of that trace when the host said how, with
    /// [`InvokerBuilder::trace_parent`](crate::InvokerBuilder::trace_parent), and is the host's own otherwise.
    pub fn with_trace_context(mut self, context: TraceContext) -> Self {
        self.0.trace_context = Some(context);
        self
    }

    /// States the target that the conversation is about. It is resolved and owned like any other.
    ///
    /// A surface with a [`TargetArgument`](crate::TargetArgument) of that kind asks the caller instead, and this is
    /// then not used.
    pub fn with_target(mut self, target: Target) -> Self {
        self.0.target = Some(target);
        self
    }
}

impl fmt::Debug for Request {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Never the arguments: `Debug` ends up in logs.
        f.debug_struct("Request")
            .field("name", &self.0.name)
            .field("caller", &self.0.caller)
            .finish_non_exhaustive()
    }
}
