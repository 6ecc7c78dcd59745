//! `--watch`: a manifest that changes is served as it is now, and one that cannot be used is not served at all.

use std::time::Duration;

use serde_json::json;
use tokio::time::timeout;

use crate::support::{Client, SOON, World, script, written};

/// What is asked of operations. Under `--watch` it is there always, as operations may come.
const OF_OPERATIONS: [&str; 3] = ["cancel_operation", "operation_status", "wait_for_operation"];

async fn until(client: &mut Client, names: &[&str]) {
    let names = [names, &OF_OPERATIONS].concat();
    let same = async {
        while client.names().await != names {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    timeout(SOON, same).await.unwrap_or_else(|_| panic!("never {names:?}"));
}

#[tokio::test]
async fn a_manifest_that_changes_is_served_as_it_is_now() {
    let world = World::new();
    let manifest = |tools: &[String]| format!("version = 1\n{}", tools.concat());
    world.write("m.toml", &manifest(&[script("a", "echo one")]));
    let mut client = world.client(&["--watch", "m.toml"]);
    client.initialize().await;
    until(&mut client, &["a"]).await;
    world.write("m.toml", &manifest(&[script("a", "echo two"), script("b", "echo b")]));
    until(&mut client, &["a", "b"]).await;
    assert_eq!(client.call("a", json!({})).await["result"]["content"][0]["text"], "two\n");
    // Broken, and mended with another list: what was there before is served until then.
    world.write("m.toml", "version = 1\n[[tool]]\nid = \"c\"\n");
    client.heard("nothing has changed").await;
    until(&mut client, &["a", "b"]).await;
    let slow = script("c", "echo c").replace("effect =", "operation = true\neffect =");
    world.write("m.toml", &manifest(&[slow]));
    until(&mut client, &["c"]).await;
    client.vanish();
    let (_, said) = client.ended().await;
    assert!(said.contains("m.toml:2: missing field `title`\nnothing has changed"), "{said}");
}

#[tokio::test]
async fn what_cannot_be_loaded_is_tried_until_it_can_and_told_once() {
    let world = World::new();
    world.write("m.toml", &format!("version = 1\n{}", script("a", "echo a")));
    let mut client = world.client(&["--watch", "m.toml"]);
    client.initialize().await;
    let of_schema = script("b", "echo 1") + "output = { form = \"json\", schema_file = \"b.json\" }\n";
    world.write("m.toml", &format!("version = 1\n{of_schema}"));
    client.heard("nothing has changed").await;
    until(&mut client, &["a"]).await;
    // The manifest stays as it is.
    world.write("b.json", "{ \"type\": \"integer\" }");
    until(&mut client, &["b"]).await;
    client.vanish();
    let (_, said) = client.ended().await;
    assert_eq!(said.matches("nothing has changed").count(), 1, "{said}");
    assert!(said.ends_with("loaded anew: 1 tools"), "{said}");
}

#[tokio::test]
async fn operations_that_ran_are_asked_for_when_their_tool_has_gone() {
    let world = World::new();
    let slow = script("slow", "echo done").replace("effect =", "operation = true\neffect =");
    world.write("m.toml", &format!("version = 1\n{slow}"));
    let mut client = world.client(&["--watch", "m.toml"]);
    client.initialize().await;
    client.call("slow", json!({})).await;
    world.write("m.toml", &format!("version = 1\n{}", script("a", "echo a")));
    until(&mut client, &["a"]).await;
}

#[tokio::test]
async fn a_call_that_runs_ends_as_it_began_whatever_is_loaded_meanwhile() {
    let world = World::new();
    let slow = script("slow", "echo begun >begun; until [ -e go ]; do :; done; echo as it was");
    world.write("m.toml", &format!("version = 1\n{slow}"));
    let mut client = world.client(&["--watch", "m.toml"]);
    client.initialize().await;
    client.send("tools/call", json!({ "name": "slow", "arguments": {} })).await;
    let call = client.sent();
    written(&world.path("begun")).await;
    world.write("m.toml", &format!("version = 1\n{}", script("a", "echo a")));
    client.heard("loaded anew: 1 tools").await;
    until(&mut client, &["a"]).await;
    world.write("go", "");
    assert_eq!(client.answer(call).await["result"]["content"][0]["text"], "as it was\n");
    assert_eq!(client.call("slow", json!({})).await["error"]["message"], "Unknown tool: slow");
}

#[tokio::test]
async fn a_client_is_told_of_a_change_and_what_is_required_is_looked_at_again() {
    let world = World::new();
    let manifest = |comment: &str| {
        let needs = script("a", "echo a") + "requires = [{ file = \"there\" }]\n";
        format!("version = 1 # {comment}\n{needs}")
    };
    world.write("m.toml", &manifest("one"));
    let mut client = world.client(&["--watch", "m.toml"]);
    client.initialize().await;
    client.notify("notifications/initialized", json!({})).await;
    until(&mut client, &[]).await;
    world.write("there", "");
    world.write("m.toml", &manifest("two"));
    client.notified("notifications/tools/list_changed").await;
    until(&mut client, &["a"]).await;
}
