//! One turn of a conversation: who it is for, what the model was offered, and its calls on their way through the
//! surface. What the JSON of a provider looks like is `wire`'s concern; whether a call may run is the surface's.

use std::{fmt, panic::AssertUnwindSafe, sync::Arc};

use futures_util::{FutureExt, future::join_all};
use serde_json::Value;
use tokio_util::sync::CancellationToken;
use tool_core::{Caller, Request, Target, TraceContext};

use crate::{Answered, Assistant, Call, Malformed, Offer, malformed::Place, shown::Shown};

type Prepare = dyn Fn(Request, &Call) -> Request + Send + Sync;

/// One turn of a conversation: a caller, what its model is offered, and what each of the calls brings along.
///
/// A turn lasts from the user's message to the model's last word, over as many requests as that takes. What is switched
/// off meanwhile stays in the offer and is refused when it is called.
#[derive(Clone)]
pub struct Turn {
    assistant: Assistant,
    caller: Caller,
    offer: Arc<Offer>,
    target: Option<Target>,
    cancellation: CancellationToken,
    trace_context: Option<TraceContext>,
    prepare: Option<Arc<Prepare>>,
}

/// What comes of the calls of one response.
///
/// # Examples
///
/// ```
/// use serde_json::json;
/// use tool_core::{Allow, Caller, Invoker, Registry, Surface, tool};
/// use tool_providers::{Assistant, Format};
///
/// /// Counts notes.
/// #[tool(effect = read_only)]
/// fn count_notes() -> u32 {
///     3
/// }
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let invoker = Invoker::builder(Registry::builder(()).tool(count_notes_tool()).build()?).unlimited().build()?;
/// let surface = Surface::first_party("assistant", &invoker, Allow::exposed()).build()?;
/// let turn = Assistant::builder(&surface, Format::AnthropicMessages).build()?.turn(Caller::new("alice"));
///
/// // What the model answered.
/// let call = json!({ "type": "tool_use", "id": "toolu_1", "name": "count_notes", "input": {} });
/// let response = json!({ "role": "assistant", "stop_reason": "tool_use", "content": [call] });
/// let answers = turn.answer(&response).await?.expect("it called something");
/// assert_eq!((answers.answered.len(), answers.messages.len()), (1, 1));
/// assert_eq!(answers.messages[0]["content"][0]["tool_use_id"], "toolu_1");
/// # Ok(())
/// # }
/// ```
#[derive(Debug)]
#[non_exhaustive]
pub struct Answers {
    /// What comes after the response in the conversation: append each to the provider's list.
    pub messages: Vec<Value>,
    /// How each call ended, in the order of the calls.
    pub answered: Vec<Answered>,
}

impl Turn {
    pub(crate) fn new(assistant: Assistant, caller: Caller, offer: Offer) -> Self {
        Self {
            assistant,
            caller,
            offer: Arc::new(offer),
            target: None,
            cancellation: CancellationToken::new(),
            trace_context: None,
            prepare: None,
        }
    }

    /// States what the conversation is about. It is resolved and owned like any other target.
    #[must_use]
    pub fn with_target(mut self, target: Target) -> Self {
        self.target = Some(target);
        self
    }

    /// Ends every call of the turn when this token is cancelled.
    #[must_use]
    pub fn with_cancellation(mut self, token: CancellationToken) -> Self {
        self.cancellation = token;
        self
    }

    /// Says where in its trace the turn is.
    #[must_use]
    pub fn with_trace_context(mut self, context: TraceContext) -> Self {
        self.trace_context = Some(context);
        self
    }

    /// Completes each request before it is made: with progress, extensions, an idempotency key.
    ///
    /// ```
    /// use tool_core::{Progress, Request};
    /// use tool_providers::{Call, Turn};
    ///
    /// fn watched(turn: Turn) -> Turn {
    ///     turn.prepare(|request: Request, call: &Call| {
    ///         let name = call.name().to_owned();
    ///         request.with_progress(Progress::new(move |update| println!("{name}: {}", update.done)))
    ///     })
    /// }
    /// ```
    #[must_use]
    pub fn prepare(mut self, prepare: impl Fn(Request, &Call) -> Request + Send + Sync + 'static) -> Self {
        self.prepare = Some(Arc::new(prepare));
        self
    }

