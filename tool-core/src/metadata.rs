//! What the host reads about a tool; never sent to the model as text.
//!
//! The `Default` impls in this file are the only place where restriction is written.

use std::{collections::BTreeSet, time::Duration};

use serde_json::{Map, Value};

/// Facts about a tool for the host that offers it.
///
/// The default of what decides who is offered a tool, and what is said about its dangers, is the most restrictive value: what
/// nobody stated can hide a tool or over-warn about it, and can do nothing else.
///
/// # Examples
///
/// ```
/// use tool_core::{Effect, Exposure, HostMetadata};
///
/// let silent = HostMetadata::default();
/// assert_eq!((silent.exposure, silent.effect), (Exposure::Internal, Effect::Destructive));
///
/// let stated = HostMetadata::default().with_title("Search notes").with_effect(Effect::ReadOnly);
/// assert!(stated.is_idempotent(), "reading is idempotent unless said otherwise");
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct HostMetadata {
    /// Name for people. An exposed tool must have one.
    pub title: Option<String>,
    /// Where the tool may be offered.
    pub exposure: Exposure,
    /// What a call may change.
    pub effect: Effect,
    /// Whether a second call with equal arguments changes nothing more; `None` follows from the effect.
    pub idempotent: Option<bool>,
    /// Whether the tool reaches beyond the product's own data.
    pub open_world: bool,
    /// Whether the tool makes sense without a conversation.
    pub headless: Headless,
    /// The kind of thing a call is about (`"project"`), which must belong to the caller.
    pub target: Option<String>,
    /// Scopes that the caller must hold, all of them.
    pub scopes: BTreeSet<String>,
    /// The longest a call may run; `None` is no limit of the tool's own.
    pub timeout: Option<Duration>,
    /// Whether a call is answered with the tool's result, or with an operation that goes on.
    pub kind: Kind,
    /// The tool that undoes what an operation of this one did, by its name in the registry.
    pub undo: Option<String>,
    /// Whether the tool governs other work, and so is exempt from limits and from waiting.
    pub control: Control,
    /// Which calls of the tool may run at once.
    pub parallelism: Parallelism,
    /// Pictures for people.
    pub icons: Vec<Icon>,
    /// Data for hosts that know its keys, passed through to protocols that have a place for it.
    pub meta: Map<String, Value>,
    /// Words to group tools by, for people and for reports.
    pub tags: BTreeSet<String>,
    /// Why not to use the tool any more, and what to use instead; reaches the model with the description.
    pub deprecated: Option<String>,
}

impl Default for HostMetadata {
    fn default() -> Self {
        Self {
            title: None,
            exposure: Exposure::default(),
            effect: Effect::default(),
            idempotent: None,
            open_world: true,
            headless: Headless::default(),
            target: None,
            scopes: BTreeSet::new(),
            timeout: None,
            kind: Kind::default(),
            undo: None,
            control: Control::default(),
            parallelism: Parallelism::default(),
            icons: Vec::new(),
            meta: Map::new(),
            tags: BTreeSet::new(),
            deprecated: None,
        }
    }
}

impl HostMetadata {
    /// Returns whether a repeated call changes nothing more: as stated, else whether the tool only reads.
    pub fn is_idempotent(&self) -> bool {
        self.idempotent.unwrap_or(self.effect == Effect::ReadOnly)
    }

    /// Sets the name for people.
    #[must_use]
    pub fn with_title(mut self, title: impl Into<String>) -> Self {
        self.title = Some(title.into());
        self
    }

    /// Sets where the tool may be offered.
    #[must_use]
    pub fn with_exposure(mut self, exposure: Exposure) -> Self {
        self.exposure = exposure;
        self
    }

    /// Sets what a call may change.
    #[must_use]
    pub fn with_effect(mut self, effect: Effect) -> Self {
        self.effect = effect;
        self
    }

    /// States whether a second call with equal arguments changes nothing more.
    #[must_use]
    pub fn with_idempotent(mut self, idempotent: bool) -> Self {
        self.idempotent = Some(idempotent);
        self
    }

    /// States whether the tool reaches beyond the product's own data.
    #[must_use]
    pub fn with_open_world(mut self, open_world: bool) -> Self {
        self.open_world = open_world;
        self
    }

    /// States whether the tool makes sense without a conversation.
    #[must_use]
    pub fn with_headless(mut self, headless: Headless) -> Self {
        self.headless = headless;
        self
    }

    /// Sets the kind of thing a call is about.
    #[must_use]
    pub fn with_target(mut self, kind: impl Into<String>) -> Self {
        self.target = Some(kind.into());
        self
    }

    /// Adds scopes that the caller must hold.
    #[must_use]
    pub fn with_scopes<T: Into<String>>(mut self, scopes: impl IntoIterator<Item = T>) -> Self {
        self.scopes.extend(scopes.into_iter().map(Into::into));
        self
    }

