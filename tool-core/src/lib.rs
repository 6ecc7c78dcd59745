//! One registry of what a system can do, behind one admission point, rendered to any model-facing protocol.
//!
//! Put [`#[tool]`](macro@tool) on functions that exist already, register them in a [`Registry`], put an [`Invoker`]
//! in front of it, and show the pair to callers through a [`Surface`]. What a surface lists is what it lets callers
//! run, because both ask the same gate. Protocols are other crates; `tool-mcp` is the first.
//!
//! ```text
//! request -> admission -> run -> outcome -> reply
//!    ^           |                            |
//! Surface     Invoker ------ Registry      Surface
//! ```
//!
//! # Features
//!
//! | feature | adds | default |
//! |---|---|---|
//! | `derive` | the attributes `#[tool]`, `#[tools]`, `#[derive(Tool)]` and `#[derive(IntoToolError)]` | yes |
//! | `linked` | link-time candidates: `#[tool(collect = App)]`, `RegistryBuilder::collect_expecting` | no |
//! | `quotas` | [`Quotas`]: limits per caller and class of tools, kept in memory | yes |
//! | `test-util` | [`testing`] and [`parity`] for the tests of crates that define tools; results are checked as in a debug build | no |
//!
//! No feature changes a default, and none shows a caller more than it could see before. With `test-util` a release build
//! answers a result that breaks the promise of its schema with an internal error, as debug builds do.

#![cfg_attr(
    not(feature = "test-util"),
    expect(rustdoc::broken_intra_doc_links, reason = "the test kit is a feature")
)]

mod added;
mod admission;
mod approvals;
mod argument_faults;
mod ask;
mod audit;
mod build_error;
mod call;
mod caller;
mod caller_token;
mod canonical_json;
mod codes;
mod commit;
mod completion;
mod concurrency;
mod content;
mod continuations;
mod cut;
mod definition;
mod error;
mod extensions;
mod fate;
mod function;
mod hidden_json;
mod invoker;
mod json_text;
pub mod lint;
mod log;
mod metadata;
mod metrics;
mod name;
mod nearest;
mod no_result;
mod operation;
mod outcome;
mod output;
// Not public API. Used by the protocol crates, which are released together with this one: one wall for all of them.
#[doc(hidden)]
pub mod panic_wall;
#[cfg(feature = "test-util")]
pub mod parity;
mod pattern;
pub mod profile;
mod progress;
mod prompt;
#[cfg(feature = "quotas")]
mod quotas;
mod random;
mod readable;
mod ready;
mod refusal;
mod registry;
mod reply;
mod request;
mod reservation;
mod resource;
mod result_limit;
mod run;
mod schema;
mod seal;
mod sent;
mod source;
mod source_location;
mod span;
mod step;
mod surface;
mod target;
#[cfg(feature = "test-util")]
pub mod testing;
mod tool;
mod trace_context;
mod values;
mod view;

// Not public API. Used by generated code.
#[doc(hidden)]
#[path = "private.rs"]
pub mod __private;

/// Longer texts.
pub mod _documentation {
    /// Why it is built as it is.
    #[doc = include_str!("../DESIGN.md")]
    pub mod design {}
}

/// Any error of the host's.
pub type BoxError = Box<dyn std::error::Error + Send + Sync>;

#[cfg(feature = "derive")]
pub use tool_derive::{IntoToolError, Tool, tool, tools};

#[cfg(feature = "quotas")]
pub use self::quotas::{Quotas, QuotasBuilder, Rate};
pub use self::{
    admission::{
        Approval, ApprovalDecision, Availability, Available, EffectiveCall, LimitError, Limits, Ownership,
        Usage, ownership_by,
    },
    approvals::{
        ApprovalPolicy, ApprovalRequest, SealedApprovals, SpentTickets, TicketError, approve_destructive,
    },
    argument_faults::{ArgumentFaults, Fault},
    ask::{
        Field, InputAnswer, InputBody, InputKeyTooShort, InputKind, InputRequest, InputRequired,
        InputStateFault, Inputs, SealedInputs, TextFormat,
    },
    audit::{
        AuditLog, AuditLogBuilder, AuditRecord, AuditSink, AuditTarget, CallId, DecisionRecord, EndRecord,
        Events, JsonLines, Redactor, ReportRecord, SwitchRecord, WhenFull,
    },
    build_error::{BuildError, BuildErrors, Side},
    call::ToolCall,
    caller::Caller,
    codes::{Code, CodeKind, Retry, codes},
    commit::CommitPoint,
    completion::{Completion, Completions, NotAwaited, Pending},
    concurrency::Concurrency,
    content::{Annotations, Content},
    continuations::{Continuations, ContinueResult},
    definition::ToolDefinition,
    error::{Internal, ToolError},
    function::{FromCall, Provides, Run, ToolDef, ToolSet},
    hidden_json::hides_json,
    invoker::{Invoker, InvokerBuilder, OperationRun, OperationRunner, ShutdownReport},
    log::{Log, LogLevel, LogMessage},
    metadata::{Control, Effect, Exposure, Headless, HostMetadata, Icon, Kind, Parallelism},
    metrics::{Measured, Metrics, OutcomeClass},
    name::ToolName,
    no_result::NoResult,
    operation::{
        Callers, Finding, Findings, InProcessQueue, InProcessQueueBuilder, LiveCall, Operation,
        OperationChanges, OperationEnd, OperationId, OperationQueue, OperationState, OperationSurvey,
        OperationTool, OperationTools, PendingInput, QueueError, QueuedCall, QueuedInputs, QueuedTarget,
        Severity, finished,
    },
    outcome::{Failure, Outcome},
    output::ToolOutput,
    profile::Profile,
    progress::{Progress, ProgressUpdate},
    prompt::{ListedPrompt, Prompt, PromptArgument, PromptMessage, PromptMessages, Speaker},
    readable::{ReadCall, Readable},
    refusal::Refusal,
    registry::{Registered, Registry, RegistryBuilder, Snapshot, Update},
    reply::{Answer, Reply},
    request::Request,
    reservation::Reservation,
    resource::{ListedResource, Resource, ResourceBody, ResourceContents, ResourcePart, ResourceTemplate},
    source::{AttachedSource, Attaching, OmittedEntry, Source, SourceEntry, SourceKind, SourceReport},
    source_location::SourceLocation,
    step::Step,
    surface::{
        CompletionOf, Footer, OperationAnswer, OperationsFooter, Read, ResourceUpdate, ResourceUpdates,
        Suggestions, Surface, SurfaceBuilder, SurfaceChanges,
    },
    target::Target,
    tool::Tool,
    trace_context::TraceContext,
    values::{Base64, ConfinedPath, Id, IdNumber, NotAnId, NotConfined, PathRoot, TooManyBytes},
    view::{
        Allow, Catalogue, Divergence, Divergences, Listed, Omission, OmissionReason, Origin, Override,
        SessionId, TargetArgument, Wording,
    },
};
pub use async_trait::async_trait;
