//! Clients with a handshake over a pair of streams: told after they said that they are ready, and never twice.

use serde_json::{Value, json};
use tokio::time::timeout;
use tool_mcp::stdio;

use super::{LONG, Server};
use crate::{
    mcp_fixture::{alice, legacy, names},
    mcp_stdio::Pipe,
};

fn initialize() -> Value {
    let client = json!({ "protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": { "name": "c", "version": "0" } });
    legacy("initialize", client)
}

const READY: &str = r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#;

fn changed() -> Value {
    json!({ "jsonrpc": "2.0", "method": "notifications/tools/list_changed" })
}

async fn greeted(server: &Server) -> Pipe {
    let mut pipe = Pipe::new(server.handler.clone(), stdio::as_local(alice()));
    let hello = pipe.ask(&initialize()).await;
    assert_eq!(hello["result"]["capabilities"], json!({ "tools": { "listChanged": true } }));
    pipe
}

#[tokio::test(start_paused = true)]
async fn a_change_of_the_own_list_is_told() {
    let server = Server::new();
    let mut pipe = greeted(&server).await;
    pipe.send(READY).await;
    server.register("bobs::own");
    let silent = timeout(LONG, pipe.next_line()).await;
    assert!(silent.is_err(), "bob's list is not alice's");
    server.register("second");
    assert_eq!(pipe.receive().await, Some(changed()));
    assert_eq!(names(&pipe.ask(&legacy("tools/list", json!({}))).await), ["at_work", "first", "second"]);
    let (rest, stopped) = pipe.close().await;
    stopped.unwrap();
    assert_eq!(rest, Vec::<Value>::new());
}

#[tokio::test(start_paused = true)]
async fn what_changes_before_the_client_is_ready_is_told_when_it_is() {
    let server = Server::new();
    let mut pipe = greeted(&server).await;
    server.register("second");
    assert!(timeout(LONG, pipe.next_line()).await.is_err(), "the client is not ready");
    pipe.send(READY).await;
    assert_eq!(pipe.receive().await, Some(changed()));
}

#[tokio::test(start_paused = true)]
async fn a_second_handshake_does_not_make_a_second_listener() {
    let server = Server::new();
    let mut pipe = greeted(&server).await;
    pipe.send(READY).await;
    pipe.ask(&initialize()).await;
    pipe.send(READY).await;
    server.register("second");
    assert_eq!(pipe.receive().await, Some(changed()));
    assert!(timeout(LONG, pipe.next_line()).await.is_err());
}

#[tokio::test(start_paused = true)]
async fn a_client_that_never_said_hello_is_not_spoken_to() {
    let server = Server::new();
    let mut pipe = Pipe::new(server.handler.clone(), stdio::as_local(alice()));
    pipe.send(READY).await;
    pipe.ask(&legacy("ping", json!({}))).await;
    server.register("second");
    assert!(timeout(LONG, pipe.next_line()).await.is_err());
}
