//! Every stable code of this crate, as data. The catalogue is append-only: what a code means never changes, and none
//! goes away. Where a code is said is where its error is.

use serde::Serialize;

/// A stable code: what programs and people may compare, while the words around it may change.
///
/// ```json
/// {"kind": "refusal", "code": "busy", "meaning": "there is no room to run the call", "retry": "later"}
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Code {
    /// Whom it speaks to. A code is unique within its kind.
    pub kind: CodeKind,
    /// The code, in kebab-case.
    pub code: &'static str,
    /// What it means.
    pub meaning: &'static str,
    /// Whether it helps to try again.
    pub retry: Retry,
}

impl Code {
    /// Returns a code: a protocol crate's, or one that a tool of the host's fails with, to be served with the others.
    pub const fn new(kind: CodeKind, code: &'static str, meaning: &'static str, retry: Retry) -> Self {
        Self { kind, code, meaning, retry }
    }
}

/// Whom a code speaks to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum CodeKind {
    /// The host's developer, when the program starts.
    Build,
    /// The caller: the call ran, or could not be decided, and has no result.
    Failure,
    /// The caller: admission said no.
    Refusal,
    /// Whoever starts a server.
    Server,
    /// Whoever sets approvals or input requests up, and whoever approves.
    Ticket,
}

/// Whether it helps to try again.
///
/// # Examples
///
/// ```
/// use tool_core::{Retry, codes};
///
/// let later = codes().iter().filter(|code| code.retry == Retry::Later).map(|code| code.code);
/// assert!(later.collect::<Vec<_>>().starts_with(&["busy", "limit-exceeded"]));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Retry {
    /// After what is wrong has been changed, by whoever reads the code.
    AfterChange,
    /// Only after a look at what has happened: the call may have taken effect.
    AfterLooking,
    /// The same again, after a while.
    Later,
    /// The same again will not help.
    No,
}

/// Returns every code of this crate. Protocol crates have lists of their own.
///
/// A code that a tool makes with [`ToolError::new`](crate::ToolError::new) is its author's, and not in here.
///
/// # Examples
///
/// ```
/// use serde_json::json;
/// use tool_core::codes;
///
/// let served = serde_json::to_value(codes()).unwrap();
/// let busy = served.as_array().unwrap().iter().find(|entry| entry["code"] == "busy").unwrap();
/// assert_eq!(
///     *busy,
///     json!({ "kind": "refusal", "code": "busy", "meaning": "there is no room to run the call", "retry": "later" })
/// );
/// ```
pub fn codes() -> &'static [Code] {
    CODES
}

const fn build(code: &'static str, meaning: &'static str) -> Code {
    Code::new(CodeKind::Build, code, meaning, Retry::AfterChange)
}

const fn failure(code: &'static str, meaning: &'static str, retry: Retry) -> Code {
    Code::new(CodeKind::Failure, code, meaning, retry)
}

const fn refusal(code: &'static str, meaning: &'static str, retry: Retry) -> Code {
    Code::new(CodeKind::Refusal, code, meaning, retry)
}

const fn ticket(code: &'static str, meaning: &'static str, retry: Retry) -> Code {
    Code::new(CodeKind::Ticket, code, meaning, retry)
}

