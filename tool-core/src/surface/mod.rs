//! One audience's rendering of registry and invoker. It adds transport, and nothing semantic; no protocol is named.

mod builder;

use std::{
    fmt,
    sync::{Arc, PoisonError, RwLock, Weak},
};

use serde_json::{Map, Value};

pub use self::builder::SurfaceBuilder;
use crate::{
    Allow, Answer, Caller, Catalogue, Invoker, Listed, Omission, OmissionReason, Origin, Outcome, Registered,
    Request, Target,
    admission::{self, Question},
    call::Parent,
    operation, reply,
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
    view: RwLock<Arc<View>>,
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

    fn new(settings: Settings, invoker: Invoker, view: View) -> Self {
        let surface = Self(Arc::new(Shared { invoker, settings, view: RwLock::new(Arc::new(view)) }));
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

    /// Returns the public name of the tool with which this caller waits for operations, if it has it.
    pub(crate) fn wait_tool(&self, caller: &Caller) -> Option<String> {
        let view = self.view();
        let waits = |tool: &&Arc<Rendered>| {
            operation::reference::waits(tool.entry.name().as_str()) && self.ask(&view, caller, tool).is_ok()
        };
        view.iter().find(waits).map(|tool| tool.listed.name.clone())
    }

    /// Makes a request of this caller to the tool of this public name. Nothing is checked yet.
    pub fn request(&self, caller: Caller, name: impl Into<String>, arguments: Option<Value>) -> Request {
        Request::new(self.clone(), caller, name.into(), arguments)
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
        request.parent = Some(parent);
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
        request.target = target.map(|target| Target::new(target.kind(), target.id()));
        request.parent = Some(parent);
        request
    }

    /// Admits a request against the present state, runs the tool, and words the outcome for this surface.
    ///
    /// A request of another surface is one for an unknown tool: it was made for other callers and other rules.
    pub async fn call(&self, request: Request) -> Answer {
        let (outcome, tool) = self.outcome(request).await;
        reply::answer(outcome, tool.as_deref(), |name, unsendable| {
            unsendable.logged(self.0.invoker.policies(), name)
        })
    }

    /// Admits a request and runs the tool, and returns the tool with what became of it.
    pub(crate) async fn outcome(&self, request: Request) -> (Outcome, Option<Arc<Registered>>) {
        if !Arc::ptr_eq(&self.0, &request.surface.0) {
            tracing::error!(surface = self.name(), "refused a request that another surface made");
            return (self.0.invoker.refuse_foreign(request).await, None);
        }
        let view = self.view();
        let tool = view.get(&request.name).map(|tool| Arc::clone(&tool.entry));
        (self.0.invoker.invoke_on(&view, request).await, tool)
    }

    fn ask(&self, view: &View, caller: &Caller, tool: &Rendered) -> Result<(), OmissionReason> {
        let policies = self.0.invoker.policies();
        admission::gate(&Question { policies, origin: view.origin(), caller, tool })
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
