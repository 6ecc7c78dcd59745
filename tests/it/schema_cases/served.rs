//! A server that offers every shape, for clients that nobody here wrote.
//!
//! The listing is written to `listing.json` in the target directory. When `JUDGES` names a folder of programs
//! `judge-NAME URL`, each of those below is run against the server, and has to end with success.

use std::path::Path;

use http::request::Parts;
use serde_json::{Value, json};
use tokio::process::Command;
use tool_core::{
    Allow, BoxError, Caller, Effect, HostMetadata, Invoker, Registry, Surface, Tool, ToolCall,
    ToolDefinition, ToolError, ToolOutput,
};
use tool_mcp::{
    Authenticate, Authentication, Handler, ServerIdentity, async_trait,
    http::{Hosts, Mount, Origins},
};

use super::{
    all::{NO_ARGUMENTS, every_described_shape},
    described::Described,
};
use crate::{
    mcp_fixture::{legacy, tools},
    mcp_http::{post, text},
};

/// The official clients, and a check of each message.
const RUN: [&str; 5] = ["mcp-py", "ts1", "ts2", "inspector", "wire"];

/// What a judge says that makes up the text `x` for every pattern, and then checks it.
const MADE_UP: &str = "'x' does not match";

/// Returns its arguments as its result, read as the type and written again.
struct Shaped {
    name: String,
    arguments: Described,
    /// The schema of the result, and whether the result is what stands in the field of the arguments.
    result: (Value, bool),
}

#[tool_core::async_trait]
impl Tool for Shaped {
    fn definition(&self) -> ToolDefinition {
        ToolDefinition::new(&self.name, "Says what reached it.")
            .with_input_schema(self.arguments.input.clone())
            .with_output_schema(self.result.0.clone())
    }

    fn host(&self) -> HostMetadata {
        HostMetadata::default().with_title("Echo").with_effect(Effect::ReadOnly)
    }

    async fn call(&self, call: ToolCall<'_>) -> Result<ToolOutput, ToolError> {
        let mut result = (self.arguments.again)(Value::Object(call.arguments().clone()))
            .map_err(|error| ToolError::new("unread", error.to_string()))?;
        Ok(ToolOutput::json(if self.result.1 { result["value"].take() } else { result }))
    }
}

/// Lets everybody in.
struct Everybody;

#[async_trait]
impl Authenticate for Everybody {
    async fn authenticate(&self, _: &Parts) -> Result<Authentication, BoxError> {
        Ok(Caller::new("anybody").into())
    }
}

fn mount() -> Mount {
    let mut registry = Registry::builder(());
    for (index, (name, shape, field)) in every_described_shape().into_iter().enumerate() {
        let wrapped = NO_ARGUMENTS.contains(&name);
        let letters = name.chars().filter(char::is_ascii_alphanumeric);
        let name = format!("s{index}{}", letters.collect::<String>().to_lowercase());
        let result = (shape.output.clone(), wrapped);
        registry = registry.register(Shaped { name, arguments: if wrapped { field } else { shape }, result });
    }
    let invoker = Invoker::builder(registry.build().unwrap()).unlimited().build().unwrap();
    let surface = Surface::first_party("shapes", &invoker, Allow::exposed()).build().unwrap();
    let handler = Handler::new(surface, ServerIdentity::new("shapes", "0"));
    Mount::new(handler, Everybody, Hosts::loopback(), Origins::none())
}

#[tokio::test]
async fn official_clients_take_every_shape() {
    let mount = mount();
    let answer = mount.respond(post(&legacy("tools/list", json!({})))).await;
    let answer: Value = serde_json::from_str(&text(answer).await).unwrap();
    let listed = tools(&answer);
    assert_eq!(listed.len(), 67);
    let listing = Path::new(env!("CARGO_TARGET_TMPDIR")).join("listing.json");
    std::fs::write(&listing, serde_json::to_vec(&listed.values().collect::<Vec<_>>()).unwrap()).unwrap();

    let Some(judges) = std::env::var_os("JUDGES") else {
        println!("skipped: JUDGES names no folder of judges; the listing is {}", listing.display());
        return;
    };
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}/mcp", listener.local_addr().unwrap());
    let app = axum::Router::new().route_service("/mcp", mount);
    let server = tokio::spawn(async move { axum::serve(listener, app).await });
    let mut failed = Vec::new();
    for judge in RUN {
        let program = Path::new(&judges).join(format!("judge-{judge}"));
        let run = Command::new(program).arg(&url).output().await.unwrap();
        let said = String::from_utf8_lossy(&run.stdout);
        println!("{judge}: {}", said.lines().last().unwrap_or("nothing said"));
        let wrong: Vec<_> = said.lines().filter(|line| line.starts_with("  FAIL")).collect();
        let of_the_judge = !wrong.is_empty() && wrong.iter().all(|line| line.contains(MADE_UP));
        if !run.status.success() && !of_the_judge {
            failed.push(format!("{judge}\n{}", wrong.join("\n")));
        }
    }
    server.abort();
    assert!(failed.is_empty(), "{}", failed.join("\n"));
}
