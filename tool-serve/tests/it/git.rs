//! The manifest of git, against a real repository.

use std::{fs, process::Command};

use serde_json::json;

use crate::support::{Client, World};

const MANIFEST: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/manifests/git.toml");

/// A repository of two commits, with a file that is not tracked.
fn repository() -> World {
    let world = World::new();
    let git = |arguments: &[&str]| {
        let mut command = Command::new("git");
        command.args([
            "-c",
            "user.name=Ada",
            "-c",
            "user.email=ada@example.com",
            "-c",
            "init.defaultBranch=main",
        ]);
        command.args(arguments).current_dir(world.path("."));
        command
            .env("GIT_AUTHOR_DATE", "2024-02-29T12:00:00Z")
            .env("GIT_COMMITTER_DATE", "2024-02-29T12:00:00Z");
        assert!(command.output().unwrap().status.success(), "{arguments:?}");
    };
    git(&["init", "--quiet"]);
    fs::create_dir(world.path("docs")).unwrap();
    world.write("docs/a.txt", "one\n--help is a flag\n");
    git(&["add", "."]);
    git(&["commit", "--quiet", "-m", "first"]);
    world.write("b.txt", "One\n");
    git(&["add", "."]);
    git(&["commit", "--quiet", "-m", "second"]);
    world.write("c.txt", "");
    world
}

async fn text(client: &mut Client, name: &str, arguments: serde_json::Value) -> String {
    let answer = client.call(name, arguments).await;
    answer["result"]["content"][0]["text"].as_str().unwrap_or_default().to_owned()
}

#[tokio::test]
async fn a_client_reads_a_repository() {
    let world = repository();
    let mut client = world.client(&[MANIFEST]);
    client.initialize().await;
    assert_eq!(client.names().await, ["git__grep", "git__log", "git__show", "git__status"]);

    let log = text(&mut client, "git__log", json!({ "limit": 5 })).await;
    let subjects: Vec<_> =
        log.lines().map(|line| line.split('\t').skip(1).collect::<Vec<_>>().join(" ")).collect();
    assert_eq!(subjects, ["2024-02-29T12:00:00Z Ada second", "2024-02-29T12:00:00Z Ada first"]);
    let of_docs = text(
        &mut client,
        "git__log",
        json!({ "limit": 5, "paths": ["docs"], "author": "Ada", "since": "2024-02-28" }),
    )
    .await;
    assert!(of_docs.ends_with("first\n") && of_docs.lines().count() == 1, "{of_docs}");
    assert_eq!(text(&mut client, "git__log", json!({ "limit": 5, "until": "2024-02-27" })).await, "");

    let hash = &log[..12];
    let shown = text(&mut client, "git__show", json!({ "commit": hash })).await;
    assert!(shown.contains("+++ b/b.txt\n@@ -0,0 +1 @@\n+One"), "{shown}");
    let summary = text(&mut client, "git__show", json!({ "commit": hash, "summary": true })).await;
    assert!(summary.contains("b.txt | 1 +") && !summary.contains("@@"), "{summary}");

    assert_eq!(
        text(&mut client, "git__grep", json!({ "text": "--help" })).await,
        "docs/a.txt:2:--help is a flag\n"
    );
    assert_eq!(text(&mut client, "git__grep", json!({ "text": "one" })).await, "docs/a.txt:1:one\n");
    assert_eq!(
        text(&mut client, "git__grep", json!({ "text": "one", "ignore_case": true, "paths": ["b.txt"] }))
            .await,
        "b.txt:1:One\n"
    );
    assert_eq!(text(&mut client, "git__grep", json!({ "text": "nowhere" })).await, "");
    assert_eq!(text(&mut client, "git__status", json!({})).await, "## main\n?? c.txt\n");
}

#[tokio::test]
async fn what_git_or_the_manifest_refuses_is_an_error_that_says_why() {
    let world = repository();
    let mut client = world.client(&[MANIFEST]);
    client.initialize().await;
    for (name, arguments, said) in [
        ("git__show", json!({ "commit": "--output=x" }), "invalid-arguments: /commit: "),
        ("git__show", json!({ "commit": "HEAD" }), "invalid-arguments: /commit: "),
        ("git__log", json!({ "limit": 5, "paths": ["../x"] }), "invalid-arguments: /paths/0: "),
        ("git__log", json!({}), "invalid-arguments: /limit: missing"),
        (
            "git__show",
            json!({ "commit": "0123456789abcdef" }),
            "command-exit-status: the program ended with status 128: fatal: ",
        ),
    ] {
        let answer = client.call(name, arguments).await;
        assert_eq!(answer["result"]["isError"], true, "{answer}");
        let text = answer["result"]["content"][0]["text"].as_str().unwrap();
        assert!(text.starts_with(said), "{text}");
    }
    assert!(!world.path("x").exists());
}

#[tokio::test]
async fn an_object_that_is_not_there_is_fetched_from_nowhere() {
    let world = repository();
    let settings = "[core]\nrepositoryformatversion = 1\n[extensions]\npartialClone = origin\n[protocol \"ext\"]\nallow = always\n\
        [remote \"origin\"]\nurl = ext::touch ran\npromisor = true\n";
    let file = world.path(".git/config");
    fs::write(&file, fs::read_to_string(&file).unwrap() + settings).unwrap();
    let mut client = world.client(&[MANIFEST]);
    client.initialize().await;
    let answer =
        client.call("git__show", json!({ "commit": "0123456789012345678901234567890123456789" })).await;
    assert_eq!(answer["result"]["isError"], true, "{answer}");
    assert!(!world.path("ran").exists());
}

#[tokio::test]
async fn a_folder_that_is_no_repository_offers_nothing_and_says_why() {
    let world = World::new();
    let (status, printed, _) = world.run(&["check", MANIFEST]).await;
    assert_eq!(status, 0);
    assert_eq!(printed.matches("is not offered: there is no .git").count(), 4, "{printed}");
}

#[tokio::test]
async fn one_call_from_the_line_reads_each_argument_as_its_type() {
    let world = repository();
    let call = async |arguments: &[&str]| world.run(&[&["call"], arguments, &[MANIFEST]].concat()).await;
    let (status, log, said) =
        call(&["git::log", "--arg", "limit=1", "--arg", "paths=docs", "--arg", "paths=b.txt"]).await;
    assert_eq!((status, said.as_str()), (0, ""));
    assert!(log.ends_with("second\n") && log.lines().count() == 1, "{log}");
    let found = call(&["git__grep", "--arg", "text=--help is", "--arg", "ignore_case=true"]).await;
    assert_eq!(found.1, "docs/a.txt:2:--help is a flag\n");
    let (status, text, _) = call(&["git::log", "--arg", "limit=many"]).await;
    assert_eq!(status, 1);
    assert!(text.starts_with("invalid-arguments: /limit: expected "), "{text}");
}
