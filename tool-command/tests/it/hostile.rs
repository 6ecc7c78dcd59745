//! Hostile arguments against every type and every way: what the program got equals what is expected, element by
//! element, or nothing was started.

use std::{
    fs::{self, OpenOptions},
    io::Write,
    os::unix::fs::symlink,
};

use serde_json::{Map, Value, json};
use tool_core::{Surface, ToolOutput};

use crate::{
    corpus::{Elements, TYPES, WAYS, corpus, kind_of, takes},
    support::{World, call, example, surface},
};

fn manifest(world: &World, kind: &str, way: &str, repeated: bool) -> String {
    let repeated = if repeated { ", repeated = true" } else { "" };
    world.probe(
        &["argv"],
        &format!(
            r#"input = [{{ name = "value", description = "A value.", travels = {way}, {kind}{repeated} }}]"#
        ),
    )
}

fn files(world: &World) {
    fs::create_dir(world.path().join("docs")).unwrap();
    fs::write(world.path().join("docs/a.txt"), "a").unwrap();
    symlink("/etc", world.path().join("outside")).unwrap();
}

/// A way to run: the program by itself, in what stands for a container, or a function of this process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Arm {
    Command,
    Container,
    InProcess,
}

/// Returns the surface of a manifest whose tool runs in this way.
async fn running(world: &World, arm: Arm, manifest: &str) -> Surface {
    let probe = example("probe");
    match arm {
        Arm::Command => surface(manifest, &world.host()).await,
        Arm::Container => {
            let digest = "0".repeat(64);
            let container = format!(
                "run.container = {{ image = \"tools@sha256:{digest}\", program = \"probe\", arguments = [\"argv\"], separator = true }}"
            );
            let line = manifest.lines().find(|line| line.starts_with("run.command")).unwrap();
            // An engine that starts the program of the image with what stands behind the image.
            let engine = "while [ \"$1\" != --entrypoint ]; do shift; done; shift 3; exec '{probe}' \"$@\"";
            let engine = engine.replace("{probe}", probe.to_str().unwrap());
            let host = world.with_program("docker", &engine);
            surface(&manifest.replace(line, &container), &host).await
        }
        Arm::InProcess => {
            let starts = world.path().join("starts");
            let function = move |arguments: Map<String, Value>| {
                let mut file = OpenOptions::new().append(true).create(true).open(&starts).unwrap();
                file.write_all(b".").unwrap();
                async move { Ok(ToolOutput::json(Value::Object(arguments))) }
            };
            let host = world.host().with_function("probe", function);
            let in_process = "run.in_process = { function = \"probe\" }\nrun.command";
            surface(&manifest.replace("run.command", in_process), &host).await
        }
    }
}

