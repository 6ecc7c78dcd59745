//! What is wrong with a registry, an invoker or a surface, for whoever builds it. One text per fault, all in this file.

use std::{error::Error, fmt};

use crate::{SourceLocation, schema::SchemaFault, seal::KEY_BYTES, view::SESSION};

/// Every fault of one build, so that one run of the program shows them all.
///
/// # Examples
///
/// All that is wrong is said at once, and `main` can return it.
///
/// ```
/// use tool_core::{BuildError, Exposure, HostMetadata, Registry, Tool, ToolCall, ToolDefinition, ToolError, ToolOutput};
///
/// struct Mute(&'static str);
///
/// #[tool_core::async_trait]
/// impl Tool for Mute {
///     fn definition(&self) -> ToolDefinition {
///         ToolDefinition::new(self.0, "Says nothing.")
///     }
///
///     fn host(&self) -> HostMetadata {
///         HostMetadata::default().with_exposure(Exposure::Both)
///     }
///
///     async fn call(&self, _: ToolCall<'_>) -> Result<ToolOutput, ToolError> {
///         Ok(ToolOutput::text(""))
///     }
/// }
///
/// let errors = Registry::builder(()).register(Mute("mute")).register(Mute("a b")).build().unwrap_err();
/// let codes: Vec<_> = errors.iter().map(BuildError::code).collect();
/// assert!(codes.contains(&"untitled") && codes.contains(&"invalid-name"), "{codes:?}");
/// assert!(errors.to_string().contains("is exposed without a title; give it a short name for people"));
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct BuildErrors(Vec<BuildError>);

impl BuildErrors {
    /// Returns the error of one fault.
    pub(crate) fn of(fault: BuildError) -> Self {
        Self(vec![fault])
    }

    /// Returns an error when there are faults.
    pub(crate) fn check(faults: Vec<BuildError>) -> Result<(), Self> {
        if faults.is_empty() { Ok(()) } else { Err(Self(faults)) }
    }

    /// Returns the faults in the order in which the tools were registered.
    pub fn iter(&self) -> impl Iterator<Item = &BuildError> {
        self.0.iter()
    }

    /// Returns how many faults there are; never zero.
    #[expect(clippy::len_without_is_empty, reason = "without a fault there is no BuildErrors")]
    pub fn len(&self) -> usize {
        self.0.len()
    }
}

impl fmt::Display for BuildErrors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plural = if self.0.len() == 1 { "" } else { "s" };
        write!(f, "{} fault{plural}", self.0.len())?;
        self.0.iter().try_for_each(|fault| write!(f, "\n- {fault}"))
    }
}

impl fmt::Debug for BuildErrors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // `fn main() -> Result<(), BuildErrors>` and `unwrap` print this one.
        fmt::Display::fmt(self, f)
    }
}

impl Error for BuildErrors {}

