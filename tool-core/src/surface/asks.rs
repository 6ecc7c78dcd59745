//! What a surface asks of a caller beside the arguments of its tools, for texts about the surface as a whole. It names
//! nothing that the caller is not offered.

use super::Surface;
use crate::{Caller, TargetArgument, view};

impl Surface {
    /// Returns the arguments that say what a call is about, of the tools that this caller is offered; see
    /// [`SurfaceBuilder::target_argument`](crate::SurfaceBuilder::target_argument).
    ///
    /// # Examples
    ///
    /// ```
    /// use tool_core::{Allow, Caller, Invoker, Registry, Surface, TargetArgument};
    ///
    /// let invoker = Invoker::builder(Registry::builder(()).build()?).unlimited().build()?;
    /// let surface = Surface::outside("mcp", &invoker, Allow::exposed())
    ///     .target_argument(TargetArgument::new("project", "project_id", "The project that the call is about."))
    ///     .build()?;
    /// assert!(surface.target_arguments(&Caller::new("alice")).is_empty(), "no tool of hers is about a project");
    /// # Ok::<(), tool_core::BuildErrors>(())
    /// ```
    pub fn target_arguments(&self, caller: &Caller) -> Vec<TargetArgument> {
        let offered = self.offered(caller);
        let takes = |argument: &&TargetArgument| {
            offered.iter().any(|tool| tool.target_argument.as_deref() == Some(argument.name()))
        };
        self.0.settings.target_arguments.iter().filter(takes).cloned().collect()
    }

    /// Returns the name of the argument, and of the key of results, that ties calls together, where the surface [asks for
    /// it](crate::SurfaceBuilder::session_id).
    pub fn session_argument(&self) -> Option<&'static str> {
        self.0.settings.has_sessions.then_some(view::SESSION)
    }
}
