//! The program itself over a real socket: announced, used, stopped, started again on the same database.

use reqwest::{Client, StatusCode};
use serde_json::{Value, json};
use std::{
    collections::HashMap,
    fs::{self, File},
    io::{BufRead, BufReader},
    path::{Path, PathBuf},
    process::{Child, ChildStdout, Command, ExitStatus, Stdio},
};
use tempfile::TempDir;

/// A running `notes serve`; dropped, it is killed.
struct Running {
    child: Child,
    stdout: BufReader<ChildStdout>,
    log: PathBuf,
    url: String,
}

impl Running {
    fn start(
        database: &Path,
        more: &[&str],
    ) -> Self {
        // A file and not a pipe, which would stop the program once it is full.
        let log = database.with_extension("log");
        let mut child = Command::new(env!("CARGO_BIN_EXE_notes"))
            .args(["--addr", "127.0.0.1:0"])
            .args(more)
            .env("NOTES_DB", database)
            .env("RUST_LOG", "trace")
            .env_remove("NOTES_TOKENS")
            .stdout(Stdio::piped())
            .stderr(File::create(&log).unwrap())
            .spawn()
            .unwrap();
        let stdout = BufReader::new(child.stdout.take().unwrap());
        let mut running = Self { child, stdout, log, url: String::new() };
        let line = running.line();
        running.url.push_str(line.strip_prefix("notes serves ").unwrap());
        running
    }

    fn line(&mut self) -> String {
        let mut line = String::new();
        self.stdout.read_line(&mut line).unwrap();
        line.trim_end().to_owned()
    }

    /// Reads the announced tokens of alice and bob.
    fn tokens(&mut self) -> HashMap<String, String> {
        let lines = [self.line(), self.line()];
        let pairs =
            lines.iter().map(|line| line.strip_prefix("token of ").unwrap().split_once(": ").unwrap());
        pairs.map(|(user, token)| (user.to_owned(), token.to_owned())).collect()
    }

    async fn projects(
        &self,
        token: &str,
    ) -> (StatusCode, Value) {
        let request = client().get(format!("{}/projects", self.url)).bearer_auth(token);
        let response = request.send().await.unwrap();
        (response.status(), response.json().await.unwrap())
    }

    /// Stops the program as an operator does, and returns how it ended and what it logged.
    fn stop(mut self) -> (ExitStatus, String) {
        let sent = Command::new("kill").args(["-TERM", &self.child.id().to_string()]).status().unwrap();
        assert!(sent.success());
        let ended = self.child.wait().unwrap();
        (ended, fs::read_to_string(&self.log).unwrap())
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn client() -> Client {
    Client::builder().no_proxy().build().unwrap()
}

#[tokio::test]
async fn what_was_written_survives_a_stop_and_no_content_is_logged() {
    let folder = TempDir::new().unwrap();
    let database = folder.path().join("notes.db");
    let mut first = Running::start(&database, &["serve"]);
    let tokens = first.tokens();
    let create = client().post(format!("{}/projects", first.url)).bearer_auth(&tokens["alice"]);
    let created: Value =
        create.json(&json!({"name": "strawberries"})).send().await.unwrap().json().await.unwrap();
    let missing = format!("{}/projects/p_wanted/notes?query=raspberries", first.url);
    let missing = client().get(missing).bearer_auth(&tokens["bob"]).send().await.unwrap();
    assert_eq!(missing.status(), StatusCode::NOT_FOUND);

    let (ended, log) = first.stop();

    assert!(ended.success(), "{ended}\n{log}");
    assert!(log.contains("route=\"/projects\" status=201"), "{log}");
    for secret in ["strawberries", "raspberries", "p_wanted", &tokens["alice"], &tokens["bob"]] {
        assert!(!log.contains(secret), "{secret} in:\n{log}");
    }
    let second = Running::start(&database, &["--tokens", "alice=T1,bob=T2"]);
    assert_eq!(second.projects("T1").await, (StatusCode::OK, json!([created])));
    assert_eq!(second.projects("T2").await, (StatusCode::OK, json!([])));
    assert_eq!(second.projects(&tokens["alice"]).await.0, StatusCode::UNAUTHORIZED);
}

#[tokio::test]
async fn demo_tokens_are_long_and_never_the_same() {
    let folder = TempDir::new().unwrap();
    let mut seen = Vec::new();
    for name in ["a.db", "b.db"] {
        let mut running = Running::start(&folder.path().join(name), &[]);
        let tokens = running.tokens();
        assert_eq!(running.projects(&tokens["alice"]).await.0, StatusCode::OK);
        seen.extend(tokens.into_values());
    }
    // 32 random bytes in hexadecimal.
    assert!(seen.iter().all(|token| token.len() == 64));
    seen.sort_unstable();
    seen.dedup();
    assert_eq!(seen.len(), 4);
}

#[tokio::test]
async fn the_limits_of_the_command_line_are_those_of_the_service() {
    let folder = TempDir::new().unwrap();
    let limits = ["--reads-per-minute", "1", "--writes-per-minute", "2", "--tokens", "alice=T1,bob=T2"];
    let running = Running::start(&folder.path().join("notes.db"), &limits);
    assert_eq!(running.projects("T1").await.0, StatusCode::OK);
    let (status, refused) = running.projects("T1").await;
    assert_eq!(
        (status, &refused["error"]["code"]),
        (StatusCode::TOO_MANY_REQUESTS, &json!("limit-exceeded"))
    );
    let create = async |name: &str| {
        let create = client().post(format!("{}/projects", running.url)).bearer_auth("T1");
        create.json(&json!({"name": name})).send().await.unwrap().status()
    };
    assert_eq!(create("a").await, StatusCode::CREATED);
    assert_eq!(create("b").await, StatusCode::CREATED);
    assert_eq!(create("c").await, StatusCode::TOO_MANY_REQUESTS);
    assert_eq!(running.projects("T2").await.0, StatusCode::OK);
}