    /// Returns what the model is offered.
    pub fn offer(&self) -> &Offer {
        &self.offer
    }

    /// Runs every call of a response, all at once, and returns what comes after it in the conversation; nothing when the
    /// model called nothing, so that its turn is over.
    ///
    /// The response is the body as the provider sends it, or as a host that streams has put it together. It goes into the
    /// conversation first, unchanged and with everything else that is in it.
    ///
    /// # Errors
    ///
    /// When the response is not of the format, or may be cut off. Then nothing of it has run.
    pub async fn answer(&self, response: &Value) -> Result<Option<Answers>, Malformed> {
        let calls = self.calls(response)?;
        if calls.is_empty() {
            return Ok(None);
        }
        let answered = self.run_all(&calls).await;
        Ok(Some(Answers { messages: self.write(&answered), answered }))
    }

    /// Returns the calls of a response, in order; none when the turn is over. Nothing runs.
    ///
    /// Everything else in a response is passed over: text, reasoning, and what the provider runs or somebody else
    /// declared.
    ///
    /// # Errors
    ///
    /// When the response is not of the format, or may be cut off.
    pub fn calls(&self, response: &Value) -> Result<Vec<Call>, Malformed> {
        self.assistant.format.wire().calls(&Place::root(response)?)
    }

    /// Runs calls, all at once; the results are in the order of the calls.
    pub async fn run_all(&self, calls: &[Call]) -> Vec<Answered> {
        join_all(calls.iter().map(|call| self.run(call))).await
    }

    /// Runs one call.
    ///
    /// A name that the model was not offered is the name of nothing, whatever the surface has.
    pub async fn run(&self, call: &Call) -> Answered {
        // The host's own code is on the way to a tool, and one call must not cost the others their results.
        let run = AssertUnwindSafe(async { self.assistant.surface.call(self.request(call)).await });
        if let Ok(answer) = run.catch_unwind().await {
            Answered::new(call.clone(), answer)
        } else {
            tracing::error!("the host's code panicked outside a tool; see the panic hook's report");
            Answered::panicked(call.clone())
        }
    }

    /// Writes results as what comes after the response in the conversation. There must be one for each of its calls.
    #[must_use = "the provider refuses the next request without the results"]
    pub fn write(&self, answered: &[Answered]) -> Vec<Value> {
        if answered.is_empty() {
            return Vec::new();
        }
        let images = self.assistant.images();
        let results: Vec<_> = answered.iter().map(|one| (one.call(), Shown::of(one, images))).collect();
        self.assistant.format.wire().results(&results)
    }

    fn request(&self, call: &Call) -> Request {
        let (surface, caller) = (&self.assistant.surface, self.caller.clone());
        let Some(rendered) = self.offer.rendered(call.name()) else {
            // No tool has this name, so the surface answers and records as for any unknown one.
            return surface.request(caller, "", None);
        };
        let mut request = surface
            .request(caller, call.name(), call.arguments().cloned())
            .with_rendering(Arc::clone(rendered))
            .with_cancellation(self.cancellation.clone());
        if let Some(target) = &self.target {
            request = request.with_target(target.clone());
        }
        if let Some(context) = &self.trace_context {
            request = request.with_trace_context(context.clone());
        }
        if let Some(ticket) = call.ticket() {
            request = request.with_ticket(ticket);
        }
        match &self.prepare {
            Some(prepare) => prepare(request, call),
            None => request,
        }
    }
}

impl fmt::Debug for Turn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Turn")
            .field("assistant", &self.assistant)
            .field("caller", &self.caller)
            .finish_non_exhaustive()
    }
}
