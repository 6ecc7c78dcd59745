//! The catalogue of codes: complete, unique, and never shorter than it was.

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
};

use serde_json::json;
use tool_core::{Code, CodeKind};

/// Every code that there ever was, in the order in which they came: `kind code` on a line.
const SNAPSHOT: &str = include_str!("codes.snap");

fn all() -> Vec<Code> {
    [tool_core::codes(), tool_mcp::codes()].concat()
}

fn line(code: &Code) -> String {
    let kind = json!(code.kind);
    format!("{} {}", kind.as_str().unwrap(), code.code)
}

/// What is missing from the codes of today, and what is missing from the snapshot.
fn difference<'s>(snapshot: &'s [&'s str], today: &[String]) -> Result<(), String> {
    if let Some(gone) = snapshot.iter().find(|line| !today.iter().any(|code| code == *line)) {
        return Err(format!(
            "`{gone}` is gone: codes are append-only, somebody compares with it; bring it back"
        ));
    }
    if let Some(new) = today.iter().find(|code| !snapshot.contains(&code.as_str())) {
        return Err(format!(
            "`{new}` is new: add it to the end of tests/it/codes.snap, where it stays for good"
        ));
    }
    Ok(())
}

fn snapshot() -> Vec<&'static str> {
    SNAPSHOT.lines().collect()
}

#[test]
fn no_code_has_gone_and_each_new_one_is_in_the_snapshot() {
    let today: Vec<_> = all().iter().map(line).collect();
    difference(&snapshot(), &today).unwrap();
}

#[test]
fn the_order_within_a_crate_is_the_one_of_the_snapshot() {
    for codes in [tool_core::codes(), tool_mcp::codes()] {
        let places = codes.iter().map(|code| snapshot().iter().position(|line_| *line_ == line(code)));
        let places: Vec<_> = places.collect::<Option<_>>().expect("every code is in the snapshot");
        assert!(places.is_sorted(), "a code was put in between: new ones go to the end");
    }
}

#[test]
fn a_code_that_goes_or_gets_another_name_is_noticed() {
    let mut today: Vec<_> = all().iter().map(line).collect();
    today.retain(|code| code != "refusal busy");
    let gone = difference(&snapshot(), &today).unwrap_err();
    assert!(gone.starts_with("`refusal busy` is gone: codes are append-only"), "{gone}");
    let renamed = difference(&["refusal busy"], &["refusal occupied".to_owned()]).unwrap_err();
    assert!(renamed.contains("append-only"), "{renamed}");
}

#[test]
fn codes_are_kebab_case_and_say_one_thing_to_one_audience() {
    let mut seen = BTreeSet::new();
    for code in all() {
        assert!(is_kebab(code.code), "{}", code.code);
        assert!(!code.meaning.is_empty() && !code.meaning.ends_with('.'), "{}", code.meaning);
        assert!(seen.insert((code.kind, code.code)), "{} is in the catalogue twice", line(&code));
    }
}

#[test]
fn every_code_that_the_sources_say_is_in_the_catalogue() {
    let catalogue: BTreeSet<_> = all().iter().map(line).collect();
    let mut said = BTreeSet::new();
    for file in sources() {
        let text = fs::read_to_string(&file).unwrap();
        for code in codes_in(&text) {
            let line = format!("{} {code}", kind_of(&file));
            assert!(catalogue.contains(&line), "{} says `{line}`, which is not listed", file.display());
            said.insert(line);
        }
    }
    // So a search that finds nothing is noticed, and a code that nothing says any more as well.
    let past = "build name-too-long";
    let unsaid: Vec<_> = catalogue.difference(&said).filter(|line| *line != past).collect();
    assert!(unsaid.is_empty(), "nothing says {unsaid:?}; name here what is listed for the past only");
}

#[test]
fn the_kinds_are_those_that_hosts_are_served() {
    let kinds: BTreeSet<_> = all().iter().map(|code| code.kind).collect();
    assert_eq!(
        kinds.into_iter().collect::<Vec<_>>(),
        [CodeKind::Build, CodeKind::Failure, CodeKind::Refusal, CodeKind::Server, CodeKind::Ticket]
    );
}

fn is_kebab(code: &str) -> bool {
    let word = |word: &str| !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_lowercase());
    code.split('-').all(word)
}

/// The sources of the published crates, without the files that are tests.
fn sources() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let mut found = Vec::new();
    let mut folders =
        ["tool-core/src", "tool-mcp/src", "tool-providers/src"].map(|path| root.join(path)).to_vec();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_str().unwrap();
            if path.is_dir() && name != "tests" && name != "testing" {
                folders.push(path);
            } else if path.extension().is_some_and(|kind| kind == "rs")
                && name != "tests.rs"
                && name != "codes.rs"
            {
                found.push(path);
            }
        }
    }
    assert!(found.len() > 50, "{} files", found.len());
    found
}

/// Whom the codes of a source speak to.
fn kind_of(file: &Path) -> &'static str {
    match file {
        _ if file.ends_with("tool-core/src/refusal.rs") => "refusal",
        _ if file.ends_with("tool-core/src/ask/key.rs") => "ticket",
        _ if file.ends_with("tool-core/src/ask/state_fault.rs") => "refusal",
        _ if file.ends_with("tool-core/src/build_error.rs") => "build",
        _ if file.ends_with("tool-core/src/approvals/error.rs") => "ticket",
        _ if file.ends_with("tool-mcp/src/error.rs") => "server",
        _ => "failure",
    }
}

/// What a source says as a code: the words in a `fn code`, the first argument of a `ToolError::new`, and the constants
/// whose documentation begins with `The code of`.
fn codes_in(source: &str) -> Vec<String> {
    let program = source.split("#[cfg(test)]").next().unwrap_or_default();
    let mut codes = Vec::new();
    for after in program.split("fn code(").skip(1) {
        let body = after.split("\n    }\n").next().unwrap_or_default();
        codes.extend(words(body));
    }
    let constants = program.split("/// The code of ").skip(1).filter_map(|after| after.split(';').next());
    codes.extend(constants.flat_map(words));
    let code_lines = program.lines().filter(|line| !line.trim_start().starts_with("//"));
    let code: String = code_lines.flat_map(|line| [line, "\n"]).collect();
    for after in code.split("ToolError::new(").skip(1) {
        codes.extend(
            after.trim_start().strip_prefix('"').and_then(|text| text.split('"').next()).map(String::from),
        );
    }
    codes
}

/// The text literals that are codes by their form.
fn words(code: &str) -> Vec<String> {
    code.split('"').skip(1).step_by(2).filter(|text| is_kebab(text)).map(String::from).collect()
}
