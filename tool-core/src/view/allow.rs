//! What a surface may list at all, as its host states it.

use std::collections::BTreeSet;

use crate::{BuildError, Snapshot, ToolName, nearest, pattern::matches};

/// What a surface may list at all. It narrows what exposure permits, and can never widen it.
///
/// # Examples
///
/// ```
/// use tool_core::{Allow, Caller, Invoker, Registry, Surface, tool};
///
/// /// Counts notes.
/// #[tool(title = "Count notes", exposure = both, effect = read_only)]
/// fn count_notes() -> u32 {
///     3
/// }
///
/// /// Deletes all notes.
/// #[tool(title = "Delete notes", exposure = both)]
/// fn delete_notes() {}
///
/// let registry = Registry::builder(()).tool(count_notes_tool()).tool(delete_notes_tool()).build()?;
/// let invoker = Invoker::builder(registry).unlimited().build()?;
/// let surface = Surface::outside("mcp", &invoker, Allow::only(["count_notes"])).build()?;
///
/// let catalogue = surface.catalogue(&Caller::new("alice"));
/// assert_eq!(catalogue.tools[0].name, "count_notes");
/// assert_eq!(catalogue.omissions[0].to_string(), "delete_notes: not on the surface's allowlist");
///
/// let misspelt = Surface::outside("other", &invoker, Allow::only(["count_note"])).build().unwrap_err();
/// assert!(misspelt.to_string().contains("did you mean `count_notes`?"));
/// # Ok::<(), tool_core::BuildErrors>(())
/// ```
#[derive(Clone, Debug)]
pub struct Allow(Rule);

#[derive(Clone, Debug)]
enum Rule {
    Exposed,
    Only(BTreeSet<String>),
}

impl Allow {
    /// Allows every tool that is exposed to the surface's audience, those registered later included.
    pub fn exposed() -> Self {
        Self(Rule::Exposed)
    }

    /// Allows tools by registry name, and namespaces as `billing::*`; an empty list allows none. Resources and prompts are
    /// `resource:NAME` and `prompt:NAME`, in a namespace `prompt:billing::*`, all of a kind `prompt:*`.
    ///
    /// A name that is not registered, or a namespace without tools, is an error when the surface is built.
    pub fn only<T: Into<String>>(patterns: impl IntoIterator<Item = T>) -> Self {
        Self(Rule::Only(patterns.into_iter().map(Into::into).collect()))
    }

    pub(super) fn admits(&self, name: &ToolName) -> bool {
        self.admits_name(name.as_str())
    }

    pub(super) fn admits_name(&self, name: &str) -> bool {
        match &self.0 {
            Rule::Exposed => true,
            Rule::Only(patterns) => patterns.iter().any(|pattern| matches(pattern, name)),
        }
    }

    /// Finds patterns that match nothing.
    pub(super) fn faults(&self, snapshot: &Snapshot) -> Vec<BuildError> {
        let Rule::Only(patterns) = &self.0 else { return Vec::new() };
        let orphan = |pattern: &&String| !snapshot.all().any(|tool| matches(pattern, tool.name().as_str()));
        let orphans = patterns.iter().filter(orphan);
        let fault = |pattern: &String| {
            let known = snapshot.all().map(|tool| tool.name().as_str());
            let nearest = nearest::nearest(pattern, known).map(str::to_owned);
            BuildError::UnknownTool { name: pattern.clone(), list: "Allow::only", nearest }
        };
        orphans.map(fault).collect()
    }
}
