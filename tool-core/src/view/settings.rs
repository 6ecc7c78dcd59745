//! What a surface is, apart from the tools, and what is wrong with it.

use super::{
    Allow, OmissionReason, Override, TargetArgument, View,
    added_keys::{FOOTER, MORE},
    overrides, public_names,
    session::SESSION,
};
use crate::{
    BuildError, Exposure, HostMetadata, Registered, Snapshot, ToolName, name::folded, nearest,
    operation::OperationQuestion,
};

/// The lowest limit of results, in bytes: what is said of a cut takes up to a quarter of it, and a footer another one.
const SHORTEST_RESULT: usize = 1024;

/// Whose callers a surface serves.
///
/// # Examples
///
/// ```
/// use tool_core::{Allow, Invoker, Origin, Registry, Surface};
///
/// let invoker = Invoker::builder(Registry::builder(()).build()?).unlimited().build()?;
/// let surface = Surface::first_party("assistant", &invoker, Allow::exposed()).build()?;
/// assert_eq!(surface.origin(), Origin::FirstParty);
/// # Ok::<(), tool_core::BuildErrors>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(clippy::exhaustive_enums, reason = "exposure knows exactly these two audiences")]
pub enum Origin {
    /// The product's own: its assistant, its own user interface.
    FirstParty,
    /// Anybody else, whatever the protocol.
    Outside,
}

impl Origin {
    /// Returns why a tool of this exposure is never offered to these callers.
    pub(crate) fn excludes(self, exposure: Exposure) -> Option<OmissionReason> {
        match (self, exposure) {
            (Self::FirstParty, Exposure::External) => Some(OmissionReason::External),
            (Self::Outside, Exposure::Internal) => Some(OmissionReason::Internal),
            (Self::FirstParty, Exposure::Both | Exposure::Internal)
            | (Self::Outside, Exposure::Both | Exposure::External) => None,
        }
    }
}

/// What a surface is, apart from the tools.
#[derive(Debug)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a word of the host's, and any of them go together"
)]
pub(crate) struct Settings {
    pub(crate) name: String,
    pub(crate) origin: Origin,
    pub(crate) allow: Allow,
    pub(crate) hidden_namespaces: Vec<String>,
    /// How ids of sources begin that are hidden.
    pub(crate) hidden_source_ids: Vec<String>,
    pub(crate) repairs_arguments: bool,
    /// Characters of the longest public name.
    pub(crate) longest_name: usize,
    pub(crate) target_arguments: Vec<TargetArgument>,
    pub(crate) overrides: Vec<Override>,
    /// Whether every result ends with a line of the host's.
    pub(crate) has_footer: bool,
    /// Whether calls are tied together by a name.
    pub(crate) has_sessions: bool,
    /// Bytes of the longest result.
    pub(crate) longest_result: Option<usize>,
    /// Whether callers are asked to approve their own calls.
    pub(crate) asks_for_approval: bool,
}

impl Settings {
    pub(crate) fn new(name: String, origin: Origin, allow: Allow) -> Self {
        Self {
            name,
            origin,
            allow,
            hidden_namespaces: Vec::new(),
            hidden_source_ids: Vec::new(),
            repairs_arguments: false,
            longest_name: public_names::LONGEST,
            target_arguments: Vec::new(),
            overrides: Vec::new(),
            has_footer: false,
            has_sessions: false,
            longest_result: None,
            asks_for_approval: false,
        }
    }

