//! The command line: what is refused before anything is served, in one line and with exit code 2.

use std::{
    net::TcpListener,
    process::{Command, Output},
};
use tempfile::TempDir;

fn notes(
    arguments: &[&str],
    variables: &[(&str, &str)],
) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_notes"));
    let variables_of_notes =
        std::env::vars_os().map(|(name, _)| name).filter(|name| name.to_string_lossy().starts_with("NOTES_"));
    for variable in variables_of_notes {
        command.env_remove(variable);
    }
    command.args(arguments).envs(variables.iter().copied()).output().unwrap()
}

fn assert_refused(
    arguments: &[&str],
    variables: &[(&str, &str)],
    line: &str,
) {
    let output = notes(arguments, variables);
    assert_eq!(String::from_utf8_lossy(&output.stderr), format!("notes: {line}\n"), "{arguments:?}");
    assert_eq!(output.status.code(), Some(2), "{arguments:?}");
    assert!(output.stdout.is_empty(), "{arguments:?}");
}

#[test]
fn bad_arguments() {
    let cases: [(&[&str], &str); 15] = [
        (&["--port", "1"], "there is no flag --port; see notes --help"),
        (&["-x"], "there is no flag -x; see notes --help"),
        (&["serv"], "the commands are serve, demo and stdio; see notes --help"),
        // A secret that became a word of its own is not repeated.
        (&["--tokens", "alice=T1", "bob=SECRET"], "the commands are serve, demo and stdio; see notes --help"),
        (&["serve", "serve"], "a command is given more than once; give it once"),
        (&["--db", "a", "--db", "b"], "--db is given more than once; give it once"),
        (&["--addr"], "--addr needs a value; see notes --help"),
        (&["--help=yes"], "--help takes no value; leave it out"),
        (&["--db", ""], "--db is empty; write the path of a file"),
        (&["--addr", "3000"], "--addr is not an IP address with a port; write for example 127.0.0.1:3000"),
        (
            &["serve", "--addr", "localhost:3000"],
            "--addr is not an IP address with a port; write for example 127.0.0.1:3000",
        ),
        (
            &["--addr=127.0.0.1:99999", "serve"],
            "--addr is not an IP address with a port; write for example 127.0.0.1:3000",
        ),
        (
            &["--hosts", "https://notes.example.com"],
            "--hosts cannot be used: `https://notes.example.com` is no host; write the name alone, or the name and a \
             port: notes.example.com:8443",
        ),
        (&["--approver", "Carol"], "--approver cannot be used: a user name is 1 to 32 of a-z, 0-9, _ and -"),
        (&["--shared", "--shared"], "--shared is given more than once; give it once"),
    ];
    for (arguments, line) in cases {
        assert_refused(arguments, &[], line);
    }
}

#[test]
fn bad_tokens_are_named_by_their_position_and_never_quoted() {
    let cases = [
        ("", "entry 1 has no `=`"),
        ("SECRET", "entry 1 has no `=`"),
        ("alice=T1,", "entry 2 has no `=`"),
        ("alice=T1,SECRET", "entry 2 has no `=`"),
        ("=SECRET", "entry 1 has a user name that is not 1 to 32 of a-z, 0-9, _ and -"),
        ("Alice=SECRET", "entry 1 has a user name that is not 1 to 32 of a-z, 0-9, _ and -"),
        ("alice=", "entry 1 has a token that is not made of A-Z, a-z, 0-9 and -._~+/="),
        ("alice=SE CRET", "entry 1 has a token that is not made of A-Z, a-z, 0-9 and -._~+/="),
        ("alice=T1,alice=SECRET", "entry 2 names a user a second time"),
        ("alice=SECRET,bob=SECRET", "entry 2 repeats the token of another user"),
    ];
    for (tokens, fault) in cases {
        let hint = "write user=token pairs such as alice=T1,bob=T2";
        assert_refused(&["--tokens", tokens], &[], &format!("--tokens cannot be used: {fault}; {hint}"));
    }
}

#[test]
fn bad_variables_are_named_as_variables() {
    let address = "NOTES_ADDR is not an IP address with a port; write for example 127.0.0.1:3000";
    assert_refused(&[], &[("NOTES_ADDR", "here")], address);
    assert_refused(&[], &[("NOTES_DB", "")], "NOTES_DB is empty; write the path of a file");
    let tokens =
        "NOTES_TOKENS cannot be used: entry 1 has no `=`; write user=token pairs such as alice=T1,bob=T2";
    assert_refused(&[], &[("NOTES_TOKENS", "SECRET")], tokens);
    // A flag wins, so the variable is not even read.
    assert_refused(&["--db", ""], &[("NOTES_DB", "fine.db")], "--db is empty; write the path of a file");
}

