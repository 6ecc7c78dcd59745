//! An operation tool that is called by another tool.

use serde_json::{Value, json};
use tool_core::{
    Exposure, HostMetadata, InProcessQueue, Invoker, Kind, OperationTools, Registry, Tool, ToolCall,
    ToolDefinition, ToolError, ToolOutput,
};

use super::{Held, reply, structured};
use crate::support::{Fixture, outside};

/// Calls another tool, and returns what that one is answered with.
struct Calls {
    name: &'static str,
    other: &'static str,
    kind: Kind,
}

#[tool_core::async_trait]
impl Tool for Calls {
    fn definition(&self) -> ToolDefinition {
        ToolDefinition::new(self.name, "Calls another tool.")
    }

    fn host(&self) -> HostMetadata {
        HostMetadata::default().with_title("Calls").with_exposure(Exposure::Both).with_kind(self.kind)
    }

    async fn call(&self, call: ToolCall<'_>) -> Result<ToolOutput, ToolError> {
        call.invoke(self.other, json!({})).await.into_result()
    }
}

fn stage(work: Option<Fixture>, calls: Calls) -> tool_core::Surface {
    let queue = InProcessQueue::builder().build();
    let tools = OperationTools::new(queue.clone());
    let builder = Registry::builder(()).register(calls).register(tools.wait()).register(tools.status());
    let builder = work.into_iter().fold(builder, |builder, tool| builder.register(tool));
    outside(&Invoker::builder(builder.build().unwrap()).unlimited().operations(queue).build().unwrap())
}

async fn call(surface: &tool_core::Surface, tool: &str, arguments: Value) -> Value {
    let request = surface.request(tool_core::Caller::new("alice"), tool, Some(arguments));
    structured(&reply(surface.call(request).await))
}

#[tokio::test(start_paused = true)]
async fn it_is_queued_for_the_caller_of_the_tool_that_calls_it() {
    let mut held = Held::new();
    let calls = Calls { name: "calls", other: "work", kind: Kind::Immediate };
    let surface = stage(Some(held.tool("work", |host| host)), calls);
    let started = call(&surface, "calls", json!({})).await;
    assert_eq!(started["state"], "queued");
    held.begun().await;
    held.end_one();
    let ended = call(&surface, "wait_for_operation", json!({ "operation": started["operation"] })).await;
    assert_eq!(ended["state"], "succeeded");
}

#[tokio::test(start_paused = true)]
async fn one_that_starts_itself_comes_to_an_end() {
    let surface = stage(None, Calls { name: "again", other: "again", kind: Kind::Operation });
    call(&surface, "again", json!({})).await;
    super::settle().await;
    let status = call(&surface, "operation_status", json!({})).await;
    assert_eq!(status["unfinished"], json!([]));
    let ended = status["finished"].as_array().unwrap();
    // The one that was called and the eight inside of each other; the last could not start another.
    assert_eq!(ended.len(), 9, "{ended:?}");
    let refused = ended.iter().filter(|operation| operation["code"] == "nested-too-deep").count();
    assert_eq!(refused, 1, "{ended:?}");
}
