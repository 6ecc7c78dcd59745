//! One place answers whose project it is: no other source of the crate may touch the owner column.
//!
//! An operation has an owner too, the caller who started it. The statements about it are in a folder that knows no project.

use std::{
    fs,
    path::{Path, PathBuf},
};

/// Where the column may stand, and how often as code.
const ALLOWED: [(&str, usize); 5] = [
    // An INSERT.
    ("demo_data.rs", 1),
    // The statement that compares.
    ("ownership.rs", 1),
    // The other INSERT.
    ("projects.rs", 1),
    // Its definition and the uniqueness of names per owner, and the same of operations.
    ("store/migrations.rs", 6),
    // Who started an operation, found again among the users.
    ("tools.rs", 2),
];

/// Where the owner is that of an operation.
const OPERATIONS: &str = "operations/";

/// The lines of code that use the word `owner`; comments and longer words such as `owners` do not count.
fn owner_lines(source: &str) -> Vec<&str> {
    let names_owner = |line: &&str| {
        let code = line.split("//").next().unwrap_or_default();
        code.split(|c: char| !c.is_alphanumeric() && c != '_').any(|word| word.eq_ignore_ascii_case("owner"))
    };
    source.lines().filter(names_owner).collect()
}

/// The sources without unit tests, whose fixtures fill tables by hand.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let nested = entries.flat_map(|path| if path.is_dir() { sources(&path) } else { vec![path] });
    nested.filter(|path| path.file_name().is_some_and(|name| name != "tests.rs")).collect()
}

#[test]
fn only_the_ownership_file_compares_an_owner() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut checked = 0;
    for path in sources(&root) {
        let name = path.strip_prefix(&root).unwrap().to_str().unwrap().replace('\\', "/");
        let source = fs::read_to_string(&path).unwrap();
        if name.starts_with(OPERATIONS) {
            assert!(!source.contains("project"), "{name} knows of projects");
            continue;
        }
        let found = owner_lines(&source);
        let allowed = ALLOWED.iter().find(|(allowed, _)| *allowed == name).map_or(0, |(_, count)| *count);
        assert_eq!(found.len(), allowed, "{name}: {found:?}");
        checked += 1;
    }
    assert!(checked > ALLOWED.len(), "no sources at {}", root.display());
}

#[test]
fn the_one_use_among_the_projects_is_the_insert() {
    let source = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("src/projects.rs")).unwrap();
    assert!(owner_lines(&source)[0].trim_start().starts_with("INSERT INTO projects (owner, name) VALUES"));
}

#[test]
fn a_planted_comparison_is_found() {
    let planted = "// the owner\nlet owners = 1;\n\"SELECT 1 FROM projects p WHERE p.OWNER=?1\"";
    assert_eq!(owner_lines(planted), ["\"SELECT 1 FROM projects p WHERE p.OWNER=?1\""]);
}
