//! The tools and the server that the tests of the MCP crate talk to.

use std::{collections::BTreeMap, sync::Arc};

use serde_json::{Map, Value, json};
use tokio::sync::Notify;
use tool_core::{
    Availability, Available, BoxError, Caller, Content, Effect, Exposure, HostMetadata, Icon, Invoker,
    InvokerBuilder, Registered, Registry, Tool, ToolCall, ToolDefinition, ToolError, ToolOutput,
};
use tool_mcp::{Handler, ServerIdentity};

use crate::support::{Projects, outside};

/// The bearer tokens, and whose they are.
pub(crate) const TOKENS: [(&str, &str); 3] =
    [("T-alice", "alice"), ("T-bob", "bob"), ("T-mallory", "mallory")];

/// What a test sees of the tool `wait`, which runs until it is cancelled.
#[derive(Clone, Default)]
pub(crate) struct Waiting {
    pub(crate) started: Arc<Notify>,
    pub(crate) stopped: Arc<Notify>,
}

/// A value that a host's middleware might attach.
#[derive(Clone)]
pub(crate) struct Trace(pub(crate) &'static str);

/// One tool; what it does depends on its name.
struct Sample {
    name: &'static str,
    waiting: Waiting,
}

const NAMES: [&str; 12] = [
    "add",
    "describe",
    "echo",
    "fail",
    "in_project",
    "list",
    "panic",
    "purge",
    "remember",
    "scoped",
    "steps",
    "wait",
];

#[tool_core::async_trait]
impl Tool for Sample {
    fn definition(&self) -> ToolDefinition {
        let definition = ToolDefinition::new(self.name, format!("Tool {}.", self.name))
            .with_input_schema(input(self.name));
        match self.name {
            "add" => definition.with_output_schema(json!({
                "type": "object",
                "properties": { "sum": { "type": "integer", "minimum": 0, "maximum": 20 } },
                "required": ["sum"],
                "additionalProperties": false
            })),
            "list" => {
                definition.with_output_schema(json!({ "type": "array", "items": { "type": "string" } }))
            }
            _ => definition,
        }
    }

    fn host(&self) -> HostMetadata {
        let host =
            HostMetadata::default().with_title(format!("The {}", self.name)).with_exposure(Exposure::Both);
        match self.name {
            "add" => host.with_effect(Effect::ReadOnly).with_open_world(false).with_icon(
                Icon::new("https://example.com/add.png").with_mime_type("image/png").with_size("48x48"),
            ),
            "echo" | "list" | "steps" | "wait" => host.with_effect(Effect::ReadOnly),
            "in_project" => host.with_target("project"),
            "purge" => host.with_exposure(Exposure::Internal),
            "remember" => host.with_effect(Effect::Additive).with_idempotent(true),
            "scoped" => host.with_scopes(["scoped:use"]),
            _ => host,
        }
    }

    async fn call(&self, call: ToolCall<'_>) -> Result<ToolOutput, ToolError> {
        let number = |name: &str| call.arguments()[name].as_i64().unwrap_or_default();
        Ok(match self.name {
            "add" => ToolOutput::json(json!({ "sum": number("a") + number("b") })),
            "describe" => described(),
            "echo" => ToolOutput::text(call.arguments()["text"].as_str().unwrap_or_default()),
            "fail" => return Err(ToolError::new("store-is-full", "the store is full")),
            "list" => ToolOutput::json(json!(["a", "b"])),
            "panic" => panic!("a tool panics on purpose"),
            "scoped" => ToolOutput::text(call.extension::<Trace>()?.0),
            "steps" => {
                for done in [1.0, 1.0, 3.0, 2.0, f64::NAN, 4.0] {
                    call.progress().report(done, Some(4.0), Some("working"));
                }
                ToolOutput::text("done")
            }
            "wait" => {
                let _stopped = NotifyOnDrop(Arc::clone(&self.waiting.stopped));
                self.waiting.started.notify_one();
                std::future::pending().await
            }
            _ => ToolOutput::text(format!("{} ran for {}", self.name, call.caller().id())),
        })
    }
}

fn input(name: &str) -> Value {
    let digit = json!({ "type": "integer", "minimum": 0, "maximum": 10, "description": "A digit." });
    let text = json!({ "type": "string", "description": "A text." });
    let properties = match name {
        "add" => json!({ "a": digit, "b": digit }),
        "echo" => json!({ "text": text }),
        _ => json!({}),
    };
    let required: Vec<_> = properties.as_object().into_iter().flat_map(Map::keys).collect();
    json!({ "type": "object", "properties": properties, "required": required, "additionalProperties": false })
}

fn described() -> ToolOutput {
    ToolOutput::text("a text")
        .with_content(Content::Image { data: vec![1, 2, 3], mime_type: "image/png".into() })
        .with_content(Content::Audio { data: vec![4, 5], mime_type: "audio/wav".into() })
        .with_content(Content::Resource {
            uri: "note://1".into(),
            mime_type: Some("text/markdown".into()),
            text: "# One".into(),
        })
        .with_content(Content::ResourceLink {
            uri: "note://2".into(),
            name: "Two".into(),
            mime_type: None,
            description: Some("The second".into()),
        })
}

struct NotifyOnDrop(Arc<Notify>);

impl Drop for NotifyOnDrop {
    fn drop(&mut self) {
        self.0.notify_one();
    }
}

/// Panics for the caller `mallory`.
struct Fragile;

impl Availability for Fragile {
    fn check(&self, caller: &Caller, _: &Registered) -> Result<Available, BoxError> {
        assert!(caller.id() != "mallory", "an availability panics on purpose");
        Ok(Available::Visible)
    }
}

/// A server of the sample tools.
pub(crate) struct Fixture {
    pub(crate) handler: Handler,
    pub(crate) registry: Registry,
    pub(crate) waiting: Waiting,
}

pub(crate) fn fixture() -> Fixture {
    fixture_with(|builder| builder)
}

/// The same server of a host that asked for the details of failures in its log.
pub(crate) fn fixture_with_details() -> Fixture {
    fixture_with(InvokerBuilder::log_failure_details)
}

fn fixture_with(decide: impl FnOnce(InvokerBuilder) -> InvokerBuilder) -> Fixture {
    let waiting = Waiting::default();
    let samples = NAMES.map(|name| Sample { name, waiting: waiting.clone() });
    let registry = samples
        .into_iter()
        .fold(Registry::builder(()), |builder, tool| builder.register(tool))
        .build()
        .unwrap();
    let builder = Invoker::builder(registry.clone()).unlimited().ownership(Projects).availability(Fragile);
    let invoker = decide(builder).build().unwrap();
    let handler = Handler::new(outside(&invoker), ServerIdentity::new("samples", "1.2.3"));
    let handler = handler.with_instructions("Try them.");
    Fixture { handler, registry, waiting }
}

/// Registers one more tool, as a host does at run time.
pub(crate) fn register(registry: &Registry, name: &'static str) {
    registry.update(|update| update.register(Sample { name, waiting: Waiting::default() })).unwrap();
}

pub(crate) fn alice() -> Caller {
    Caller::new("alice")
}

/// A request of the handshake era.
pub(crate) fn legacy(method: &str, params: Value) -> Value {
    Value::from_iter([
        ("jsonrpc", json!("2.0")),
        ("id", json!(1)),
        ("method", json!(method)),
        ("params", params),
    ])
}

/// A request of 2026-07-28, which says so itself.
pub(crate) fn modern(method: &str, mut params: Value) -> Value {
    params["_meta"]["io.modelcontextprotocol/protocolVersion"] = json!("2026-07-28");
    params["_meta"]["io.modelcontextprotocol/clientCapabilities"] = json!({});
    legacy(method, params)
}

pub(crate) fn call(name: &str, arguments: Value) -> Value {
    Value::from_iter([("name", json!(name)), ("arguments", arguments)])
}

/// The names of a list, in order.
pub(crate) fn names(answer: &Value) -> Vec<String> {
    let tools = answer["result"]["tools"].as_array().expect("an answer to tools/list");
    tools.iter().map(|tool| tool["name"].as_str().unwrap().to_owned()).collect()
}

/// A list's tools by name.
pub(crate) fn tools(answer: &Value) -> BTreeMap<String, Value> {
    names(answer).into_iter().zip(answer["result"]["tools"].as_array().unwrap().iter().cloned()).collect()
}
