//! An admitted call. Only the invoker can make one, and making one is what admission is for.

use std::{
    fmt,
    marker::PhantomData,
    sync::{
        Arc, OnceLock,
        atomic::{AtomicU64, Ordering},
    },
};

use serde::de::DeserializeOwned;
use serde_json::{Map, Value};
use tokio::sync::Semaphore;
use tokio_util::sync::CancellationToken;

use crate::{
    ArgumentFaults, CallId, Caller, CommitPoint, Completion, InputAnswer, InputRequest, Inputs, Log, Outcome,
    Progress, Refusal, SessionId, Surface, Target, ToolError, ToolName, TraceContext, ask::Standing,
    caller_token::CallerToken, completion::Slot, concurrency::Occupied, error::Correlation,
    extensions::Extensions, fate::Fate, function, log, view,
};

/// How many calls a call may have running at once, with all that those make in turn.
const CHILDREN: usize = 16;

/// A call that admission let through: the only thing that runs a [`Tool`](crate::Tool).
///
/// It has no public constructor, no `Clone` and no `Default`, and its lifetime keeps it from being stored. So whatever
/// holds a tool still cannot run it, and a call serves for one run of the tool that it was admitted for.
pub struct ToolCall<'a> {
    // Boxed: a call moves through several futures, each of which would be as large as it.
    admitted: Box<Admitted>,
    // Invariant: the lifetime is a brand. The contents are owned, so that this crate alone may carry them further.
    brand: PhantomData<&'a ()>,
}

/// What admission found out about a call.
pub(crate) struct Admitted {
    pub(crate) tool: ToolName,
    pub(crate) identity: Identity,
    pub(crate) caller: Caller,
    pub(crate) target: Option<Target>,
    pub(crate) arguments: Map<String, Value>,
    /// With the run's own token: a deadline, a stop by force and a caller that gives up or is dropped cancel it.
    pub(crate) fate: Arc<Fate>,
    pub(crate) progress: Progress,
    pub(crate) extensions: Extensions,
    pub(crate) id: CallId,
    /// Where the call stands among its rounds, when it may ask. Boxed: few calls may.
    pub(crate) inputs: Option<Box<Standing>>,
    /// Where the call came in; `None` for a call that a test lends.
    pub(crate) surface: Option<Surface>,
    /// How many calls this one is in.
    pub(crate) depth: u8,
    /// The permits of the calls that this one makes, and those make: one set for all of them, however deep.
    pub(crate) children: OnceLock<Arc<Semaphore>>,
    /// Where the call may wait for a report of how it ends.
    pub(crate) completion: Option<Arc<Slot>>,
    /// The place that the call runs in. A body that cannot be stopped takes it along.
    pub(crate) place: Option<Arc<Occupied>>,
    /// The caller's own name for the call.
    pub(crate) idempotency_key: Option<String>,
    /// Where in its trace the caller is.
    pub(crate) trace_context: Option<TraceContext>,
}

impl Admitted {
    /// Returns whether its tool can ask anybody for anything.
    pub(crate) fn may_ask(&self) -> bool {
        self.inputs.as_ref().is_some_and(|standing| !standing.opened.kinds.is_empty())
    }
}

/// The call whose tool makes another one.
#[derive(Clone)]
pub(crate) struct Parent {
    pub(crate) id: CallId,
    pub(crate) depth: u8,
    /// `None` when the call takes no room, as control does not; what it calls needs room of its own then.
    pub(crate) children: Option<Arc<Semaphore>>,
    /// Held by the calls that it makes, so that what they leave behind still counts.
    pub(crate) place: Option<Arc<Occupied>>,
}

impl Parent {
    /// Returns a parent that has ended, of an operation that it started.
    pub(crate) fn ended(id: CallId, depth: u8) -> Self {
        Self { id, depth, children: None, place: None }
    }
}

