//! Collects tools, and every fault of all of them.

use std::{fmt, panic::Location, sync::Arc};

use super::{Binding, Registry, collected::Collected};
use crate::{
    BuildErrors, Prompt, PromptMessages, ReadCall, Resource, ResourceContents, ResourceTemplate, Tool,
    ToolDef, ToolError, ToolSet,
    call::Identity,
    readable::{Function, Returned},
};

/// Collects the tools of a registry; [`build`](RegistryBuilder::build) names every fault at once.
///
/// # Examples
///
/// ```
/// use tool_core::{Registry, Tool, ToolCall, ToolDefinition, ToolError, ToolOutput};
///
/// struct Named(&'static str);
///
/// #[tool_core::async_trait]
/// impl Tool for Named {
///     fn definition(&self) -> ToolDefinition {
///         ToolDefinition::new(self.0, "Says its name.")
///     }
///     async fn call(&self, _: ToolCall<'_>) -> Result<ToolOutput, ToolError> {
///         Ok(ToolOutput::text(self.0))
///     }
/// }
///
/// let errors = Registry::builder(()).register(Named("a b")).register(Named("c")).register(Named("c")).build().unwrap_err();
/// let codes: Vec<_> = errors.iter().map(|error| error.code()).collect();
/// assert_eq!(codes, ["invalid-name", "duplicate-name"]);
/// ```
#[must_use = "a builder does nothing until `build` is called"]
pub struct RegistryBuilder<S> {
    state: Arc<S>,
    collected: Collected,
}

impl<S: Send + Sync + 'static> RegistryBuilder<S> {
    pub(super) fn new(state: Arc<S>) -> Self {
        Self { state, collected: Collected::default() }
    }

    /// Registers a tool that `#[tool]` made from a function: `.tool(search_notes_tool())`.
    pub fn tool(mut self, tool: ToolDef<S>) -> Self {
        let binding = tool.bind(Arc::clone(&self.state));
        self.collected.add(binding);
        self
    }

    /// Registers every `#[tool]` method of a `#[tools]` impl block: `.tools::<NoteService>()`.
    pub fn tools<T: ToolSet<S>>(self) -> Self {
        T::tools().into_iter().fold(self, Self::tool)
    }

    /// Registers a tool that was written by hand.
    #[track_caller]
    pub fn register(mut self, tool: impl Tool) -> Self {
        self.collected.add(Binding::of(tool, Location::caller()));
        self
    }

    /// Registers a resource, and the function that reads it.
    ///
    /// The function is given the state, and who asks; what it returns is the text, the bytes or the JSON of the resource.
    pub fn resource<F, R, C>(mut self, resource: Resource, read: F) -> Self
    where
        F: Fn(Arc<S>, ReadCall) -> R + Send + Sync + 'static,
        R: Future<Output = Result<C, ToolError>> + Send + 'static,
        C: Into<ResourceContents>,
    {
        let (binding, role) = resource.bind(self.reading(read));
        self.collected.add_as(binding, role);
        self
    }

    /// Registers a resource that is always the same text, bytes or JSON.
    pub fn static_resource(self, resource: Resource, contents: impl Into<ResourceContents>) -> Self {
        let contents = contents.into();
        self.resource(resource, move |_, _| std::future::ready(Ok(contents.clone())))
    }

    /// Registers a template of resources, and the function that reads each of them.
    pub fn resource_template<F, R, C>(mut self, template: ResourceTemplate<S>, read: F) -> Self
    where
        F: Fn(Arc<S>, ReadCall) -> R + Send + Sync + 'static,
        R: Future<Output = Result<C, ToolError>> + Send + 'static,
        C: Into<ResourceContents>,
    {
        let entries = template.bind(&self.state, self.reading(read));
        for (binding, role) in entries {
            self.collected.add_as(binding, role);
        }
        self
    }

    /// Registers a prompt, and the function that writes it.
    pub fn prompt<F, R, M>(mut self, prompt: Prompt<S>, render: F) -> Self
    where
        F: Fn(Arc<S>, ReadCall) -> R + Send + Sync + 'static,
        R: Future<Output = Result<M, ToolError>> + Send + 'static,
        M: Into<PromptMessages>,
    {
        let state = Arc::clone(&self.state);
        let function: Function = Arc::new(move |call| {
            let rendering = render(Arc::clone(&state), call);
            Box::pin(async move { Ok(Returned::Messages(rendering.await?.into())) })
        });
        let entries = prompt.bind(&self.state, function);
        for (binding, role) in entries {
            self.collected.add_as(binding, role);
        }
        self
    }

    fn reading<F, R, C>(&self, read: F) -> Function
    where
        F: Fn(Arc<S>, ReadCall) -> R + Send + Sync + 'static,
        R: Future<Output = Result<C, ToolError>> + Send + 'static,
        C: Into<ResourceContents>,
    {
        let state = Arc::clone(&self.state);
        Arc::new(move |call| {
            let reading = read(Arc::clone(&state), call);
            Box::pin(async move { Ok(Returned::Contents(reading.await?.into())) })
        })
    }

    /// Registers all tools, resources and prompts of another registry, whatever its state, under a namespace: `billing::list_invoices`.
    ///
    /// What is switched off there is switched off here, too. Later changes and switches of the two are their own.
    pub fn merge(mut self, namespace: &str, other: &Registry) -> Self {
        let snapshot = other.snapshot();
        for tool in snapshot.all() {
            let disabled = snapshot.disabled(tool.name());
            match tool.within(namespace) {
                Ok(tool) => {
                    if let Some(reason) = disabled {
                        self.collected.disable(tool.name().clone(), Arc::clone(reason));
                    }
                    self.collected.keep(Arc::new(tool));
                }
                Err(fault) => self.collected.fault(fault),
            }
        }
        self
    }

    /// Registers link-time candidates: tools marked `#[tool(collect = App)]` in any crate that is linked, by name.
    ///
    /// Being linked exposes nothing and registers nothing. The names are those that this registry expects; a missing one
    /// is a fault, and so is one for this registry's state that nobody expected. A crate that is linked and otherwise
    /// unused is dropped by the linker with all its candidates: write `use the_crate as _;`.
    #[cfg(feature = "linked")]
    pub fn collect_expecting<'n>(mut self, names: impl IntoIterator<Item = &'n str>) -> Self {
        let names: Vec<_> = names.into_iter().collect();
        let (tools, faults) = super::linked::expected::<S>(&names);
        for fault in faults {
            self.collected.fault(fault);
        }
        tools.into_iter().fold(self, Self::tool)
    }

    /// Returns the registry, if what the tools say of themselves has no fault.
    ///
    /// Names, texts and schemas are checked. No tool runs, and nothing of the state is asked: that a tool does what it says is
    /// for tests of yours, with [`testing::TestSurface`](crate::testing::TestSurface) and
    /// [`parity::assert_arguments`](crate::parity::assert_arguments).
    ///
    /// # Errors
    ///
    /// Every fault of every tool, at once.
    pub fn build(self) -> Result<Registry, BuildErrors> {
        self.collected.finish(1).map(Registry::new)
    }
}

impl Binding {
    pub(super) fn of(tool: impl Tool, location: &Location<'static>) -> Self {
        Self { tool: Arc::new(tool), identity: Identity::new(), location: location.into() }
    }
}

impl<S> fmt::Debug for RegistryBuilder<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<_> = self.collected.names().collect();
        f.debug_struct("RegistryBuilder").field("tools", &names).finish_non_exhaustive()
    }
}
