//! Programs in containers, against a recorded stand-in of the engine: a script that writes down what it was started with.

use std::{fs, time::Duration};

use serde_json::json;
use tool_command::Host;

use crate::support::{World, call, projection, surface};

const DIGEST: &str = "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef";

/// Puts a stand-in of docker on the path of a host: it records each of its arguments on a line of its own, and its
/// variables, and then does something.
fn engine(world: &World, does: &str) -> Host {
    let (record, pids) = (world.path().join("record"), world.path().join("pids"));
    let (record, pids) = (record.display(), pids.display());
    let lines = format!(
        "for a in \"$@\"; do echo \"$a\"; done >>'{record}'\necho \"env $SECRET\" >>'{record}'\necho \"$$ 1\" >'{pids}'\n{does}"
    );
    world.with_program("docker", &lines)
}

fn manifest(lines: &str) -> String {
    format!(
        r#"
version = 1

[[tool]]
id = "probe"
title = "Probe"
summary = "Lists files."
exposure = "external"
effect = "read_only"
set_environment = {{ SECRET = "value" }}
run.container = {{ image = "registry.example/tools@sha256:{DIGEST}", program = "ls", arguments = ["-1"], separator = true }}
{lines}

[[tool.input]]
name = "files"
description = "Files."
type = "path"
root = "docs"
repeated = true
travels = "positional"

[[tool.input]]
name = "text"
description = "A text."
type = "text"
travels = "stdin"
"#
    )
}

fn docs(world: &World) {
    fs::create_dir(world.path().join("docs")).unwrap();
    fs::write(world.path().join("docs/a.txt"), "a").unwrap();
}

fn recorded(world: &World) -> Vec<String> {
    fs::read_to_string(world.path().join("record")).unwrap_or_default().lines().map(str::to_owned).collect()
}

#[tokio::test]
async fn the_same_list_goes_through_the_engine_into_a_pinned_image_without_network() {
    let world = World::new();
    docs(&world);
    let host = engine(&world, "cat");
    assert_eq!(projection(&manifest(""), &host).await.unwrap().tools[0].way(), "container");
    let surface = surface(&manifest(""), &host).await;
    let answer = call(&surface, json!({ "files": ["a.txt"], "text": "$(id) --help" })).await;
    assert_eq!((answer.code(), answer.text().as_str()), (None, "$(id) --help"));
    let mut recorded = recorded(&world);
    let name = recorded.iter().position(|word| word == "--name").unwrap() + 1;
    assert!(recorded[name].starts_with("tool-command-"), "{}", recorded[name]);
    recorded[name] = "NAME".to_owned();
    let docs = world.path().canonicalize().unwrap().join("docs");
    let docs = docs.to_str().unwrap();
    let expected = [
        "run",
        "--rm",
        "--network",
        "none",
        "--read-only",
        "--cap-drop",
        "ALL",
        "--security-opt",
        "no-new-privileges",
        "--pids-limit",
        "256",
        "--pull",
        "missing",
        "--name",
        "NAME",
        "--interactive",
        &format!("--mount=type=bind,source={docs},target={docs},readonly"),
        "--env=SECRET",
        "--entrypoint",
        "ls",
        &format!("registry.example/tools@sha256:{DIGEST}"),
        "-1",
        "--",
        &format!("{docs}/a.txt"),
        "env value",
    ];
    assert_eq!(recorded, expected);
}

#[tokio::test]
async fn what_is_refused_starts_no_engine() {
    let world = World::new();
    docs(&world);
    let surface = surface(&manifest(""), &engine(&world, "cat")).await;
    for file in ["../docs/a.txt", "-rf", "/etc/passwd", "b.txt", "a.txt\0", ""] {
        let answer = call(&surface, json!({ "files": [file] })).await;
        assert_eq!(answer.code().as_deref(), Some("invalid-arguments"), "{file:?}");
    }
    assert_eq!(recorded(&world), [""; 0]);
}

#[tokio::test]
async fn a_container_that_takes_too_long_is_killed_by_its_name() {
    let world = World::new();
    docs(&world);
    let host = engine(&world, "[ \"$1\" = kill ] || sleep 600");
    let surface = surface(&manifest("time_limit_secs = 1"), &host).await;
    assert_eq!(call(&surface, json!({})).await.code().as_deref(), Some("command-timeout"));
    let killed = async {
        while !recorded(&world).contains(&"kill".to_owned()) {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(10), killed).await.unwrap();
    let recorded = recorded(&world);
    let after = |word: &str| recorded[recorded.iter().position(|known| known == word).unwrap() + 1].clone();
    assert_eq!(after("--name"), after("kill"));
}

#[tokio::test]
async fn without_an_engine_the_tool_is_omitted() {
    let world = World::new();
    docs(&world);
    let host = world.host().with_path("/nowhere");
    let projection = projection(&manifest(""), &host).await.unwrap();
    assert_eq!(projection.omitted[0].reason.to_string(), "the program docker is not there");
}
