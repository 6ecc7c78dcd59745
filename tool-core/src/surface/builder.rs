//! Collects what a surface is, and every fault of rendering it.

use std::{fmt, sync::Arc};

use super::{Footer, Surface};
use crate::{
    BuildError, BuildErrors, Continuations, Invoker, Override, TargetArgument, admission, view::Settings,
};

/// Collects what a surface is; [`build`](SurfaceBuilder::build) names every fault at once.
#[must_use = "a builder does nothing until `build` is called"]
pub struct SurfaceBuilder {
    settings: Settings,
    footer: Option<Arc<dyn Footer>>,
    continuations: Option<Continuations>,
    invoker: Invoker,
}

impl SurfaceBuilder {
    pub(super) fn new(settings: Settings, invoker: Invoker) -> Self {
        Self { settings, footer: None, continuations: None, invoker }
    }

    /// Adds an argument to every tool about this kind of target; see [`TargetArgument`].
    pub fn target_argument(mut self, argument: TargetArgument) -> Self {
        self.settings.target_arguments.push(argument);
        self
    }

    /// Adds rows to the table of differences: tools of which this surface says something else than the registry. See
    /// [`Override`]; [`Surface::divergences`] shows the whole table.
    pub fn overrides(mut self, rows: impl IntoIterator<Item = Override>) -> Self {
        self.settings.overrides.extend(rows);
        self
    }

    /// Adds a line to every result: what is pending for the caller, as this source says it. See [`Footer`].
    ///
    /// | the tool's result | where the line is |
    /// |---|---|
    /// | structured, by its output schema | in the payload under `footer`, which the schema declares, and so in the text |
    /// | structured, without an output schema | the same, unless it has a `footer` of its own |
    /// | text, nothing, a map, or kept as written | in a block of text of its own, and in [`Reply::meta`](crate::Reply::meta) |
    /// | an error | at the end of its text, and in [`Reply::meta`](crate::Reply::meta) |
    ///
    /// A map is an object whose keys its schema does not name. A tool whose output schema has a `footer` of its own is a
    /// fault of [`build`](SurfaceBuilder::build).
    pub fn footer(mut self, source: impl Footer) -> Self {
        self.footer = Some(Arc::new(source));
        self.settings.has_footer = true;
        self
    }

    /// Ties calls together by a name, for callers that have no conversation: every tool takes an optional argument
    /// `session_id`, and every result says the session, in the places where the [footer](Self::footer) is.
    ///
    /// The first call brings none, and its result has a new one. The tool does not see the argument; code of the host's
    /// reads it with [`ToolCall::session`](crate::ToolCall::session). It is a [name and never a
    /// credential](crate::SessionId). A tool that has an argument or a result of that name is a fault of
    /// [`build`](SurfaceBuilder::build), and so is a surface of the product's own.
    ///
    /// # Examples
    ///
    /// ```
    /// use serde_json::{Value, json};
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
    /// let surface = Surface::outside("mcp", &invoker, Allow::exposed()).session_id().build()?;
    /// let call = async |arguments: Value| {
    ///     let request = surface.request(Caller::new("alice"), "double", Some(arguments));
    ///     let Answer::Reply(reply) = surface.call(request).await else { panic!("double is listed") };
    ///     serde_json::to_value(reply.structured).unwrap()
    /// };
    ///
    /// let first = call(json!({ "n": 21 })).await;
    /// let second = call(json!({ "n": 4, "session_id": first["session_id"] })).await;
    /// assert_eq!(second, json!({ "result": 8, "session_id": first["session_id"] }));
    /// # Ok(())
    /// # }
    /// ```
    pub fn session_id(mut self) -> Self {
        self.settings.has_sessions = true;
        self
    }

