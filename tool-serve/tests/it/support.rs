//! The program in a folder of its own, and a client over its standard streams.

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Output, Stdio},
    time::Duration,
};

use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::{
    io::{AsyncBufReadExt, AsyncWriteExt, BufReader, Lines},
    process::{Child, ChildStderr, ChildStdin, ChildStdout, Command},
    time::timeout,
};

/// How long anything may take that should be done at once: long, for a machine that is busy.
pub(crate) const SOON: Duration = Duration::from_secs(30);

/// A program that hangs beside one that it started, and writes down the numbers of both. It prints more than a pipe holds
/// before, so that whoever reads the numbers knows that the server reads, which it does when everything is set up.
pub(crate) const HANGS: &str = "head -c 200000 /dev/zero; sleep 600 & echo $$ $! >pids; wait";

/// A folder in which the program runs.
pub(crate) struct World(TempDir);

impl World {
    pub(crate) fn new() -> Self {
        Self(TempDir::new().unwrap())
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    pub(crate) fn write(&self, name: &str, text: &str) -> PathBuf {
        // In one step: whoever watches the file must not find it empty.
        let whole = self.path(&format!("{name}.whole"));
        fs::write(&whole, text).unwrap();
        fs::rename(whole, self.path(name)).unwrap();
        self.path(name)
    }

    /// Returns the program with these arguments. Of the environment it gets the path alone.
    pub(crate) fn program(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tool-serve"));
        command
            .args(arguments)
            .current_dir(self.0.path())
            .env_clear()
            .env("PATH", std::env::var_os("PATH").unwrap());
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).kill_on_drop(true);
        command
    }

    /// Runs the program to its end; returns its status, what it printed, and what it said.
    pub(crate) async fn run(&self, arguments: &[&str]) -> (i32, String, String) {
        ended(self.program(arguments)).await
    }

    /// Starts a server with a client.
    pub(crate) fn client(&self, arguments: &[&str]) -> Client {
        Client::of(self.program(&[&["stdio"], arguments].concat()))
    }
}

pub(crate) async fn ended(mut command: Command) -> (i32, String, String) {
    let Output { status, stdout, stderr } = timeout(SOON, command.output()).await.unwrap().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (status.code().unwrap(), text(stdout), text(stderr))
}

/// One tool that is a script of `sh`, external and read-only.
pub(crate) fn script(id: &str, script: &str) -> String {
    format!(
        "\n[[tool]]\nid = {id:?}\ntitle = \"Title\"\nsummary = \"Summary.\"\nexposure = \"external\"\neffect = \"read_only\"\n\
         run.command = {{ program = \"sh\", arguments = [\"-c\", {script:?}] }}\n"
    )
}

/// A client over standard input and output, which sends one request after the other.
pub(crate) struct Client {
    pub(crate) server: Child,
    pub(crate) stdin: Option<ChildStdin>,
    stdout: Option<Lines<BufReader<ChildStdout>>>,
    stderr: Lines<BufReader<ChildStderr>>,
    said: Vec<String>,
    id: u64,
}

impl Client {
    pub(crate) fn of(mut command: Command) -> Self {
        let mut server = command.spawn().unwrap();
        let (stdin, stdout) = (server.stdin.take(), server.stdout.take().unwrap());
        let stderr = BufReader::new(server.stderr.take().unwrap()).lines();
        let (stdout, said) = (Some(BufReader::new(stdout).lines()), Vec::new());
        Self { server, stdin, stdout, stderr, said, id: 0 }
    }

    pub(crate) async fn send(&mut self, method: &str, params: Value) {
        self.id += 1;
        let message = json!({ "jsonrpc": "2.0", "id": self.id, "method": method, "params": params });
        self.stdin.as_mut().unwrap().write_all(format!("{message}\n").as_bytes()).await.unwrap();
    }

    pub(crate) async fn notify(&mut self, method: &str, params: Value) {
        let message = json!({ "jsonrpc": "2.0", "method": method, "params": params });
        self.stdin.as_mut().unwrap().write_all(format!("{message}\n").as_bytes()).await.unwrap();
    }