    /// Sets the longest a call may run.
    #[must_use]
    pub fn with_timeout(mut self, timeout: Duration) -> Self {
        self.timeout = Some(timeout);
        self
    }

    /// States whether a call is answered with the tool's result, or with an operation that goes on.
    #[must_use]
    pub fn with_kind(mut self, kind: Kind) -> Self {
        self.kind = kind;
        self
    }

    /// States which tool undoes what an operation of this one did, so that [`undo_operation`](crate::OperationTools::undo)
    /// can run it, and nobody else: it is not listed, whatever its exposure, because it cannot know whose an operation is.
    /// That tool is control, takes the id as `operation` and nothing else, and is about the same kind of target or about
    /// none. Whether an operation has been undone already is for it to know; it may be asked twice.
    #[must_use]
    pub fn with_undo(mut self, tool: impl Into<String>) -> Self {
        self.undo = Some(tool.into());
        self
    }

    /// States that the tool governs other work.
    #[must_use]
    pub fn with_control(mut self, control: Control) -> Self {
        self.control = control;
        self
    }

    /// States which calls of the tool may run at once.
    #[must_use]
    pub fn with_parallelism(mut self, parallelism: Parallelism) -> Self {
        self.parallelism = parallelism;
        self
    }

    /// Adds a picture.
    #[must_use]
    pub fn with_icon(mut self, icon: Icon) -> Self {
        self.icons.push(icon);
        self
    }

    /// Adds one entry of data for hosts.
    #[must_use]
    pub fn with_meta(mut self, key: impl Into<String>, value: Value) -> Self {
        self.meta.insert(key.into(), value);
        self
    }

    /// Adds words to group the tool by.
    #[must_use]
    pub fn with_tags<T: Into<String>>(mut self, tags: impl IntoIterator<Item = T>) -> Self {
        self.tags.extend(tags.into_iter().map(Into::into));
        self
    }

    /// States why not to use the tool any more, and what to use instead.
    #[must_use]
    pub fn with_deprecated(mut self, reason: impl Into<String>) -> Self {
        self.deprecated = Some(reason.into());
        self
    }
}

/// Where a tool may be offered. A property of the tool, so it holds for every protocol, present and future.
///
/// # Examples
///
/// What is not written is internal.
///
/// ```
/// use tool_core::{Exposure, HostMetadata, Registry, tool};
///
/// /// Reloads the configuration.
/// #[tool]
/// fn reload() {}
///
/// let registry = Registry::builder(()).tool(reload_tool()).build()?;
/// assert_eq!(registry.snapshot().get("reload").unwrap().host().exposure, Exposure::Internal);
/// // Of a tool that is written by hand:
/// assert_eq!(HostMetadata::default().with_exposure(Exposure::Both).exposure, Exposure::Both);
/// # Ok::<(), tool_core::BuildErrors>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[expect(clippy::exhaustive_enums, reason = "whoever offers tools must decide for each case")]
pub enum Exposure {
    /// To the product's own surfaces and to outside callers.
    Both,
    /// To outside callers only.
    External,
    /// To the product's own surfaces only.
    #[default]
    Internal,
}

/// What a call may change. One enum, so that "read-only and destructive" cannot be said.
///
/// # Examples
///
/// What is not written is destructive.
///
/// ```
/// use tool_core::{Effect, HostMetadata};
///
/// let unwritten = HostMetadata::default();
/// assert_eq!((unwritten.effect, unwritten.is_idempotent()), (Effect::Destructive, false));
/// let reads = HostMetadata::default().with_effect(Effect::ReadOnly);
/// assert!(reads.is_idempotent(), "what only reads can be repeated");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[expect(clippy::exhaustive_enums, reason = "whoever warns people must decide for each case")]
pub enum Effect {
    /// Adds something; what was there before stays.
    Additive,
    /// May change or remove what was there before.
    #[default]
    Destructive,
    /// Changes nothing.
    ReadOnly,
}

/// Whether a tool makes sense for a caller that has no conversation with the product.
///
/// # Examples
///
/// ```
/// use tool_core::{Allow, Caller, Invoker, Registry, Surface, tool};
///
/// /// Switches the project of this conversation.
/// #[tool(title = "Switch", exposure = both, headless(never = "it switches the conversation's project"))]
/// fn switch() {}
///
/// let invoker = Invoker::builder(Registry::builder(()).tool(switch_tool()).build()?).unlimited().build()?;
/// let listed = |surface: Surface| surface.catalogue(&Caller::new("alice")).tools.len();
/// assert_eq!(listed(Surface::outside("mcp", &invoker, Allow::exposed()).build()?), 0);
/// assert_eq!(listed(Surface::first_party("assistant", &invoker, Allow::exposed()).build()?), 1);
/// # Ok::<(), tool_core::BuildErrors>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
#[expect(clippy::exhaustive_enums, reason = "never and not yet are different sets, and must stay two")]
pub enum Headless {
    /// It never will, for this reason: there is nothing outside a conversation that it could act on.
    Never(String),
    /// It could, but work is still to be done, which this says.
    NotYet(String),
    /// It does.
    #[default]
    Yes,
}