    /// Cuts results that are longer than this many bytes at the end of their longest list, says so, and keeps the rest for
    /// the caller; 1024 at least.
    ///
    /// What counts is the payload as compact JSON, with what the surface adds, and all blocks beside it. Hosts cut longer
    /// results themselves, in the middle of whatever stands there: Claude Code at 25 000 tokens, which are about 75 000
    /// bytes of JSON.
    ///
    /// What was left out stands under `more`, in the places where the [footer](Self::footer) is, with the continuation for
    /// `continue_result`, where the caller is offered that tool: see [`Continuations`]. At least one item is left, and as
    /// many as the output schema asks for. A result that cannot be cut so, text, and a result that is kept as written, is the
    /// error `result-too-long`. A tool whose output schema has a `more` of its own is a fault of
    /// [`build`](SurfaceBuilder::build).
    pub fn longest_result(mut self, bytes: usize, rest: &Continuations) -> Self {
        self.settings.longest_result = Some(bytes);
        self.continuations = Some(rest.clone());
        self
    }

    /// Asks the person behind a call that needs approval, with an [input request](crate::InputRequest), instead of refusing
    /// it with a request for approval.
    ///
    /// **Whoever holds the client approves for itself then.** It is for clients that a person sits in front of, where that
    /// person may decide. The approvals have to [allow it](crate::SealedApprovals::allow_self_approval), which is a second
    /// word to write, and without which [`build`](Self::build) fails: nobody would be asked. A caller that cannot be asked a
    /// [form](crate::InputKind::Form), and a call that is too long to be read, are refused as without this.
    ///
    /// What the answer becomes is a ticket like any other: for this caller and this call, once. The request is called
    /// `tool-core/approval` and has one field, `approve`, which a test answers with
    /// `TestSurface::with_answer("tool-core/approval", InputAnswer::accepted([("approve", true)]))`.
    pub fn ask_for_approval(mut self) -> Self {
        self.settings.asks_for_approval = true;
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

    /// Hides whatever comes from a [`Source`](crate::Source) under an id that begins so: `iii.` hides `iii.status`, as if it
    /// were not there. The id is the source's own, before a name is made of it. [`hide_namespace`](Self::hide_namespace) goes
    /// by ids as well as by names.
    pub fn hide_source_ids(mut self, prefix: impl Into<String>) -> Self {
        self.settings.hidden_source_ids.push(prefix.into());
        self
    }

    /// Sets how many characters a public name may have on this surface, from 24 to 64; without it, 64.
    ///
    /// Hosts put a prefix of their own before a name, such as `mcp__server__`, and drop the tool when the whole is longer
    /// than 64. A longer name is cut, and marked with a digest of the whole registry name: so it stays what it is when
    /// other tools come and go. Two tools that a host could not tell apart are a fault of
    /// [`build`](SurfaceBuilder::build). One that arrives later has no name here, and nor has the tool whose name it would
    /// take: what callers trust under a name must not become something else. The log names both. An entry of an
    /// [engine](crate::Source) never takes the name of one of the host's own.
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
    /// Every fault at once: an allowlist that names no tool, an added argument or key that a tool has already, a target
    /// that no outside caller could name, two public names that hosts cannot tell apart, a row of
    /// [`overrides`](Self::overrides) that is not, or no longer, about a tool as it is listed here, approvals that nobody
    /// would be asked for.
    pub fn build(self) -> Result<Surface, BuildErrors> {
        let (view, mut faults) = self.settings.render(&self.invoker.registry().snapshot());
        for row in &self.settings.overrides {
            let tool = view.registered(row.tool());
            if let Some(why) = tool.and_then(|tool| admission::ever_offered(view.origin(), tool).err()) {
                faults.push(row.unlisted(&why));
            }
        }
        faults.extend(self.unasked_approval());
        BuildErrors::check(faults)?;
        Ok(Surface::new(self.settings, self.footer, self.continuations, self.invoker, view))
    }

    /// Returns why nobody would be asked for an approval, where somebody should be.
    fn unasked_approval(&self) -> Option<BuildError> {
        let reason = match &self.invoker.policies().approval {
            _ if !self.settings.asks_for_approval => return None,
            Some(approval) if approval.lets_callers_approve() => return None,
            Some(_) => {
                "the approvals let no caller approve a call of its own; call allow_self_approval() on them, where the person at \
                 the client may decide, or leave it out"
            }
            None => {
                "nothing says which calls need an approval; call Invoker::builder(..).approval(..), or leave it out"
            }
        };
        Some(BuildError::UnaskedApproval { reason })
    }
}

impl fmt::Debug for SurfaceBuilder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SurfaceBuilder").field("settings", &self.settings).finish_non_exhaustive()
    }
}
