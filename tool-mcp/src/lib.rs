//! A [`tool_core::Surface`] as an MCP server: the handler without a transport, stdio, and Streamable HTTP.
//!
//! The surface decides what a caller sees and may do; this crate adds transport, and nothing semantic. It serves
//! every revision of the protocol from 2024-11-05 to 2026-07-28, with and without the handshake, at one endpoint.
//! Protocol types and the rules of each revision are [rmcp](https://docs.rs/rmcp)'s.
//!
//! # Mount it
//!
//! ```no_run
//! use tool_core::{Allow, Caller, Invoker, Registry, Surface};
//! use tool_mcp::{
//!     Handler, ServerIdentity, bearer,
//!     http::{Hosts, Mount, Origins},
//! };
//!
//! # #[tokio::main]
//! # async fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let invoker = Invoker::builder(Registry::builder(()).build()?).unlimited().build()?;
//! let surface = Surface::outside("mcp", &invoker, Allow::exposed()).build()?;
//! let handler = Handler::new(surface, ServerIdentity::new("notes", env!("CARGO_PKG_VERSION")))
//!     .with_instructions("Notes of one person, in projects. Start with list_projects.");
//!
//! let authenticate = bearer(|token: String| async move { find_caller(&token) });
//! let mount = Mount::new(handler, authenticate, Hosts::only(["notes.example.com"])?, Origins::none());
//!
//! let app = axum::Router::new().route_service("/mcp", mount);
//! axum::serve(tokio::net::TcpListener::bind("127.0.0.1:8080").await?, app).await?;
//! # Ok(())
//! # }
//!
//! fn find_caller(token: &str) -> Option<Caller> {
//!     (token == "not-in-production").then(|| Caller::new("alice"))
//! }
//! ```
//!
//! The same handler over stdio is [`stdio::serve`], and in a test or behind a transport of the host's own
//! [`Handler::handle`]. What each HTTP status means, and in which order requests are checked, is in [`http`].
//!
//! # What becomes of what
//!
//! | surface | MCP | from revision |
//! |---|---|---|
//! | `Listed::name`, `description`, `input_schema` | `name`, `description`, `inputSchema` | all |
//! | `effect` | `readOnlyHint`, `destructiveHint`: both always written, and never both true | 2025-03-26 |
//! | `idempotent`, `open_world` | `idempotentHint`, `openWorldHint`: always written | 2025-03-26 |
//! | `title`, `output_schema`, `meta` | `title`, `outputSchema`, `_meta` | 2025-06-18 |
//! | `icons` | `icons` | 2025-11-25 |
//! | `headers` | `x-mcp-header` in `inputSchema`; compared with `Mcp-Param-NAME` | 2026-07-28 |
//! | `Reply::content` | `content`; bytes as base64 | all; audio 2025-03-26, links 2025-06-18, as text before |
//! | `Content::annotations` | `annotations` of a block | all; `lastModified` 2025-06-18 |
//! | `Reply::structured` | `structuredContent`, an object always; its text is in `content` too | 2025-06-18 |
//! | a failed or refused call | `isError: true` and text only; the first line is `code: message` | all |
//! | `Reply::approval_request`, `Reply::retry_after` | `_meta` of the result; see [`meta`] | all |
//! | `Answer::InputRequired` | a result with `resultType: "input_required"`, `inputRequests` and a sealed `requestState`; of what the request declares, and of nothing else; [see below](#asking-back) | 2026-07-28 |
//! | `Answer::InputState` | error -32602; `data.code` says whether the state is too old, of another call, or none | 2026-07-28 |
//! | `Answer::UnknownTool` | error -32602, `Unknown tool: NAME` | all |
//! | `Answer::Failure` | error -32603; `data.correlation` is the id under which the log has the cause | all |
//! | `Answer::Cancelled` | nothing: nobody waits | all |
//! | an operation that a call became | a task, or the result that names it; [see below](#which-client-sees-what) | |
//! | reports of progress | `notifications/progress` on the request's own stream, for a token of at most 256 bytes | all; `message` 2025-03-26 |
//! | what a tool [writes](tool_core::Log), when the host [lets it](Handler::with_log) | `notifications/message` on the request's own stream, for who asked | all |
//! | a ticket in `_meta` of the parameters; see [`meta`] | the call's ticket | all |
//! | `inputResponses`, `requestState` | what was answered, if the state is of this very call | 2026-07-28 |
//! | the client's cancellation, or its disconnect | the call's cancellation token | all |
//! | `Readable::resources`, `templates`, `prompts` | `resources/list`, `resources/templates/list`, `prompts/list` | all |
//! | `ListedResource::size`; `annotations` | `size`; `annotations`, whose `lastModified` is from 2025-06-18 | all |
//! | `Read::Found` of a resource | `contents`, each with its `uri`; bytes as base64, `ttlMs` 0 and `cacheScope` private | all; the last two 2026-07-28 |
//! | `Read::Found` of a prompt | `messages`; blocks as those of a result | all |
//! | `Read::Found` of a completion | `values`, at most 100 of them, `total` and `hasMore` | all |
//! | `Read::Unknown` of a resource | error -32602, `Resource not found`, which never repeats the address | 2026-07-28; -32002 before |
//! | `Read::Unknown` of a prompt, or of what is completed | error -32602 | all |
//! | `Read::Refused` | error -32603 with `code: message`; -32602 when the arguments do not fit | all |
//!
//! A key goes to peers whose revision has it and to nobody else. A list is ordered by name and cut into pages;
//! `cursor` is opaque, and one that the server did not give out for the present list is -32602.
//!
//! Of a name that a message gives twice the last value counts, also within `arguments`: messages are parsed before it
//! is known what they ask for. A host that has the arguments as text calls
//! [`Surface::request_text`](tool_core::Surface::request_text), where giving a name twice is refused.
//!
//! # Which client sees what
//!
//! | client | a tool of `kind = operation` | a list that has changed |
//! |---|---|---|
//! | with a handshake (to 2025-11-25), stdio | a result that names the operation; the three tools watch it | `notifications/tools/list_changed` |
//! | with a handshake, HTTP | the same | it lists again: `listChanged` is not announced |
//! | of 2026-07-28 | the same | `subscriptions/listen` |
//! | of 2026-07-28, whose request declares `io.modelcontextprotocol/tasks` | a task, by `tasks/get`, `tasks/update` and `tasks/cancel`; and the three tools | `subscriptions/listen` |
//!
//! It is one operation. Its id is the task's id, so each of them reads and cancels what another one started for the same
//! caller.
//!
//! The extension is announced when the invoker has a queue and the surface may offer `wait_for_operation` and
//! `cancel_operation` of [`OperationTools`](tool_core::OperationTools). `tasks/get` and `tasks/update` are a call of the
//! first, `tasks/cancel` of the second: admitted and recorded like it, with the owner compared each time. So a caller that
//! is not offered both is given no task, and a task that cannot be asked about, one of somebody else, one that was forgotten
//! and one that never was are one answer, -32602.
//!
//! | operation | task | with |
//! |---|---|---|
//! | queued, running | `working` | `statusMessage`: the last report of progress; `pollIntervalMs` 1000; `ttlMs` null: it is kept while it goes on |
//! | succeeded | `completed` | `result`, as the call would have been answered; `ttlMs` from the queue's [`retention`](tool_core::OperationQueue::retention) |
//! | waits for an answer | `input_required` | `inputRequests`, as [below](#asking-back), each under a key of its own; `statusMessage` |
//! | failed, or refused when its turn came | `completed` | `result` with `isError: true` |
//! | failed with `internal` | `failed` | `error` -32603, with the correlation id |
//! | unknown | `failed` | `error` -32603, whose text says that it may have taken effect |
//! | cancelled | `cancelled` | `statusMessage` |
//!
//! A list is the same for all of them. A tool whose call becomes an operation has no `outputSchema` in it, because what
//! some are answered with, a reference to the operation, is not what others are, the result of the task.
//!
//! An operation [asks](tool_core::Inputs) what its client declared that it can answer, if its call was answered with a task and
//! the queue [keeps what is asked](tool_core::OperationQueue::keeps_inputs). The client reads the requests with `tasks/get` and
//! answers with `inputResponses` of `tasks/update`; a response to what was not asked, or was answered already, is ignored. With
//! the last answer the tool runs again, from its start. A client that is not answered with a task cannot be asked by an
//! operation, and reads in its result which argument to send instead. The three tools say that an operation waits for an
//! answer, and take none. Hosts without this crate write
//! [`Request::with_operation_inputs`](tool_core::Request::with_operation_inputs) and
//! [`Surface::answer_operation`](tool_core::Surface::answer_operation).
//!
//! That a list has changed is told to a caller whose own catalogue differs ([`Catalogue::identity`](tool_core::Catalogue)),
//! once for all changes within the [change window](Handler::with_change_window). A change of the registry tells itself. A
//! host whose [`Availability`](tool_core::Availability) answers differently says so, with
//! [`Surface::catalogue_may_have_changed`](tool_core::Surface::catalogue_may_have_changed): nobody polls. A client lists
//! after the acknowledgement, and again after each notification; nothing is kept for one that was away. Over HTTP the
//! credential is checked when a subscription begins, and what is told for it later says nothing but that there is a
//! change. Subscriptions end when the invoker [stops](tool_core::Invoker::shutdown), so call that before a server waits for
//! its connections. There are [so many](Handler::with_most_subscriptions) at once; one more is -32603.
//!
//! The lists of resources and of prompts are told of in the same way, each by itself. That what is under one address has
//! changed is for the host to say, with [`Surface::resource_changed`](tool_core::Surface::resource_changed); it is told to
//! whoever follows that address: with `resourceSubscriptions` of `subscriptions/listen`, and with a handshake over stdio by
//! `resources/subscribe`. Whether the caller [may read](tool_core::Surface::may_read) it is asked when it subscribes and
//! again before it is told, so a subscription to what is hidden or somebody else's is one to what does not exist. A client
//! follows 64 addresses at most, and the acknowledgement says which.
//!
//! # Asking back
//!
//! A tool that [asks](tool_core::Inputs), and so a prompt or a document that does, ends its round with `input_required`
//! ([2026-07-28, Multi Round-Trip Requests](https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/mrtr)):
//!
//! ```json
//! {
//!   "resultType": "input_required",
//!   "inputRequests": {
//!     "sure": {
//!       "method": "elicitation/create",
//!       "params": {
//!         "mode": "form",
//!         "message": "Delete 3 notes?",
//!         "requestedSchema": {
//!           "type": "object",
//!           "properties": { "delete": { "type": "boolean" } },
//!           "required": ["delete"]
//!         }
//!       }
//!     }
//!   },
//!   "requestState": "aS8.."
//! }
//! ```
//!
//! The client makes the same request again, with the state and with
//! `"inputResponses": { "sure": { "action": "accept", "content": { "delete": true } } }`. Answers count only with the state of
//! the round that asked, and only those that were asked for; whatever is missing is asked for again. A tool is told that nobody
//! can be asked, and its caller which argument to send instead, when the request does not declare the capability
//! (`elicitation`, of its modes `form` or `url`, `sampling`, `roots`) or is of a revision with a handshake. Where no argument
//! says the same, a request of 2026-07-28 is answered with -32021, whose `requiredCapabilities` name what is missing.
//!
//! | request | method | capability |
//! |---|---|---|
//! | [`InputKind::Form`](tool_core::InputKind) | `elicitation/create`, mode `form` | `elicitation`, empty or with `form` |
//! | `InputKind::Url` | `elicitation/create`, mode `url` | `elicitation` with `url` |
//! | `InputKind::Sampling` | `sampling/createMessage` | `sampling` |
//! | `InputKind::Roots` | `roots/list` | `roots` |
//!
//! # What is withheld
//!
//! * Scopes, exposure, targets, tags, timeouts and every other host metadata: they are the host's. `Omission`s never
//!   leave the process.
//! * Capabilities that nothing backs: no `resources`, `prompts` or `completions` on a surface that can never list one of
//!   them, no `listChanged` and no `subscribe` where nothing can be told, no `logging` unless the host
//!   [turns it on](Handler::with_log), and no tasks without operations. A request for one is -32601.
//! * Notifications about tasks (`notifications/tasks`), which the extension leaves to the server: clients poll.
//! * Sessions. Each message is complete in itself, so any process behind a balancer can answer it, and there is no
//!   session id that one caller could take from another.
//! * Public caching. A list and what discovery says are `cacheScope: private`, because every mount knows its caller
//!   and what is listed may depend on it. How long a client may keep them is [`Handler::with_list_ttl`].
//! * Details of defects. A caller learns a correlation id.
//!
//! # Spans
//!
//! Each request but `ping` and `subscriptions/listen`, which ends with its client, is a span of level INFO,
//! `mcp_request`, exported as `tools/list` or `tools/call TOOL` with the names of the [OpenTelemetry
//! conventions](https://github.com/open-telemetry/semantic-conventions-genai/blob/v0.1.0/docs/gen-ai/mcp.md#server).
//! The call's own span is in it, and says with `error.type` how the call ended. A request whose `_meta` has a
//! `traceparent` becomes part of the client's trace after [`trace_parent`](tool_core::InvokerBuilder::trace_parent).
//! The header of that name is the HTTP request's and not the message's: the host's own middleware reads it, and its
//! span is then around this one.
//!
//! # Logs
//!
//! What this crate logs, its spans included, holds no arguments, results, credentials or texts of clients. Why an
//! authenticator failed is logged only after
//! [`log_failure_details`](tool_core::InvokerBuilder::log_failure_details). rmcp's own events do: requests and results at
//! DEBUG and TRACE, names and error texts of clients at INFO and WARN. Switch them off with the filter `rmcp=off`, for
//! example `RUST_LOG=info,rmcp=off`. Nothing is written before the host installs a subscriber of `tracing`.
//!
//! | target | level | says |
//! |---|---|---|
//! | `tool_mcp` | DEBUG | a request came no further than its host, its origin or its credential |
//! | `tool_mcp` | ERROR | a credential could not be checked, under the correlation id of the answer; the host's own code panicked outside a tool |
//! | `tool_core` | DEBUG | a call was refused, by which step of admission |
//! | `tool_core` | ERROR | a tool failed as `internal`, under the correlation id that the caller reads |
//!
//! So `RUST_LOG=info,tool_core=debug,tool_mcp=debug,rmcp=off` shows why something was refused.

mod ask;
mod authenticate;
mod beside;
mod codes;
mod completion;
mod context;
mod envelope;
mod error;
mod exchange;
mod handler;
mod heard;
mod hints;
pub mod http;
mod instructions;
mod listen;
mod log;
pub mod meta;
mod page;
mod parameters;
mod plain;
mod progress;
mod project;
mod prompts;
mod resources;
mod result;
mod revision;
mod sender;
mod server;
mod span;
pub mod stdio;
mod tasks;
mod timestamp;
mod tools;
mod unwind;
mod written_list;

pub use self::{
    authenticate::{
        Authenticate, Authentication, Bearer, Challenge, FirstOf, FromExtension, bearer, first_of,
        from_extension,
    },
    beside::{Beside, NameClash},
    codes::codes,
    error::Error,
    handler::{Handler, ServerIdentity},
};
pub use async_trait::async_trait;
