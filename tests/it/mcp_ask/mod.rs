//! Asking back over MCP: what a client of 2026-07-28 is sent and sends back, and what all others read instead.

mod answered;
mod attacks;
mod client;
mod reads;
mod rendered;

use std::sync::Arc;

use serde_json::{Value, json};
use tool_core::{Allow, InvokerBuilder, SealedApprovals, Surface, approve_destructive};
use tool_mcp::{Handler, ServerIdentity};

use crate::{
    ask::{Asking, invoker},
    mcp_fixture::{alice, call, legacy, modern},
    support::{outside, project_id},
};

const CAPABILITIES: &str = "io.modelcontextprotocol/clientCapabilities";

/// Everything that a client can be asked for.
fn everything() -> Value {
    json!({ "elicitation": { "form": {}, "url": {} }, "sampling": {}, "roots": {} })
}

fn server(tools: impl IntoIterator<Item = Asking>) -> Handler {
    handler(&outside(&invoker(tools, |builder| builder)))
}

fn handler(surface: &Surface) -> Handler {
    Handler::new(surface.clone(), ServerIdentity::new("asking", "1.0.0"))
}

/// A server that asks callers to approve their own calls.
fn approving(tools: impl IntoIterator<Item = Asking>) -> Handler {
    let approvals = SealedApprovals::new([7; 32], approve_destructive()).unwrap().allow_self_approval();
    let approved = |builder: InvokerBuilder| builder.approval(Arc::new(approvals));
    let surface = Surface::outside("mcp", &invoker(tools, approved), Allow::exposed())
        .target_argument(project_id())
        .ask_for_approval();
    handler(&surface.build().unwrap())
}

/// A call of a tool by a client of 2026-07-28 that declares these capabilities.
fn asking(tool: &str, capabilities: Value) -> Value {
    let mut message = modern("tools/call", call(tool, json!({ "word": "a" })));
    message["params"]["_meta"][CAPABILITIES] = capabilities;
    message
}

/// The same call, made again with the state of an answer, and with what was answered.
fn again(mut message: Value, answer: &Value, responses: Value) -> Value {
    message["params"]["requestState"] = answer["result"]["requestState"].clone();
    message["params"]["inputResponses"] = responses;
    message
}

async fn ask(handler: &Handler, message: Value) -> Value {
    handler.handle(message, alice()).await.expect("a request is answered")
}

fn text(answer: &Value) -> &str {
    answer["result"]["content"][0]["text"].as_str().unwrap_or_else(|| panic!("no text in {answer}"))
}

/// The same call by a client with a handshake.
fn of_legacy(tool: &str) -> Value {
    legacy("tools/call", call(tool, json!({ "word": "a" })))
}
