//! Tools that are functions of the process.

use serde_json::{Value, json};
use tool_command::NoArgv;
use tool_core::ToolOutput;

use crate::support::{World, call, projection, surface};

const MANIFEST: &str = r#"
version = 1

[[tool]]
id = "probe"
title = "Probe"
summary = "Says what it got."
exposure = "external"
run.in_process = { function = "say" }
run.command = { program = "true" }

[[tool.input]]
name = "day"
description = "A day."
type = "date"
travels = "positional"
required = true
"#;

#[tokio::test]
async fn a_function_is_called_directly_and_is_preferred() {
    let world = World::new();
    let host = world
        .host()
        .with_function("say", |arguments| async move { Ok(ToolOutput::json(Value::Object(arguments))) });
    let tool = &projection(MANIFEST, &host).await.unwrap().tools[0];
    assert_eq!(tool.way(), "in process");
    assert_eq!(tool.argv(&serde_json::Map::new()), Err(NoArgv::InProcess));
    let surface = surface(MANIFEST, &host).await;
    assert_eq!(
        json!(call(&surface, json!({ "day": "2024-02-29" })).await.reply().structured),
        json!({ "day": "2024-02-29" })
    );
    assert_eq!(
        call(&surface, json!({ "day": "2023-02-29" })).await.code().as_deref(),
        Some("invalid-arguments")
    );
}

#[tokio::test]
async fn without_the_function_the_next_way_is_used() {
    let tool = &projection(MANIFEST, &World::new().host()).await.unwrap().tools[0];
    assert_eq!(tool.way(), "command");
}
