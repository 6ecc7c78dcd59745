//! `notes serve` on a given database, and what its clients ask of it.

use crate::process::{notes, path};
use reqwest::{Method, StatusCode};
use rusqlite::Connection;
use serde_json::Value;
use std::{
    io::{BufRead, BufReader},
    ops::Deref,
    path::Path,
    process::{Child, ChildStdout, Command, Stdio},
    time::{Duration, Instant},
};

/// How long anything may take that a test waits for: far beyond what it takes on a busy machine.
const PATIENCE: Duration = Duration::from_mins(1);

/// A process that serves, and a client of it; dropped, it is killed.
pub(crate) struct Server {
    child: Child,
    client: Client,
    // Kept open, because a server that cannot print does not serve.
    _stdout: BufReader<ChildStdout>,
}

impl Deref for Server {
    type Target = Client;

    fn deref(&self) -> &Client {
        &self.client
    }
}

/// What is asked of a server, or of one of several.
pub(crate) struct Client {
    url: String,
    http: reqwest::Client,
}

impl Server {
    pub(crate) fn start(folder: &Path) -> Self {
        Self::start_for("alice=T1,bob=T2", folder, &[])
    }

    /// Starts it for these users, with more on the command line.
    pub(crate) fn start_for(
        tokens: &str,
        folder: &Path,
        more: &[&str],
    ) -> Self {
        let database = path(folder, "notes.db");
        let mut child = notes(&["--addr", "127.0.0.1:0", "--tokens", tokens, "--db", &database])
            .args(more)
            .env("RUST_LOG", "off")
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut stdout = BufReader::new(child.stdout.take().unwrap());
        let mut line = String::new();
        stdout.read_line(&mut line).unwrap();
        let url = line.trim_end().strip_prefix("notes serves ").unwrap().to_owned();
        Self { child, client: Client::of(url), _stdout: stdout }
    }

    /// Returns the id of the process.
    pub(crate) fn id(&self) -> u32 {
        self.child.id()
    }

    /// Kills it, as nothing can prevent: SIGKILL on Unix.
    pub(crate) fn kill(mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    /// Stops it, as an operator does.
    #[cfg(unix)]
    pub(crate) fn stop(mut self) {
        let sent = Command::new("kill").args(["-TERM", &self.child.id().to_string()]).status().unwrap();
        assert!(sent.success());
        assert!(self.child.wait().unwrap().success());
    }
}

impl Client {
    /// Returns a client that opens a connection for each request.
    pub(crate) fn of(url: String) -> Self {
        let http = reqwest::Client::builder().no_proxy().pool_max_idle_per_host(0).build().unwrap();
        Self { url, http }
    }

    /// Returns the address, without the scheme.
    pub(crate) fn address(&self) -> &str {
        self.url.strip_prefix("http://").unwrap()
    }

    /// Sends a request of alice's; returns the status and the body.
    pub(crate) async fn ask(
        &self,
        method: Method,
        path: &str,
        body: String,
    ) -> (StatusCode, Value) {
        self.ask_as("T1", method, path, body).await
    }

    /// The same for whoever has this token.
    pub(crate) async fn ask_as(
        &self,
        token: &str,
        method: Method,
        path: &str,
        body: String,
    ) -> (StatusCode, Value) {
        let request = self.http.request(method, format!("{}{path}", self.url)).bearer_auth(token);
        let request = request
            .header("accept", "application/json, text/event-stream")
            .header("content-type", "application/json")
            .header("mcp-protocol-version", "2025-11-25")
            .body(body);
        let response = request.send().await.unwrap();
        let status = response.status();
        (status, response.json().await.unwrap())
    }

    /// Calls a tool over MCP; returns the result.
    pub(crate) async fn call(
        &self,
        token: &str,
        tool: &str,
        arguments: Value,
    ) -> Value {
        let params = serde_json::json!({ "name": tool, "arguments": arguments });
        let message =
            serde_json::json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params });
        let (status, answer) = self.ask_as(token, Method::POST, "/mcp", message.to_string()).await;
        assert_eq!(status, StatusCode::OK, "{answer}");
        assert!(answer["result"].is_object(), "{answer}");
        answer["result"].clone()
    }

    pub(crate) async fn get(
        &self,
        path: &str,
    ) -> Value {
        let (status, body) = self.ask(Method::GET, path, String::new()).await;
        assert_eq!(status, StatusCode::OK, "{path}: {body}");
        body
    }

    /// Creates a project; returns its id.
    pub(crate) async fn project(
        &self,
        name: &str,
    ) -> String {
        let new = serde_json::json!({ "name": name }).to_string();
        text(&self.ask(Method::POST, "/projects", new).await.1["id"])
    }

    /// Begins to import a file; returns the id of the operation.
    pub(crate) async fn import(
        &self,
        project: &str,
        file: String,
    ) -> String {
        let (status, started) = self.ask(Method::POST, &format!("/projects/{project}/import"), file).await;
        assert_eq!(status, StatusCode::ACCEPTED, "{started}");
        text(&started["operation"])
    }

    /// Asks about an operation until it is as wanted.
    pub(crate) async fn until(
        &self,
        operation: &str,
        is_wanted: impl Fn(&Value) -> bool,
    ) -> Value {
        let deadline = Instant::now() + PATIENCE;
        loop {
            let shown = self.get(&format!("/operations/{operation}")).await;
            if is_wanted(&shown) {
                return shown;
            }
            assert!(Instant::now() < deadline, "{shown}");
        }
    }

    /// Waits until an operation has finished, in one request.
    pub(crate) async fn ended(
        &self,
        operation: &str,
    ) -> Value {
        let shown = self.get(&format!("/operations/{operation}?wait_seconds=60")).await;
        assert_eq!(shown["finished"], true, "{shown}");
        shown
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

pub(crate) fn text(value: &Value) -> String {
    value.as_str().unwrap_or_else(|| panic!("{value}")).to_owned()
}

/// A file of so many notes, each with its number.
pub(crate) fn file(notes: usize) -> String {
    let lines: Vec<_> = (0..notes)
        .map(|number| format!("{{\"title\": \"note {number}\", \"body\": \"text {number}\"}}\n"))
        .collect();
    lines.concat()
}

/// The rows of a project, in order.
pub(crate) fn rows(
    folder: &Path,
    project: &str,
) -> Vec<(String, String)> {
    let connection = Connection::open(folder.join("notes.db")).unwrap();
    let mut statement =
        connection.prepare("SELECT title, body FROM notes WHERE project = ?1 ORDER BY row").unwrap();
    let rows = statement.query_map([project], |row| Ok((row.get(0)?, row.get(1)?))).unwrap();
    rows.map(Result::unwrap).collect()
}

/// The rows that [`file`] has.
pub(crate) fn expected(notes: usize) -> Vec<(String, String)> {
    (0..notes).map(|number| (format!("note {number}"), format!("text {number}"))).collect()
}
