//! An operation tool that is called by another tool.

use serde_json::{Value, json};
use tool_core::Kind;

use super::{Held, Stage, structured};
use crate::support::Fixture;

fn calling(name: &str, other: &str) -> Fixture {
    Fixture::new(name).calls([(other, json!({}))])
}

async fn call(stage: &Stage, tool: &str, arguments: Value) -> Value {
    structured(&stage.call("alice", tool, arguments).await)
}

#[tokio::test(start_paused = true)]
async fn it_is_queued_for_the_caller_of_the_tool_that_calls_it() {
    let mut held = Held::new();
    let stage = Stage::new([held.operation("work", |host| host), calling("calls", "work")]);
    let started = call(&stage, "calls", json!({})).await;
    assert_eq!(started["state"], "queued");
    held.begun().await;
    held.end_one();
    let ended = call(&stage, "wait_for_operation", json!({ "operation": started["operation"] })).await;
    assert_eq!(ended["state"], "succeeded");
}

#[tokio::test(start_paused = true)]
async fn one_that_starts_itself_comes_to_an_end() {
    let stage = Stage::new([calling("again", "again").host(|host| host.with_kind(Kind::Operation))]);
    call(&stage, "again", json!({})).await;
    super::settle().await;
    let status = call(&stage, "operation_status", json!({})).await;
    assert_eq!(status["unfinished"], json!([]));
    let ended = status["finished"].as_array().unwrap();
    // The one that was called and the eight inside of each other; the last could not start another.
    assert_eq!(ended.len(), 9, "{ended:?}");
    let refused = ended.iter().filter(|operation| operation["code"] == "nested-too-deep").count();
    assert_eq!(refused, 1, "{ended:?}");
}
