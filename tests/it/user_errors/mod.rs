//! Every mistake of `docs/errors.md` is made here, and its text compared. A row without a mistake, and a mistake without
//! a row, fail too.

mod added;
mod asking;
mod assistant;
mod build;
mod calls;
mod hosts;
mod http;
mod paths;
mod readables;
mod schemas;

use std::{collections::BTreeMap, path::Path};

use serde_json::json;
use tool_core::BuildErrors;

use crate::support::Fixture;

/// The mistakes of one section, by title, with the text that each gets.
type Texts = BTreeMap<String, String>;

fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
}

/// Returns one section of the document.
fn section(title: &str) -> String {
    let document = std::fs::read_to_string(root().join("docs/errors.md")).unwrap();
    document.split("\n## ").find(|text| text.starts_with(title)).unwrap().to_owned()
}

/// Returns the rows of one section.
fn documented(title: &str) -> Texts {
    let section = section(title);
    let rows = section.split("\n### ").skip(1).map(|row| {
        let (title, body) = row.split_once('\n').unwrap();
        let text: Vec<_> = body.lines().filter_map(|line| line.strip_prefix("    ")).collect();
        (title.to_owned(), text.join("\n"))
    });
    rows.collect()
}

/// Compares what was said with what is documented.
fn compare(section: &str, said: impl IntoIterator<Item = (&'static str, String)>) {
    let said: Texts = said.into_iter().map(|(title, text)| (title.to_owned(), anonymous(&text))).collect();
    let documented = documented(section);
    for (title, text) in &documented {
        assert_eq!(said.get(title), Some(text), "docs/errors.md, {title}");
    }
    assert_eq!(said.len(), documented.len(), "mistakes without a row in docs/errors.md, {section}");
}

/// Writes `{place}` for a place in the tests and `{id}` for a correlation id.
fn anonymous(text: &str) -> String {
    let place = |word: &str| -> Option<String> {
        let (_, line) = word.strip_prefix("tests/it/")?.split_once(".rs:")?;
        Some(line.to_owned())
    };
    let words = text.split(' ').map(|word| match place(word) {
        Some(rest) => format!("{{place}}{}", rest.trim_start_matches(|c: char| c.is_ascii_digit())),
        None if word.len() == 16 && word.chars().all(|c| c.is_ascii_hexdigit()) => "{id}".to_owned(),
        None => word.to_owned(),
    });
    words.collect::<Vec<_>>().join(" ")
}

#[test]
fn compile_errors_are_those_of_the_ui_cases() {
    let mut rows = 0;
    for row in section("When the program is compiled").split("\n### ").skip(1) {
        let case = row.split_once("](../").and_then(|(_, rest)| rest.split_once(".rs)")).unwrap().0;
        let stderr = std::fs::read_to_string(root().join(format!("{case}.stderr"))).unwrap();
        let text = row.lines().find_map(|line| line.strip_prefix("    ")).unwrap();
        let said = |line: &str| line.starts_with("error") && line.ends_with(&format!(": {text}"));
        assert!(stderr.lines().any(said), "{case} does not say: {text}");
        rows += 1;
    }
    assert!(rows >= 36, "only {rows} rows were read");
}

fn only(errors: &BuildErrors) -> String {
    assert_eq!(errors.len(), 1, "{errors}");
    errors.iter().map(ToString::to_string).collect()
}

fn about_a_project(name: &str) -> Fixture {
    Fixture::new(name).host(|host| host.with_target("project"))
}

fn search() -> Fixture {
    Fixture::new("search").input(json!({
        "type": "object",
        "properties": {
            "query": { "type": "string", "minLength": 1, "maxLength": 20, "description": "Words." },
            "limit": { "type": "integer", "minimum": 1, "maximum": 100, "description": "At most." }
        },
        "required": ["query"],
        "additionalProperties": false
    }))
}

#[test]
fn command_line_errors_are_those_that_the_tests_of_notes_make() {
    let tests = ["rest/startup.rs", "tools/command_line.rs"]
        .map(|file| std::fs::read_to_string(root().join("examples/notes/tests").join(file)).unwrap());
    let rows = documented("On the command line of `notes`");
    assert_eq!(rows.len(), 6);
    for (title, text) in rows {
        // A text that is put together there stands there in its parts.
        let parts: Vec<_> = text.split("{address}").flat_map(|text| text.split(": entry 1")).collect();
        let quoted =
            |part: &str| tests.iter().any(|test| test.contains(part.trim_start_matches(" has no `=`; ")));
        assert!(parts.iter().all(|part| quoted(part)), "{title}: {text}");
    }
}
