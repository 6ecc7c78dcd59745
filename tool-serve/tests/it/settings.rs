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
    let world = World::new();
    let say = script("say", "").replace(r#"program = "sh", arguments = ["-c", ""]"#, "");
    world.write("m.toml", &format!("version = 1\n{say}"));
    world.write("serve.toml", "manifests = [\"m.toml\"]\nprogram = [\"echo\", \"file\"]\n");
    let said = async |environment: Option<&str>, flags: &[&str]| {
        let mut command = world.program(&[&["call", "say", "--config", "serve.toml"], flags].concat());
        command.envs(environment.map(|words| ("TOOL_SERVE_COMMAND", words)));
        ended(command).await.1
    };
    assert_eq!(said(None, &[]).await, "file\n");
    assert_eq!(said(Some("echo environment"), &[]).await, "environment\n");
    assert_eq!(said(Some("echo environment"), &["--", "echo", "flag"]).await, "flag\n");
    // A manifest that is named takes the place of those in the file.
    world.write("other.toml", "version = 1\n");
    let (_, printed, _) = world.run(&["list", "--config", "serve.toml", "other.toml"]).await;
    assert!(!printed.contains("say"), "{printed}");
}

#[tokio::test]
async fn a_file_hides_and_a_flag_hides_more() {
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
        ("\naddr = \"nowhere\"\n", "serve.toml:2: \"nowhere\" is no address with a port"),
        ("api_path = \"mcp\"\n", "serve.toml:1: \"mcp\" is no path of an endpoint; write for example /mcp"),
        (
            "program = [\"a\", \"b*\"]\n",
            "serve.toml:1: the program has the word \"b*\", and no shell reads it",
        ),
        ("hide = [\"\"]\n", "serve.toml:1: an empty prefix hides everything; leave it out"),
        ("hide = [\"a\"]\nhide = [\"b\"]\n", "serve.toml:2: duplicate key"),
        ("reads_per_minute = 0\n", "serve.toml:1: invalid value: integer `0`"),
        ("require_expose = false\n", "serve.toml:1: require_expose is off for one manifest at a time"),
        (
            "manifests = [\n\"m.toml\",\n{ file = \"m.toml\", require = false }]\n",
            "serve.toml:3: unknown field `require`",
        ),
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

#[tokio::test]
async fn what_says_nothing_about_exposure_is_offered_for_the_manifest_that_says_so() {
    let world = World::new();
    let silent = |id: &str, more: &str| {
        format!("{}{more}\n", script(id, "echo x").replace("exposure = \"external\"\n", ""))
    };
    let manifest = [
        silent("silent", ""),
        silent("yes", "metadata.mcp.expose = true"),
        silent("no", "metadata.mcp.expose = false"),
        silent("inside", "exposure = \"internal\""),
        silent("engine::x", "metadata.mcp.expose = true"),
    ];
    world.write("a.toml", &format!("version = 1\n{}", manifest.concat()));
    world.write("b.toml", &format!("version = 1\n{}", silent("other", "")));
    let listed = async |settings: &str| {
        world.write("serve.toml", settings);
        let mut client = world.client(&["--config", "serve.toml"]);
        client.initialize().await;
        let names = client.names().await;
        for hidden in ["no", "inside", "engine__x", "other"] {
            let answer = client.call(hidden, json!({})).await;
            assert_eq!(answer["error"]["message"], format!("Unknown tool: {hidden}"));
        }
        client.vanish();
        (names, client.ended().await.1)
    };
    let off = "a.toml: require_expose is off, and what says nothing about exposure is offered";
    let (names, said) = listed("require_expose = true\nmanifests = [\"a.toml\", \"b.toml\"]\n").await;
    assert_eq!(names, ["yes"]);
    assert!(!said.contains("require_expose"), "{said}");
    let (names, said) =
        listed("manifests = [{ file = \"a.toml\", require_expose = false }, \"b.toml\"]\n").await;
    assert_eq!(names, ["silent", "yes"]);
    assert_eq!(said.matches(off).count(), 1, "{said}");
    let (_, printed, said) = world.run(&["check", "--config", "serve.toml"]).await;
    assert!(printed.contains("`silent` is offered") && printed.contains("`inside` is internal"), "{printed}");
    assert!(said.contains(off), "{said}");
}

#[tokio::test]
async fn a_program_sees_nothing_of_the_environment_and_the_files_of_the_server() {
    let world = World::new();
    let print = |id: &str, program: &str| {
        script(id, "").replace(r#"program = "sh", arguments = ["-c", ""]"#, program)
    };
    let tools = print("variables", r#"program = "env""#)
        + &print("files", r#"program = "ls", arguments = ["-l", "/proc/self/fd"]"#);
    world.write("m.toml", &format!("version = 1\n{tools}"));
    let mut command = world.program(&["stdio", "m.toml", "--audit", "audit.jsonl"]);
    command.env("API_KEY", "secret-word").env("TOOL_SERVE_TOKENS", "secret-file");
    let mut client = Client::of(command);
    client.initialize().await;
    let mut said =
        async |name: &str| client.call(name, json!({})).await["result"]["content"][0]["text"].clone();
    assert_eq!(said("variables").await, "");
    let files = said("files").await.to_string();
    assert!(files.contains("pipe:") && files.contains("/dev/null"), "{files}");
    assert!(
        !["audit", "socket:", "anon_inode:"].iter().any(|of_server| files.contains(of_server)),
        "{files}"
    );
}
