//! A surface beside the tools of an rmcp server that a service already has: what that server's methods hand over. Never a
//! second way to a tool; what is handed over goes the way of every other request.

use std::{collections::BTreeSet, error, fmt};

use rmcp::{
    ErrorData, RoleServer, ServerHandler,
    model::{
        CallToolRequestParams, CallToolResponse, ListToolsResult, PaginatedRequestParams, TASKS_EXTENSION_ID,
        Tool,
    },
    service::RequestContext,
};
use tool_core::Caller;

use crate::{Handler, sender::Sender, server::Server, span::Carrier};

/// A surface whose tools stand beside those of an rmcp `ServerHandler`.
///
/// For a service that has such a server, and moves its tools one by one. That server keeps its transport, its
/// `get_info` and its own tools; its `list_tools`, `call_tool` and `get_tool` hand over what is not theirs. The caller is
/// whoever the service says, as its own tools know it; see `examples/beside_rmcp.rs` for the whole.
///
/// Types of rmcp are in its signatures, so the service has to use the version of rmcp that this crate uses (3.x). What is
/// not handed over: notifications that the list has changed, subscriptions, and tasks, which only a
/// [`Mount`](crate::http::Mount) and [`stdio`](crate::stdio) have.
///
/// # Examples
///
/// ```
/// use rmcp::{
///     ErrorData, RoleServer, ServerHandler,
///     model::{CallToolRequestParams, CallToolResponse, ListToolsResult, PaginatedRequestParams, Tool},
///     service::RequestContext,
/// };
/// use tool_core::Caller;
/// use tool_mcp::Beside;
///
/// struct Service {
///     caller: Caller,
///     ours: Beside,
/// }
///
/// impl ServerHandler for Service {
///     async fn list_tools(
///         &self,
///         request: Option<PaginatedRequestParams>,
///         context: RequestContext<RoleServer>,
///     ) -> Result<ListToolsResult, ErrorData> {
///         let is_first = request.as_ref().is_none_or(|request| request.cursor.is_none());
///         let mut list = self.ours.list_tools(self.caller.clone(), request, context).await?;
///         if is_first {
///             list.tools.extend(their_tools());
///         }
///         Ok(list)
///     }
///
///     async fn call_tool(
///         &self,
///         request: CallToolRequestParams,
///         context: RequestContext<RoleServer>,
///     ) -> Result<CallToolResponse, ErrorData> {
///         if self.ours.is_theirs(&request.name) {
///             return call_theirs(request, context).await;
///         }
///         self.ours.call_tool(self.caller.clone(), request, context).await
///     }
///
///     fn get_tool(&self, name: &str) -> Option<Tool> {
///         their_tools().into_iter().find(|tool| tool.name == name).or_else(|| self.ours.get_tool(&self.caller, name))
///     }
/// }
/// #
/// # fn their_tools() -> Vec<Tool> {
/// #     Vec::new()
/// # }
/// # async fn call_theirs(
/// #     _: CallToolRequestParams,
/// #     _: RequestContext<RoleServer>,
/// # ) -> Result<CallToolResponse, ErrorData> {
/// #     Err(ErrorData::internal_error("none", None))
/// # }
/// ```
#[derive(Clone, Debug)]
pub struct Beside {
    handler: Handler,
    theirs: BTreeSet<String>,
}

impl Beside {
    /// Puts the handler's surface beside the tools of these names.
    ///
    /// # Errors
    ///
    /// [`NameClash`] with every name that the surface has too, whoever may use it: a name that means one tool to some
    /// callers and another to others is a mistake that only shows when it is called.
    pub fn new<T: Into<String>>(
        handler: Handler,
        theirs: impl IntoIterator<Item = T>,
    ) -> Result<Self, NameClash> {
        let theirs: BTreeSet<String> = theirs.into_iter().map(Into::into).collect();
        let surface = &handler.shared().surface;
        let both: Vec<_> = theirs.iter().filter(|name| surface.has_name(name)).cloned().collect();
        if both.is_empty() { Ok(Self { handler, theirs }) } else { Err(NameClash(both)) }
    }

    /// Returns whether the name was given as one of the other server's. Those are never ours, also when a tool of that
    /// name is registered later.
    pub fn is_theirs(&self, name: &str) -> bool {
        self.theirs.contains(name)
    }

    /// Lists what the surface offers to this caller, page by page, with the keys that the peer's revision has.
    ///
    /// # Errors
    ///
    /// -32602 for a cursor that was not given out for the present list.
    pub async fn list_tools(
        &self,
        caller: Caller,
        request: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        let mut list = self.server(caller).list_tools(request, without_tasks(context)).await?;
        list.tools.retain(|tool| {
            let ours = !self.is_theirs(&tool.name);
            if !ours {
                tracing::error!(tool = %tool.name, "not listed: the server beside has a tool of that name");
            }
            ours
        });
        Ok(list)
    }

    /// Calls a tool of the surface for this caller, through the same admission as everywhere.
    ///
    /// # Errors
    ///
    /// -32602 for a tool that is not offered to the caller, -32603 for a defect.
    pub async fn call_tool(
        &self,
        caller: Caller,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        if self.is_theirs(&request.name) {
            return Err(crate::error::unknown_tool(&request.name));
        }
        self.server(caller).call_tool(request, without_tasks(context)).await
    }

    /// Returns the tool of this name, if the surface offers it to this caller. rmcp asks for it over HTTP, to compare
    /// headers with arguments.
    pub fn get_tool(&self, caller: &Caller, name: &str) -> Option<Tool> {
        if self.is_theirs(name) {
            return None;
        }
        self.server(caller.clone()).get_tool(name)
    }

    fn server(&self, caller: Caller) -> Server {
        Server::new(self.handler.clone(), Sender::Known(caller), Carrier::Host).without_listening()
    }
}

/// Takes out that the client knows tasks: the server that it talks to does not.
fn without_tasks(mut context: RequestContext<RoleServer>) -> RequestContext<RoleServer> {
    if let Some(mut client) = context.meta.client_capabilities()
        && let Some(extensions) = &mut client.extensions
        && extensions.remove(TASKS_EXTENSION_ID).is_some()
    {
        context.meta.set_client_capabilities(client);
    }
    context
}

/// Tools of a surface have the names of tools of the server beside it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NameClash(Vec<String>);

impl NameClash {
    /// Returns the names, in order.
    pub fn names(&self) -> &[String] {
        &self.0
    }
}

impl fmt::Display for NameClash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = self.0.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ");
        write!(
            f,
            "both the surface and the server beside it have a tool {names}; take it out of that server, or give one of \
             the two another name"
        )
    }
}

impl error::Error for NameClash {}
