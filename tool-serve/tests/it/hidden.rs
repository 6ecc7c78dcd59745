//! Hidden tools are not there, for whoever lists and whoever calls.

use serde_json::json;

use crate::support::{World, script};

#[tokio::test]
async fn a_hidden_tool_is_answered_as_an_unknown_one() {
    let world = World::new();
    let prefixes = ["engine", "state", "stream", "iii", "mcp", "a2a", "skills", "prompts"];
    let tools: String =
        prefixes.iter().map(|prefix| script(&format!("{prefix}::x"), "echo x >>ran")).collect();
    world.write("m.toml", &format!("version = 1\n{tools}{}", script("seen", "echo seen")));
    let mut client = world.client(&["m.toml"]);
    client.initialize().await;
    assert_eq!(client.names().await, ["seen"]);
    for prefix in prefixes {
        let hidden = client.call(&format!("{prefix}__x"), json!({})).await.to_string();
        let unknown = client.call("nowhere__x", json!({})).await.to_string();
        let same =
            |text: String| text.split_once(",\"id\"").map_or(text.clone(), |(error, _)| error.to_owned());
        assert_eq!(same(hidden).replace(prefix, "nowhere"), same(unknown));
    }
    assert!(!world.path("ran").exists());
    client.vanish();
    let (_, said) = client.ended().await;
    assert!(
        said.contains("`engine::x` is not offered: ids that begin with `engine::` are hidden here"),
        "{said}"
    );
}

#[tokio::test]
async fn what_is_hidden_anyway_is_shown_by_a_flag_only() {
    let world = World::new();
    world.write("m.toml", &format!("version = 1\n{}", script("engine::x", "echo x")));
    let mut client = world.client(&["m.toml", "--unhide", "engine::"]);
    client.initialize().await;
    assert_eq!(client.names().await, ["engine__x"]);
}

#[tokio::test]
async fn an_internal_tool_is_an_unknown_one() {
    let world = World::new();
    let tool = script("inside", "echo x >>ran").replace("exposure = \"external\"\n", "");
    world.write("m.toml", &format!("version = 1\n{tool}"));
    let mut client = world.client(&["m.toml"]);
    client.initialize().await;
    assert_eq!(client.names().await, [""; 0]);
    assert_eq!(
        client.call("inside", json!({})).await["error"],
        json!({ "code": -32602, "message": "Unknown tool: inside" })
    );
    assert!(!world.path("ran").exists());
}