/// One fault of a registry, an invoker or a surface. Its `Display` says what is wrong and what to write instead.
///
/// # Examples
///
/// ```
/// use tool_core::{Allow, BuildError, Invoker, Registry, Surface};
///
/// let invoker = Invoker::builder(Registry::builder(()).build()?).unlimited().build()?;
/// let errors = Surface::outside("mcp", &invoker, Allow::only(["search"])).build().unwrap_err();
/// let fault = errors.iter().next().unwrap();
/// assert!(matches!(fault, BuildError::UnknownTool { name, .. } if name == "search"));
/// assert_eq!(fault.to_string(), "Allow::only names `search`, which is not registered");
/// # Ok::<(), tool_core::BuildErrors>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the fields are the parts of the message, which `Display` shows")]
pub enum BuildError {
    /// An argument that the surface adds is one that the tool has already.
    ArgumentCollision { tool: String, argument: String },
    /// A place for reports serves another invoker.
    CompletionsInUse,
    /// A tool is control, and its calls are to be queued.
    ControlIsOperation { tool: String, location: SourceLocation },
    /// A tool is control, and its calls are to run one by one.
    ControlTakesTurns { tool: String, location: SourceLocation },
    /// Two resources answer for one address.
    DuplicateAddress {
        address: String,
        name: String,
        location: SourceLocation,
        other: String,
        other_location: SourceLocation,
    },
    /// Two tools have names that hosts cannot tell apart.
    DuplicateName { name: String, location: SourceLocation, other: String, other_location: SourceLocation },
    /// A headless exclusion has no reason.
    EmptyReason { tool: String, location: SourceLocation },
    /// A class of limits cannot be told from the others, or stands for nothing.
    InvalidClass { class: String, reason: String },
    /// A name does not fit the grammar.
    InvalidName { name: String, reason: String, location: SourceLocation },
    /// A limit of public names is outside of what can be kept.
    InvalidNameLimit { longest: usize, least: usize, most: usize },
    /// A row of a surface's table of differences cannot be used.
    InvalidOverride { tool: String, reason: String },
    /// A prompt cannot be offered as it is.
    InvalidPrompt { name: String, reason: String, location: SourceLocation },
    /// A rate lets nothing through, or contradicts itself.
    InvalidRate { class: String, reason: &'static str },
    /// A resource cannot be offered as it is.
    InvalidResource { name: String, reason: String, location: SourceLocation },
    /// A limit of results leaves no room for one.
    InvalidResultLimit { bytes: usize, least: usize },
    /// A schema cannot be offered as it is.
    InvalidSchema {
        tool: String,
        side: Side,
        pointer: String,
        rule: &'static str,
        message: String,
        location: SourceLocation,
    },
    /// A candidate that was expected is not linked into the program.
    LinkedMissing { name: String, linked: Vec<String> },
    /// A candidate that was expected is for a registry with another state.
    LinkedState { name: String, location: SourceLocation, candidate: &'static str, registry: &'static str },
    /// A candidate for this registry is linked, and nobody expected it.
    LinkedSurplus { name: String, location: SourceLocation },
    /// Functions return what is reported later, and nothing takes the report.
    MissingCompletions { tools: Vec<String> },
    /// Tools are work, and nothing says how much of it a caller may have done.
    MissingLimits { tools: Vec<String> },
    /// Tools are about a target, and nothing says who owns it.
    MissingOwnership { tools: Vec<String> },
    /// Tools are operations, and nothing keeps them.
    MissingQueue { tools: Vec<String> },
    /// Limits leave out how much a caller may read, or may write.
    MissingRate { uses: &'static str },
    /// Tools are about a target, and the surface has no way for a caller to say which.
    MissingTargetArgument { kind: String, tools: Vec<String>, nearest: Option<String> },
    /// Two tools have public names that hosts cannot tell apart.
    NameClash {
        public: String,
        name: String,
        location: SourceLocation,
        other: String,
        other_location: SourceLocation,
    },
    /// A surface of the product's own, which has conversations, asks for a session id.
    NeedlessSession,
    /// A queue of operations serves another invoker.
    QueueInUse,
    /// A result has a key of the name that the surface adds.
    ResultCollision { tool: String, key: String, location: SourceLocation },
    /// The registry says something else than what a row of a surface's table was written against.
    StaleOverride { tool: String, description: String, required: Vec<String> },
    /// The key for digests in the records can be guessed.
    ShortDigestKey { bytes: usize },
    /// A surface is to ask for approvals, and nobody's answer would count.
    UnaskedApproval { reason: &'static str },
    /// An exposed tool has no description.
    Undescribed { tool: String, location: SourceLocation },
    /// A tool runs one call for each value of something that its calls do not have.
    UnknownLane { tool: String, lane: String, nearest: Option<String>, location: SourceLocation },
    /// A hidden namespace hides nothing, and looks like a typing error.
    UnknownNamespace { namespace: String, nearest: Option<String> },
    /// A list names a tool that is not registered.
    UnknownTool { name: String, list: &'static str, nearest: Option<String> },
    /// A tool is undone by one that is not registered.
    UnknownUndo { tool: String, undo: String, nearest: Option<String>, location: SourceLocation },
    /// An exposed tool has no title.
    Untitled { tool: String, location: SourceLocation },
    /// A header that repeats an argument cannot be sent.
    InvalidHeader {
        tool: String,
        argument: String,
        header: String,
        reason: &'static str,
        location: SourceLocation,
    },
    /// Another name of an argument is an argument itself, or stands for none.
    UselessAlias { tool: String, alias: String, argument: String, location: SourceLocation },
    /// A tool cannot be undone in the way that it says.
    UselessUndo { tool: String, undo: String, reason: &'static str, location: SourceLocation },
}

/// Which of a tool's two schemas a fault is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(clippy::exhaustive_enums, reason = "a tool takes something and returns something")]
pub enum Side {
    /// The schema of the arguments.
    Input,
    /// The schema of the result.
    Output,
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Input => "input",
            Self::Output => "output",
        })
    }
}

impl BuildError {
    pub(crate) fn schema(tool: &str, side: Side, fault: SchemaFault, location: SourceLocation) -> Self {
        let SchemaFault { pointer, rule, message, .. } = fault;
        Self::InvalidSchema { tool: tool.to_owned(), side, pointer, rule, message, location }
    }

    /// Returns the stable code.
    pub fn code(&self) -> &'static str {
        match self {
            Self::ArgumentCollision { .. } => "argument-collision",
            Self::CompletionsInUse => "completions-in-use",
            Self::ControlIsOperation { .. } => "control-is-operation",
            Self::ControlTakesTurns { .. } => "control-takes-turns",
            Self::DuplicateAddress { .. } => "duplicate-address",
            Self::DuplicateName { .. } => "duplicate-name",
            Self::EmptyReason { .. } => "empty-reason",
            Self::InvalidClass { .. } => "invalid-class",
            Self::InvalidName { .. } => "invalid-name",
            Self::InvalidNameLimit { .. } => "invalid-name-limit",
            Self::InvalidOverride { .. } => "invalid-override",
            Self::InvalidPrompt { .. } => "invalid-prompt",
            Self::InvalidRate { .. } => "invalid-rate",
            Self::InvalidResource { .. } => "invalid-resource",
            Self::InvalidResultLimit { .. } => "invalid-result-limit",
            Self::InvalidSchema { .. } => "invalid-schema",
            Self::LinkedMissing { .. } => "linked-missing",
            Self::LinkedState { .. } => "linked-state",
            Self::LinkedSurplus { .. } => "linked-surplus",
            Self::MissingCompletions { .. } => "missing-completions",
            Self::MissingLimits { .. } => "missing-limits",
            Self::MissingOwnership { .. } => "missing-ownership",
            Self::MissingQueue { .. } => "missing-queue",
            Self::MissingRate { .. } => "missing-rate",
            Self::MissingTargetArgument { .. } => "missing-target-argument",
            Self::NameClash { .. } => "name-clash",
            Self::NeedlessSession => "needless-session",
            Self::QueueInUse => "queue-in-use",
            Self::ResultCollision { .. } => "result-collision",
            Self::StaleOverride { .. } => "stale-override",
            Self::ShortDigestKey { .. } => "digest-key-too-short",
            Self::UnaskedApproval { .. } => "unasked-approval",
            Self::Undescribed { .. } => "undescribed",
            Self::UnknownLane { .. } => "unknown-lane",
            Self::UnknownNamespace { .. } => "unknown-namespace",
            Self::UnknownTool { .. } => "unknown-tool",
            Self::UnknownUndo { .. } => "unknown-undo",
            Self::Untitled { .. } => "untitled",
            Self::UselessAlias { .. } => "useless-alias",
            Self::InvalidHeader { .. } => "invalid-header",
            Self::UselessUndo { .. } => "useless-undo",
        }
    }

    #[expect(clippy::too_many_lines, reason = "one list of texts, which a reviewer reads from top to bottom")]
    fn text(&self) -> String {
        match self {
            Self::ArgumentCollision { tool, argument } if argument == SESSION => format!(
                "`{tool}` has an argument `{argument}` of its own; rename it, or build the surface without session_id()"
            ),
            Self::ArgumentCollision { tool, argument } => format!(
                "`{tool}` has an argument `{argument}` of its own; give the surface's target argument another name"
            ),
            Self::CompletionsInUse => {
                "the completions serve another invoker already; clone that invoker, or give each completions of its own".to_owned()
            }
            Self::ControlIsOperation { tool, location } => format!(
                "`{tool}` at {location} is control, which is answered at once and never queued; leave its kind or its control out"
            ),
            Self::ControlTakesTurns { tool, location } => format!(
                "`{tool}` at {location} is control, which never waits for its turn; leave its parallelism or its control out"
            ),
            Self::DuplicateAddress { address, name, location, other, other_location } => format!(
                "`{other}` at {other_location} and `{name}` at {location} both answer for {address}; let one of them answer"
            ),
            Self::DuplicateName { name, location, other, other_location } if name == other => format!(
                "`{name}` is registered twice, at {other_location} and at {location}; rename one, or merge it under a namespace"
            ),
            Self::DuplicateName { name, location, other, other_location } => format!(
                "`{name}` at {location} and `{other}` at {other_location} differ only in case or in `-` and `_`, which hosts fold; rename one"
            ),
            Self::EmptyReason { tool, location } => format!(
                "`{tool}` at {location} is not headless, without a reason; say why, people will read it"
            ),
            Self::InvalidClass { class, reason } => format!("the class `{class}` {reason}"),
            Self::InvalidName { name, reason, location } => {
                let (kind, name) = match name.split_once(':') {
                    Some((kind @ ("prompt" | "resource"), name)) => (kind, name),
                    _ => ("tool", name.as_str()),
                };
                format!("{name:?} at {location} cannot be a {kind}'s name: {reason}")
            }
            Self::InvalidNameLimit { longest, least, most } => format!(
                "longest_name({longest}) leaves no room for names, or takes more than hosts do; write {least} to {most}"
            ),
            Self::InvalidOverride { tool, reason } => format!("the row of `{tool}` in overrides(..) {reason}"),
            Self::InvalidPrompt { name, reason, location } | Self::InvalidResource { name, reason, location } => {
                format!("`{name}` at {location} {reason}")
            }
            Self::InvalidRate { class, reason } => format!("the rate of `{class}` {reason}"),
            Self::InvalidResultLimit { bytes, least } => format!(
                "longest_result({bytes}, ..) leaves no room for a result and what is said of a cut; write {least} bytes at least"
            ),
            Self::InvalidSchema { tool, side, pointer, message, location, .. } => {
                let pointer = if pointer.is_empty() { "/" } else { pointer };
                format!("`{tool}` at {location}: {side} schema, {pointer}: {message}")
            }
            Self::LinkedMissing { name, linked } if linked.is_empty() => format!(
                "`{name}` was expected from a linked crate, and none is linked; write `use the_crate as _;` so that the linker keeps it"
            ),
            Self::LinkedMissing { name, linked } => format!(
                "`{name}` was expected from a linked crate, which has only {}; correct the name, or write `use the_crate as _;`",
                linked.join(", ")
            ),
            Self::LinkedState { name, location, candidate, registry } => format!(
                "`{name}` at {location} is collected for the state `{candidate}`, and this registry's state is `{registry}`"
            ),
            Self::LinkedSurplus { name, location } => format!(
                "`{name}` at {location} is linked, and not in collect_expecting; add it there, or remove its `collect`"
            ),
            Self::MissingCompletions { tools } => format!(
                "nothing takes the reports with which {} ends; call Invoker::builder(..).completions(..)",
                tools.join(", ")
            ),
            Self::MissingLimits { tools } => format!(
                "nothing says how often a caller may call {}; call Invoker::builder(..).limits(..), or .unlimited() when that is meant",
                tools.join(", ")
            ),
            Self::MissingOwnership { tools } => format!(
                "nothing says who owns the targets of {}; call Invoker::builder(..).ownership(..)",
                tools.join(", ")
            ),
            Self::MissingQueue { tools } => format!(
                "nothing keeps the operations that {} starts; call Invoker::builder(..).operations(..), for example with InProcessQueue::builder().build()",
                tools.join(", ")
            ),
            Self::MissingRate { uses } => format!(
                "nothing says how many {uses} a caller may make; call Quotas::builder().{uses}(Rate::per_minute(..)), or .{uses}(Rate::unlimited()) when that is meant"
            ),
            Self::MissingTargetArgument { kind, tools, nearest: Some(nearest) } => format!(
                "outside callers cannot say which {kind} {} is about; there is a target argument for {nearest:?}, did you mean {kind:?}?",
                tools.join(", ")
            ),
            Self::MissingTargetArgument { kind, tools, nearest: None } => format!(
                "outside callers cannot say which {kind} {} is about; call target_argument(TargetArgument::new({kind:?}, ..))",
                tools.join(", ")
            ),
            Self::NameClash { public, name, location, other, other_location } => format!(
                "`{name}` at {location} and `{other}` at {other_location} are both `{public}` on this surface, as hosts read it; rename one"
            ),
            Self::NeedlessSession => {
                "session_id() is for outside callers; the product's own have a conversation, so leave it out".to_owned()
            }
            Self::QueueInUse => {
                "the queue of operations serves another invoker already; clone that invoker, or give each a queue of its own".to_owned()
            }
            Self::ResultCollision { tool, key, location } => format!(
                "`{tool}` at {location} returns a `{key}` of its own, which is what the surface adds to results; rename it"
            ),
            Self::StaleOverride { tool, description, required } => format!(
                "the row of `{tool}` in overrides(..) was written against another text; compare, and write the new one: Wording::new({description:?}, {required:?})"
            ),
            Self::ShortDigestKey { bytes } => format!(
                "the key for digests in the records has {bytes} bytes; use at least {KEY_BYTES} that nobody can guess"
            ),
            Self::UnaskedApproval { reason } => format!("ask_for_approval() would ask nobody: {reason}"),
            Self::Undescribed { tool, location } => format!(
                "`{tool}` at {location} is exposed without a description; say for the model what it does and when to use it"
            ),
            Self::UnknownLane { tool, lane, nearest: Some(nearest), location } => format!(
                "`{tool}` at {location} runs one call for each `{lane}`, which is no argument of it; did you mean `{nearest}`?"
            ),
            Self::UnknownLane { tool, lane, nearest: None, location } => format!(
                "`{tool}` at {location} runs one call for each {lane}, and has none; name one of its arguments, or its target"
            ),
            Self::UnknownNamespace { namespace, nearest: Some(nearest) } => {
                format!("hide_namespace names `{namespace}`, which hides nothing; did you mean `{nearest}`?")
            }
            Self::UnknownNamespace { namespace, nearest: None } => format!(
                "hide_namespace names `{namespace}`, which cannot be a namespace; write it as in `engine` or `engine::parts`"
            ),
            Self::UnknownTool { name, list, nearest: Some(nearest) } => {
                format!("{list} names `{name}`, which is not registered; did you mean `{nearest}`?")
            }
            Self::UnknownTool { name, list, nearest: None } => {
                format!("{list} names `{name}`, which is not registered")
            }
            Self::UnknownUndo { tool, undo, nearest: Some(nearest), location } => format!(
                "`{tool}` at {location} is undone by `{undo}`, which is not registered; did you mean `{nearest}`?"
            ),
            Self::UnknownUndo { tool, undo, nearest: None, location } => {
                format!("`{tool}` at {location} is undone by `{undo}`, which is not registered; register it, or leave undo out")
            }
            Self::UselessUndo { tool, undo, reason, location } => {
                format!("`{tool}` at {location} cannot be undone by `{undo}`: {reason}")
            }
            Self::InvalidHeader { tool, argument, header, reason, location } if header.is_empty() => {
                format!("`{tool}` at {location} has `{argument}` repeated in a header: {reason}")
            }
            Self::InvalidHeader { tool, argument, header, reason, location } => {
                format!("`{tool}` at {location} has `{argument}` repeated in the header `{header}`: {reason}")
            }
            Self::UselessAlias { tool, alias, argument, location } => format!(
                "`{tool}` at {location} takes `{alias}` for `{argument}`; the first must be no argument of it, and the second one must be"
            ),
            Self::Untitled { tool, location } => {
                format!("`{tool}` at {location} is exposed without a title; give it a short name for people")
            }
        }
    }
}

impl fmt::Display for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text())
    }
}

impl Error for BuildError {}
