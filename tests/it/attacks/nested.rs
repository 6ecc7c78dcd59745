//! What a tool sends along when it calls another one. Who may call whom is tested with the door.

use serde_json::{Value, json};
use tool_core::{
    Exposure, HostMetadata, Invoker, Registry, Tool, ToolCall, ToolDefinition, ToolError, ToolOutput,
    testing::TestSurface,
};

use crate::support::{Fixture, Projects, outside};

/// Calls `inner` about its own project, with `null` for arguments.
struct Outer;

#[tool_core::async_trait]
impl Tool for Outer {
    fn definition(&self) -> ToolDefinition {
        ToolDefinition::new("outer", "Calls another tool.")
    }

    fn host(&self) -> HostMetadata {
        HostMetadata::default().with_title("Outer").with_exposure(Exposure::Both).with_target("project")
    }

    async fn call(&self, call: ToolCall<'_>) -> Result<ToolOutput, ToolError> {
        call.invoke("inner", Value::Null).await.into_result()
    }
}

#[tokio::test]
async fn arguments_that_are_null_are_none_for_a_nested_call_too() {
    let inner = Fixture::new("inner").host(|host| host.with_target("project")).body(|seen| async move {
        Ok(ToolOutput::text(format!("{} about {}", seen.arguments, seen.target.unwrap())))
    });
    let registry = Registry::builder(()).register(Outer).register(inner).build().unwrap();
    let surface = outside(&Invoker::builder(registry).unlimited().ownership(Projects).build().unwrap());
    let answer =
        TestSurface::new(&surface).as_caller("alice").call("outer", json!({ "project_id": "p-alice" })).await;
    assert_eq!(answer.text(), "{} about p-alice");
}
