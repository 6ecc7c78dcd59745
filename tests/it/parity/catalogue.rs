//! The checked-in catalogue: what differs is shown, and accepted only where somebody reads it. The variables that decide
//! that belong to the process, so each check is a process of its own.

use std::{fs, path::Path, process::Command};

use tempfile::TempDir;
use tool_core::{Caller, parity};

use crate::support::{Fixture, invoker, one_word, outside};

/// Where the process is to look, and which tools its surface has.
const FOLDER: &str = "PARITY_CATALOGUE_FOLDER";
const TOOLS: &str = "PARITY_CATALOGUE_TOOLS";

#[test]
#[ignore = "the other tests run it"]
fn check() {
    let Ok(folder) = std::env::var(FOLDER) else { return };
    let names = std::env::var(TOOLS).unwrap();
    let tools: Vec<_> = names.split_whitespace().map(|name| Fixture::new(name).input(one_word())).collect();
    let surface = outside(&invoker(tools));
    parity::assert_catalogue(&surface, &Caller::new("alice"), Path::new(&folder).join("new/outside.txt"));
}

/// Compares the file in a folder with a surface of these tools, and returns what the failure says.
fn checked(folder: &TempDir, tools: &str, variables: &[(&str, &str)]) -> Result<(), String> {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(["--exact", "parity::catalogue::check", "--ignored", "--nocapture"]);
    command.env_remove("CI").env_remove("TOOL_SNAPSHOTS");
    command.env(FOLDER, folder.path()).env(TOOLS, tools).envs(variables.iter().copied());
    let output = command.output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    let said = said.replace(&folder.path().display().to_string(), "..");
    assert!(String::from_utf8_lossy(&output.stdout).contains("running 1 test"), "{said}");
    if output.status.success() { Ok(()) } else { Err(said) }
}

const OVERWRITE: (&str, &str) = ("TOOL_SNAPSHOTS", "overwrite");

#[test]
fn a_file_is_made_when_that_is_asked_for_and_then_holds() {
    let folder = TempDir::new().unwrap();
    let missing = checked(&folder, "plain", &[]).unwrap_err();
    let expected = "`../new/outside.txt` does not exist; to make it, run this test with TOOL_SNAPSHOTS=overwrite, and \
                    read the difference before you check it in";
    assert!(missing.contains(expected), "{missing}");

    checked(&folder, "plain", &[OVERWRITE]).unwrap();
    let made = fs::read_to_string(folder.path().join("new/outside.txt")).unwrap();
    assert!(made.contains("== plain ==\ntitle: Fixture\neffect: destructive\n"), "{made}");
    checked(&folder, "plain", &[]).unwrap();
    // A build server compares, and so does one whose checkout has other line ends.
    fs::write(folder.path().join("new/outside.txt"), made.replace('\n', "\r\n")).unwrap();
    checked(&folder, "plain", &[("CI", "true")]).unwrap();
}

#[test]
fn a_tool_that_nobody_has_read_is_shown() {
    let folder = TempDir::new().unwrap();
    checked(&folder, "plain", &[OVERWRITE]).unwrap();
    let differs = checked(&folder, "plain surplus", &[]).unwrap_err();
    let expected = "surface `outside` does not offer what `../new/outside.txt` says (- the file, + the surface):\n@@ plain";
    assert!(differs.contains(expected), "{differs}");
    assert!(differs.contains("\n+ == surplus ==\n+ title: Fixture\n+ effect: destructive\n"), "{differs}");
    let accepted =
        "to accept the change, run this test with TOOL_SNAPSHOTS=overwrite, and read the difference";
    assert!(differs.contains(accepted), "{differs}");
}

#[test]
fn a_build_server_accepts_nothing() {
    let folder = TempDir::new().unwrap();
    let refused = checked(&folder, "plain", &[OVERWRITE, ("CI", "true")]).unwrap_err();
    let expected =
        "TOOL_SNAPSHOTS=overwrite is refused where CI is set; run it where somebody reads the change";
    assert!(refused.contains(expected), "{refused}");
    assert!(!folder.path().join("new/outside.txt").exists());
}

#[test]
fn another_word_than_overwrite_is_refused() {
    let folder = TempDir::new().unwrap();
    let refused = checked(&folder, "plain", &[("TOOL_SNAPSHOTS", "yes")]).unwrap_err();
    assert!(refused.contains("TOOL_SNAPSHOTS is yes; write `overwrite`, or leave it out"), "{refused}");
}