impl ToolCall<'_> {
    pub(crate) fn new(admitted: Box<Admitted>) -> Self {
        Self { admitted, brand: PhantomData }
    }

    /// Returns the registry name of the tool that the call was admitted for.
    pub fn tool(&self) -> &str {
        self.admitted.tool.as_str()
    }

    /// Returns who calls.
    pub fn caller(&self) -> &Caller {
        &self.admitted.caller
    }

    /// Returns whose data the call is about, resolved and owned, when the tool's metadata names a target.
    pub fn target(&self) -> Option<&Target> {
        self.admitted.target.as_ref()
    }

    /// Returns the host's own value that [`Ownership`](crate::Ownership) attached to the target.
    ///
    /// # Errors
    ///
    /// An internal error when there is none: the tool names no target, or the host's ownership attaches another type.
    pub fn target_as<T: 'static>(&self) -> Result<&T, ToolError> {
        self.target().and_then(Target::get).ok_or_else(|| {
            let (tool, wanted) = (self.tool(), std::any::type_name::<T>());
            ToolError::internal(format!(
                "the target of `{tool}` carries no `{wanted}`; attach it in Ownership::resolve, and name a target on the tool"
            ))
        })
    }

    /// Returns the arguments, checked against the advertised schema, without what the surface added.
    pub fn arguments(&self) -> &Map<String, Value> {
        &self.admitted.arguments
    }

    /// Decodes the arguments into a type.
    ///
    /// # Errors
    ///
    /// [`ToolError::invalid_arguments`] when the type refuses what the schema allowed.
    pub fn decode<T: DeserializeOwned>(&self) -> Result<T, ToolError> {
        function::decode::object(&self.admitted.arguments, &[]).map_err(|refused| {
            ToolError::invalid_arguments(ArgumentFaults::from_faults(vec![refused.into_fault()]))
        })
    }

    /// Returns the token that is cancelled when the caller gives up or the deadline passes.
    pub fn cancellation(&self) -> &CancellationToken {
        self.admitted.fate.token()
    }

    /// Returns where to report progress.
    pub fn progress(&self) -> &Progress {
        &self.admitted.progress
    }

    /// Returns where to write messages to the caller. Without a caller who asked for them they go nowhere.
    pub fn log(&self) -> &Log {
        // It is there when somebody listens; see `Request::with_log`.
        self.admitted.extensions.get().unwrap_or(&log::UNHEARD)
    }

    /// Returns a value that the host attached to the request, such as one that its middleware set.
    ///
    /// # Errors
    ///
    /// An internal error when the request carries none of this type.
    pub fn extension<T: 'static>(&self) -> Result<&T, ToolError> {
        self.admitted.extensions.get().ok_or_else(|| {
            let (tool, wanted) = (self.tool(), std::any::type_name::<T>());
            ToolError::internal(format!(
                "the request to `{tool}` carries no `{wanted}`; attach it with Request::with_extension"
            ))
        })
    }

    /// Returns the session that the caller names, on a surface that [asks for
    /// one](crate::SurfaceBuilder::session_id). It is a name: whoever calls may have sent any, and nothing is to be decided by it.
    /// A call that another tool makes has the session of that one; a call from a queue that was written down has none.
    pub fn session(&self) -> Option<&SessionId> {
        self.admitted.extensions.get()
    }

    /// Returns the id of the call, as the records and the spans name it.
    pub fn id(&self) -> CallId {
        self.admitted.id
    }

    /// Takes the mark of the moment from which the call cannot be taken back. Taking it promises that nothing is changed
    /// before.
    pub fn commit_point(&self) -> CommitPoint {
        CommitPoint::promised(&self.admitted.fate)
    }

    /// Returns where the tool asks for what only the person has; nobody is there in a call that cannot be answered with
    /// input requests.
    pub fn inputs(&self) -> Inputs {
        self.admitted.inputs.as_ref().map(|standing| standing.inputs(&self.admitted)).unwrap_or_default()
    }

    /// Returns what the person answered, or the error that asks, to be returned with `?`: see [`Inputs`].
    ///
    /// # Errors
    ///
    /// As [`Inputs::ask`].
    ///
    /// # Examples
    ///
    /// ```
    /// use tool_core::{Field, InputRequest, ToolCall, ToolError, ToolOutput};
    ///
    /// async fn delete(call: &ToolCall<'_>) -> Result<ToolOutput, ToolError> {
    ///     let sure = InputRequest::form("sure", "Delete 3 notes?").with_field(Field::boolean("delete"));
    ///     if !call.ask(&sure)?.confirms("delete") {
    ///         return Ok(ToolOutput::text("nothing was deleted"));
    ///     }
    ///     Ok(ToolOutput::text("3 notes are gone"))
    /// }
    /// ```
    pub fn ask(&self, request: &InputRequest) -> Result<InputAnswer, ToolError> {
        self.inputs().ask(request)
    }

    /// Takes the right to say later how the call ends, for a tool that returns before: see
    /// [`Completions`](crate::Completions). Taking it again is taking the same one.
    ///
    /// # Errors
    ///
    /// An internal error when the invoker takes no reports.
    pub fn completion(&self) -> Result<Completion, ToolError> {
        self.admitted.completion.as_ref().map(|slot| slot.completion()).ok_or_else(|| {
            let tool = self.tool();
            ToolError::internal(format!(
                "`{tool}` ends by a report, and its invoker takes none; call Invoker::builder(..).completions(..)"
            ))
        })
    }

    /// Calls another tool by its name in the registry, through the same surface and the same door, for the same caller.
    ///
    /// Nothing is skipped: whatever the caller could not call by itself is refused here too, and the call has records of
    /// its own. What a surface asks an outside caller for, such as the project, comes from this call when the arguments do
    /// not say it. Calls are nested eight deep at most, and 16 that come of one call run at once.
    ///
    /// # Examples
    ///
    /// ```
    /// use serde_json::json;
    /// use tool_core::{ToolCall, ToolError, ToolOutput};
    ///
    /// async fn tidy_up(call: &ToolCall<'_>) -> Result<ToolOutput, ToolError> {
    ///     let found = call.invoke("search_notes", json!({ "query": "draft" })).await.into_result()?;
    ///     Ok(found)
    /// }
    /// ```
    #[must_use = "a nested call that failed is a failure of this one, unless it is looked at"]
    pub async fn invoke(&self, tool: &str, arguments: Value) -> Outcome {
        self.invoke_about(tool, arguments, self.target(), false).await
    }

    /// Calls another tool, about this target; one that undoes is reached by the word for it alone.
    pub(crate) async fn invoke_about(
        &self,
        tool: &str,
        arguments: Value,
        target: Option<&Target>,
        undoing: bool,
    ) -> Outcome {
        let Some(surface) = &self.admitted.surface else {
            // A lent call has no door to go through.
            return Outcome::Refused(Refusal::UnknownTool);
        };
        let (place, inherited) = (self.admitted.place.clone(), self.admitted.children.get());
        let children = match inherited {
            None if place.as_ref().is_some_and(|place| place.takes_room()) => {
                Some(self.admitted.children.get_or_init(|| Arc::new(Semaphore::new(CHILDREN))))
            }
            inherited => inherited,
        };
        let (id, depth, children) = (self.id(), self.admitted.depth + 1, children.cloned());
        let parent = Parent { id, depth, children, place };
        let mut request = surface.nested(parent, self.caller().clone(), tool, arguments, target);
        request.0.undoing = undoing;
        request.0.cancellation = CallerToken::of(self.cancellation().child_token());
        request.0.extensions = self.admitted.extensions.clone();
        // Boxed: what a call waits for may be a call.
        Box::pin(surface.invoker().invoke(request)).await
    }

    /// Frees the call of its lifetime, so that this crate can carry it to another thread.
    pub(crate) fn detach(self) -> ToolCall<'static> {
        ToolCall::new(self.admitted)
    }

    /// Returns what the caller knows a tool as, by its name in the registry.
    pub(crate) fn public_name(&self, tool: &str) -> String {
        let here = self.admitted.surface.as_ref().and_then(|surface| surface.public_name(tool));
        // It has gone since, or the call is lent.
        here.unwrap_or_else(|| view::public_name(tool))
    }

    /// Returns the tool that undoes operations of a tool, by their names in the registry.
    pub(crate) fn undo_of(&self, tool: &str) -> Option<String> {
        let registry = self.admitted.surface.as_ref()?.invoker().registry();
        registry.snapshot().get(tool)?.host().undo.clone()
    }

    /// Tells the host's log about a defect that does not end the call. Returns the id under which the log has it.
    pub(crate) fn defect(&self, detail: &str, message: &str) -> Correlation {
        let correlation = Correlation::next();
        if let Some(surface) = &self.admitted.surface {
            surface.invoker().policies().log(&self.admitted.tool, &correlation, detail, message);
        }
        correlation
    }

    pub(crate) fn is_for(&self, identity: Identity) -> bool {
        self.admitted.identity == identity
    }
}

impl fmt::Debug for ToolCall<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Never the arguments: `Debug` ends up in logs.
        f.debug_struct("ToolCall")
            .field("tool", &self.tool())
            .field("caller", self.caller())
            .finish_non_exhaustive()
    }
}

/// Which registered tool a call was admitted for. Names will not do: two registries may each have a `search`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Identity(u64);

impl Identity {
    pub(crate) fn new() -> Self {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        Self(NEXT.fetch_add(1, Ordering::Relaxed))
    }
}
