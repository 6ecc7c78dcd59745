//! `notes serve` in a process of its own: started on a free port and a new database, read as a person reads it, ended.

use crate::{fault::Fault, tokens::Tokens};
use std::{env, process::Stdio, time::Duration};
use tempfile::TempDir;
use tokio::{
    io::{AsyncBufReadExt, BufReader, Lines},
    process::{Child, ChildStdout, Command},
    time::timeout,
};

/// How long a server may take to say where it is.
const PATIENCE: Duration = Duration::from_secs(30);

/// A running server; dropped, it is killed.
pub(super) struct Server {
    child: Child,
    url: String,
    tokens: Tokens,
    // Kept open, because a server that cannot print does not serve.
    _announcement: Lines<BufReader<ChildStdout>>,
    _folder: TempDir,
}

impl Server {
    pub(super) async fn start() -> Result<Self, Fault> {
        let fault = |what: &str| Fault::running(format!("the demo cannot start its server: {what}"));
        let folder = TempDir::new().map_err(|error| fault(&error.kind().to_string()))?;
        let program = env::current_exe().map_err(|error| fault(&error.kind().to_string()))?;
        let mut child = Command::new(program)
            .args(["serve", "--addr", "127.0.0.1:0", "--db"])
            .arg(folder.path().join("notes.db"))
            // Fresh tokens and usual limits, whatever the operator has set for another server.
            .env_remove("NOTES_TOKENS")
            .env_remove("NOTES_READS_PER_MINUTE")
            .env_remove("NOTES_WRITES_PER_MINUTE")
            .env("RUST_LOG", "warn")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .kill_on_drop(true)
            .spawn()
            .map_err(|error| fault(&error.kind().to_string()))?;
        let stdout = child.stdout.take().ok_or_else(|| fault("it has no output"))?;
        let mut announcement = BufReader::new(stdout).lines();
        let read = timeout(PATIENCE, read(&mut announcement)).await.unwrap_or(None);
        let (url, tokens) = read.ok_or_else(|| fault("it did not say where it serves and to whom"))?;
        Ok(Self { child, url, tokens, _announcement: announcement, _folder: folder })
    }

    pub(super) fn url(&self) -> &str {
        &self.url
    }

    pub(super) fn tokens(&self) -> &Tokens {
        &self.tokens
    }

    /// Ends the process, and waits until it has ended.
    pub(super) async fn stop(mut self) {
        // It may have ended by itself; dropped, it is killed in any case.
        let _ = self.child.kill().await;
    }
}

/// Reads the address and the tokens from the first lines, which an empty one ends.
async fn read(announcement: &mut Lines<BufReader<ChildStdout>>) -> Option<(String, Tokens)> {
    let (mut url, mut tokens) = (None, Vec::new());
    while let Ok(Some(line)) = announcement.next_line().await
        && !line.is_empty()
    {
        if let Some(address) = line.strip_prefix("notes serves ") {
            url = Some(address.to_owned());
        }
        if let Some((user, token)) = line.strip_prefix("token of ").and_then(|line| line.split_once(": ")) {
            tokens.push(format!("{user}={token}"));
        }
    }
    Some((url?, tokens.join(",").parse().ok()?))
}
