//! Tools of ours beside those of an rmcp server that a service already has. That server keeps its transport, its
//! middleware and its tools; what is not theirs it hands over.
//!
//! `cargo run -p tool-examples --example beside_rmcp`.

use std::{error::Error, sync::Arc};

use axum::{
    Extension, Router,
    body::Body,
    extract::{Request, State},
    http::StatusCode,
    middleware::{self, Next},
    response::{IntoResponse, Response},
    routing::post,
};
use rmcp::{
    ErrorData, RoleServer, ServerHandler,
    handler::server::{
        router::tool::{ToolRoute, ToolRouter},
        tool::ToolCallContext,
    },
    model::{
        CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, Implementation,
        ListToolsResult, PaginatedRequestParams, ServerCapabilities, ServerConfig, Tool,
    },
    service::RequestContext,
    transport::{
        StreamableHttpServerConfig, StreamableHttpService,
        streamable_http_server::session::never::NeverSessionManager,
    },
};
use tool_core::{Allow, Caller, Invoker, Registry, Surface, tool};
use tool_mcp::{Beside, Handler, ServerIdentity};

/// Who the service's own middleware says is calling.
#[derive(Clone)]
struct User {
    name: String,
}

/// Tells who is calling.
#[tool(title = "Who am I", exposure = both, effect = read_only, open_world = false)]
fn who_am_i(#[context] caller: &Caller) -> String {
    caller.id().to_owned()
}

/// Counts the users of the service.
#[tool(effect = read_only)]
fn count_users() -> u32 {
    1
}

/// The server that the service had before, with its own tools. What `#[tool_router]` writes is written here by hand.
fn their_tools() -> ToolRouter<Service> {
    let schema = serde_json::json!({ "type": "object", "additionalProperties": false });
    let schema = schema.as_object().cloned().unwrap_or_default();
    let greet = Tool::new("greet", "Greets whoever calls.", schema);
    ToolRouter::new().with_route(ToolRoute::new_dyn(greet, |context: ToolCallContext<'_, Service>| {
        let greeting = format!("hello {}", context.service.user.name);
        Box::pin(async move { Ok(CallToolResult::success(vec![ContentBlock::text(greeting)]).into()) })
    }))
}

/// Puts the tools of ours beside theirs. Two tools of one name are an error at start.
fn ours(theirs: &ToolRouter<Service>) -> Result<Beside, Box<dyn Error>> {
    let registry = Registry::builder(()).tool(who_am_i_tool()).tool(count_users_tool()).build()?;
    let invoker = Invoker::builder(registry).unlimited().build()?;
    let surface = Surface::outside("mcp", &invoker, Allow::exposed()).build()?;
    // Their server says who it is; this one is never asked.
    let handler = Handler::new(surface, ServerIdentity::new("beside-example", env!("CARGO_PKG_VERSION")));
    Ok(Beside::new(handler, theirs.list_all().into_iter().map(|tool| tool.name.into_owned()))?)
}

/// The service's server, for one user. There is one for each request, because rmcp asks for a tool without saying for
/// whom.
#[derive(Clone)]
struct Service {
    theirs: Arc<ToolRouter<Service>>,
    ours: Beside,
    user: User,
}

impl Service {
    fn caller(&self) -> Caller {
        Caller::new(self.user.name.clone())
    }
}

impl ServerHandler for Service {
    fn get_info(&self) -> ServerConfig {
        ServerConfig::new(ServerCapabilities::builder().enable_tools().build())
            .with_server_info(Implementation::new("their-server", "7.0.0"))
    }

    /// Theirs come on the first page, and are not counted for it.
    async fn list_tools(
        &self,
        request: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        let is_first = request.as_ref().is_none_or(|request| request.cursor.is_none());
        let mut list = self.ours.list_tools(self.caller(), request, context).await?;
        if is_first {
            list.tools.extend(self.theirs.list_all());
        }
        Ok(list)
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        if self.ours.is_theirs(&request.name) {
            return self.theirs.call(ToolCallContext::new(self, request, context)).await;
        }
        self.ours.call_tool(self.caller(), request, context).await
    }

    fn get_tool(&self, name: &str) -> Option<Tool> {
        self.theirs.get(name).cloned().or_else(|| self.ours.get_tool(&self.caller(), name))
    }
}

/// What does not depend on who calls.
#[derive(Clone)]
struct Tools {
    theirs: Arc<ToolRouter<Service>>,
    ours: Beside,
}

async fn endpoint(
    State(tools): State<Tools>,
    Extension(user): Extension<User>,
    request: Request,
) -> Response {
    let service = Service { theirs: tools.theirs, ours: tools.ours, user };
    let config =
        StreamableHttpServerConfig::default().with_legacy_session_mode(false).with_json_response(true);
    let transport = StreamableHttpService::new(
        move || Ok(service.clone()),
        Arc::new(NeverSessionManager::default()),
        config,
    );
    transport.handle(request).await.map(Body::new)
}

