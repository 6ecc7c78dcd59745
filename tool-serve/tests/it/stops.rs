//! However a server ends, no program that it started is left.

use serde_json::json;
use tokio::process::Command;

use crate::support::{Client, HANGS, World, gone, over, script, stat, written};

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
async fn the_end_of_input_is_the_end_of_a_server_that_said_one_line() {
    let world = world("read_only");
    let mut client = world.client(&["m.toml"]);
    client.initialize().await;
    client.vanish();
    let said = format!("tool-serve {}: 1 tool over stdio for local", env!("CARGO_PKG_VERSION"));
    assert_eq!(client.ended().await, (Some(0), said));
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
async fn a_server_that_is_killed_by_force_takes_its_programs_along() {
    for effect in ["read_only", "destructive"] {
        let (_world, mut client, pids) = hanging(effect).await;
        let helpers = children(&client);
        assert_eq!(helpers.len(), 2, "the program, and what takes care of it");
        client.server.kill().await.unwrap();
        over(&pids).await;
        over(&helpers.join(" ")).await;
    }
}

/// Returns the numbers of the processes that a server started.
fn children(client: &Client) -> Vec<String> {
    let server = client.server.id().unwrap().to_string();
    let numbers = std::fs::read_dir("/proc").unwrap();
    let numbers = numbers.filter_map(|entry| entry.unwrap().file_name().into_string().ok());
    let of_server = |number: &String| stat(number).is_some_and(|(_, parent)| parent == server);
    numbers.filter(of_server).collect()
}

#[tokio::test]
async fn a_call_that_is_cancelled_ends_its_program_and_the_server_goes_on() {
    let world = world("read_only");
    let mut client = world.client(&["m.toml"]);
    client.initialize().await;
    client.send("tools/call", json!({ "name": "hang", "arguments": {} })).await;
    let pids = written(&world.path("pids")).await;
    let call = client.sent();
    client.notify("notifications/cancelled", json!({ "requestId": call })).await;
    gone(&pids).await;
    assert_eq!(client.names().await, ["hang"]);
}
