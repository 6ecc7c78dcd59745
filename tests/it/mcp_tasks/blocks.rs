//! What is no text in the result of an operation: it is there for whoever asks later, in every form of asking.

use serde_json::json;
use tool_core::{Content, InProcessQueue, Invoker, OperationTools, Registry, ToolOutput, tool};
use tool_mcp::{Handler, ServerIdentity};

use super::{about, tasks};
use crate::{
    mcp_fixture::{alice, call, legacy},
    support::outside,
};

/// Draws a chart.
#[tool(title = "Draw", exposure = both, effect = read_only, kind = operation)]
fn draw() -> ToolOutput {
    ToolOutput::text("a chart")
        .with_content(Content::Image { data: vec![1, 2, 3], mime_type: "image/png".into() })
}

#[tokio::test]
async fn a_picture_is_in_the_task_and_in_the_answer_of_the_tool_that_waits() {
    let queue = InProcessQueue::builder().build();
    let watch = OperationTools::new(queue.clone());
    let registry = Registry::builder(())
        .tool(draw_tool())
        .register(watch.wait())
        .register(watch.cancel())
        .build()
        .unwrap();
    let invoker = Invoker::builder(registry).unlimited().operations(queue).build().unwrap();
    let handler = Handler::new(outside(&invoker), ServerIdentity::new("samples", "1.2.3"));
    let ask = async |message| handler.handle(message, alice()).await.unwrap();

    let started = ask(tasks("tools/call", call("draw", json!({})))).await;
    let id = started["result"]["taskId"].as_str().expect("a task").to_owned();
    let waited = ask(legacy("tools/call", call("wait_for_operation", json!({ "operation": id })))).await;
    let picture = json!({ "type": "image", "data": "AQID", "mimeType": "image/png" });
    let content = waited["result"]["content"].as_array().unwrap();
    assert_eq!(content.last(), Some(&picture), "{waited}");
    assert_eq!(waited["result"]["structuredContent"]["text"], "a chart");

    let task = ask(about("tasks/get", &id)).await;
    assert_eq!(
        task["result"]["result"]["content"],
        json!([{ "type": "text", "text": "a chart" }, picture]),
        "as the call would have been answered"
    );
}