    /// Returns the id of the last request.
    pub(crate) fn sent(&self) -> u64 {
        self.id
    }

    pub(crate) async fn ask(&mut self, method: &str, params: Value) -> Value {
        self.send(method, params).await;
        self.answer(self.id).await
    }

    /// Waits for the answer to a request.
    pub(crate) async fn answer(&mut self, id: u64) -> Value {
        self.message(|message| message["id"] == id).await
    }

    /// Waits for a notification.
    pub(crate) async fn notified(&mut self, method: &str) {
        self.message(|message| message["method"] == method).await;
    }

    async fn message(&mut self, is_it: impl Fn(&Value) -> bool) -> Value {
        loop {
            let line = timeout(SOON, self.stdout.as_mut().unwrap().next_line()).await.unwrap().unwrap();
            let message: Value = serde_json::from_str(&line.expect("the server answers")).unwrap();
            if is_it(&message) {
                return message;
            }
        }
    }

    pub(crate) async fn initialize(&mut self) -> Value {
        let params = json!({
            "protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": { "name": "test", "version": "1" }
        });
        self.ask("initialize", params).await
    }

    pub(crate) async fn names(&mut self) -> Vec<String> {
        let answer = self.ask("tools/list", json!({})).await;
        let tools = answer["result"]["tools"].as_array().unwrap();
        tools.iter().map(|tool| tool["name"].as_str().unwrap().to_owned()).collect()
    }

    pub(crate) async fn call(&mut self, name: &str, arguments: Value) -> Value {
        self.ask("tools/call", json!({ "name": name, "arguments": arguments })).await
    }

    /// Waits until the server has said a line.
    pub(crate) async fn heard(&mut self, line: &str) {
        loop {
            let next =
                timeout(SOON, self.stderr.next_line()).await.expect("the server says it").unwrap().unwrap();
            let is_it = next == line;
            self.said.push(next);
            if is_it {
                return;
            }
        }
    }

    /// Goes away without a word, as a client that is killed does: both pipes are closed.
    pub(crate) fn vanish(&mut self) {
        drop((self.stdin.take(), self.stdout.take()));
    }

    /// Waits for the end of the server; returns its status and what it said.
    pub(crate) async fn ended(&mut self) -> (Option<i32>, String) {
        let status = timeout(SOON, self.server.wait()).await.expect("the server ends").unwrap();
        while let Some(line) = self.stderr.next_line().await.unwrap() {
            self.said.push(line);
        }
        (status.code(), self.said.join("\n"))
    }
}

/// Waits until a file says something.
pub(crate) async fn written(file: &Path) -> String {
    let written = async {
        loop {
            if let Ok(text) = fs::read_to_string(file)
                && text.ends_with('\n')
            {
                return text;
            }
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    timeout(SOON, written).await.expect("the file is written")
}

/// Returns the state of a process, and the number of its parent.
pub(crate) fn stat(pid: &str) -> Option<(String, String)> {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    let mut fields = stat.rsplit_once(')')?.1.split_whitespace().map(str::to_owned);
    Some((fields.next()?, fields.next()?))
}

/// Waits until the processes of these numbers run no more. Who reaps what a server left is the system's.
pub(crate) async fn over(pids: &str) {
    let runs = |pid: &str| stat(pid).is_some_and(|(state, _)| state != "Z" && state != "X");
    let over = async {
        while pids.split_whitespace().any(runs) {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    timeout(SOON, over).await.unwrap_or_else(|_| panic!("{pids} still run"));
}

/// Waits until the processes of these numbers are gone, reaped included.
pub(crate) async fn gone(pids: &str) {
    let gone = async {
        while pids.split_whitespace().any(|pid| Path::new("/proc").join(pid).exists()) {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    timeout(SOON, gone).await.unwrap_or_else(|_| panic!("{pids} still run"));
}
