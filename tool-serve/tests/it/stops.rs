//! However a server ends, no program that it started is left.

use serde_json::json;
use tokio::process::Command;

use crate::support::{Client, World, gone, script, written};

/// A server with a program that hangs beside one that it started, and the numbers of both.
const HANGS: &str = "sleep 600 & echo $$ $! >pids; wait";

fn world(effect: &str) -> World {
    let world = World::new();
    let tool = script("hang", HANGS).replace("read_only", effect);
    world.write("m.toml", &format!("version = 1\n{tool}"));
    world
}

/// A server that runs the program for a client, and the numbers of the two processes.
async fn hanging(effect: &str) -> (World, Client, String) {
    let world = world(effect);
    let mut client = world.client(&["m.toml"]);
    client.initialize().await;
    client.send("tools/call", json!({ "name": "hang", "arguments": {} })).await;
    let pids = written(&world.path("pids")).await;
    (world, client, pids)
}

#[tokio::test]
async fn a_client_that_is_gone_ends_the_server_and_its_programs() {
    for effect in ["read_only", "destructive"] {
        let (_world, mut client, pids) = hanging(effect).await;
        client.vanish();
        assert_eq!(client.ended().await.0, Some(0), "{effect}");
        gone(&pids).await;
    }
}

#[tokio::test]
async fn the_signal_of_a_service_manager_ends_the_programs() {
    for effect in ["read_only", "destructive"] {
        let (_world, mut client, pids) = hanging(effect).await;
        let server = client.server.id().unwrap().to_string();
        assert!(Command::new("kill").args(["-TERM", &server]).status().await.unwrap().success());
        assert_eq!(client.ended().await.0, Some(0), "{effect}");
        gone(&pids).await;
    }
}

#[tokio::test]
async fn a_call_that_is_cancelled_ends_its_program_and_the_server_goes_on() {
    let world = world("read_only");
    let mut client = world.client(&["m.toml"]);
    client.initialize().await;
    client.send("tools/call", json!({ "name": "hang", "arguments": {} })).await;
    let pids = written(&world.path("pids")).await;
    // The second request: initialize was the first.
    let cancel =
        json!({ "jsonrpc": "2.0", "method": "notifications/cancelled", "params": { "requestId": 2 } });
    tokio::io::AsyncWriteExt::write_all(client.stdin.as_mut().unwrap(), format!("{cancel}\n").as_bytes())
        .await
        .unwrap();
    gone(&pids).await;
    assert_eq!(client.names().await, ["hang"]);
}
