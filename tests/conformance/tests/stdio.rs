//! The server as a process: whatever it prints besides, its standard output is the protocol.

use std::{
    io::Write,
    process::{Command, Stdio},
};

use serde_json::{Value, json};

fn request(id: u32, tool: &str) -> Value {
    json!({ "jsonrpc": "2.0", "id": id, "method": "tools/call", "params": { "name": tool, "arguments": {} } })
}

#[test]
fn what_a_tool_prints_goes_to_standard_error_and_is_announced_once() {
    let mut server = Command::new(env!("CARGO_BIN_EXE_conformance"))
        .arg("stdio")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = server.stdin.take().unwrap();
    for id in 1..=2 {
        writeln!(input, "{}", request(id, "test_prints")).unwrap();
    }
    writeln!(input, "{}", request(3, "test_simple_text")).unwrap();
    drop(input);
    let output = server.wait_with_output().unwrap();
    assert!(output.status.success(), "{output:?}");

    let text = String::from_utf8(output.stdout).unwrap();
    let mut answers: Vec<Value> =
        text.lines().map(|line| serde_json::from_str(line).expect("a message")).collect();
    answers.sort_by_key(|answer| answer["id"].as_u64());
    let texts: Vec<_> =
        answers.iter().map(|answer| answer["result"]["content"][0]["text"].as_str().unwrap()).collect();
    assert_eq!(texts, ["It was printed.", "It was printed.", "This is a simple text response for testing."]);

    let errors = String::from_utf8(output.stderr).unwrap();
    let lines: Vec<_> = errors.lines().collect();
    let name = concat!("conformance ", env!("CARGO_PKG_VERSION"));
    assert!(
        lines[0].starts_with(&format!("{name}: ")) && lines[0].ends_with(" over stdio for suite"),
        "{errors}"
    );
    let said = format!(
        "{name}: something was printed to standard output, which belongs to the protocol; it is shown here"
    );
    assert_eq!(lines[1..], [said.as_str(), "printed by a tool", "printed by a tool"], "{errors}");
}
