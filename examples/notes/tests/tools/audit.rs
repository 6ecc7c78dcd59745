//! What is kept of who called what, over stdio and in a file, through kills and restarts.

use crate::process::{notes, path, run};
use serde_json::{Value, json};
use std::{fs, process::Output};
use tempfile::TempDir;

fn call(
    id: u32,
    name: &str,
    arguments: &Value,
) -> Value {
    let params = json!({ "name": name, "arguments": arguments });
    json!({ "jsonrpc": "2.0", "id": id, "method": "tools/call", "params": params })
}

/// Serves these messages to alice, and keeps records in `audit.jsonl`.
fn serve(
    folder: &TempDir,
    messages: &[Value],
) -> Output {
    let mut command =
        notes(&["stdio", "--as", "alice", "--demo-data", "--tokens", "alice=T-alice-1,bob=T-bob-1"]);
    command.args(["--db", &path(folder.path(), "notes.db")]);
    command.args(["--audit", &path(folder.path(), "audit.jsonl")]);
    let input: Vec<_> = messages.iter().map(|message| format!("{message}\n")).collect();
    run(command, &input.concat())
}

fn records(folder: &TempDir) -> Vec<Value> {
    let text = fs::read_to_string(folder.path().join("audit.jsonl")).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn every_call_has_a_decision_and_an_end_and_nothing_of_what_was_said() {
    let folder = TempDir::new().unwrap();
    let output = serve(
        &folder,
        &[
            call(1, "create_note", &json!({ "project_id": "p_alice", "title": "CANARY-title", "body": "" })),
            call(2, "search_notes", &json!({ "project_id": "p_bob", "query": "CANARY-query" })),
            call(3, "CANARY-tool", &json!({})),
        ],
    );
    assert!(output.status.success(), "{output:?}");
    let records = records(&folder);
    let decisions: Vec<_> = records.iter().filter(|record| record["record"] == "decision").collect();
    assert_eq!((records.len(), decisions.len()), (6, 3), "{records:?}");
    for decision in &decisions {
        assert_eq!((&decision["caller"], &decision["surface"]), (&json!("alice"), &json!("outside")));
        let ends = records.iter().filter(|end| end["record"] == "end" && end["call"] == decision["call"]);
        assert_eq!(ends.count(), 1, "{decision}");
    }
    let step = |tool: &str| &decisions.iter().find(|decision| decision["tool"] == tool).unwrap()["step"];
    assert_eq!((step("create_note"), step("search_notes")), (&json!("run"), &json!("owned")));
    let kept = fs::read_to_string(folder.path().join("audit.jsonl")).unwrap();
    for secret in ["CANARY", "p_bob", "T-alice"] {
        assert!(!kept.contains(secret), "{kept}");
    }
}

#[test]
fn a_call_that_a_kill_cut_off_is_unknown_after_the_restart() {
    let folder = TempDir::new().unwrap();
    assert!(serve(&folder, &[call(1, "list_projects", &json!({}))]).status.success());
    let file = folder.path().join("audit.jsonl");
    let kept = fs::read_to_string(&file).unwrap();
    let decision = kept.lines().find(|line| line.contains("\"decision\"")).unwrap();
    // As a kill in the middle of a second call leaves it.
    let mut cut_off: Value = serde_json::from_str(decision).unwrap();
    cut_off["call"] = json!("00000000000000aa");
    fs::write(&file, format!("{kept}{cut_off}\n{{\"record\":\"en")).unwrap();
    let before = kept.lines().count() + 2;

    assert!(serve(&folder, &[]).status.success());
    let text = fs::read_to_string(&file).unwrap();
    let last: Value = serde_json::from_str(text.lines().nth(before).unwrap()).unwrap();
    assert_eq!((&last["record"], &last["outcome"]), (&json!("end"), &json!("unknown")), "{text}");
    assert_eq!(last["call"], "00000000000000aa");
}

#[test]
fn a_file_that_cannot_keep_records_is_one_line_at_start() {
    let folder = TempDir::new().unwrap();
    fs::write(folder.path().join("audit.jsonl"), "shopping list\n").unwrap();
    let output = serve(&folder, &[]);
    assert_eq!(output.status.code(), Some(2));
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.starts_with("notes: cannot keep records in "), "{said}");
    assert!(said.ends_with("choose another file with --audit or NOTES_AUDIT\n"), "{said}");
    assert_eq!(said.lines().count(), 1);
}
