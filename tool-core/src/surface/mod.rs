//! One audience's rendering of registry and invoker. It adds transport, and nothing semantic; no protocol is named.

mod asks;
mod builder;
mod changes;
mod footer;
mod operations;
mod operations_footer;
mod reading;
mod scopes;
mod updates;

use std::{
    fmt,
    sync::{Arc, PoisonError, RwLock, Weak},
};

use serde_json::{Map, Value};
use tokio::sync::{broadcast, watch};

pub use self::{
    builder::SurfaceBuilder,
    changes::SurfaceChanges,
    footer::Footer,
    operations::OperationAnswer,
    operations_footer::OperationsFooter,
    reading::{CompletionOf, Read, Suggestions},
    updates::{ResourceUpdate, ResourceUpdates},
};
use crate::{
    Allow, Answer, Caller, Catalogue, Continuations, Divergences, Invoker, Listed, Omission, OmissionReason,
    Origin, Outcome, Refusal, Request, SessionId, Target, ToolName,
    added::Added,
    admission::{self, Question},
    call::Parent,
    continuations, json_text,
    operation::OperationQuestion,
    readable::Purpose,
    reply::{self, Unsendable},
    result_limit::ResultLimit,
    view::{Rendered, Settings, View},
};

/// One audience's rendering of a registry behind its invoker. A clone is a handle to the same surface.
///
/// What [`catalogue`](Surface::catalogue) lists for a caller is what [`call`](Surface::call) lets that caller run: both
/// ask the same gate.
///
/// # Examples
///
/// ```
/// use serde_json::json;
/// use tool_core::{Allow, Answer, Caller, Invoker, Registry, Surface, tool};
///
/// /// Adds two numbers.
/// #[tool(title = "Add", exposure = both, effect = read_only)]
/// fn add(
///     /// The first number.
///     a: i32,
///     /// The second number.
///     b: i32,
/// ) -> i32 {
///     a + b
/// }
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), tool_core::BuildErrors> {
/// let invoker = Invoker::builder(Registry::builder(()).tool(add_tool()).build()?).unlimited().build()?;
/// let surface = Surface::outside("calculator", &invoker, Allow::exposed()).build()?;
///
/// let alice = Caller::new("alice");
/// assert_eq!(surface.catalogue(&alice).tools[0].name, "add");
///
/// let request = surface.request(alice, "add", Some(json!({ "a": 2, "b": 3 })));
/// let Answer::Reply(reply) = surface.call(request).await else { panic!("add is listed") };
/// assert_eq!(serde_json::to_value(reply.structured).unwrap(), json!({ "result": 5 }));
/// # Ok(())
/// # }
/// ```
#[derive(Clone)]
pub struct Surface(Arc<Shared>);

struct Shared {
    invoker: Invoker,
    settings: Settings,
    /// Who says what is pending, on every result.
    footer: Option<Arc<dyn Footer>>,
    /// What keeps the rest of results that were too long.
    continuations: Option<Continuations>,
    view: RwLock<Arc<View>>,
    /// How often the host said that the catalogue may have changed.
    looks: watch::Sender<u64>,
    /// The addresses of resources that may have changed.
    updates: broadcast::Sender<Arc<str>>,
}

/// Returns what is added to an answer.
pub(crate) fn added(asked: Option<&Asked>) -> &Added {
    asked.map_or(&Added::NOTHING, |asked| &asked.added)
}

/// What is noted of a request for its answer.
pub(crate) struct Asked {
    caller: Caller,
    added: Added,
}

impl Surface {
    /// Starts a surface for outside callers. What it may list is stated, never implied.
    pub fn outside(name: impl Into<String>, invoker: &Invoker, allow: Allow) -> SurfaceBuilder {
        SurfaceBuilder::new(Settings::new(name.into(), Origin::Outside, allow), invoker.clone())
    }

    /// Starts a surface for the product's own callers, who have a conversation with it.
    pub fn first_party(name: impl Into<String>, invoker: &Invoker, allow: Allow) -> SurfaceBuilder {
        SurfaceBuilder::new(Settings::new(name.into(), Origin::FirstParty, allow), invoker.clone())
    }

    fn new(
        settings: Settings,
        footer: Option<Arc<dyn Footer>>,
        continuations: Option<Continuations>,
        invoker: Invoker,
        view: View,
    ) -> Self {
        let view = RwLock::new(Arc::new(view));
        let looks = watch::Sender::new(0);
        let updates = broadcast::Sender::new(updates::KEPT);
        let surface =
            Self(Arc::new(Shared { invoker, settings, footer, continuations, view, looks, updates }));
        surface.0.invoker.serves(SurfaceHandle(Arc::downgrade(&surface.0)));
        surface
    }

    /// Returns the name that the surface was given.
    pub fn name(&self) -> &str {
        &self.0.settings.name
    }

    /// Returns whose callers the surface serves.
    pub fn origin(&self) -> Origin {
        self.0.settings.origin
    }

    /// Returns the invoker behind the surface.
    pub fn invoker(&self) -> &Invoker {
        &self.0.invoker
    }

    /// Returns a number that grows with each change of the registry.
    pub fn generation(&self) -> u64 {
        self.0.invoker.registry().generation()
    }

    /// Returns what this caller may use, ordered by name, and every omission with its reason.
    ///
    /// The omissions are for the host: they name tools that the caller must not learn about.
    pub fn catalogue(&self, caller: &Caller) -> Catalogue {
        let view = self.view();
        let mut catalogue =
            Catalogue { tools: Vec::new(), omissions: Vec::new(), generation: view.generation() };
        for tool in view.iter() {
            match self.ask(&view, caller, tool) {
                Ok(()) => catalogue.tools.push(Arc::clone(&tool.listed)),
                Err(reason) => {
                    let tool = tool.entry.name().to_string();
                    catalogue.omissions.push(Omission { tool, reason });
                }
            }
        }
        catalogue
    }

    /// Returns the tools that this caller may use, ordered by public name.
    pub(crate) fn offered(&self, caller: &Caller) -> Vec<Arc<Rendered>> {
        let view = self.view();
        view.iter().filter(|tool| self.ask(&view, caller, tool).is_ok()).cloned().collect()
    }

    /// Returns the tool of this public name, if this caller may use it.
    pub fn listed(&self, caller: &Caller, name: &str) -> Option<Arc<Listed>> {
        let view = self.view();
        let tool = view.get(name)?;
        self.ask(&view, caller, tool).is_ok().then(|| Arc::clone(&tool.listed))
    }

    /// Returns whether a tool has this public name, whoever may use it.
    ///
    /// For the host's own spans and logs, where a name that no tool has is the caller's text. No answer to a caller may
    /// depend on it; that is [`listed`](Surface::listed).
    pub fn has_name(&self, name: &str) -> bool {
        self.view().get(name).is_some()
    }

    /// Returns the public name of a tool, by its name in the registry, whoever may use it; for texts of the host's own.
    ///
    /// There is none for a tool that is not registered, and for one that cannot be offered here.
    pub fn public_name(&self, tool: &str) -> Option<String> {
        self.view().public_name(tool).map(str::to_owned)
    }

    /// Returns every tool of which this surface says something else than the registry, with both texts and the reason;
    /// for people, and its `Display` is one screen. See [`Override`](crate::Override).
    ///
    /// # Examples
    ///
    /// ```
    /// # use tool_core::{Allow, Invoker, Override, Registry, Surface, Wording, tool};
    /// #
    /// # /// Finds notes. Leave `project` out for the one that this conversation is about.
    /// # #[tool(title = "Search notes", exposure = both, effect = read_only)]
    /// # fn search_notes(
    /// #     /// The project.
    /// #     project: Option<String>,
    /// # ) -> Vec<String> {
    /// #     vec![]
    /// # }
    /// #
    /// # let invoker = Invoker::builder(Registry::builder(()).tool(search_notes_tool()).build()?).unlimited().build()?;
    /// # let surface = Surface::outside("mcp", &invoker, Allow::exposed())
    /// #     .overrides([Override::new(
    /// #         "search_notes",
    /// #         Wording::new("Finds notes. Leave `project` out for the one that this conversation is about.", [""; 0]),
    /// #         Wording::new("Finds notes of one project.", ["project"]),
    /// #         "outside callers have no conversation",
    /// #     )])
    /// #     .build()?;
    /// assert_eq!(
    ///     surface.divergences().to_string(),
    ///     "search_notes: outside callers have no conversation
    ///   registry  Finds notes. Leave `project` out for the one that this conversation is about.
    ///             requires nothing
    ///   here      Finds notes of one project.
    ///             requires project"
    /// );
    /// # Ok::<(), tool_core::BuildErrors>(())
    /// ```
    pub fn divergences(&self) -> Divergences {
        Divergences::of(&self.0.settings, &self.0.invoker.registry().snapshot())
    }

    /// Returns the public name of the tool with which this caller waits for operations, if it is offered one; see
    /// [`OperationTools::wait`](crate::OperationTools::wait).
    pub fn wait_tool(&self, caller: &Caller) -> Option<String> {
        self.operation_tool(caller, OperationQuestion::Wait)
    }

    /// Makes a request of this caller to the tool of this public name. Nothing is checked yet.
    pub fn request(&self, caller: Caller, name: impl Into<String>, arguments: Option<Value>) -> Request {
        let session = self.0.settings.has_sessions.then(|| session(arguments.as_ref()));
        let request = Request::new(self.clone(), caller, name.into(), arguments);
        match session {
            Some(session) => request.with_extension(session),
            None => request,
        }
    }

    /// Makes a request whose arguments are JSON text, as model providers hand over those of a function call.
    ///
    /// The text is read when the arguments are checked, after everything that decides whether the caller may know of
    /// the tool. Blank text and `null` are no arguments. Text that is no JSON is refused with its line and column, never
    /// with what stands there, and so is a name that is given twice, at any depth: readers of JSON do not agree on which
    /// value counts. A value that was parsed elsewhere has lost that already, so hand over the text where you have it.
    /// It may be as large and as deep as arguments of [`request`](Self::request): 1 MiB, and 32 objects and lists inside
    /// each other.
    ///
    /// # Examples
    ///
    /// ```
    /// # use tool_core::{Allow, Answer, Caller, Invoker, Registry, Surface, tool};
    /// #
    /// # /// Adds two numbers.
    /// # #[tool(title = "Add", exposure = both, effect = read_only)]
    /// # fn add(
    /// #     /// The first number.
    /// #     a: i32,
    /// #     /// The second number.
    /// #     b: i32,
    /// # ) -> i32 {
    /// #     a + b
    /// # }
    /// #
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), tool_core::BuildErrors> {
    /// # let invoker = Invoker::builder(Registry::builder(()).tool(add_tool()).build()?).unlimited().build()?;
    /// # let surface = Surface::first_party("assistant", &invoker, Allow::exposed()).build()?;
    /// let request = surface.request_text(Caller::new("alice"), "add", r#"{ "a": 2, "b": 3, "a": 4 }"#);
    /// let Answer::Reply(reply) = surface.call(request).await else { panic!("add is listed") };
    /// assert_eq!(reply.text(), "invalid-arguments: /a: expected one value, found two or more; give it once");
    /// # Ok(())
    /// # }
    /// ```
    pub fn request_text(
        &self,
        caller: Caller,
        name: impl Into<String>,
        arguments: impl Into<String>,
    ) -> Request {
        self.request(caller, name, Some(Value::String(arguments.into())))
    }

    /// Makes the request of a call that was queued, by the tool's name in the registry.
    pub(crate) fn queued(&self, caller: Caller, tool: &str, parent: Parent) -> Request {
        let mut request = self.request(caller, self.view().public_name(tool).unwrap_or_default(), None);
        request.0.parent = Some(parent);
        request
    }

    /// Makes the request of a tool that calls another one, by its name in the registry.
    pub(crate) fn nested(
        &self,
        parent: Parent,
        caller: Caller,
        tool: &str,
        mut arguments: Value,
        target: Option<&Target>,
    ) -> Request {
        if arguments.is_null() {
            arguments = Value::Object(Map::new());
        }
        let view = self.view();
        // What has no public name here is asked for by the empty one, which is the name of nothing.
        let public = view.public_name(tool).unwrap_or_default();
        if let Some(rendered) = view.registered(tool)
            && let (Some(added), Some(target), Value::Object(fields)) =
                (&rendered.target_argument, target, &mut arguments)
            && rendered.entry.host().target.as_deref() == Some(target.kind())
        {
            fields.entry(added.clone()).or_insert_with(|| target.id().into());
        }
        let mut request = self.request(caller, public, Some(arguments));
        // Its name only: what it resolved to is found out again.
        request.0.target = target.map(|target| Target::new(target.kind(), target.id()));
        request.0.parent = Some(parent);
        request
    }

    /// Admits a request against the present state, runs the tool, and words the outcome for this surface.
    ///
    /// A request of another surface is one for an unknown tool: it was made for other callers and other rules.
    pub async fn call(&self, request: Request) -> Answer {
        if request.0.purpose != Purpose::Tool {
            tracing::error!(surface = self.name(), "refused a request that is not for a tool");
            Box::pin(self.0.invoker.refuse_foreign(&request.0)).await;
            return Answer::UnknownTool;
        }
        let mut asked = self.asked(&request);
        let view = self.view();
        let (outcome, tool) = self.outcome(&view, request).await;
        if let Some(asked) = &mut asked {
            // Boxed: a call to which nothing is added must not be as large as one with a footer.
            Box::pin(self.add_footer(asked, &outcome)).await;
        }
        let logged =
            |name: &ToolName, unsendable: Unsendable| unsendable.logged(self.0.invoker.policies(), name);
        reply::answer(outcome, tool, added(asked.as_deref()), logged)
    }

    /// Notes of a request what its answer will need, when that is more than its outcome.
    pub(crate) fn asked(&self, request: &Request) -> Option<Box<Asked>> {
        let Settings { has_sessions, longest_result, .. } = self.0.settings;
        let adds = has_sessions || longest_result.is_some() || self.0.footer.is_some();
        adds.then(|| {
            let session = request.0.extensions.get::<SessionId>().filter(|_| has_sessions).cloned();
            let limit = self.result_limit(&request.0.caller).map(Arc::new);
            let added = Added { session, limit, ..Added::NOTHING };
            Box::new(Asked { caller: request.0.caller.clone(), added })
        })
    }

    /// Asks for the footer, where there is one, and the answer has words.
    pub(crate) async fn add_footer(&self, asked: &mut Asked, outcome: &Outcome) {
        if let Some(footer) = self.0.footer.as_deref().filter(|_| is_worded(outcome)) {
            asked.added.footer = footer::ask(footer, &asked.caller, self).await;
        }
    }

    /// Returns whether callers are asked to approve their own calls.
    pub(crate) fn asks_for_approval(&self) -> bool {
        self.0.settings.asks_for_approval
    }

    /// Returns how long a result of this caller may be, if that is limited.
    fn result_limit(&self, caller: &Caller) -> Option<ResultLimit> {
        let most = self.0.settings.longest_result?;
        let rest = self.0.continuations.as_ref().and_then(|continuations| {
            let view = self.view();
            let continues = |tool: &&Arc<Rendered>| {
                continuations::continues(&tool.entry) && self.ask(&view, caller, tool).is_ok()
            };
            let tool = view.iter().find(continues)?.listed.name.clone();
            Some((continuations.clone(), tool))
        });
        Some(ResultLimit { most, owner: caller.id().to_owned(), rest })
    }

    /// Admits a request for what is wanted of this view, and runs the tool; returns the tool with what became of it.
    pub(crate) async fn outcome<'v>(
        &self,
        view: &'v View,
        Request(request): Request,
    ) -> (Outcome, Option<&'v Rendered>) {
        if !Arc::ptr_eq(&self.0, &request.surface.0) {
            tracing::error!(surface = self.name(), "refused a request that another surface made");
            return (Box::pin(self.0.invoker.refuse_foreign(&request)).await, None);
        }
        let tool = view.wanted(&request);
        (self.0.invoker.invoke_on(view, tool, request).await, tool.map(|tool| &**tool))
    }

    fn ask(&self, view: &View, caller: &Caller, tool: &Rendered) -> Result<(), OmissionReason> {
        let policies = self.0.invoker.policies();
        admission::gate(&Question { policies, origin: view.origin(), caller, tool, undoing: false })
    }

    /// Returns the rendering of the registry as it is now, made anew when the registry has changed.
    pub(crate) fn view(&self) -> Arc<View> {
        let registry = self.0.invoker.registry();
        let current = Arc::clone(&self.0.view.read().unwrap_or_else(PoisonError::into_inner));
        if current.generation() == registry.generation() {
            return current;
        }
        let fresh = Arc::new(View::of(&self.0.settings, &registry.snapshot()));
        let mut kept = self.0.view.write().unwrap_or_else(PoisonError::into_inner);
        // Another thread may have been here with a later snapshot.
        if kept.generation() < fresh.generation() {
            *kept = fresh;
        }
        Arc::clone(&kept)
    }
}

/// Returns the session that arguments name, or a new one. Arguments that are text are read here and again when they are
/// checked, and only on a surface that asks for sessions.
fn session(arguments: Option<&Value>) -> SessionId {
    match arguments {
        Some(Value::String(text)) => SessionId::of(json_text::read(text).ok().as_ref()),
        arguments => SessionId::of(arguments),
    }
}

/// Whether a caller reads words about this outcome. What is not to tell a caller anything has nothing added, either.
fn is_worded(outcome: &Outcome) -> bool {
    !matches!(
        outcome,
        Outcome::Cancelled
            | Outcome::Failure(_)
            | Outcome::InputRequired(_)
            | Outcome::Refused(Refusal::InputState(_) | Refusal::UnknownTool)
    )
}

/// A surface that is found again as long as somebody else holds it.
pub(crate) struct SurfaceHandle(Weak<Shared>);

impl SurfaceHandle {
    pub(crate) fn get(&self) -> Option<Surface> {
        self.0.upgrade().map(Surface)
    }

    pub(crate) fn is_alive(&self) -> bool {
        self.0.strong_count() > 0
    }
}

impl fmt::Debug for Surface {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Surface").field("settings", &self.0.settings).finish_non_exhaustive()
    }
}
