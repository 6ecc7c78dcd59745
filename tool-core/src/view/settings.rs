//! What a surface is, apart from the tools, and what is wrong with it.

use super::{Allow, TargetArgument, View, names};
use crate::{BuildError, BuildErrors, Exposure, HostMetadata, Snapshot, ToolName, nearest};

/// Whose callers a surface serves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(clippy::exhaustive_enums, reason = "exposure knows exactly these two audiences")]
pub enum Origin {
    /// The product's own: its assistant, its own user interface.
    FirstParty,
    /// Anybody else, whatever the protocol.
    Outside,
}

/// What a surface is, apart from the tools.
#[derive(Debug)]
pub(crate) struct Settings {
    pub(crate) name: String,
    pub(crate) origin: Origin,
    pub(crate) allow: Allow,
    pub(crate) hidden_namespaces: Vec<String>,
    pub(crate) repairs_arguments: bool,
    /// Characters of the longest public name.
    pub(crate) longest_name: usize,
    pub(crate) target_arguments: Vec<TargetArgument>,
}

impl Settings {
    pub(crate) fn new(name: String, origin: Origin, allow: Allow) -> Self {
        Self {
            name,
            origin,
            allow,
            hidden_namespaces: Vec::new(),
            repairs_arguments: false,
            longest_name: names::LONGEST,
            target_arguments: Vec::new(),
        }
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

    pub(crate) fn render(&self, snapshot: &Snapshot) -> Result<View, BuildErrors> {
        let (view, rendering) = View::with_faults(self, snapshot);
        let mut faults = self.allow.faults(snapshot);
        faults.extend(self.hidden_namespaces.iter().filter_map(|namespace| misspelt(namespace, snapshot)));
        faults.extend(names::limit_fault(self.longest_name));
        faults.extend(rendering);
        BuildErrors::check(faults).map(|()| view)
    }
}

/// Finds a hidden namespace that hides nothing, and that somebody probably spelt wrongly.
fn misspelt(namespace: &str, snapshot: &Snapshot) -> Option<BuildError> {
    if snapshot.iter().any(|tool| tool.name().is_within(namespace)) {
        return None;
    }
    let fault = |nearest| BuildError::UnknownNamespace { namespace: namespace.to_owned(), nearest };
    if ToolName::parse(namespace).is_err() {
        return Some(fault(None));
    }
    let known = snapshot.iter().flat_map(|tool| tool.name().namespaces());
    let folded = namespace.to_ascii_lowercase();
    let known: Vec<_> = known.chain(snapshot.iter().map(|tool| tool.name().as_str())).collect();
    let same = known.iter().copied().find(|known| known.to_ascii_lowercase() == folded);
    same.or_else(|| nearest::nearest(namespace, known.iter().copied()))
        .map(|near| fault(Some(near.to_owned())))
}
