//! A surface as an MCP server without a transport: what a host configures, and one message in, its answer out.

use std::{collections::BTreeSet, fmt, num::NonZeroUsize, sync::Arc, time::Duration};

use rmcp::model::{
    Implementation, JsonObject, MetaObject, PromptsCapability, ResourcesCapability, ServerCapabilities,
    ServerConfig, TASKS_EXTENSION_ID,
};
use serde_json::Value;
use tool_core::{Caller, Surface};

use crate::{
    exchange::exchange, listen::Listeners, sender::Sender, server::Server, span::Carrier,
    written_list::WrittenTools,
};

/// How many tools a page of `tools/list` holds unless the host says otherwise: few servers have more.
const PAGE_SIZE: NonZeroUsize = NonZeroUsize::new(100).expect("a hundred is not zero");

/// The longest message that is read unless the host says otherwise: 1 MiB.
const MESSAGE_LIMIT: usize = 1024 * 1024;

/// How many may listen for changes of the list unless the host says otherwise. Each holds a stream and a loop of rmcp's,
/// some 70 kB.
const MOST_LISTENERS: NonZeroUsize = NonZeroUsize::new(500).expect("five hundred is not zero");

/// How long changes are collected before anybody is told, unless the host says otherwise. Whoever registers tools one by
/// one needs milliseconds, and a person does not notice a quarter of a second.
const CHANGE_WINDOW: Duration = Duration::from_millis(250);

/// How a server names itself to clients. Clients show it, and must not decide by it.
///
/// # Examples
///
/// ```
/// use tool_mcp::ServerIdentity;
///
/// let identity = ServerIdentity::new("notes", "1.0.0").with_title("Notes");
/// assert_ne!(identity, ServerIdentity::new("notes", "1.0.1").with_title("Notes"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ServerIdentity {
    name: String,
    version: String,
    title: Option<String>,
}

impl ServerIdentity {
    /// Returns the identity of a server of this name and version.
    pub fn new(name: impl Into<String>, version: impl Into<String>) -> Self {
        Self { name: name.into(), version: version.into(), title: None }
    }

    /// Sets the name for people.
    #[must_use]
    pub fn with_title(mut self, title: impl Into<String>) -> Self {
        self.title = Some(title.into());
        self
    }

    pub(crate) fn implementation(&self) -> Implementation {
        let implementation = Implementation::new(self.name.clone(), self.version.clone());
        match &self.title {
            Some(title) => implementation.with_title(title.clone()),
            None => implementation,
        }
    }
}

impl fmt::Display for ServerIdentity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.name, self.version)
    }
}

