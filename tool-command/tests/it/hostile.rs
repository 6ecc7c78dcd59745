//! Hostile arguments against every type and every way: what the program got equals what is expected, element by
//! element, or nothing was started.

use std::{fs, os::unix::fs::symlink};

use serde_json::{Value, json};

use crate::support::{World, call, surface};

/// Texts that somebody hopes a shell, a parser of flags or a file system will make something of.
fn corpus() -> Vec<String> {
    let fixed = [
        "--help",
        "-h",
        "--upload-pack=id",
        "-",
        "--",
        "-5",
        "-\n",
        "$(id)",
        "`id`",
        "$HOME",
        "${IFS}",
        "'",
        "\"",
        "a'b\"c",
        "a b",
        "a;b",
        "a|b",
        "a&&b",
        "a>b",
        "<a",
        "*",
        "?",
        "[a]",
        "{a,b}",
        "~",
        "!x",
        "#",
        "\\",
        "\\n",
        "a\nb",
        "\n",
        "a\r\nb",
        "\t",
        "\0",
        "a\0b",
        "\u{1b}[31m",
        "..",
        "../x",
        "a/../../x",
        "/etc/passwd",
        "./x",
        "x/",
        "C:\\x",
        "file:///x",
        "%00",
        "%s",
        "\u{2010}h",
        "\u{2013}help",
        "\u{2014}help",
        "\u{2212}5",
        "\u{ff0d}h",
        "\u{feff}",
        "\u{202e}x",
        "\u{0}",
        "ä",
        "日本",
        "🦀",
        "",
        " ",
        "null",
        "true",
        "NaN",
        "1e999",
        "0x1f",
        "1_000",
        "2024-02-30",
        "2024-1-1",
        "+2024-01-01",
        "1.2",
        "v1.2.3",
        "1.2.3 ",
        "67e5504410b1426f9247bb680e5fe0c8",
        "{67e55044-10b1-426f-9247-bb680e5fe0c8}",
        "a,b",
        "a=b",
        "@file",
        "+x",
        "eta",
        "beta\n",
    ];
    let mut texts: Vec<String> = fixed.map(String::from).into();
    texts.extend([vec!["a"; 1024 * 1024].concat(), vec!["-"; 1024 * 1024].concat(), "$(id) ".repeat(50_000)]);
    texts
}

/// Every type that becomes an element, with how it is written in a manifest, and one value that it takes.
const TYPES: &[(&str, &str)] = &[
    (r#"type = "enum", values = ["alpha", "beta"]"#, "beta"),
    (r#"type = "pattern", pattern = "[a-z0-9/.-]+""#, "a-1"),
    (r#"type = "date""#, "2024-02-29"),
    (r#"type = "uuid""#, "67e55044-10b1-426f-9247-bb680e5fe0c8"),
    (r#"type = "semver""#, "1.2.3-rc.1"),
    (r#"type = "id""#, "bean-12"),
    (r#"type = "path""#, "docs/a.txt"),
    (r#"type = "integer", minimum = -9, maximum = 99"#, "7"),
    (r#"type = "number", minimum = -9.5, maximum = 99.5"#, "0.5"),
];

/// Makes the elements that are expected of a value.
type Elements = fn(&str) -> Vec<String>;

/// Every way to become one or two elements, and what it makes of a value.
const WAYS: &[(&str, Elements)] = &[
    (r#"{ flag = "--value" }"#, |value| vec!["--value".into(), value.into()]),
    (r#"{ joined = "--value" }"#, |value| vec![format!("--value={value}")]),
    (r#""positional""#, |value| vec!["--".into(), value.into()]),
];

/// What of the corpus a type takes, apart from a `-` in front; all else is refused.
fn takes(kind: &str, text: &str) -> bool {
    match kind {
        "enum" => ["alpha", "beta"].contains(&text),
        // The pattern `[a-z0-9/.-]+`.
        "pattern" => {
            text.len() <= 256
                && !text.is_empty()
                && text.bytes().all(|byte| b"abcdefghijklmnopqrstuvwxyz0123456789/.-".contains(&byte))
        }
        "id" => {
            text.len() <= 128
                && !text.is_empty()
                && text.bytes().enumerate().all(|(place, byte)| {
                    byte.is_ascii_alphanumeric() || (place > 0 && b"._-".contains(&byte))
                })
        }
        // Nothing of the corpus is a day, a version, a UUID or a number, and no file of that name is there.
        _ => false,
    }
}

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

fn kind_of(kind: &str) -> &str {
    kind.split('"').nth(1).unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_value_is_the_element_that_is_expected_or_nothing_is_started() {
    for (kind, good) in TYPES {
        for (way, expected) in WAYS {
            let world = World::new();
            files(&world);
            let surface = surface(&manifest(&world, kind, way, false), &world.host()).await;
            let mut started = 0;
            for text in corpus() {
                let is_taken =
                    takes(kind_of(kind), &text) && (way.contains("joined") || !text.starts_with('-'));
                let answer = call(&surface, json!({ "value": text })).await;
                if is_taken {
                    started += 1;
                    assert_eq!(answer.code(), None, "{kind} {way} {text:?}");
                    let got: Value = serde_json::from_str(&answer.text()).unwrap();
                    assert_eq!(got["argv"], json!(expected(&text)), "{kind} {way} {text:?}");
                } else {
                    assert_eq!(
                        answer.code().as_deref(),
                        Some("invalid-arguments"),
                        "{kind} {way} {:?}",
                        &text[..text.floor_char_boundary(20)]
                    );
                    assert!(answer.text().contains("/value") || text.len() > 1_000_000, "{}", answer.text());
                }
                assert_eq!(
                    world.starts(),
                    started,
                    "{kind} {way} {:?}",
                    &text[..text.floor_char_boundary(20)]
                );
            }
            let number: Result<Value, _> = serde_json::from_str(good);
            let good_value = number.unwrap_or_else(|_| json!(good));
            let answer = call(&surface, json!({ "value": good_value })).await;
            let got: Value = serde_json::from_str(&answer.text()).unwrap();
            let element = match *kind {
                r#"type = "path""# => {
                    world.path().canonicalize().unwrap().join(good).to_str().unwrap().to_owned()
                }
                _ => (*good).to_owned(),
            };
            assert_eq!(got["argv"], json!(expected(&element)), "{kind} {way}");
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
