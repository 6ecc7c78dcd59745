//! The file of settings: what is in it holds, what is wrong in it offers nothing.

use serde_json::json;

use crate::support::{Client, World, ended, script};

fn world() -> World {
    let world = World::new();
    world.write("m.toml", &format!("version = 1\n{}{}", script("a", "echo a"), script("b::c", "echo b")));
    world
}

#[tokio::test]
async fn flags_win_over_the_environment_which_wins_over_the_file() {
    let world = world();
    world.write("serve.toml", "manifests = [\"m.toml\"]\nhide = [\"b::\"]\n");
    let (_, printed, _) = world.run(&["list", "--config", "serve.toml"]).await;
    assert!(printed.contains("a  ") && !printed.contains("b__c"), "{printed}");
    assert!(
        printed.contains("`b::c` is not offered: ids that begin with `b::` are hidden here"),
        "{printed}"
    );
    // What hides more adds up.
    let (_, printed, _) = world.run(&["list", "--config", "serve.toml", "--hide", "a"]).await;
    assert!(!printed.contains("read_only"), "{printed}");
}

#[tokio::test]
async fn a_file_that_is_not_there_is_the_defaults_and_one_warning() {
    let world = world();
    let (status, printed, said) = world.run(&["list", "m.toml", "--config", "no.toml"]).await;
    assert_eq!(status, 0);
    assert!(printed.contains("b__c"), "{printed}");
    assert_eq!(said, "no.toml: there is no such file; the defaults hold\n");
    let strict = world.run(&["list", "m.toml", "--config", "no.toml", "--strict-config"]).await;
    assert_eq!((strict.0, strict.1.as_str()), (2, ""));
    assert!(strict.2.starts_with("no.toml: it cannot be read: No such file or directory"), "{}", strict.2);
}

#[tokio::test]
async fn a_file_is_obeyed_only_where_it_is_named() {
    let world = world();
    world.write("tool-serve.toml", "program = [\"sh\"]\nhide = [\"b::\"]\n");
    let listed = async |value: &str| {
        let mut command = world.program(&["list", "m.toml"]);
        command.env("TOOL_SERVE_CONFIG", value);
        ended(command).await
    };
    let (_, printed, said) = world.run(&["list", "m.toml"]).await;
    assert!(printed.contains("b__c") && said.is_empty(), "{printed}{said}");
    let (_, printed, said) = listed("").await;
    assert!(printed.contains("b__c") && said.is_empty(), "{printed}{said}");
    let (_, printed, _) = listed("tool-serve.toml").await;
    assert!(printed.contains("`b::c` is not offered"), "{printed}");
}

#[tokio::test]
async fn what_clients_send_is_logged_only_when_the_library_is_named() {
    let world = world();
    for (asked, is_logged) in [("debug", false), ("rmcp=debug", true)] {
        let mut command = world.program(&["stdio", "m.toml"]);
        command.env("RUST_LOG", asked);
        let mut client = Client::of(command);
        client.initialize().await;
        client.call("a", json!({ "word": "secret-word" })).await;
        client.vanish();
        let (_, said) = client.ended().await;
        assert_eq!(said.contains("rmcp::"), is_logged, "{said}");
        assert_eq!(said.contains("secret-word"), is_logged, "{said}");
    }
}

#[tokio::test]
async fn a_file_that_cannot_be_used_starts_a_server_that_offers_nothing() {
    let world = world();
    for (text, said) in [
        ("hide = [\"b::\"]\n\nhiden = []\n", "serve.toml:3: unknown field `hiden`"),
        ("hide = [\n", "serve.toml:"),
        ("timeout_secs = \"x\"\n", "serve.toml:1: invalid type: string \"x\", expected u64"),
        ("addr = \"nowhere\"\n", "\"nowhere\" is no address with a port"),
        ("unhide = [\"engine::\"]\n", "serve.toml:1: unknown field `unhide`"),
    ] {
        world.write("serve.toml", text);
        let mut client = world.client(&["--config", "serve.toml", "m.toml"]);
        assert_eq!(client.initialize().await["result"]["serverInfo"]["name"], "tool-serve");
        assert_eq!(client.ask("ping", json!({})).await["result"], json!({}));
        assert_eq!(client.names().await, [""; 0]);
        let answer = client.call("a", json!({})).await;
        assert_eq!(answer["error"], json!({ "code": -32602, "message": "Unknown tool: a" }));
        client.vanish();
        let (status, stderr) = client.ended().await;
        assert_eq!(status, Some(0));
        assert!(stderr.starts_with(said), "{stderr}");
        assert!(stderr.contains("nothing is offered until this is mended"), "{stderr}");

        let (status, _, stderr) =
            world.run(&["stdio", "--config", "serve.toml", "--strict-config", "m.toml"]).await;
        assert_eq!(status, 2);
        assert!(stderr.starts_with(said), "{stderr}");
    }
}