/// What a call of a tool is answered with.
///
/// # Examples
///
/// ```
/// use tool_core::{Invoker, Kind, Registry, tool};
///
/// /// Imports notes.
/// #[tool(title = "Import", exposure = both, effect = additive, kind = operation)]
/// async fn import_notes() -> u32 {
///     412
/// }
///
/// let registry = Registry::builder(()).tool(import_notes_tool()).build()?;
/// assert_eq!(registry.snapshot().get("import_notes").unwrap().host().kind, Kind::Operation);
/// let missing = Invoker::builder(registry).unlimited().build().unwrap_err();
/// assert!(missing.to_string().contains("call Invoker::builder(..).operations(..)"));
/// # Ok::<(), tool_core::BuildErrors>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[expect(clippy::exhaustive_enums, reason = "whoever runs tools must decide for each case")]
pub enum Kind {
    /// The result of the tool, when it has run.
    #[default]
    Immediate,
    /// An operation, at once: the work is put on the invoker's [`OperationQueue`](crate::OperationQueue), and runs later.
    ///
    /// What the tool's own output schema describes is then the result of the work, and not the answer to the call.
    Operation,
}

/// Whether a tool governs other work: stops it, undoes it, says how it stands.
///
/// Such a tool is never limited and never waits for room: who has used up a budget, or has started too much, must still
/// be able to stop it.
///
/// # Examples
///
/// ```
/// use tool_core::{Control, HostMetadata, Parallelism};
///
/// let stop = HostMetadata::default().with_control(Control::Acts);
/// assert_eq!(stop.control, Control::Acts);
/// // What never waits for its turn cannot take turns: together they are a fault when the registry is built.
/// let fault = stop.with_parallelism(Parallelism::Exclusive);
/// assert_eq!(fault.parallelism, Parallelism::Exclusive);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[expect(clippy::exhaustive_enums, reason = "whoever limits calls must decide for each case")]
pub enum Control {
    /// It does, and answers at once.
    Acts,
    /// It does not; it is work.
    #[default]
    No,
    /// It does, and may wait for other work. A caller can have 16 of these at once.
    Waits,
}

/// Which calls of a tool may run at once, whoever makes them.
///
/// # Examples
///
/// ```
/// use tool_core::{Parallelism, Registry, tool};
///
/// /// Renames a note.
/// #[tool(parallelism = serial_by("note"))]
/// fn rename(note: u32, title: &str) -> String {
///     format!("{note} is {title}")
/// }
///
/// let registry = Registry::builder(()).tool(rename_tool()).build()?;
/// let host = registry.snapshot().get("rename").unwrap().host().clone();
/// assert_eq!(host.parallelism, Parallelism::SerialBy("note".to_owned()));
/// # Ok::<(), tool_core::BuildErrors>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
#[expect(clippy::exhaustive_enums, reason = "whoever schedules calls must decide for each case")]
pub enum Parallelism {
    /// One.
    Exclusive,
    /// Any.
    #[default]
    Parallel,
    /// One for each value of this argument.
    SerialBy(String),
    /// One for each target.
    SerialByTarget,
}

/// A picture of a tool, for people.
///
/// # Examples
///
/// ```
/// use tool_core::{HostMetadata, Icon};
///
/// let icon = Icon::new("https://example.com/search.png").with_mime_type("image/png").with_size("48x48");
/// assert_eq!(HostMetadata::default().with_icon(icon.clone()).icons, [icon]);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Icon {
    /// `https:` or `data:` address of the picture.
    pub src: String,
    /// Media type, such as `image/png`.
    pub mime_type: Option<String>,
    /// Sizes it is good for, such as `48x48`, or `any`.
    pub sizes: Vec<String>,
}

impl Icon {
    /// Returns an icon at this address, of no stated type or size.
    pub fn new(src: impl Into<String>) -> Self {
        Self { src: src.into(), mime_type: None, sizes: Vec::new() }
    }

    /// States the media type.
    #[must_use]
    pub fn with_mime_type(mut self, mime_type: impl Into<String>) -> Self {
        self.mime_type = Some(mime_type.into());
        self
    }

    /// Adds a size.
    #[must_use]
    pub fn with_size(mut self, size: impl Into<String>) -> Self {
        self.sizes.push(size.into());
        self
    }
}
