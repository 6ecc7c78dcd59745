//! What models, hosts and providers would make of every tool in a registry: advice for whoever writes the tools. It
//! refuses nothing; what refuses a tool is `build()`.

mod findings;
mod show;
mod table;
mod verdict;

use serde::Serialize;

pub use self::{
    table::{Grade, Lint},
    verdict::{Verdict, VerdictOutcome},
};
use crate::{Profile, Registry};

/// Returns every lint there is.
pub fn lints() -> &'static [Lint] {
    &table::ALL
}

/// What there is to say about the tools of a registry. Its `Display` is a table for a terminal.
///
/// ```json
/// {"tools": [{"tool": "search", "findings": [{"lint": "undescribed", "grade": "advice", "pointer": "/properties/q",
///   "message": "no description; say what to write here", "source": ".."}],
///   "verdicts": [{"profile": "anthropic", "verdict": "taken"}]}]}
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Lints {
    /// One entry for each tool, ordered by name.
    pub tools: Vec<ToolLints>,
}

/// What there is to say about one tool.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct ToolLints {
    /// The name in the registry.
    pub tool: String,
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
    /// Returns what models, hosts and providers would make of every tool, whoever may call it.
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
        let tools = snapshot.iter().map(|tool| {
            // As surfaces write it.
            let public_name = tool.name().as_str().replace("::", "__");
            ToolLints {
                tool: tool.name().to_string(),
                findings: findings::findings(tool, &public_name),
                verdicts: Profile::ALL
                    .iter()
                    .map(|profile| verdict::verdict(*profile, tool, &public_name))
                    .collect(),
            }
        });
        Lints { tools: tools.collect() }
    }
}
