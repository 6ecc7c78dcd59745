//! What models, hosts and providers would make of every tool of a registry, or of a surface: advice for whoever writes the
//! tools. It refuses nothing; what refuses a tool is `build()`.

mod findings;
mod show;
mod subject;
mod table;
mod verdict;

use serde::Serialize;

use self::subject::Subject;
#[cfg(feature = "test-util")]
pub(crate) use self::table::UNDESCRIBED;
pub use self::{
    table::{Grade, Lint},
    verdict::{Verdict, VerdictOutcome},
};
use crate::{Caller, Profile, Registry, Surface};

/// Returns every lint there is.
pub fn lints() -> &'static [Lint] {
    &table::ALL
}

/// What there is to say about the tools of a registry, or of a surface. Its `Display` is a table for a terminal.
///
/// ```json
/// {"listing": [{"lint": "tools-cursor", "grade": "advice", "pointer": "", "message": "41 tools, over 40; ..",
///   "source": ".."}],
///  "tools": [{"tool": "notes::search", "public_name": "notes__search",
///   "findings": [{"lint": "undescribed", "grade": "advice", "pointer": "/properties/q",
///    "message": "no description; say what to write here", "source": ".."}],
///   "verdicts": [{"profile": "anthropic", "verdict": "taken"}]}]}
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Lints {
    /// What is wrong with the tools as one listing, worst first.
    pub listing: Vec<Finding>,
    /// One entry for each tool, ordered by name.
    pub tools: Vec<ToolLints>,
}

/// What there is to say about one tool.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct ToolLints {
    /// The name in the registry.
    pub tool: String,
    /// The name that callers read. A long one is cut: [`SurfaceBuilder::longest_name`](crate::SurfaceBuilder::longest_name).
    pub public_name: String,
    /// What is wrong with the tool by itself, worst first.
    pub findings: Vec<Finding>,
    /// What each provider makes of it, ordered by name.
    pub verdicts: Vec<Verdict>,
}

impl ToolLints {
    /// Returns whether there is nothing to say.
    pub fn is_clean(&self) -> bool {
        self.findings.is_empty()
            && self.verdicts.iter().all(|verdict| verdict.outcome == VerdictOutcome::Taken)
    }
}

/// One finding of one lint.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Finding {
    /// The name of the lint, as [`lints`] lists it.
    pub lint: &'static str,
    /// How much it matters.
    pub grade: Grade,
    /// Where, as a JSON pointer into the input schema; empty for the tool as a whole.
    pub pointer: String,
    /// What is wrong, and what to write instead.
    pub message: String,
    /// Who says so.
    pub source: &'static str,
}

impl Registry {
    /// Returns what models, hosts and providers would make of every tool, whoever may call it, and of all of them as one
    /// listing. What a surface makes of it for one caller is [`Surface::lint`].
    ///
    /// # Examples
    ///
    /// ```
    /// use tool_core::{Profile, Registry, ToolError, lint::VerdictOutcome, tool};
    /// use std::collections::HashMap;
    ///
    /// /// Sets labels of a note.
    /// #[tool(title = "Label", exposure = both, effect = additive)]
    /// fn label(
    ///     /// The labels by their names.
    ///     labels: HashMap<String, String>,
    /// ) -> usize {
    ///     labels.len()
    /// }
    ///
    /// let lints = Registry::builder(()).tool(label_tool()).build()?.lint();
    /// let finding = &lints.tools[0].findings[0];
    /// assert_eq!((finding.lint, finding.pointer.as_str()), ("open-map", "/properties/labels"));
    ///
    /// // A map has no form where arguments have to fit the schema exactly.
    /// let strict = lints.tools[0].verdicts.iter().find(|verdict| verdict.profile == Profile::OpenAiStrict);
    /// assert!(matches!(strict.unwrap().outcome, VerdictOutcome::Refused { .. }));
    /// # Ok::<(), tool_core::BuildErrors>(())
    /// ```
    pub fn lint(&self) -> Lints {
        let snapshot = self.snapshot();
        Lints::of(&snapshot.iter().map(Subject::registered).collect::<Vec<_>>())
    }
}

impl Surface {
    /// Returns what models, hosts and providers would make of what this surface lists for a caller: with its own names, and
    /// with the arguments that it adds.
    ///
    /// # Examples
    ///
    /// ```
    /// use tool_core::{Allow, Caller, Invoker, Registry, Surface, tool};
    ///
    /// /// Says something.
    /// #[tool(name = "say_something_to_open_a_conversation", title = "Say", exposure = both, effect = read_only)]
    /// fn say() -> &'static str {
    ///     "something"
    /// }
    ///
    /// let invoker = Invoker::builder(Registry::builder(()).tool(say_tool()).build()?).unlimited().build()?;
    /// assert!(invoker.registry().lint().tools[0].findings.is_empty());
    ///
    /// let surface = Surface::outside("mcp", &invoker, Allow::exposed()).longest_name(24).build()?;
    /// let finding = &surface.lint(&Caller::new("alice")).tools[0].findings[0];
    /// assert_eq!(finding.lint, "name-long");
    /// assert!(finding.message.contains("which callers read as `say_somethi_"));
    /// # Ok::<(), tool_core::BuildErrors>(())
    /// ```
    pub fn lint(&self, caller: &Caller) -> Lints {
        let tools = self.offered(caller);
        let subjects = tools.iter().map(|tool| Subject::listed(tool.entry.name(), &tool.listed));
        Lints::of(&subjects.collect::<Vec<_>>())
    }
}

impl Lints {
    fn of(tools: &[Subject<'_>]) -> Self {
        let lints = tools.iter().map(|tool| ToolLints {
            tool: tool.name.to_string(),
            public_name: tool.public_name.to_string(),
            findings: findings::of_tool(tool),
            verdicts: Profile::ALL.iter().map(|profile| verdict::verdict(*profile, tool)).collect(),
        });
        Self { tools: lints.collect(), listing: findings::of_listing(tools) }
    }
}