/// Sends everything against one type on one way, and checks what came of it.
async fn hostile(arm: Arm, (kind, good): (&str, &str), (way, expected): (&str, Elements)) {
    let world = World::new();
    files(&world);
    let surface = running(&world, arm, &manifest(&world, kind, way, false)).await;
    let mut started = 0;
    for text in corpus() {
        let context = format!("{arm:?} {kind} {way} {:?}", &text[..text.floor_char_boundary(20)]);
        let is_taken = takes(kind_of(kind), &text) && (way.contains("joined") || !text.starts_with('-'));
        let answer = call(&surface, json!({ "value": text })).await;
        if is_taken {
            started += 1;
            assert_eq!(answer.code(), None, "{context}");
            let got: Value = serde_json::from_str(&answer.text()).unwrap();
            match arm {
                Arm::InProcess => assert_eq!(got["value"], json!(text), "{context}"),
                _ => assert_eq!(got["argv"], json!(expected(&text)), "{context}"),
            }
        } else {
            assert_eq!(answer.code().as_deref(), Some("invalid-arguments"), "{context}");
            assert!(answer.text().contains("/value") || text.len() > 1_000_000, "{}", answer.text());
        }
        assert_eq!(world.starts(), started, "{context}");
    }
    let number: Result<Value, _> = serde_json::from_str(good);
    let good_value = number.unwrap_or_else(|_| json!(good));
    let answer = call(&surface, json!({ "value": good_value })).await;
    let got: Value = serde_json::from_str(&answer.text()).unwrap();
    let element = match kind {
        r#"type = "path""# => world.path().canonicalize().unwrap().join(good).to_str().unwrap().to_owned(),
        _ => good.to_owned(),
    };
    match arm {
        Arm::InProcess => assert_eq!(got["value"], good_value, "{kind} {way}"),
        _ => assert_eq!(got["argv"], json!(expected(&element)), "{kind} {way}"),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_value_is_the_element_that_is_expected_or_nothing_is_started() {
    for value_type in TYPES {
        for way in WAYS {
            hostile(Arm::Command, *value_type, *way).await;
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_value_is_the_same_element_in_a_container() {
    for value_type in TYPES {
        for way in WAYS {
            hostile(Arm::Container, *value_type, *way).await;
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_function_is_called_with_nothing_that_no_program_would_be_started_with() {
    for value_type in TYPES {
        for way in WAYS {
            hostile(Arm::InProcess, *value_type, *way).await;
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_wide_pattern_takes_reaches_the_program_as_it_is() {
    let world = World::new();
    let of_signs = r#"type = "pattern", pattern = "[!#-~–🦀]{1,9}""#;
    let of_blanks = r#"type = "pattern", pattern = "[a-z0-9\\t\\x1b\\[]{1,9}""#;
    let signs =
        ["$(id)", "`id`", "${IFS}", "'", "a;b", "a|b", "a&&b", "*", "~", "\\n", "%00", "–help", "🦀", "../x"];
    for (way, expected) in WAYS {
        for (kind, texts) in [(of_signs, &signs[..]), (of_blanks, &["a\tb", "\u{1b}[1m"])] {
            let surface = surface(&manifest(&world, kind, way, false), &world.host()).await;
            for text in texts {
                let answer = call(&surface, json!({ "value": text })).await;
                let got: Value = serde_json::from_str(&answer.text()).unwrap();
                assert_eq!(got["argv"], json!(expected(text)), "{way} {text}");
            }
        }
    }
}

#[tokio::test]
async fn a_negative_number_reaches_the_program_joined_only() {
    for (kind, value, text) in [
        (r#"type = "integer", minimum = -9, maximum = 9"#, json!(-5), "-5"),
        (r#"type = "number", minimum = -9, maximum = 9"#, json!(-0.5), "-0.5"),
    ] {
        for (way, expected) in WAYS {
            let world = World::new();
            let surface = surface(&manifest(&world, kind, way, false), &world.host()).await;
            let answer = call(&surface, json!({ "value": value })).await;
            if way.contains("joined") {
                let got: Value = serde_json::from_str(&answer.text()).unwrap();
                assert_eq!(got["argv"], json!(expected(text)));
            } else {
                assert_eq!(
                    answer.text(),
                    "invalid-arguments: /value: expected a value that does not begin with `-`, which the program would read as a \
                     flag, found one that does"
                );
                assert_eq!(world.starts(), 0);
            }
        }
    }
}

#[tokio::test]
async fn a_repeated_input_is_its_flag_once_for_each_value_and_never_joined() {
    let world = World::new();
    let kind = r#"type = "pattern", pattern = "[a-z,-]+""#;
    let value = json!({ "value": ["a,b", "c"] });
    for (way, expected) in [
        (r#"{ flag = "--value" }"#, json!(["--value", "a,b", "--value", "c"])),
        (r#"{ joined = "--value" }"#, json!(["--value=a,b", "--value=c"])),
        (r#""positional""#, json!(["--", "a,b", "c"])),
    ] {
        let surface = surface(&manifest(&world, kind, way, true), &world.host()).await;
        let got: Value = serde_json::from_str(&call(&surface, value.clone()).await.text()).unwrap();
        assert_eq!(got["argv"], expected);
    }
    let starts = world.starts();
    let surface = surface(&manifest(&world, kind, r#""positional""#, true), &world.host()).await;
    let answer = call(&surface, json!({ "value": ["a", "-c", "b"] })).await;
    assert!(
        answer
            .text()
            .starts_with("invalid-arguments: /value/1: expected a value that does not begin with `-`")
    );
    for wrong in [json!([]), json!("a"), json!([["a"]]), json!(vec!["a"; 65])] {
        let answer = call(&surface, json!({ "value": wrong })).await;
        assert_eq!(answer.code().as_deref(), Some("invalid-arguments"), "{wrong}");
    }
    assert_eq!(world.starts(), starts);
}

#[tokio::test]
async fn a_path_never_leaves_its_root() {
    let world = World::new();
    files(&world);
    let surface = surface(
        &manifest(&world, r#"type = "path", root = "docs""#, r#""positional""#, false),
        &world.host(),
    )
    .await;
    symlink("/etc/passwd", world.path().join("docs/link")).unwrap();
    symlink("..", world.path().join("docs/up")).unwrap();
    for outside in ["link", "up", "up/outside", "../docs/a.txt", "..", "missing", "/etc/passwd", "a.txt/x"] {
        let answer = call(&surface, json!({ "value": outside })).await;
        assert_eq!((answer.code().as_deref(), world.starts()), (Some("invalid-arguments"), 0), "{outside}");
    }
    let got: Value = serde_json::from_str(&call(&surface, json!({ "value": "a.txt" })).await.text()).unwrap();
    assert_eq!(got["argv"], json!(["--", world.path().canonicalize().unwrap().join("docs/a.txt")]));
}

#[tokio::test]
async fn prose_travels_on_standard_input_whatever_it_is() {
    let world = World::new();
    let input = r#"input = [{ name = "value", description = "A text.", type = "text", travels = "stdin", required = true }]"#;
    let surface = surface(&world.probe(&["argv"], input), &world.host()).await;
    for text in corpus()
        .into_iter()
        .filter(|text| !text.is_empty() && !text.contains('\0') && text.chars().count() <= 65_536)
    {
        let answer = call(&surface, json!({ "value": text })).await;
        let got: Value = serde_json::from_str(&answer.text()).unwrap();
        assert_eq!((&got["argv"], &got["stdin"]), (&json!([]), &json!(text)));
    }
    let starts = world.starts();
    for wrong in [
        json!({}),
        json!({ "value": "" }),
        json!({ "value": null }),
        json!({ "value": 7 }),
        json!({ "value": "a\0" }),
        json!({ "value": "a", "values": "b" }),
    ] {
        let answer = call(&surface, wrong.clone()).await;
        assert_eq!(answer.code().as_deref(), Some("invalid-arguments"), "{wrong}");
        assert!(answer.text().contains("value"), "{}", answer.text());
    }
    assert_eq!(world.starts(), starts);
}