    /// Returns the keys that this surface adds to structured results.
    pub(super) fn added_keys(&self) -> impl Iterator<Item = &'static str> {
        let has_limit = self.longest_result.is_some();
        [(self.has_footer, FOOTER), (self.has_sessions, SESSION), (has_limit, MORE)]
            .into_iter()
            .filter_map(|(has, key)| has.then_some(key))
    }

    /// Returns the row of the table of differences about this tool.
    pub(super) fn row(&self, tool: &str) -> Option<&Override> {
        self.overrides.iter().find(|row| row.tool() == tool)
    }

    /// Returns the tool with which callers of this surface wait for operations, if they are offered it.
    pub(super) fn wait_tool<'s>(&self, snapshot: &'s Snapshot) -> Option<&'s ToolName> {
        let waits = |tool: &&Registered| OperationQuestion::Wait.is_answered_by(tool) && self.may_offer(tool);
        snapshot.iter().find(waits).map(Registered::name)
    }

    /// Returns whether this surface is about such a tool at all. Nothing is decided by it: that is admission's.
    pub(super) fn may_offer(&self, tool: &Registered) -> bool {
        self.origin.excludes(tool.host().exposure).is_none()
            && self.hidden_namespace(tool).is_none()
            && self.allow.admits(tool.name())
    }

    /// Returns the namespace that hides such a tool.
    pub(super) fn hidden_namespace(&self, tool: &Registered) -> Option<&String> {
        if self.hidden_namespaces.is_empty() && self.hidden_source_ids.is_empty() {
            return None;
        }
        // Names that the registry takes for one are hidden as one. An engine's own id as well, before a name was made of it.
        let (name, id) = (folded(tool.name().plain()), tool.source_id.as_deref().map(folded));
        let within = |name: &str, namespace: &str| {
            name.strip_prefix(namespace).is_some_and(|rest| rest.starts_with("::"))
        };
        let by_name = |hidden: &&String| {
            let hidden = folded(hidden);
            within(&name, &hidden) || id.as_deref().is_some_and(|id| within(id, &hidden))
        };
        let begins = |prefix: &&String| id.as_deref().is_some_and(|id| id.starts_with(&folded(prefix)));
        let namespaces = self.hidden_namespaces.iter().find(by_name);
        namespaces.or_else(|| self.hidden_source_ids.iter().find(begins))
    }

    /// Returns the argument that this surface adds to such a tool.
    pub(super) fn target_argument(&self, host: &HostMetadata) -> Option<&TargetArgument> {
        let kind = host.target.as_ref()?;
        self.target_arguments.iter().find(|argument| argument.kind() == kind)
    }

    /// Returns whether outside callers could not say what a call of such a tool is about.
    pub(super) fn leaves_unnameable(&self, host: &HostMetadata) -> bool {
        // A conversation names its target beside the arguments.
        self.origin == Origin::Outside
            && host.exposure != Exposure::Internal
            && host.target.is_some()
            && self.target_argument(host).is_none()
    }

    /// Returns the fault of tools whose kind of target no argument names.
    pub(super) fn unnameable(&self, kind: String, tools: Vec<String>) -> BuildError {
        let kinds = self.target_arguments.iter().map(TargetArgument::kind);
        let nearest = nearest::nearest(&kind, kinds).map(str::to_owned);
        BuildError::MissingTargetArgument { kind, tools, nearest }
    }

    /// Renders what can be rendered, and names every fault.
    pub(crate) fn render(&self, snapshot: &Snapshot) -> (View, Vec<BuildError>) {
        let (view, rendering) = View::with_faults(self, snapshot);
        let mut faults = self.allow.faults(snapshot);
        faults.extend(self.hidden_namespaces.iter().filter_map(|namespace| misspelt(namespace, snapshot)));
        faults.extend(public_names::limit_fault(self.longest_name));
        faults.extend(
            self.longest_result
                .filter(|bytes| *bytes < SHORTEST_RESULT)
                .map(|bytes| BuildError::InvalidResultLimit { bytes, least: SHORTEST_RESULT }),
        );
        faults.extend(overrides::faults(&self.overrides, snapshot));
        faults.extend(
            (self.has_sessions && self.origin == Origin::FirstParty).then_some(BuildError::NeedlessSession),
        );
        faults.extend(rendering);
        (view, faults)
    }
}

/// Finds a hidden namespace that hides nothing, and that somebody probably spelt wrongly.
fn misspelt(namespace: &str, snapshot: &Snapshot) -> Option<BuildError> {
    if snapshot.all().any(|tool| tool.name().is_within(namespace)) {
        return None;
    }
    let fault = |nearest| BuildError::UnknownNamespace { namespace: namespace.to_owned(), nearest };
    if ToolName::parse(namespace).is_err() {
        return Some(fault(None));
    }
    let known = snapshot.all().flat_map(|tool| tool.name().namespaces());
    let folded = namespace.to_ascii_lowercase();
    let known: Vec<_> = known.chain(snapshot.iter().map(|tool| tool.name().as_str())).collect();
    let same = known.iter().copied().find(|known| known.to_ascii_lowercase() == folded);
    same.or_else(|| nearest::nearest(namespace, known.iter().copied()))
        .map(|near| fault(Some(near.to_owned())))
}
