//! Where nobody is asked: in a call that another tool makes, on a queue, and in a report.

use std::sync::Arc;

use serde_json::json;
use tool_core::{
    Completion, Exposure, HostMetadata, InProcessQueue, Invoker, Kind, OperationTools, Registry, Tool,
    ToolCall, ToolDefinition, ToolError, ToolOutput,
};

use super::{Asking, Brought, Person, brought, delete, sure, yes};
use crate::support::{Projects, outside, reply};

/// Calls a tool that asks, and returns what it returns.
struct Outer {
    /// Asks itself first.
    asks: bool,
}

#[tool_core::async_trait]
impl Tool for Outer {
    fn definition(&self) -> ToolDefinition {
        ToolDefinition::new("outer", "Calls another tool.").with_input_schema(crate::support::one_word())
    }

    fn host(&self) -> HostMetadata {
        HostMetadata::default().with_title("Outer").with_exposure(Exposure::Both)
    }

    async fn call(&self, call: ToolCall<'_>) -> Result<ToolOutput, ToolError> {
        if self.asks {
            call.ask(&sure())?;
        }
        call.invoke("delete", json!({ "word": "a" })).await.into_result()
    }
}

#[tokio::test]
async fn a_tool_that_another_tool_calls_cannot_ask_and_has_none_of_its_answers() {
    for asks in [false, true] {
        let tool = Asking::new("delete", delete);
        let registry = Registry::builder(()).register(Outer { asks }).register(tool.clone()).build().unwrap();
        let invoker = Invoker::builder(registry).unlimited().ownership(Projects).build().unwrap();
        let person = Person::at(&outside(&invoker));
        let mut brings = Brought::default();
        if asks {
            brings = brought(person.asked("outer").await.state, [("sure", yes())]);
            assert_eq!(tool.begun(), 0);
        }
        let text = person.text("outer", brings).await;
        assert!(text.starts_with("input-unavailable: this call must ask first"), "{text}");
        assert_eq!(tool.begun(), 1);
    }
}

#[tokio::test]
async fn an_operation_cannot_ask_when_its_turn_comes() {
    let queue = InProcessQueue::builder().build();
    let tools = OperationTools::new(queue.clone());
    let tool = Asking::new("delete", delete).host(|host| host.with_kind(Kind::Operation));
    let registry = Registry::builder(()).register(tool.clone()).register(tools.wait()).build().unwrap();
    let invoker =
        Invoker::builder(registry).unlimited().ownership(Projects).operations(queue).build().unwrap();
    let person = Person::at(&outside(&invoker));
    let started = reply(person.call("delete", Brought::default()).await);
    let id = started.structured.unwrap()["operation"].clone();
    let ended =
        reply(person.send("wait_for_operation", json!({ "operation": id }), Brought::default()).await);
    assert!(ended.text().contains("input-unavailable"), "{}", ended.text());
    assert_eq!(tool.begun(), 1);
}

/// Hands on the error with which a call before it has asked.
#[derive(Default)]
struct Forwards(Arc<std::sync::Mutex<Option<ToolError>>>);

#[tool_core::async_trait]
impl Tool for Forwards {
    fn definition(&self) -> ToolDefinition {
        ToolDefinition::new("forwards", "Hands on.").with_input_schema(crate::support::one_word())
    }

    fn host(&self) -> HostMetadata {
        HostMetadata::default().with_title("Forwards").with_exposure(Exposure::Both)
    }

    async fn call(&self, call: ToolCall<'_>) -> Result<ToolOutput, ToolError> {
        let error = call.ask(&sure()).unwrap_err();
        match self.0.lock().unwrap().replace(error) {
            Some(before) => Err(before),
            None => Ok(ToolOutput::text("kept")),
        }
    }
}

#[tokio::test]
async fn what_another_call_asks_is_never_sent() {
    let registry = Registry::builder(()).register(Forwards::default()).build().unwrap();
    let invoker = Invoker::builder(registry).unlimited().build().unwrap();
    let person = Person::at(&outside(&invoker));
    assert_eq!(person.text("forwards", Brought::default()).await, "kept");
    let text = person.named("bob").text("forwards", Brought::default()).await;
    assert!(text.starts_with("internal: "), "{text}");
}

#[tokio::test]
async fn a_report_cannot_ask() {
    fn pending(call: &ToolCall<'_>) -> Result<(Completion, ToolError), ToolError> {
        Ok((call.completion()?, call.ask(&sure()).unwrap_err()))
    }
    struct Reports;

    #[tool_core::async_trait]
    impl Tool for Reports {
        fn definition(&self) -> ToolDefinition {
            ToolDefinition::new("reports", "Ends later.").with_input_schema(crate::support::one_word())
        }

        fn host(&self) -> HostMetadata {
            HostMetadata::default().with_title("Reports").with_exposure(Exposure::Both)
        }

        async fn call(&self, call: ToolCall<'_>) -> Result<ToolOutput, ToolError> {
            let (completion, asks) = pending(&call)?;
            drop(completion);
            Err(asks)
        }
    }

    let registry = Registry::builder(()).register(Reports).build().unwrap();
    let completions = tool_core::Completions::new();
    let invoker = Invoker::builder(registry).unlimited().completions(completions).build().unwrap();
    let asked = Person::at(&outside(&invoker)).asked("reports").await;
    assert_eq!(super::names(&asked), ["sure"], "a tool that has not handed its completion out may ask");
}
