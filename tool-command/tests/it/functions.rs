//! Tools that are functions of the process.

use serde_json::{Value, json};
use tool_command::NoArgv;
use tool_core::{ToolError, ToolOutput};

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

/// A function in the place of the program of an envelope tool.
const ENVELOPE: &str = r#"
version = 1

[envelope]
schema = "names/1"

[[tool]]
id = "probe"
title = "Probe"
summary = "Says whether a name is free."
exposure = "external"
effect = "read_only"
output = { form = "envelope" }
run.in_process = { function = "say" }
input = [{ name = "how", description = "What it says.", type = "id", required = true }]
"#;

#[tokio::test]
async fn a_function_that_stands_for_an_envelope_program_answers_in_envelopes() {
    const YES: &str = r#"{"ok": true,"failures":[], "schema":"names/1"}"#;
    let world = World::new();
    let host = world.host().with_function("say", |arguments| async move {
        let no = json!({ "schema": "names/1", "ok": false, "failures": [{ "code": "name-taken" }] });
        match arguments["how"].as_str().unwrap() {
            "line" => Ok(ToolOutput::text(YES)),
            "no" => Ok(ToolOutput::json(no)),
            "other" => Ok(ToolOutput::json(json!({ "schema": "names/2", "ok": true, "failures": [] }))),
            "prose" => Ok(ToolOutput::text("it is free")),
            "nothing" => Ok(ToolOutput::empty()),
            _ => Err(ToolError::new("broken", "it is broken")),
        }
    });
    let surface = surface(ENVELOPE, &host).await;
    let said = async |how: &str| {
        let answer = call(&surface, json!({ "how": how })).await;
        let envelope = json!(answer.reply().structured);
        assert_eq!(serde_json::from_str::<Value>(&answer.text()).unwrap(), envelope);
        assert_eq!((&envelope["schema"], &envelope["ok"]), (&json!("names/1"), &json!(how == "line")));
        assert_eq!(answer.reply().is_error(), how != "line");
        (answer.text(), envelope["failures"][0]["code"].clone())
    };
    assert_eq!(said("line").await.0, YES);
    assert_eq!(said("no").await.1, "name-taken");
    for how in ["other", "prose", "nothing"] {
        assert_eq!(said(how).await.1, "mcp-command-not-envelope", "{how}");
    }
    assert_eq!(said("broken").await.1, "mcp-broken");
}

#[tokio::test]
async fn a_function_returns_what_the_output_schema_says() {
    let world = World::new();
    let text = MANIFEST.replace(
        "run.command",
        "output = { form = \"json\", schema = { type = \"object\", properties = { n = { type = \"integer\" } } } }\nrun.command",
    );
    for (value, code) in [(json!({ "n": 1 }), None), (json!({ "n": "x" }), Some("command-other-json"))] {
        let host = world.host().with_function("say", move |_| {
            let value = value.clone();
            async move { Ok(ToolOutput::json(value)) }
        });
        let answer = call(&surface(&text, &host).await, json!({ "day": "2024-02-29" })).await;
        assert_eq!(answer.code().as_deref(), code);
    }
}
