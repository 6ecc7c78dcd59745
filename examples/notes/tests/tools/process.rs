//! The program as a process: started, read line by line, ended.

use std::{
    fs::File,
    io::{BufRead, BufReader, Write},
    path::{Path, PathBuf},
    process::{Child, ChildStdout, Command, Output, Stdio},
};
use tempfile::TempDir;

/// Returns the program, with nothing of the environment that the tests run in.
pub(crate) fn notes(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_notes"));
    for (variable, _) in std::env::vars_os() {
        if variable == "RUST_LOG" || variable.to_string_lossy().starts_with("NOTES_") {
            command.env_remove(variable);
        }
    }
    command.args(arguments);
    command
}

/// Runs a program to its end, with the given input.
pub(crate) fn run(
    mut command: Command,
    input: &str,
) -> Output {
    let mut child =
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    // A program that has refused to start does not read.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    child.wait_with_output().unwrap()
}

/// A running `notes serve`; dropped, it is killed.
pub(crate) struct Running {
    child: Child,
    stdout: BufReader<ChildStdout>,
    log: PathBuf,
    _folder: TempDir,
}

impl Running {
    pub(crate) fn start(more: &[&str]) -> Self {
        let folder = TempDir::new().unwrap();
        // A file and not a pipe, which would stop the program once it is full.
        let log = folder.path().join("notes.log");
        let mut child = notes(&["--addr", "127.0.0.1:0"])
            .args(more)
            .env("NOTES_DB", folder.path().join("notes.db"))
            .env("RUST_LOG", "trace")
            .stdout(Stdio::piped())
            .stderr(File::create(&log).unwrap())
            .spawn()
            .unwrap();
        let stdout = BufReader::new(child.stdout.take().unwrap());
        Self { child, stdout, log, _folder: folder }
    }

    /// Reads what it prints until this line, which is the last.
    pub(crate) fn printed_until(
        &mut self,
        last: &str,
    ) -> Vec<String> {
        let mut lines = Vec::new();
        while lines.last().is_none_or(|line| line != last) {
            let mut line = String::new();
            assert_ne!(self.stdout.read_line(&mut line).unwrap(), 0, "it ended after {lines:?}");
            lines.push(line.trim_end_matches('\n').to_owned());
        }
        lines
    }

    /// Kills it, and returns what it logged.
    pub(crate) fn logged(mut self) -> String {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
        std::fs::read_to_string(&self.log).unwrap()
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A path in a folder, as an argument.
pub(crate) fn path(
    folder: &Path,
    name: &str,
) -> String {
    folder.join(name).to_str().unwrap().to_owned()
}
