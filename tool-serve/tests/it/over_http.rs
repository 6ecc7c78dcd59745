//! Streamable HTTP: for callers with tokens, or for this machine alone.

use std::{fs, os::unix::fs::PermissionsExt};

use serde_json::{Value, json};
use tokio::{
    io::{AsyncBufReadExt, BufReader},
    process::{Child, Command},
    time::timeout,
};

use crate::support::{HANGS, SOON, World, gone, over, script, written};

const TOKEN: &str = "0123456789abcdef0123456789abcdef";

/// Starts a server on a free port; returns it with its address.
async fn serve(world: &World, arguments: &[&str]) -> (Child, String) {
    let mut server =
        world.program(&[&["http", "--addr", "127.0.0.1:0"], arguments].concat()).spawn().unwrap();
    let mut lines = BufReader::new(server.stderr.take().unwrap()).lines();
    loop {
        let line =
            timeout(SOON, lines.next_line()).await.unwrap().unwrap().expect("the server says where it is");
        if let Some((_, rest)) = line.split_once(" tools at ") {
            return (server, rest.split(' ').next().unwrap().to_owned());
        }
    }
}

async fn post(url: &str, token: Option<&str>, message: &Value) -> (u16, Value) {
    let request = reqwest::Client::new().post(url).json(message);
    let request = request
        .header("accept", "application/json, text/event-stream")
        .header("mcp-protocol-version", "2025-11-25");
    let request = token.into_iter().fold(request, reqwest::RequestBuilder::bearer_auth);
    let answer = request.send().await.unwrap();
    let status = answer.status().as_u16();
    (status, serde_json::from_str(&answer.text().await.unwrap()).unwrap_or_default())
}

fn call(name: &str) -> Value {
    json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": { "name": name, "arguments": {} } })
}

fn world() -> World {
    let world = World::new();
    let tools = [script("a", "echo a"), script("hang", HANGS)].concat();
    world.write("m.toml", &format!("version = 1\n{tools}"));
    let tokens = world.write("tokens", &format!("# callers\nalice {TOKEN}\n"));
    fs::set_permissions(tokens, fs::Permissions::from_mode(0o600)).unwrap();
    world
}

#[tokio::test]
async fn without_tokens_programs_of_this_machine_are_served() {
    let world = world();
    let (_server, url) = serve(&world, &["m.toml"]).await;
    assert!(url.ends_with("/mcp"), "{url}");
    let (status, answer) = post(&url, None, &call("a")).await;
    assert_eq!((status, &answer["result"]["content"][0]["text"]), (200, &json!("a\n")));
}

#[tokio::test]
async fn with_tokens_nobody_else_is_served() {
    let world = world();
    let (_server, url) = serve(&world, &["m.toml", "--tokens", "tokens", "--api-path", "/tools"]).await;
    assert!(url.ends_with("/tools"), "{url}");
    assert_eq!(post(&url, Some(TOKEN), &call("a")).await.1["result"]["content"][0]["text"], "a\n");
    for token in [None, Some("another"), Some("")] {
        assert_eq!(post(&url, token, &call("a")).await.0, 401);
    }
    assert_eq!(post(&url.replace("/tools", "/mcp"), Some(TOKEN), &call("a")).await.0, 404);
}

#[tokio::test]
async fn a_server_that_is_asked_to_stop_leaves_no_program() {
    let world = world();
    let (mut server, url) = serve(&world, &["m.toml"]).await;
    let calling = tokio::spawn(async move {
        let request = reqwest::Client::new().post(url).json(&call("hang"));
        let _ = request.header("accept", "application/json, text/event-stream").send().await;
    });
    let pids = written(&world.path("pids")).await;
    let id = server.id().unwrap().to_string();
    assert!(Command::new("kill").args(["-TERM", &id]).status().await.unwrap().success());
    assert!(timeout(SOON, server.wait()).await.unwrap().unwrap().success());
    gone(&pids).await;
    calling.abort();
}

#[tokio::test]
async fn a_file_of_tokens_that_others_may_read_is_refused() {
    let world = world();
    for (text, mode, said) in [
        (format!("alice {TOKEN}\n"), 0o644, "tokens: others may read the tokens; run chmod 600 on it"),
        ("alice short\n".to_owned(), 0o600, "tokens:1: the token can be guessed; use 22 characters at least"),
        (format!("alice {TOKEN}\nbob {TOKEN}\n"), 0o600, "tokens:2: the token is another caller's"),
        (format!("alice {TOKEN} x\n"), 0o600, "tokens:1: it is not a caller and a token"),
        ("# none\n".to_owned(), 0o600, "tokens: it has no token, so nobody could call"),
    ] {
        let file = world.write("tokens", &text);
        fs::set_permissions(file, fs::Permissions::from_mode(mode)).unwrap();
        let (status, _, stderr) =
            world.run(&["http", "--addr", "127.0.0.1:0", "m.toml", "--tokens", "tokens"]).await;
        assert_eq!((status, stderr.trim_end()), (2, said));
    }
}

#[tokio::test]
async fn a_client_that_is_gone_takes_its_program_along() {
    let world = world();
    let (_server, url) = serve(&world, &["m.toml"]).await;
    let calling = tokio::spawn(async move { post(&url, None, &call("hang")).await });
    let pids = written(&world.path("pids")).await;
    calling.abort();
    gone(&pids).await;
}

#[tokio::test]
async fn a_server_that_is_killed_by_force_takes_its_programs_along() {
    let world = world();
    let (mut server, url) = serve(&world, &["m.toml"]).await;
    let calling = tokio::spawn(async move {
        let request = reqwest::Client::new().post(url).json(&call("hang"));
        let _ = request.header("accept", "application/json, text/event-stream").send().await;
    });
    let pids = written(&world.path("pids")).await;
    server.kill().await.unwrap();
    over(&pids).await;
    calling.abort();
}

#[tokio::test]
async fn a_hidden_tool_is_an_unknown_one() {
    let world = world();
    world.write("m.toml", &format!("version = 1\n{}", script("engine::x", "echo x >>ran")));
    let (_server, url) = serve(&world, &["m.toml"]).await;
    let hidden = post(&url, None, &call("engine__x")).await;
    let (status, unknown) = post(&url, None, &call("nowhere__x")).await;
    assert_eq!(hidden.0, status);
    assert_eq!(hidden.1.to_string().replace("engine__x", "nowhere__x"), unknown.to_string());
    assert!(!world.path("ran").exists());
}

#[tokio::test]
async fn settings_that_cannot_be_used_offer_nothing() {
    let world = world();
    world.write("serve.toml", "manifests = [\"m.toml\"]\ntokens = \"tokens\"\nhiden = []\n");
    let (_server, url) = serve(&world, &["--config", "serve.toml", "m.toml"]).await;
    let ask = |method: &str| json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": {} });
    assert_eq!(
        post(&url, None, &ask("ping")).await,
        (200, json!({ "jsonrpc": "2.0", "id": 1, "result": {} }))
    );
    assert_eq!(post(&url, None, &ask("tools/list")).await.1["result"]["tools"], json!([]));
    assert_eq!(post(&url, None, &call("a")).await.1["error"]["message"], "Unknown tool: a");
}