#[test]
fn limits_are_numbers_from_1() {
    let hint = "is not a number from 1 to 4294967295; write for example 600";
    for bad in ["", "0", "-1", "4294967296", "6/s"] {
        assert_refused(&["--reads-per-minute", bad], &[], &format!("--reads-per-minute {hint}"));
        assert_refused(&["--writes-per-minute", bad], &[], &format!("--writes-per-minute {hint}"));
        assert_refused(&[], &[("NOTES_READS_PER_MINUTE", bad)], &format!("NOTES_READS_PER_MINUTE {hint}"));
        assert_refused(&[], &[("NOTES_WRITES_PER_MINUTE", bad)], &format!("NOTES_WRITES_PER_MINUTE {hint}"));
    }
    assert_refused(
        &["--reads-per-minute", "1", "--reads-per-minute", "2"],
        &[],
        "--reads-per-minute is given more than once; give it once",
    );
}

#[test]
fn a_limit_is_that_of_the_flag_else_of_the_variable_else_the_default() {
    let parsed = |arguments: &[&str], variables: &[(&str, &str)]| {
        let variable =
            |name: &str| variables.iter().find(|(known, _)| *known == name).map(|(_, value)| value.into());
        match notes::cli::Command::parse(arguments.iter().map(Into::into), variable).unwrap() {
            notes::cli::Command::Serve { limits, .. } => (limits.reads, limits.writes),
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(parsed(&[], &[]), (6_000, 1_200));
    let variables = [("NOTES_READS_PER_MINUTE", "30"), ("NOTES_WRITES_PER_MINUTE", "40")];
    assert_eq!(parsed(&[], &variables), (30, 40));
    assert_eq!(parsed(&["--reads-per-minute", "10"], &variables), (10, 40));
    assert_eq!(parsed(&["--writes-per-minute", "20"], &variables), (30, 20));
}

#[test]
fn an_approver_is_a_user() {
    let folder = TempDir::new().unwrap();
    let database = folder.path().join("notes.db");
    let flags = ["--db", database.to_str().unwrap(), "--tokens", "alice=T1", "--approver", "carol"];
    assert_refused(&flags, &[], "--approver carol is no user; name one of --tokens or NOTES_TOKENS");
}

#[test]
fn a_port_in_use() {
    let folder = TempDir::new().unwrap();
    let database = folder.path().join("notes.db");
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap().to_string();
    let line = format!(
        "cannot listen on {address}: another program uses it; choose another with --addr or NOTES_ADDR"
    );
    assert_refused(&["--db", database.to_str().unwrap(), "--addr", &address], &[], &line);
}

#[test]
fn a_database_that_cannot_be_used() {
    let folder = TempDir::new().unwrap();
    let absent = folder.path().join("absent").join("notes.db");
    let letter = folder.path().join("letter.txt");
    std::fs::write(&letter, "Dear reader, ".repeat(100)).unwrap();
    for (path, cause) in [
        (absent.to_str().unwrap(), "unable to open database file"),
        (folder.path().to_str().unwrap(), "unable to open database file"),
        (letter.to_str().unwrap(), "file is not a database"),
    ] {
        let line = format!("cannot use the database {path}: {cause}; choose another with --db or NOTES_DB");
        assert_refused(&["--addr", "127.0.0.1:0"], &[("NOTES_DB", path)], &line);
    }
}

#[test]
fn help_and_version_go_to_stdout() {
    for arguments in [["--help", "serve"], ["serve", "-h"]] {
        let output = notes(&arguments, &[]);
        let help = String::from_utf8_lossy(&output.stdout);
        assert!(help.contains("\nUsage: notes [serve | demo | stdio] [flags]\n"), "{help}");
        assert!(help.contains("NOTES_TOKENS is the safe way: `ps` shows flags"), "{help}");
        assert_eq!(output.status.code(), Some(0));
    }
    let output = notes(&["--version"], &[]);
    assert_eq!(String::from_utf8_lossy(&output.stdout), format!("notes {}\n", env!("CARGO_PKG_VERSION")));
}
