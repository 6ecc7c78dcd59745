//! Operations as tasks of MCP: who gets one, what a client reads of it, and that everybody else reads the same operation.

mod asked;
mod blocks;
mod hidden;
mod negotiated;
mod states;

use std::sync::Arc;

use http::{StatusCode, header};
use serde_json::{Value, json};
use tokio::sync::Semaphore;
use tool_core::{
    Effect, Exposure, Field, HostMetadata, InProcessQueue, InputRequest, Invoker, Kind, OperationTools,
    Registry, Tool, ToolCall, ToolDefinition, ToolError, ToolOutput,
};
use tool_mcp::{Handler, ServerIdentity, http::Mount};

use crate::{
    door::recorder::Recorder,
    mcp_fixture::{call, modern},
    mcp_http::{mount_of, post, text, with},
    support::{Projects, outside},
};

/// The key under which a request of 2026-07-28 says what its client can.
const CAPABILITIES: &str = "io.modelcontextprotocol/clientCapabilities";

/// One operation; what it does depends on its name.
struct Work {
    name: &'static str,
    may_end: Arc<Semaphore>,
}

#[tool_core::async_trait]
impl Tool for Work {
    fn definition(&self) -> ToolDefinition {
        let definition = ToolDefinition::new(self.name, format!("Tool {}.", self.name));
        match self.name {
            "import" => definition.with_output_schema(json!({
                "type": "object",
                "properties": { "notes": { "type": "integer", "description": "How many." } },
                "required": ["notes"]
            })),
            _ => definition,
        }
    }

    fn host(&self) -> HostMetadata {
        let host = HostMetadata::default().with_title("Work").with_exposure(Exposure::Both);
        match self.name {
            "at_once" | "hands_on" | "shows" => host.with_effect(Effect::ReadOnly),
            "read" => host.with_effect(Effect::ReadOnly).with_kind(Kind::Operation),
            _ => host.with_effect(Effect::Additive).with_kind(Kind::Operation),
        }
    }

    async fn call(&self, call: ToolCall<'_>) -> Result<ToolOutput, ToolError> {
        match self.name {
            "ask" => {
                let sure = InputRequest::form("sure", "Delete 3 notes?").with_field(Field::boolean("delete"));
                return Ok(ToolOutput::text(call.ask(&sure)?.confirms("delete").to_string()));
            }
            "at_once" => return Ok(ToolOutput::text("done")),
            "deaf" | "read" => std::future::pending().await,
            "hands_on" => {
                return Ok(call.invoke("say", json!({})).await.into_result()?.with_operation());
            }
            "shows" => return call.invoke("say", json!({})).await.into_result(),
            "fail" => return Err(ToolError::new("store-is-full", "the store is full")),
            "panic" => panic!("an operation panics on purpose"),
            "say" => return Ok(ToolOutput::text("said")),
            _ => {}
        }
        call.progress().report(3.0, Some(10.0), Some("importing"));
        self.may_end.acquire().await.unwrap().forget();
        Ok(ToolOutput::json(json!({ "notes": 412 })))
    }
}

const NAMES: [&str; 10] =
    ["ask", "at_once", "deaf", "fail", "hands_on", "import", "panic", "read", "say", "shows"];

/// A server whose tools are operations, with the tools that watch them.
struct Server {
    mount: Mount,
    handler: Handler,
    registry: Registry,
    audit: Recorder,
    /// One permit lets one `import` end.
    may_end: Arc<Semaphore>,
}

impl Server {
    fn new() -> Self {
        Self::watched_by(|tools, registry| {
            registry.register(tools.status()).register(tools.wait()).register(tools.cancel())
        })
    }

    fn watched_by(
        watch: impl FnOnce(OperationTools, tool_core::RegistryBuilder<()>) -> tool_core::RegistryBuilder<()>,
    ) -> Self {
        let queue = InProcessQueue::builder().running(1.try_into().unwrap()).build();
        let may_end = Arc::new(Semaphore::new(0));
        let works = NAMES.map(|name| Work { name, may_end: Arc::clone(&may_end) });
        let registry = works.into_iter().fold(Registry::builder(()), |builder, work| builder.register(work));
        let registry = watch(OperationTools::new(queue.clone()), registry).build().unwrap();
        let audit = Recorder::default();
        let invoker = Invoker::builder(registry.clone()).unlimited().ownership(Projects).audit(audit.clone());
        let invoker = invoker.operations(queue).build().unwrap();
        let handler = Handler::new(outside(&invoker), ServerIdentity::new("samples", "1.2.3"));
        Self { mount: mount_of(handler.clone()), handler, registry, audit, may_end }
    }

    fn set_handler(&mut self, handler: Handler) {
        self.mount = mount_of(handler.clone());
        self.handler = handler;
    }

    /// Returns status and body of the answer to a caller, over HTTP.
    async fn respond(&self, caller: &str, message: &Value) -> (StatusCode, String) {
        let mut request = with(post(message), header::AUTHORIZATION, &format!("Bearer T-{caller}"));
        if let Some(task) = message["params"]["taskId"].as_str() {
            request.headers_mut().insert("mcp-name", task.parse().unwrap());
        }
        let response = self.mount.respond(request).await;
        (response.status(), text(response).await)
    }

    async fn ask(&self, message: &Value) -> Value {
        serde_json::from_str(&self.respond("alice", message).await.1).unwrap()
    }

    /// Starts an operation as a task; returns its id.
    async fn start(&self, tool: &str) -> String {
        let answer = self.ask(&tasks("tools/call", call(tool, json!({})))).await;
        assert_eq!(answer["result"]["resultType"], "task", "{answer}");
        answer["result"]["taskId"].as_str().unwrap().to_owned()
    }

    async fn get(&self, task: &str) -> Value {
        let mut answer = self.ask(&about("tasks/get", task)).await;
        assert_eq!(answer["result"]["resultType"], "complete", "{answer}");
        answer["result"].take()
    }

    /// Waits until a task has ended; returns it.
    async fn ended(&self, task: &str) -> Value {
        loop {
            let shown = self.get(task).await;
            if shown["status"] != "working" {
                return shown;
            }
            tokio::time::sleep(std::time::Duration::from_millis(50)).await;
        }
    }

    async fn cancel(&self, task: &str) -> Value {
        self.ask(&about("tasks/cancel", task)).await["result"].take()
    }
}

/// A request of a client that declares tasks.
fn tasks(method: &str, params: Value) -> Value {
    let mut message = modern(method, params);
    message["params"]["_meta"][CAPABILITIES]["extensions"] = json!({ "io.modelcontextprotocol/tasks": {} });
    message
}

/// A request about one task.
fn about(method: &str, task: &str) -> Value {
    let mut params = json!({ "taskId": task });
    if method == "tasks/update" {
        params["inputResponses"] = json!({});
    }
    tasks(method, params)
}
