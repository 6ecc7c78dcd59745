//! A tool as the attribute describes it, before it has its state. It can be registered, and not run.

use std::{fmt, pin::Pin, sync::Arc};

use super::bound::Bound;
use crate::{
    HostMetadata, SourceLocation, ToolCall, ToolDefinition, ToolError, ToolOutput, call::Identity,
    registry::Binding,
};

/// A run in progress.
pub type Running<'a> = Pin<Box<dyn Future<Output = Result<ToolOutput, ToolError>> + Send + 'a>>;

/// How a tool runs with its state. A plain function pointer: whatever a run needs comes with the state or the call.
pub type RunFn<S> = for<'a> fn(&'a Arc<S>, ToolCall<'a>) -> Running<'a>;

/// A tool that an attribute made, for a registry whose state is `S`.
///
/// The companion function of a tool returns one, and [`RegistryBuilder::tool`](crate::RegistryBuilder::tool) takes it.
/// Nothing else can be done with it.
#[must_use = "a tool exists for nobody until it is registered with `RegistryBuilder::tool`"]
pub struct ToolDef<S> {
    pub(crate) definition: ToolDefinition,
    pub(crate) host: HostMetadata,
    pub(crate) location: SourceLocation,
    pub(crate) run: RunFn<S>,
}

impl<S: Send + Sync + 'static> ToolDef<S> {
    /// Gives the tool the state it works on.
    pub(crate) fn bind(self, state: Arc<S>) -> Binding {
        let (identity, location) = (Identity::new(), self.location);
        Binding { tool: Arc::new(Bound { tool: self, state, identity }), identity, location }
    }
}

impl<S> fmt::Debug for ToolDef<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ToolDef").field("name", &self.definition.name).finish_non_exhaustive()
    }
}
