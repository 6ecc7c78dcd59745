//! Collects what a surface is, and every fault of rendering it.

use std::{collections::BTreeMap, fmt};

use super::{Allow, Origin, Surface, TargetArgument, View};
use crate::{BuildError, BuildErrors, HostMetadata, Invoker, Snapshot};

/// What a surface is, apart from the tools.
#[derive(Debug)]
pub(super) struct Settings {
    pub(super) name: String,
    pub(super) origin: Origin,
    pub(super) allow: Allow,
    pub(super) hidden_namespaces: Vec<String>,
    target_arguments: Vec<TargetArgument>,
}

impl Settings {
    pub(super) fn new(name: String, origin: Origin, allow: Allow) -> Self {
        Self { name, origin, allow, hidden_namespaces: Vec::new(), target_arguments: Vec::new() }
    }

    /// Returns the argument that this surface adds to such a tool.
    pub(super) fn target_argument(&self, host: &HostMetadata) -> Option<&TargetArgument> {
        let kind = host.target.as_ref()?;
        self.target_arguments.iter().find(|argument| argument.kind() == kind)
    }

    /// Finds targets that no outside caller could name, by kind.
    fn unnameable(&self, view: &View) -> Vec<BuildError> {
        if self.origin == Origin::FirstParty {
            return Vec::new(); // A conversation names its target beside the arguments.
        }
        let mut tools_of = BTreeMap::<String, Vec<String>>::new();
        for tool in view.iter().filter(|tool| tool.allowed && tool.target_argument.is_none()) {
            let host = tool.entry.host();
            if let Some(kind) = &host.target
                && host.exposure != crate::Exposure::Internal
            {
                tools_of.entry(kind.clone()).or_default().push(format!("`{}`", tool.entry.name()));
            }
        }
        tools_of.into_iter().map(|(kind, tools)| BuildError::MissingTargetArgument { kind, tools }).collect()
    }

    fn render(&self, snapshot: &Snapshot) -> Result<View, BuildErrors> {
        let (view, rendering) = View::with_faults(self, snapshot);
        let mut faults = self.allow.faults(snapshot);
        faults.extend(rendering);
        faults.extend(self.unnameable(&view));
        BuildErrors::check(faults).map(|()| view)
    }
}

/// Collects what a surface is; [`build`](SurfaceBuilder::build) names every fault at once.
#[must_use = "a builder does nothing until `build` is called"]
pub struct SurfaceBuilder {
    settings: Settings,
    invoker: Invoker,
}

impl SurfaceBuilder {
    pub(super) fn new(settings: Settings, invoker: Invoker) -> Self {
        Self { settings, invoker }
    }

    /// Adds an argument to every tool about this kind of target; see [`TargetArgument`].
    pub fn target_argument(mut self, argument: TargetArgument) -> Self {
        self.settings.target_arguments.push(argument);
        self
    }

    /// Hides a namespace: `engine` hides `engine::reload`, as if it were not registered.
    pub fn hide_namespace(mut self, namespace: impl Into<String>) -> Self {
        self.settings.hidden_namespaces.push(namespace.into());
        self
    }

    /// Returns the surface.
    ///
    /// # Errors
    ///
    /// Every fault at once: an allowlist that names no tool, an added argument that a tool has already, a target that
    /// no outside caller could name, a public name that is too long.
    pub fn build(self) -> Result<Surface, BuildErrors> {
        let view = self.settings.render(&self.invoker.registry().snapshot())?;
        Ok(Surface::new(self.settings, self.invoker, view))
    }
}

impl fmt::Debug for SurfaceBuilder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SurfaceBuilder").field("settings", &self.settings).finish_non_exhaustive()
    }
}
