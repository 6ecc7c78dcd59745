//! Collects what a surface is, and every fault of rendering it.

use std::fmt;

use super::Surface;
use crate::{BuildErrors, Invoker, TargetArgument, view::Settings};

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

    /// Hides a namespace: `engine`, also written `engine::*`, hides `engine::reload`, as if it were not registered.
    ///
    /// A namespace may be hidden before it has tools. One that looks like a typing error is a fault of
    /// [`build`](SurfaceBuilder::build), because it would hide nothing.
    pub fn hide_namespace(mut self, namespace: impl Into<String>) -> Self {
        let namespace = namespace.into();
        self.settings.hidden_namespaces.push(namespace.strip_suffix("::*").unwrap_or(&namespace).to_owned());
        self
    }

    /// Sets how many characters a public name may have on this surface, from 24 to 64; without it, 64.
    ///
    /// Hosts put a prefix of their own before a name, such as `mcp__server__`, and drop the tool when the whole is longer
    /// than 64. A longer name is cut, and marked with a digest of the whole registry name: so it stays what it is when
    /// other tools come and go. Two tools that a host could not tell apart are a fault of
    /// [`build`](SurfaceBuilder::build). One that arrives later has no name here, and nor has the tool whose name it would
    /// take: what callers trust under a name must not become something else. The log names both.
    ///
    /// # Examples
    ///
    /// ```
    /// use tool_core::{Allow, Invoker, Registry, Surface, tool};
    ///
    /// /// Sums up a quarter.
    /// #[tool(title = "Report", exposure = both, effect = read_only)]
    /// fn quarterly_report_of_one_customer() -> u32 {
    ///     0
    /// }
    ///
    /// let registry = Registry::builder(()).tool(quarterly_report_of_one_customer_tool()).build()?;
    /// let invoker = Invoker::builder(registry).unlimited().build()?;
    /// let surface = Surface::outside("mcp", &invoker, Allow::exposed()).longest_name(24).build()?;
    /// let public_name = surface.public_name("quarterly_report_of_one_customer");
    /// assert_eq!(public_name.as_deref(), Some("quarterly_r_59e43742e2e6"));
    /// # Ok::<(), tool_core::BuildErrors>(())
    /// ```
    pub fn longest_name(mut self, characters: usize) -> Self {
        self.settings.longest_name = characters;
        self
    }

    /// Takes a number, `true`, `false`, a list or an object also where it was sent as text, which some models do.
    ///
    /// And a number of at most fifteen digits where a decimal number as text is asked for.
    ///
    /// Only where nothing but that type is advertised, and the text is exactly that as JSON: `"3"` is 3, and `" 3 "`,
    /// `"03"`, `"three"` and `"yes"` stay what they are. Text is never touched where text may stand, nor is anything of a
    /// call that fits as it is, or of a tool that is [destructive](crate::Effect::Destructive): there an argument that
    /// was meant otherwise costs too much. The repaired arguments are checked as a whole; if anything still does not fit,
    /// the caller reads what is wrong with what it sent. How many were repaired is kept in
    /// [`DecisionRecord::repairs`](crate::DecisionRecord::repairs), and nowhere else.
    ///
    /// # Examples
    ///
    /// ```
    /// use serde_json::json;
    /// use tool_core::{Allow, Answer, Caller, Invoker, Registry, Surface, tool};
    ///
    /// /// Doubles a number.
    /// #[tool(title = "Double", exposure = both, effect = read_only)]
    /// fn double(
    ///     /// The number.
    ///     n: i32,
    /// ) -> i32 {
    ///     n * 2
    /// }
    ///
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), tool_core::BuildErrors> {
    /// let invoker = Invoker::builder(Registry::builder(()).tool(double_tool()).build()?).unlimited().build()?;
    /// let surface = Surface::outside("mcp", &invoker, Allow::exposed()).repair_arguments().build()?;
    ///
    /// let request = surface.request(Caller::new("alice"), "double", Some(json!({ "n": "21" })));
    /// let Answer::Reply(reply) = surface.call(request).await else { panic!("double is listed") };
    /// assert_eq!(serde_json::to_value(reply.structured).unwrap(), json!({ "result": 42 }));
    /// # Ok(())
    /// # }
    /// ```
    pub fn repair_arguments(mut self) -> Self {
        self.settings.repairs_arguments = true;
        self
    }

    /// Returns the surface.
    ///
    /// # Errors
    ///
    /// Every fault at once: an allowlist that names no tool, an added argument that a tool has already, a target that
    /// no outside caller could name, two public names that hosts cannot tell apart.
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
