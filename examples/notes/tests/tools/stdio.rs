//! The same surface over standard input and output, for the user of one token.

use crate::{
    process::{notes, path, run},
    support::message,
};
use serde_json::{Value, json};
use std::process::{Command, Output};
use tempfile::TempDir;

/// What a client writes that lists the tools and calls one of them.
fn conversation(
    tool: &str,
    arguments: &Value,
) -> String {
    let client = json!({"name": "test", "version": "0"});
    let mut initialize = message(
        "initialize",
        &json!({"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": client}),
    );
    initialize["id"] = 0.into();
    let mut call = message("tools/call", &json!({"name": tool, "arguments": arguments}));
    call["id"] = 2.into();
    let initialized = json!({"jsonrpc": "2.0", "method": "notifications/initialized"});
    let list = message("tools/list", &json!({}));
    [initialize, initialized, list, call].map(|message| format!("{message}\n")).concat()
}

/// Returns the answers by id, after all of what was written turned out to be the protocol.
fn answers(output: &Output) -> [Value; 3] {
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout.clone()).unwrap();
    let lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.len(), 3, "{text}");
    [0, 1, 2].map(|id| lines.iter().find(|line| line["id"] == id).unwrap()["result"].clone())
}

fn stdio(
    folder: &TempDir,
    more: &[&str],
) -> Command {
    let database = path(folder.path(), "notes.db");
    let mut command =
        notes(&["stdio", "--tokens", "alice=SECRET1,bob=SECRET2", "--db", &database, "--demo-data"]);
    command.args(more);
    command
}

fn listed_project(output: &Output) -> Value {
    answers(output)[2]["structuredContent"]["items"][0]["id"].clone()
}

#[test]
fn the_user_is_the_one_who_is_named_or_whose_token_is_in_the_environment() {
    let folder = TempDir::new().unwrap();
    let list = conversation("list_projects", &json!({}));

    assert_eq!(listed_project(&run(stdio(&folder, &["--as", "alice"]), &list)), "p_alice");
    let mut command = stdio(&folder, &[]);
    command.env("NOTES_TOKEN", "SECRET2");
    assert_eq!(listed_project(&run(command, &list)), "p_bob");
}

#[test]
fn what_is_read_over_http_is_read_here() {
    let folder = TempDir::new().unwrap();
    let mut read = message("resources/read", &json!({"uri": "app://context"}));
    read["id"] = 3.into();
    let conversation = format!("{}{read}\n", conversation("list_projects", &json!({})));
    let output = run(stdio(&folder, &["--as", "bob"]), &conversation);
    let text = String::from_utf8(output.stdout).unwrap();
    let lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let result = |id: u8| lines.iter().find(|line| line["id"] == id).unwrap()["result"].clone();
    let announced = json!({"listChanged": true, "subscribe": true});
    assert_eq!(result(0)["capabilities"]["resources"], announced);
    let context = result(3)["contents"][0]["text"].as_str().unwrap().to_owned();
    assert!(context.contains(r#""user":"bob""#) && context.contains("p_bob"), "{context}");
}

#[test]
fn the_list_is_that_of_http_and_a_foreign_project_is_refused() {
    let folder = TempDir::new().unwrap();
    let output = run(
        stdio(&folder, &["--as", "bob"]),
        &conversation("search_notes", &json!({"project_id": "p_alice"})),
    );
    let [initialized, list, refused] = answers(&output);

    assert_eq!(initialized["serverInfo"]["name"], "notes");
    assert!(initialized["instructions"].as_str().unwrap().contains("list_projects"));
    let names: Vec<_> = list["tools"].as_array().unwrap().iter().map(|tool| tool["name"].clone()).collect();
    let offered = crate::support::Notes::new().outside("bob").names();
    assert_eq!(json!(names), json!(offered));
    assert_eq!(refused["content"][0]["text"], "not-found: no such project");
    assert!(!String::from_utf8_lossy(&output.stderr).contains("SECRET"));
}