/// A surface as an MCP server, without a transport. A clone is a handle to the same one.
///
/// Mount it with [`http::Mount`](crate::http::Mount), serve it with [`stdio::serve`](crate::stdio::serve), or hand it
/// messages with [`handle`](Handler::handle), as tests and hosts with a transport of their own do.
///
/// # Examples
///
/// ```
/// use serde_json::json;
/// use tool_core::{Allow, Caller, Invoker, Registry, Surface};
/// use tool_mcp::{Handler, ServerIdentity};
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), tool_core::BuildErrors> {
/// let invoker = Invoker::builder(Registry::builder(()).build()?).unlimited().build()?;
/// let surface = Surface::outside("mcp", &invoker, Allow::exposed()).build()?;
/// let handler = Handler::new(surface, ServerIdentity::new("notes", "1.2.0"));
///
/// let request = json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/list" });
/// let answer = handler.handle(request, Caller::new("alice")).await;
/// assert_eq!(answer, Some(json!({ "jsonrpc": "2.0", "id": 1, "result": { "tools": [] } })));
///
/// let notification = json!({ "jsonrpc": "2.0", "method": "notifications/initialized" });
/// assert_eq!(handler.handle(notification, Caller::new("alice")).await, None);
/// # Ok(())
/// # }
/// ```
#[derive(Clone)]
pub struct Handler(Arc<Shared>);

#[derive(Clone)]
pub(crate) struct Shared {
    pub(crate) surface: Surface,
    pub(crate) identity: ServerIdentity,
    pub(crate) instructions: Option<String>,
    pub(crate) describes_surface: bool,
    /// The tool that explains codes, by its name in the registry.
    pub(crate) code_tool: Option<String>,
    /// The tools that answer with a task or not at all, by their names in the registry.
    pub(crate) task_tools: BTreeSet<String>,
    /// Whether callers may ask for what tools write to them.
    pub(crate) has_log: bool,
    pub(crate) page_size: NonZeroUsize,
    pub(crate) list_ttl: Duration,
    pub(crate) message_limit: usize,
    pub(crate) change_window: Duration,
    pub(crate) listeners: Listeners,
    pub(crate) written_tools: WrittenTools,
}

impl Handler {
    /// Returns the server of a surface.
    pub fn new(surface: Surface, identity: ServerIdentity) -> Self {
        Self(Arc::new(Shared {
            surface,
            identity,
            instructions: None,
            describes_surface: true,
            code_tool: None,
            task_tools: BTreeSet::new(),
            has_log: false,
            page_size: PAGE_SIZE,
            list_ttl: Duration::ZERO,
            message_limit: MESSAGE_LIMIT,
            change_window: CHANGE_WINDOW,
            listeners: Listeners::up_to(MOST_LISTENERS),
            written_tools: WrittenTools::default(),
        }))
    }

    /// Sets what a model should know about the server as a whole.
    ///
    /// After it the server writes what the surface is: what a result and an error look like, and, where the caller is
    /// offered a tool that it concerns, the argument that names the target, the session, the tool that
    /// [explains codes](Self::with_code_tool), and how to wait for an operation. No tool is named that the caller of the
    /// request is not offered.
    ///
    /// # Examples
    ///
    /// ```
    /// # use serde_json::json;
    /// # use tool_core::{Allow, Caller, Invoker, Registry, Surface};
    /// # use tool_mcp::{Handler, ServerIdentity};
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), tool_core::BuildErrors> {
    /// # let invoker = Invoker::builder(Registry::builder(()).build()?).unlimited().build()?;
    /// # let surface = Surface::outside("mcp", &invoker, Allow::exposed()).build()?;
    /// let handler =
    ///     Handler::new(surface, ServerIdentity::new("notes", "1.2.0")).with_instructions("Notes of one person.");
    /// let request = json!({
    ///     "jsonrpc": "2.0", "id": 1, "method": "initialize",
    ///     "params": { "protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": { "name": "c", "version": "1" } }
    /// });
    /// let answer = handler.handle(request, Caller::new("alice")).await.unwrap();
    /// assert_eq!(
    ///     answer["result"]["instructions"],
    ///     "Notes of one person.\n\nA result with data is one JSON object; its text says the same. A call that failed or \
    ///      was refused has isError and a text whose first line is `code: message`."
    /// );
    /// # Ok(())
    /// # }
    /// ```
    #[must_use]
    pub fn with_instructions(mut self, instructions: impl Into<String>) -> Self {
        self.shared_mut().instructions = Some(instructions.into());
        self
    }

    /// Leaves out of the instructions what the server writes about the surface: only the host's own text remains.
    #[must_use]
    pub fn without_surface_instructions(mut self) -> Self {
        self.shared_mut().describes_surface = false;
        self
    }

    /// Says which tool explains the codes of errors, by its name in the registry. The instructions name it to callers who
    /// are offered it, and to nobody else.
    #[must_use]
    pub fn with_code_tool(mut self, tool: impl Into<String>) -> Self {
        self.shared_mut().code_tool = Some(tool.into());
        self
    }

    /// Says which operations are for clients of the tasks extension only, by the names of their tools in the registry.
    ///
    /// Any other operation also serves a client that does not declare the extension: its model watches it, with the tools of
    /// [`OperationTools`](tool_core::OperationTools). A call of one of these by such a client is the error -32021, which
    /// names the extension, and nothing runs. Whoever is not offered the tool reads what it always reads.
    ///
    /// # Examples
    ///
    /// ```
    /// use serde_json::json;
    /// use tool_core::{Allow, Caller, InProcessQueue, Invoker, OperationTools, Registry, Surface, tool};
    /// use tool_mcp::{Handler, ServerIdentity};
    ///
    /// /// Renders a film, for hours.
    /// #[tool(title = "Render", exposure = both, effect = additive, kind = operation)]
    /// async fn render() {}
    ///
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), tool_core::BuildErrors> {
    /// let queue = InProcessQueue::builder().build();
    /// let watch = OperationTools::new(queue.clone());
    /// let registry =
    ///     Registry::builder(()).tool(render_tool()).register(watch.wait()).register(watch.cancel()).build()?;
    /// let invoker = Invoker::builder(registry).unlimited().operations(queue).build()?;
    /// let surface = Surface::outside("mcp", &invoker, Allow::exposed()).build()?;
    /// let handler = Handler::new(surface, ServerIdentity::new("films", "1.2.0")).with_tasks_only(["render"]);
    ///
    /// let request = json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": { "name": "render" } });
    /// let answer = handler.handle(request, Caller::new("alice")).await.unwrap();
    /// assert_eq!(answer["error"]["code"], -32021);
    /// # Ok(())
    /// # }
    /// ```
    #[must_use]
    pub fn with_tasks_only<T: Into<String>>(mut self, tools: impl IntoIterator<Item = T>) -> Self {
        self.shared_mut().task_tools.extend(tools.into_iter().map(Into::into));
        self
    }

    /// Lets callers ask for what tools [write](tool_core::Log) while they run; nothing by default.
    ///
    /// The messages go out on the stream of the call's own request, from the level on that its client asked for: with
    /// `logging/setLevel` over [stdio](crate::stdio), and of 2026-07-28 on with `io.modelcontextprotocol/logLevel` in the
    /// `_meta` of the request. A client with a handshake has no way to ask over HTTP, where nothing is remembered from one
    /// request to the next; it is not told of the capability there. A call sends 100 messages at most, none longer than 16
    /// KiB of JSON; further ones are dropped.
    ///
    /// # Examples
    ///
    /// ```
    /// use std::sync::Mutex;
    ///
    /// use serde_json::json;
    /// use tool_core::{Allow, Caller, Invoker, Log, LogLevel, Registry, Surface, tool};
    /// use tool_mcp::{Handler, ServerIdentity};
    ///
    /// /// Imports notes.
    /// #[tool(title = "Import notes", exposure = both, effect = additive)]
    /// async fn import_notes(#[context] log: &Log) -> u32 {
    ///     log.write(LogLevel::Debug, "not asked for");
    ///     log.named("dates").write(LogLevel::Warning, "three notes have no date");
    ///     412
    /// }
    ///
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), tool_core::BuildErrors> {
    /// let invoker = Invoker::builder(Registry::builder(()).tool(import_notes_tool()).build()?).unlimited().build()?;
    /// let surface = Surface::outside("mcp", &invoker, Allow::exposed()).build()?;
    /// let handler = Handler::new(surface, ServerIdentity::new("notes", "1.2.0")).with_log();
    ///
    /// let request = json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {
    ///     "name": "import_notes",
    ///     "_meta": {
    ///         "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    ///         "io.modelcontextprotocol/clientCapabilities": {},
    ///         "io.modelcontextprotocol/logLevel": "info"
    ///     }
    /// } });
    /// let heard = Mutex::new(Vec::new());
    /// handler.handle_with(request, Caller::new("alice"), |message| heard.lock().unwrap().push(message)).await;
    /// assert_eq!(*heard.lock().unwrap(), [json!({
    ///     "jsonrpc": "2.0",
    ///     "method": "notifications/message",
    ///     "params": { "level": "warning", "logger": "dates", "data": "three notes have no date" }
    /// })]);
    /// # Ok(())
    /// # }
    /// ```
    #[must_use]
    pub fn with_log(mut self) -> Self {
        self.shared_mut().has_log = true;
        self
    }

    /// Sets how many tools a page of `tools/list` holds; 100 by default.
    #[must_use]
    pub fn with_page_size(mut self, size: NonZeroUsize) -> Self {
        self.shared_mut().page_size = size;
        self
    }

    /// Sets how long a client may keep a list before it asks again (`ttlMs`); not at all by default.
    ///
    /// A client that keeps a list does not see a tool that came or went until then. A call always sees the present
    /// state.
    #[must_use]
    pub fn with_list_ttl(mut self, ttl: Duration) -> Self {
        self.shared_mut().list_ttl = ttl;
        self
    }

    /// Sets the longest message that is read, in bytes, as body of a request or as line of a stream; 1 MiB by
    /// default.
    ///
    /// A message of exactly this length is read. A longer body is answered with 413, a longer line with -32600.
    #[must_use]
    pub fn with_message_limit(mut self, bytes: usize) -> Self {
        self.shared_mut().message_limit = bytes;
        self
    }

    /// Sets how long changes are collected before clients are told that their list has changed; 250 ms by default.
    ///
    /// All changes of that time are one notification, and none when the list is in the end what it was.
    #[must_use]
    pub fn with_change_window(mut self, window: Duration) -> Self {
        self.shared_mut().change_window = window;
        self
    }

    /// Sets how many subscriptions may be open at once, of all callers; 500 by default. One caller has three quarters of
    /// them at most.
    #[must_use]
    pub fn with_most_subscriptions(mut self, most: NonZeroUsize) -> Self {
        self.shared_mut().listeners = Listeners::up_to(most);
        self
    }

    /// Answers one JSON-RPC message of this caller.
    ///
    /// `None` means that there is nothing to answer: a notification, or a response. What a tool reports while it runs
    /// is dropped; see [`handle_with`](Handler::handle_with). Each message stands alone: nothing is remembered from one
    /// to the next, one that names no revision is of 2025-11-25, and dropping the future is what cancels a call. There is no `subscriptions/listen` here, because what it would tell has
    /// nowhere to go.
    ///
    /// # Panics
    ///
    /// When it is not called within a tokio runtime.
    pub async fn handle(&self, message: Value, caller: Caller) -> Option<Value> {
        let server = Server::new(self.clone(), Sender::Known(caller), Carrier::Host).without_listening();
        exchange(server, message, |_| ()).await
    }

    /// Answers one JSON-RPC message of this caller, and hands over the notifications that come before the answer.
    ///
    /// There are some for `subscriptions/listen`, which ends when this future is dropped, when the client ends it, and
    /// when the invoker [stops](tool_core::Invoker::shutdown); and for a request with a progress token in its `_meta`, of at
    /// most 256 bytes as JSON: each of them repeats it. A longer one is ignored.
    ///
    /// # Panics
    ///
    /// When it is not called within a tokio runtime.
    pub async fn handle_with(
        &self,
        message: Value,
        caller: Caller,
        on_notification: impl Fn(Value) + Send,
    ) -> Option<Value> {
        let server = Server::new(self.clone(), Sender::Known(caller), Carrier::Host);
        exchange(server, message, on_notification).await
    }

    pub(crate) fn shared(&self) -> &Shared {
        &self.0
    }

    /// Returns whether the host wants texts in its log that may repeat secrets.
    pub(crate) fn logs_failure_details(&self) -> bool {
        self.0.surface.invoker().logs_failure_details()
    }

    fn shared_mut(&mut self) -> &mut Shared {
        Arc::make_mut(&mut self.0)
    }

    /// Returns what rmcp asks of a server about itself: tools, and nothing that is not backed. `tells` is whether the
    /// client can be told of changes. There are no instructions in it: they are for one caller, and this for nobody yet.
    pub(crate) fn config(&self, tells: bool) -> ServerConfig {
        let mut capabilities = ServerCapabilities::builder().enable_tools().build();
        if let Some(tools) = &mut capabilities.tools {
            tools.list_changed = tells.then_some(true);
        }
        if self.0.has_log && tells {
            capabilities.logging = Some(JsonObject::new());
        }
        let surface = &self.0.surface;
        if surface.has_resources() {
            let mut resources = ResourcesCapability::default();
            resources.list_changed = tells.then_some(true);
            resources.subscribe = tells.then_some(true);
            capabilities.resources = Some(resources);
        }
        if surface.has_prompts() {
            let mut prompts = PromptsCapability::default();
            prompts.list_changed = tells.then_some(true);
            capabilities.prompts = Some(prompts);
        }
        capabilities.completions = surface.has_completions().then(JsonObject::new);
        if self.0.surface.has_operations() {
            let tasks = (TASKS_EXTENSION_ID.to_owned(), JsonObject::new());
            capabilities.extensions.get_or_insert_default().extend([tasks]);
        }
        ServerConfig::new(capabilities).with_server_info(self.0.identity.implementation())
    }

    /// Returns the `_meta` of every result to a modern peer.
    pub(crate) fn result_meta(&self) -> MetaObject {
        let mut meta = MetaObject::new();
        meta.insert(
            "io.modelcontextprotocol/serverInfo".to_owned(),
            serde_json::json!(self.0.identity.implementation()),
        );
        meta
    }
}

impl fmt::Debug for Handler {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Handler")
            .field("surface", &self.0.surface)
            .field("identity", &self.0.identity)
            .finish_non_exhaustive()
    }
}
