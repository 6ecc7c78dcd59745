//! Paths and file systems that try to lead out: forms of every system, links, odd names, and every place of the arguments.

use std::{collections::BTreeMap, fs};

use proptest::prelude::*;
use serde_json::{Value, json};
use tool_core::{ConfinedPath, PathRoot, Registry, ToolError, tool};

use crate::{
    observed::Observed,
    paths::{App, Folders, text},
};

/// Reads files.
#[tool(title = "Read", exposure = both, effect = read_only, blocking)]
fn read_all(
    #[state] root: &PathRoot,
    /// Files.
    files: Option<Vec<ConfinedPath>>,
    /// Names of files.
    named: Option<BTreeMap<ConfinedPath, ConfinedPath>>,
) -> Result<String, ToolError> {
    let named = named.unwrap_or_default().into_iter().flat_map(|(one, other)| [one, other]);
    let mut text = String::new();
    for file in files.unwrap_or_default().into_iter().chain(named) {
        text += &fs::read_to_string(file.resolve(root)?).map_err(ToolError::internal)?;
    }
    Ok(text)
}

async fn call(folders: &Folders, arguments: Value) -> String {
    text(Registry::builder(App(folders.root.clone())).tool(read_all_tool()), "read_all", arguments).await
}

fn resolve(folders: &Folders, text: &str) -> Result<std::path::PathBuf, String> {
    let path: ConfinedPath = text.parse().map_err(|_| "no path".to_owned())?;
    path.resolve(&folders.root).map_err(|error| error.code().to_owned())
}

#[tokio::test]
async fn a_path_is_confined_wherever_it_stands_in_the_arguments() {
    let folders = Folders::new();
    let inside = json!({ "files": ["docs/a.txt"], "named": { "docs/a.txt": "docs/a.txt" } });
    assert_eq!(call(&folders, inside).await, "insideinsideinside");
    for out in ["../secret", "/etc/passwd", "docs//a.txt", "docs/./a.txt", "docs/a.txt/", "docs\\a.txt", ""] {
        for arguments in [
            json!({ "files": ["docs/a.txt", out] }),
            json!({ "named": { "docs/a.txt": out } }),
            json!({ "named": { out: "docs/a.txt" } }),
        ] {
            let said = call(&folders, arguments.clone()).await;
            assert!(said.starts_with("invalid-arguments: /"), "{arguments}: {said}");
        }
    }
}

#[test]
fn what_other_systems_read_as_something_else_is_a_plain_name_or_no_path() {
    let folders = Folders::new();
    for text in [
        "C:secret",
        "c:/x",
        "//host/share",
        "\\\\?\\C:\\x",
        "docs:stream",
        "docs/a.txt::$DATA",
        "docs\\..\\..\\secret",
        "a\0b",
        "\u{0}",
        "a\r",
        "a\u{1b}[2J",
        "docs/../secret",
        "..",
        ".",
        "docs/..",
        "/",
        "//",
        "docs//",
    ] {
        assert_eq!(resolve(&folders, text), Err("no path".into()), "{text:?}");
    }
    // Nothing is decoded, folded or trimmed on the way to the file system.
    for text in [
        "%2e%2e/secret",
        "..%2fsecret",
        "\u{ff0e}\u{ff0e}/secret",
        "\u{2025}/secret",
        "docs\u{2215}a.txt",
        "docs\u{ff0f}a.txt",
        "docs/a.txt.",
        "docs/a.txt ",
        " docs/a.txt",
        "docs /a.txt",
        "docs./a.txt",
        "DOCS~1/a.txt",
        "docs/a.txt\u{200b}",
        "docs/a.txt\u{0301}",
        ".../secret",
        ".. /secret",
        "~/secret",
        "$HOME",
        "CON",
        "NUL",
        "docs/*",
        "docs/a.tx?",
        "file%3a/x",
    ] {
        assert_eq!(resolve(&folders, text), Err("not-found".into()), "{text:?}");
    }
}

#[test]
fn names_that_no_file_system_takes_are_nothing() {
    let folders = Folders::new();
    let most = ConfinedPath::MAX_CHARACTERS;
    for text in ["a".repeat(most), "\u{1f600}".repeat(most), "a/".repeat(most / 2 - 1) + "a", "a".repeat(256)]
    {
        assert_eq!(resolve(&folders, &text), Err("not-found".into()), "{}", text.len());
        let path: ConfinedPath = text.parse().unwrap();
        assert_eq!(path.resolve_new(&folders.root).unwrap_err().code(), "not-found", "{}", text.len());
    }
    assert_eq!(resolve(&folders, &"a".repeat(most + 1)), Err("no path".into()));
}