/// Append-only: a new one goes to the end, and its line to the end of `tests/it/codes.snap`.
const CODES: &[Code] = &[
    refusal("approval-denied", "nobody can approve the call, or somebody said no", Retry::No),
    refusal(
        "approval-required",
        "a person must approve the call before it is made again",
        Retry::AfterChange,
    ),
    refusal("busy", "there is no room to run the call", Retry::Later),
    refusal("invalid-arguments", "the arguments do not fit the tool's schema", Retry::AfterChange),
    refusal("limit-exceeded", "the caller has used up what it may do", Retry::Later),
    refusal("nested-too-deep", "tools called each other too deeply", Retry::AfterChange),
    refusal("not-found", "there is no such target, or it is not the caller's", Retry::AfterChange),
    refusal("target-missing", "the tool is about a target, and nothing said which one", Retry::AfterChange),
    refusal("unavailable", "the tool cannot be used at present", Retry::Later),
    refusal("unknown-tool", "no tool of that name is offered to the caller", Retry::AfterChange),
    failure("cancelled", "the call was stopped before it changed anything", Retry::AfterChange),
    failure(
        "indeterminate",
        "the call was answered before it ended, and may take effect",
        Retry::AfterLooking,
    ),
    failure("internal", "a defect on the host's side, known by a correlation id", Retry::No),
    failure("invalid-arguments", "the tool's own type refused what its schema allowed", Retry::AfterChange),
    failure("timeout", "the tool took too long and was stopped; it changed nothing", Retry::Later),
    build("argument-collision", "a tool has an argument of the name that a surface adds"),
    build("duplicate-name", "two tools have one name, or names that hosts fold into one"),
    build("empty-reason", "a tool is not headless, and does not say why"),
    build("invalid-name", "a tool's name is outside of the grammar"),
    build("invalid-schema", "a schema cannot be advertised"),
    build("linked-missing", "a tool was expected from a linked crate, and is not linked"),
    build("linked-state", "a linked tool is for another state than the registry's"),
    build("linked-surplus", "a linked tool was not expected"),
    build("missing-limits", "nothing says how often a caller may call"),
    build("missing-ownership", "nothing says who owns the targets"),
    build("missing-target-argument", "outside callers cannot say which target a tool is about"),
    build("name-too-long", "no longer used: a surface cuts such a name, and marks it"),
    build("undescribed", "an exposed tool has no description"),
    build("unknown-lane", "a tool is serialised by an argument that it does not have"),
    build("unknown-namespace", "a list names a namespace that there cannot be, or that hides nothing"),
    build("unknown-tool", "a list names a tool that is not registered"),
    build("untitled", "an exposed tool has no title"),
    build("invalid-class", "a class of limits cannot be told from the others, or stands for nothing"),
    build("invalid-rate", "a rate lets nothing through, or contradicts itself"),
    build("missing-rate", "limits leave out how much a caller may read, or may write"),
    ticket("approval-expired", "nobody approved the call in time", Retry::AfterChange),
    ticket("approval-invalid", "it is not a request for approval that was made here", Retry::AfterChange),
    ticket("approval-key-too-short", "the key for approvals can be guessed", Retry::AfterChange),
    ticket("approval-own", "whoever makes a call may not approve it", Retry::No),
    build("control-takes-turns", "a tool is control, and its calls are to run one by one"),
    build("control-is-operation", "a tool is control, and its calls are to be queued"),
    build("missing-queue", "tools are operations, and nothing keeps them"),
    build("queue-in-use", "a queue of operations serves another invoker"),
    failure(
        "not-found",
        "there is nothing of that name, it was forgotten, or it is not the caller's",
        Retry::AfterChange,
    ),
    build("useless-alias", "another name of an argument is an argument itself, or stands for none"),
    build(
        "invalid-name-limit",
        "a surface's limit of names leaves no room for them, or is over what hosts take",
    ),
    build("name-clash", "two tools have public names that hosts cannot tell apart"),
    failure("path-taken", "there is something at the path already", Retry::AfterChange),
    build("invalid-override", "a row of a surface's table of differences cannot be used"),
    build("needless-session", "a surface of the product's own asks for a session id"),
    build("result-collision", "a tool's result has a key of the name that a surface adds"),
    build("stale-override", "the registry says something else than what a row was written against"),
    build("invalid-result-limit", "a limit of results leaves no room for one"),
    failure(
        "result-too-long",
        "the result is longer than the surface shows, and cannot be cut",
        Retry::AfterChange,
    ),
    build("missing-completions", "functions return what is reported later, and nothing takes the report"),
    build("completions-in-use", "the place for reports of how calls end serves another invoker"),
    build("unknown-undo", "a tool is undone by one that is not registered"),
    build("useless-undo", "a tool cannot be undone in the way that it says"),
    failure("not-finished", "the operation has not finished, and cannot be undone yet", Retry::Later),
    failure("not-undoable", "what the operation did cannot be undone", Retry::No),
    build("invalid-header", "a header that repeats an argument cannot be sent"),
    build("duplicate-address", "two resources answer for one address"),
    build("invalid-prompt", "a prompt cannot be offered as it is"),
    build("invalid-resource", "a resource cannot be offered as it is"),
    failure("input-cancelled", "a person was asked, and did not choose", Retry::AfterChange),
    failure("input-declined", "a person was asked, and declined", Retry::AfterChange),
    failure(
        "input-required",
        "the call asks for something, and is to be made again with the answer",
        Retry::AfterChange,
    ),
    refusal("input-state-expired", "the answers to what a call asked for came too late", Retry::AfterChange),
    refusal(
        "input-state-invalid",
        "the state of a call that asked is not one that was made for the caller",
        Retry::AfterChange,
    ),
    refusal("input-state-mismatch", "the state of a call that asked is of another call", Retry::AfterChange),
    failure("input-too-long", "the answers are too long to ask for more", Retry::AfterChange),
    failure("input-too-many-rounds", "the call has asked too often", Retry::AfterChange),
    failure(
        "input-unavailable",
        "the call must ask for something, and nobody can be asked",
        Retry::AfterChange,
    ),
    failure("invalid-input", "what was answered does not fit what was asked for", Retry::AfterChange),
    refusal("invalid-input", "what was answered is too large, or nested too deeply", Retry::AfterChange),
    ticket("input-key-too-short", "the key for input requests can be guessed", Retry::AfterChange),
    build("unasked-approval", "a surface is to ask for approvals, and nobody's answer would count"),
    build("digest-key-too-short", "the key for digests in the records can be guessed"),
];
