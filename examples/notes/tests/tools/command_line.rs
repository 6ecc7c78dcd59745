//! The command line of the tools: what is refused, in one line and with exit code 2.

use crate::process::{notes, path, run};
use tempfile::TempDir;

fn assert_refused(
    arguments: &[&str],
    variables: &[(&str, &str)],
    line: &str,
) {
    let mut command = notes(arguments);
    command.envs(variables.iter().copied());
    let output = run(command, "");
    assert_eq!(String::from_utf8_lossy(&output.stderr), format!("notes: {line}\n"), "{arguments:?}");
    assert_eq!(output.status.code(), Some(2), "{arguments:?}");
    assert!(output.stdout.is_empty(), "{arguments:?}");
}

#[test]
fn a_flag_of_another_command() {
    let cases: [(&[&str], &str); 8] = [
        (&["--json"], "--json belongs to notes demo, and not to notes serve"),
        (&["serve", "--as", "alice"], "--as belongs to notes stdio, and not to notes serve"),
        (&["--addr", "127.0.0.1:0", "stdio"], "--addr belongs to notes serve, and not to notes stdio"),
        (&["demo", "--as", "alice"], "--as belongs to notes stdio, and not to notes demo"),
        (&["demo", "--db", "x"], "--db belongs to notes serve and notes stdio, and not to notes demo"),
        (
            &["--demo-data", "demo"],
            "--demo-data belongs to notes serve and notes stdio, and not to notes demo",
        ),
        (
            &["demo", "--tokens", "alice=SECRET"],
            "--tokens belongs to notes serve and notes stdio, and not to notes demo",
        ),
        (
            &["demo", "--writes-per-minute", "5"],
            "--writes-per-minute belongs to notes serve and notes stdio, and not to notes demo",
        ),
    ];
    for (arguments, line) in cases {
        assert_refused(arguments, &[], line);
    }
}

#[test]
fn bad_arguments() {
    let cases: [(&[&str], &str); 6] = [
        (&["demon"], "the commands are serve, demo and stdio; see notes --help"),
        (&["serve", "demo"], "a command is given more than once; give it once"),
        (&["demo", "--json", "--json"], "--json is given more than once; give it once"),
        (&["demo", "--json=yes"], "an argument cannot be read; see notes --help"),
        (&["stdio", "--as"], "--as needs a value; see notes --help"),
        (&["stdio", "--user", "alice"], "there is no flag --user; see notes --help"),
    ];
    for (arguments, line) in cases {
        assert_refused(arguments, &[], line);
    }
}

#[test]
fn stdio_without_a_credential() {
    let no_tokens = "stdio needs the tokens of the users; give them with --tokens or NOTES_TOKENS";
    assert_refused(&["stdio"], &[], no_tokens);
    assert_refused(&["stdio", "--as", "alice"], &[], no_tokens);
    assert_refused(&["stdio"], &[("NOTES_TOKEN", "SECRET")], no_tokens);
    // An address is nothing to it, not even a bad one.
    assert_refused(&["stdio"], &[("NOTES_ADDR", "here")], no_tokens);
    let no_user = "stdio needs a user; write --as USER, or set NOTES_TOKEN to the token of one";
    assert_refused(&["stdio"], &[("NOTES_TOKENS", "alice=SECRET")], no_user);
}

#[test]
fn stdio_with_a_credential_of_nobody() {
    let tokens = ("NOTES_TOKENS", "alice=SECRET1,bob=SECRET2");
    assert_refused(
        &["stdio", "--as", "carol"],
        &[tokens],
        "--as names a user without a token; the users are alice, bob",
    );
    assert_refused(
        &["stdio", "--as", "Alice"],
        &[tokens],
        "--as names no user: a user name is 1 to 32 of a-z, 0-9, _ and -",
    );
    for bad in ["", "SECRET 1"] {
        let line = "NOTES_TOKEN cannot be used: a token is made of A-Z, a-z, 0-9 and -._~+/=";
        assert_refused(&["stdio"], &[tokens, ("NOTES_TOKEN", bad)], line);
    }
    let folder = TempDir::new().unwrap();
    let database = path(folder.path(), "notes.db");
    let variables = [tokens, ("NOTES_TOKEN", "SECRET3"), ("NOTES_DB", database.as_str())];
    let line = "the credential is not accepted; start the server with a valid token";
    assert_refused(&["stdio"], &variables, line);
}

#[test]
fn stdio_with_a_database_that_cannot_be_used() {
    let folder = TempDir::new().unwrap();
    let database = path(folder.path(), "absent/notes.db");
    let line = format!(
        "cannot use the database {database}: unable to open database file; choose another with --db or NOTES_DB"
    );
    assert_refused(&["stdio", "--as", "alice", "--tokens", "alice=SECRET", "--db", &database], &[], &line);
}