/// The middleware that the service had before.
async fn authenticate(mut request: Request, next: Next) -> Response {
    let token = request.headers().get("authorization").and_then(|value| value.to_str().ok());
    let Some(name) = token.and_then(|token| token.strip_prefix("Bearer token-of-")) else {
        return (StatusCode::UNAUTHORIZED, [("www-authenticate", "Bearer")]).into_response();
    };
    let user = User { name: name.to_owned() };
    request.extensions_mut().insert(user);
    next.run(request).await
}

fn app() -> Result<Router, Box<dyn Error>> {
    let theirs = Arc::new(their_tools());
    let ours = ours(&theirs)?;
    let endpoint = post(endpoint).layer(middleware::from_fn(authenticate));
    Ok(Router::new().route("/mcp", endpoint).with_state(Tools { theirs, ours }))
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:8080").await?;
    eprintln!("http://{}/mcp, Authorization: Bearer token-of-alice", listener.local_addr()?);
    axum::serve(listener, app()?).await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use http_body_util::BodyExt;
    use serde_json::{Value, json};
    use tower::ServiceExt;

    use super::*;

    /// Sends a request of the newest revision, or of the oldest one with this transport.
    async fn send(is_modern: bool, method: &str, mut params: Value) -> Value {
        let mut request = Request::post("/mcp")
            .header("host", "localhost:8080")
            .header("authorization", "Bearer token-of-alice")
            .header("content-type", "application/json")
            .header("accept", "application/json, text/event-stream");
        if is_modern {
            params["_meta"] = json!({
                "io.modelcontextprotocol/protocolVersion": "2026-07-28",
                "io.modelcontextprotocol/clientCapabilities": { "extensions": { "io.modelcontextprotocol/tasks": {} } }
            });
            request = request.header("mcp-protocol-version", "2026-07-28").header("mcp-method", method);
            if let Some(name) = params["name"].as_str() {
                request = request.header("mcp-name", name);
            }
        }
        let message = json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": params });
        let request = request.body(Body::from(message.to_string())).unwrap();
        let response = app().unwrap().oneshot(request).await.unwrap();
        let body = response.into_body().collect().await.unwrap().to_bytes();
        serde_json::from_slice(&body).unwrap()
    }

    #[tokio::test]
    async fn both_kinds_of_tools_are_listed_once_and_called_as_the_user() {
        for is_modern in [false, true] {
            let list = send(is_modern, "tools/list", json!({})).await;
            let tools = list["result"]["tools"].as_array().unwrap();
            let names: Vec<_> = tools.iter().map(|tool| &tool["name"]).collect();
            assert_eq!(names, ["who_am_i", "greet"]);
            assert_eq!(tools[0].get("title").is_some(), is_modern, "2025-03-26 has no titles");
            for (tool, said) in [("who_am_i", "alice"), ("greet", "hello alice")] {
                let answer = send(is_modern, "tools/call", json!({ "name": tool, "arguments": {} })).await;
                assert_eq!(answer["result"]["content"][0]["text"], said);
            }
        }
    }

    #[tokio::test]
    async fn what_is_not_offered_is_unknown_whoever_would_have_it() {
        for tool in ["count_users", "no_such_tool"] {
            let answer = send(true, "tools/call", json!({ "name": tool })).await;
            assert_eq!(answer["error"]["code"], -32602);
            assert_eq!(answer["error"]["message"], format!("Unknown tool: {tool}"));
        }
        let answer =
            send(true, "tools/call", json!({ "name": "who_am_i", "arguments": { "user": "bob" } })).await;
        assert_eq!(answer["result"]["isError"], true, "arguments are checked as everywhere");
    }

    #[tokio::test]
    async fn the_server_says_who_it_was_before() {
        let client = json!({ "name": "a", "version": "1" });
        let params = json!({ "protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": client });
        let answer = send(false, "initialize", params).await;
        assert_eq!(answer["result"]["serverInfo"]["name"], "their-server");
        assert_eq!(answer["result"]["capabilities"], json!({ "tools": {} }));
    }

    #[test]
    fn two_tools_of_one_name_are_an_error_at_start() {
        let clashing = |name: &'static str| {
            their_tools().with_route(ToolRoute::new_dyn(
                Tool::new(name, "A tool of theirs.", serde_json::Map::new()),
                |_: ToolCallContext<'_, Service>| {
                    Box::pin(async { Ok(CallToolResult::success(vec![]).into()) })
                },
            ))
        };
        let said = "both the surface and the server beside it have a tool `who_am_i`; take it out of that server, or \
                    give one of the two another name";
        assert_eq!(ours(&clashing("who_am_i")).unwrap_err().to_string(), said);
        // Also where nobody outside is offered ours, because that can change while the service runs.
        assert_eq!(
            ours(&clashing("count_users")).unwrap_err().to_string(),
            said.replace("who_am_i", "count_users")
        );
        assert!(ours(&clashing("other")).is_ok());
    }
}
