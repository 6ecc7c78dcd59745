//! Calls within the process. Each contender says what its result is, and then runs as often as it is told to.

use std::{collections::HashMap, error::Error, hint::black_box};

use bench_subject::{rounds, say};
use serde_json::{Value, json};
use tool_core::{Answer, Caller, Surface};

use crate::{notes, surfaces};

type Tools = HashMap<String, Box<dyn Fn(Value) -> Result<(Value, String), serde_json::Error>>>;

/// Runs the contender of this name, if there is one.
pub(crate) fn run(contender: &str, tools: usize) -> Result<bool, Box<dyn Error>> {
    match contender {
        "by-hand" => by_hand()?,
        "by-hand-text" => by_hand_text()?,
        "map" => map(tools)?,
        "plain" => surface(&surfaces::plain(tools)?, "find_notes", arguments()?)?,
        "plain-text" => surface_text(&surfaces::plain(tools)?)?,
        "guarded" => guarded(tools, false)?,
        "guarded-audited" => guarded(tools, true)?,
        _ => return Ok(false),
    }
    Ok(true)
}

fn arguments() -> Result<Value, serde_json::Error> {
    serde_json::from_str(notes::ARGUMENTS)
}

/// Decodes, calls and encodes: what anybody would write.
fn answer(arguments: Value) -> Result<(Value, String), serde_json::Error> {
    encode(serde_json::from_value(arguments)?)
}

/// A protocol needs the result as a value and as a text.
fn encode(notes::Arguments { query, limit }: notes::Arguments) -> Result<(Value, String), serde_json::Error> {
    let value = serde_json::to_value(notes::found(query, limit))?;
    let text = value.to_string();
    Ok((value, text))
}

fn by_hand() -> Result<(), Box<dyn Error>> {
    let arguments = arguments()?;
    say(&answer(arguments.clone())?.1)?;
    Ok(rounds(|times| {
        for _ in 0..times {
            drop(black_box(answer(black_box(arguments.clone()))));
        }
    })?)
}

fn by_hand_text() -> Result<(), Box<dyn Error>> {
    let answer = |text: &str| encode(serde_json::from_str(text)?);
    say(&answer(notes::ARGUMENTS)?.1)?;
    Ok(rounds(|times| {
        for _ in 0..times {
            drop(black_box(answer(black_box(notes::ARGUMENTS))));
        }
    })?)
}

/// What a registry is when it is nothing else.
fn map(count: usize) -> Result<(), Box<dyn Error>> {
    let mut tools: Tools = HashMap::from([("find_notes".to_owned(), Box::new(answer) as _)]);
    for number in 1..count {
        tools.insert(format!("find_notes_{number}"), Box::new(|value| Ok((value, String::new()))));
    }
    let arguments = arguments()?;
    let call = |arguments| tools.get(black_box("find_notes")).map(|tool| tool(arguments));
    say(&call(arguments.clone()).ok_or("there is no such tool")??.1)?;
    Ok(rounds(|times| {
        for _ in 0..times {
            drop(black_box(call(black_box(arguments.clone()))));
        }
    })?)
}

fn guarded(tools: usize, is_audited: bool) -> Result<(), Box<dyn Error>> {
    let mut arguments = arguments()?;
    arguments["project_id"] = json!("p-7");
    surface(&surfaces::guarded(tools, is_audited)?, "find_notes_of_project", arguments)
}

/// A caller that is known already, and arguments that are JSON already, as behind a protocol.
fn surface(surface: &Surface, tool: &str, arguments: Value) -> Result<(), Box<dyn Error>> {
    let caller = Caller::new("alice").with_scopes(["notes:read"]);
    let call = async || {
        surface
            .call(surface.request(caller.clone(), black_box(tool), Some(black_box(arguments.clone()))))
            .await
    };
    run_calls(call)
}

/// Arguments as text, as a model provider sends them.
fn surface_text(surface: &Surface) -> Result<(), Box<dyn Error>> {
    let caller = Caller::new("alice");
    let call = async || {
        surface
            .call(surface.request_text(caller.clone(), black_box("find_notes"), black_box(notes::ARGUMENTS)))
            .await
    };
    run_calls(call)
}

fn run_calls(call: impl AsyncFn() -> Answer) -> Result<(), Box<dyn Error>> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build()?;
    let Answer::Reply(reply) = runtime.block_on(call()) else { return Err("the tool is not listed".into()) };
    let structured = reply.structured.as_ref().ok_or_else(|| reply.text())?;
    say(&json!(structured).to_string())?;
    Ok(rounds(|times| {
        runtime.block_on(async {
            for _ in 0..times {
                drop(black_box(call().await));
            }
        });
    })?)
}
