//! `--watch`: a manifest that changes is served as it is now, and one that cannot be used is not served at all.

use std::time::Duration;

use serde_json::json;
use tokio::time::timeout;

use crate::support::{Client, SOON, World, script};

async fn until(client: &mut Client, names: &[&str]) {
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
    assert_eq!(client.names().await, ["a", "b"]);
    let slow = script("c", "echo c").replace("effect =", "operation = true\neffect =");
    world.write("m.toml", &manifest(&[slow]));
    until(&mut client, &["c", "cancel_operation", "operation_status", "wait_for_operation"]).await;
    client.vanish();
    let (_, said) = client.ended().await;
    assert!(said.contains("m.toml:2: missing field `title`\nnothing has changed"), "{said}");
}
