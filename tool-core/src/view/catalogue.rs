//! What a surface lists for a caller, and every omission with its reason. A query; nobody keeps one by hand.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt,
    sync::Arc,
};

use serde_json::{Map, Value};

use crate::{Effect, Icon, Kind, Registered, Step};

/// What a surface lists for one caller, and what it leaves out.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Catalogue {
    /// The tools that the caller can use, ordered by name.
    pub tools: Vec<Arc<Listed>>,
    /// The tools that the caller must not learn about, ordered by public name; for the host only.
    pub omissions: Vec<Omission>,
    /// The state of the registry that this shows.
    pub generation: u64,
}

/// One tool as a surface lists it; what a protocol renders, field by field.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Listed {
    /// Public name; see [`SurfaceBuilder::longest_name`](crate::SurfaceBuilder::longest_name).
    pub name: String,
    /// Name for people; the public name where a first-party tool has no title.
    pub title: String,
    /// What the model reads.
    pub description: String,
    /// JSON Schema of the arguments, with what the surface added; an object at its root.
    pub input_schema: Arc<Map<String, Value>>,
    /// JSON Schema of the structured result; an object at its root.
    pub output_schema: Option<Arc<Map<String, Value>>>,
    /// JSON Schema of what the work returns in the end. The same as `output_schema`, but for an operation, whose call is
    /// answered before.
    pub result_schema: Option<Arc<Map<String, Value>>>,
    /// What a call may change.
    pub effect: Effect,
    /// Whether a repeated call changes nothing more.
    pub idempotent: bool,
    /// Whether the tool reaches beyond the product's own data.
    pub open_world: bool,
    /// Pictures for people.
    pub icons: Vec<Icon>,
    /// Data for hosts that know its keys.
    pub meta: Map<String, Value>,
    /// Arguments that clients repeat in a header, each with the name of the header; see
    /// [`ToolDefinition::with_header`](crate::ToolDefinition::with_header).
    pub headers: BTreeMap<String, String>,
    /// Words to group tools by.
    pub tags: BTreeSet<String>,
    /// Why not to use the tool any more; the description says so too.
    pub deprecated: Option<String>,
}

impl Listed {
    pub(super) fn new(
        name: String,
        description: String,
        input_schema: Arc<Map<String, Value>>,
        output_schema: Option<&Arc<Map<String, Value>>>,
        entry: &Registered,
    ) -> Self {
        let host = entry.host();
        let output_schema = output_schema.cloned();
        let result_schema = match host.kind {
            Kind::Operation => entry.result.advertised().cloned(),
            Kind::Immediate => output_schema.clone(),
        };
        Self {
            title: host.title.clone().unwrap_or_else(|| name.clone()),
            name,
            description,
            input_schema,
            output_schema,
            result_schema,
            effect: host.effect,
            idempotent: host.is_idempotent(),
            open_world: host.open_world,
            icons: host.icons.clone(),
            meta: host.meta.clone(),
            headers: entry.definition().headers.clone(),
            tags: host.tags.clone(),
            deprecated: host.deprecated.clone(),
        }
    }
}

/// One tool that a catalogue leaves out.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Omission {
    /// Name in the registry.
    pub tool: String,
    /// Why.
    pub reason: OmissionReason,
}

impl fmt::Display for Omission {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.tool, self.reason)
    }
}

/// Why a catalogue leaves a tool out. *Never headless* and *not yet headless* are two, because only one is work to do.
///
/// # Examples
///
/// ```
/// use tool_core::{Allow, Caller, Invoker, OmissionReason, Registry, Surface, tool};
///
/// /// Deletes all notes.
/// #[tool(title = "Delete notes", exposure = both, scopes = ["notes:write"])]
/// fn delete_notes() {}
///
/// let invoker = Invoker::builder(Registry::builder(()).tool(delete_notes_tool()).build()?).unlimited().build()?;
/// let surface = Surface::outside("mcp", &invoker, Allow::exposed()).build()?;
/// let omissions = surface.catalogue(&Caller::new("alice")).omissions;
/// assert_eq!(omissions[0].reason, OmissionReason::MissingScope("notes:write".to_owned()));
/// assert_eq!(surface.catalogue(&Caller::new("alice").with_scopes(["notes:write"])).omissions.len(), 0);
/// # Ok::<(), tool_core::BuildErrors>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum OmissionReason {
    /// It was switched off, for this reason.
    Disabled(String),
    /// It is exposed to outside callers only.
    External,
    /// The application's state hides it.
    Hidden,
    /// It lies in a namespace that the surface hides.
    HiddenNamespace(String),
    /// It is exposed to the product's own surfaces only.
    Internal,
    /// The caller does not hold this scope.
    MissingScope(String),
    /// It will never make sense without a conversation, for this reason.
    NeverHeadless(String),
    /// It is not on the surface's allowlist.
    NotAllowed,
    /// It does not make sense without a conversation yet, for this reason.
    NotYetHeadless(String),
    /// It cannot be used at present, for this reason.
    Unavailable(String),
    /// It undoes what another tool did, and runs through `undo_operation` alone.
    Undo,
    /// A check failed; the log has the cause under this id.
    Undetermined {
        /// Id in the log.
        correlation: String,
    },
}

impl OmissionReason {
    /// Returns the step of admission that this is the answer of.
    pub fn step(&self) -> Step {
        match self {
            Self::Disabled(_) => Step::Enabled,
            Self::External | Self::HiddenNamespace(_) | Self::Internal | Self::Undo => Step::Exposed,
            Self::Hidden | Self::Unavailable(_) | Self::Undetermined { .. } => Step::Available,
            Self::MissingScope(_) | Self::NotAllowed => Step::Allowed,
            Self::NeverHeadless(_) | Self::NotYetHeadless(_) => Step::Headless,
        }
    }
}

impl fmt::Display for OmissionReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Disabled(reason) => write!(f, "switched off: {reason}"),
            Self::External => f.write_str("external: offered to outside callers only"),
            Self::Hidden => f.write_str("hidden by the application's state"),
            Self::HiddenNamespace(namespace) => write!(f, "in the hidden namespace {namespace}"),
            Self::Internal => f.write_str(
                "internal: offered to the product's own surfaces only; `exposure = both` offers it to outside callers, too",
            ),
            Self::MissingScope(scope) => write!(f, "the caller does not hold the scope {scope}"),
            Self::NeverHeadless(reason) => write!(f, "never headless: {reason}"),
            Self::NotAllowed => f.write_str("not on the surface's allowlist"),
            Self::NotYetHeadless(reason) => write!(f, "not yet headless: {reason}"),
            Self::Undo => f.write_str("undoes another tool: runs through undo_operation alone"),
            Self::Unavailable(reason) => write!(f, "unavailable: {reason}"),
            Self::Undetermined { correlation } => {
                write!(f, "could not be determined, see the log under {correlation}")
            }
        }
    }
}
