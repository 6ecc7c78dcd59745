//! Programs in containers, against an engine that works on this machine. Where there is none, the tests say why they tell
//! nothing. Nothing is pulled: an image is used that is there, with a digest and the usual small programs.

use std::{fs, process::Command, time::Duration};

use serde_json::{Value, json};
use tool_core::{Surface, testing::TestSurface};

use crate::support::{World, surface};

/// An engine that works, and an image that it has.
struct Engine {
    name: &'static str,
    image: String,
}

/// Finds an engine that runs a program of an image.
fn engine() -> Result<Engine, String> {
    let mut reasons = Vec::new();
    for name in ["docker", "podman"] {
        let images = ["images", "--digests", "--format", "{{.Repository}}@{{.Digest}}"];
        let printed = match run(name, &images) {
            Ok(printed) => printed,
            Err(reason) => {
                reasons.push(reason);
                continue;
            }
        };
        let pinned = |image: &&str| image.contains("@sha256:");
        for image in printed.lines().filter(pinned) {
            let probe = ["run", "--rm", "--network=none", "--read-only", "--pull=never", "--entrypoint=cat"];
            match run(name, &[&probe[..], &[image, "/proc/self/status"]].concat()) {
                Ok(_) => return Ok(Engine { name, image: image.to_owned() }),
                Err(reason) => reasons.push(reason),
            }
        }
        reasons.push(format!("{name} has no image with a digest and with `cat`; pull a pinned busybox"));
    }
    Err(reasons.join("; "))
}

fn run(name: &str, arguments: &[&str]) -> Result<String, String> {
    let ended = Command::new(name).args(arguments).output().map_err(|error| format!("{name}: {error}"))?;
    if ended.status.success() {
        return Ok(String::from_utf8_lossy(&ended.stdout).into_owned());
    }
    Err(format!("{name} {}: {}", arguments[0], String::from_utf8_lossy(&ended.stderr).trim()))
}

impl Engine {
    /// Returns the surface of one tool: a program in the image, with its arguments, and more lines.
    async fn tool(&self, world: &World, program: &str, arguments: &[&str], lines: &str) -> Surface {
        let Self { name, image } = self;
        let text = format!(
            r#"
version = 1

[[tool]]
id = "probe"
title = "Probe"
summary = "Runs in a container."
exposure = "external"
effect = "read_only"
show_errors = true
set_environment = {{ WORD = "a b" }}
run.container = {{ engine = "{name}", image = "{image}", program = "{program}", arguments = {arguments:?}, writable = ["out"] }}
{lines}
"#
        );
        surface(&text, &world.host()).await
    }
}

async fn call(surface: &Surface, arguments: Value) -> (Option<String>, String) {
    let answer = TestSurface::new(surface).as_caller("alice").call("probe", arguments).await;
    (answer.code(), answer.text())
}

fn world() -> World {
    let world = World::new();
    for folder in ["docs", "out"] {
        fs::create_dir(world.path().join(folder)).unwrap();
    }
    fs::write(world.path().join("docs/a.txt"), "what is in it\n").unwrap();
    world
}

const FILE: &str = "input = [{ name = \"file\", description = \"A file.\", type = \"path\", root = \"docs\", travels = \"positional\" }]";

#[tokio::test]
async fn a_program_in_a_container_reads_what_it_is_given_and_reaches_nothing_else() {
    let engine = match engine() {
        Ok(engine) => engine,
        Err(reason) => return eprintln!("skipped: no container engine works here: {reason}"),
    };
    let world = world();
    let read = engine.tool(&world, "cat", &[], FILE).await;
    assert_eq!(call(&read, json!({ "file": "a.txt" })).await, (None, "what is in it\n".to_owned()));

    let of_stdin =
        "input = [{ name = \"text\", description = \"A text.\", type = \"text\", travels = \"stdin\" }]";
    let repeat = engine.tool(&world, "cat", &[], of_stdin).await;
    assert_eq!(call(&repeat, json!({ "text": "$(id) --help" })).await, (None, "$(id) --help".to_owned()));

    let network = engine.tool(&world, "cat", &["/proc/net/dev"], "").await;
    let (_, devices) = call(&network, json!({})).await;
    let devices: Vec<_> = devices.lines().filter_map(|line| line.split_once(':')).collect();
    assert_eq!(devices.iter().map(|(name, _)| name.trim()).collect::<Vec<_>>(), ["lo"]);

    let variables = engine.tool(&world, "env", &[], "environment = [\"HOME\"]").await;
    let (_, variables) = call(&variables, json!({})).await;
    assert!(variables.contains("WORD=a b\n") && !variables.contains("PROBE"), "{variables}");

    let docs = world.path().canonicalize().unwrap().join("docs");
    let write = engine.tool(&world, "touch", &["/new", docs.join("new").to_str().unwrap()], FILE).await;
    let (code, text) = call(&write, json!({})).await;
    assert_eq!(code.as_deref(), Some("command-exit-status"), "{text}");
    assert!(!docs.join("new").exists());

    let out = world.path().canonicalize().unwrap().join("out/new");
    let write = engine.tool(&world, "touch", &[out.to_str().unwrap()], "").await;
    assert_eq!(call(&write, json!({})).await, (None, String::new()));
    assert!(out.exists());
}

#[tokio::test]
async fn a_container_that_takes_too_long_is_gone() {
    let engine = match engine() {
        Ok(engine) => engine,
        Err(reason) => return eprintln!("skipped: no container engine works here: {reason}"),
    };
    let world = world();
    let hang = engine.tool(&world, "sleep", &["600"], "time_limit_secs = 3").await;
    assert_eq!(call(&hang, json!({})).await.0.as_deref(), Some("command-timeout"));
    let gone = async {
        loop {
            let all = run(engine.name, &["ps", "--all", "--format", "{{.Names}}"]).unwrap();
            if !all.contains("tool-command-") {
                return;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(30), gone).await.unwrap();
}