#[cfg(target_os = "linux")]
#[test]
fn what_is_no_text_on_the_file_system_is_reached_through_links_inside_and_not_outside() {
    use std::{
        ffi::OsStr,
        os::unix::{ffi::OsStrExt, fs::symlink},
    };

    let folders = Folders::new();
    let odd = OsStr::from_bytes(b"odd-\xff");
    for (folder, link) in [(folders.root.as_path(), "in"), (folders.parent.path(), "out")] {
        fs::create_dir(folder.join(odd)).unwrap();
        fs::write(folder.join(odd).join("a.txt"), "odd").unwrap();
        symlink(folder.join(odd), folders.root.as_path().join(link)).unwrap();
    }
    assert_eq!(resolve(&folders, "in/a.txt"), Ok(folders.root.as_path().join(odd).join("a.txt")));
    assert_eq!(resolve(&folders, "out/a.txt"), Err("not-found".into()));
    assert_eq!(resolve(&folders, "odd-\u{fffd}/a.txt"), Err("not-found".into()));
    // The root itself may have such a name, and a root beside it that begins alike is another one.
    let root = PathRoot::new(folders.root.as_path().join(odd)).unwrap();
    let path: ConfinedPath = "a.txt".parse().unwrap();
    assert_eq!(path.resolve(&root).unwrap(), root.as_path().join("a.txt"));
    symlink(folders.root.as_path().join("docs/a.txt"), root.as_path().join("up")).unwrap();
    assert_eq!("up".parse::<ConfinedPath>().unwrap().resolve(&root).unwrap_err().code(), "not-found");
}

#[cfg(unix)]
#[test]
fn long_chains_of_links_and_links_to_devices_lead_nowhere() {
    use std::os::unix::fs::symlink;

    let folders = Folders::new();
    let at = |name: &str| folders.root.as_path().join(name);
    symlink("docs", at("link-0")).unwrap();
    for index in 1..100 {
        symlink(format!("link-{}", index - 1), at(&format!("link-{index}"))).unwrap();
    }
    assert!(resolve(&folders, "link-3/a.txt").is_ok());
    assert_eq!(resolve(&folders, "link-99/a.txt"), Err("not-found".into()));
    for (link, to) in [("zero", "/dev/zero"), ("self", "/proc/self/root"), ("stdin", "/dev/stdin")] {
        symlink(to, at(link)).unwrap();
        assert_eq!(resolve(&folders, link), Err("not-found".into()), "{link}");
        let new: ConfinedPath = format!("{link}/new").parse().unwrap();
        assert_eq!(new.resolve_new(&folders.root).unwrap_err().code(), "not-found", "{link}");
    }
}

#[cfg(unix)]
#[test]
fn what_exists_outside_reads_like_what_does_not() {
    use std::os::unix::fs::symlink;

    let folders = Folders::new();
    symlink("..", folders.root.as_path().join("up")).unwrap();
    let (there, missing) = ("up/secret", "up/no-secret");
    let said = |text: &str, new: bool| {
        let path: ConfinedPath = text.parse().unwrap();
        let found = if new { path.resolve_new(&folders.root) } else { path.resolve(&folders.root) };
        let error = found.unwrap_err();
        format!("{} {}", error.code(), error.message())
    };
    for new in [false, true] {
        assert_eq!(said(there, new), said(missing, new));
    }
}

#[tokio::test]
async fn no_path_is_told_to_a_log() {
    let folders = Folders::new();
    let (observed, _guard) = Observed::start();
    for file in ["docs/canary-4711", "../canary-4711", "canary-4711/a"] {
        let said = call(&folders, json!({ "files": [file], "named": { file: file } })).await;
        assert!(!said.contains("inside"), "{said}");
    }
    assert!(!observed.text().contains("4711"), "{}", observed.text());
}

proptest! {
    #[test]
    fn no_text_of_any_characters_leads_out(text in r"(\.{1,3}|/|\\|[a-c:~ \u{0}\u{ff0e}\u{2025}%]|docs|secret|up){0,12}") {
        let folders = Folders::new();
        #[cfg(unix)]
        std::os::unix::fs::symlink("..", folders.root.as_path().join("up")).unwrap();
        let Ok(path) = text.parse::<ConfinedPath>() else { return Ok(()) };
        for found in [path.resolve(&folders.root), path.resolve_new(&folders.root)].into_iter().flatten() {
            prop_assert!(found.starts_with(folders.root.as_path()), "{:?}", found);
            prop_assert!(!found.components().any(|part| part == std::path::Component::ParentDir));
        }
    }
}
