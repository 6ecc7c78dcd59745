//! Fifty clients of twenty-five users that start, wait, look and cancel at random, over REST and MCP; and what the
//! records of the service say of it afterwards.

use crate::numbers::Numbers;
use crate::server::{Server, file, text};
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::Path,
    sync::{Arc, Mutex},
    time::{Duration, Instant},
};
use tempfile::TempDir;

const USERS: usize = 25;

/// Two clients of each user: what one of them starts, the other one sees, and each has a cursor of its own.
const CLIENTS: usize = 2 * USERS;

/// How often each client does something, where `STORM_SECONDS` does not say how long.
const ACTIONS: usize = 10;

/// How many operations a user starts at most: the service keeps the last 64 that finished, and each is looked at.
const STARTS: usize = 60;

const OPERATION_TOOLS: [&str; 3] = ["export_project", "import_notes", "reindex"];

/// What all clients know.
struct Storm {
    server: Server,
    /// The operations that were started, with the number of their user.
    started: Mutex<Vec<(usize, String)>>,
    until: Option<Instant>,
}

/// One client.
struct Client {
    storm: Arc<Storm>,
    user: usize,
    token: String,
    project: String,
    numbers: Numbers,
    cursor: Option<String>,
    /// What its cursors told it of as finished.
    told: BTreeSet<String>,
}

impl Client {
    async fn run(mut self) -> Self {
        self.look().await;
        let mut done = 0;
        while self.storm.until.map_or(done < ACTIONS, |until| Instant::now() < until) {
            done += 1;
            match self.numbers.below(8) {
                0..3 if self.starts() >= STARTS => self.look().await,
                0 => self.import().await,
                1 => self.export().await,
                2 => self.reindex().await,
                3 => self.wait().await,
                4 => self.cancel().await,
                5 => self.pry().await,
                _ => self.look().await,
            }
        }
        self
    }

    fn keep(
        &self,
        operation: &Value,
    ) {
        self.storm.started.lock().unwrap().push((self.user, text(operation)));
    }

    /// Returns how many operations this user started.
    fn starts(&self) -> usize {
        self.storm.started.lock().unwrap().iter().filter(|(user, _)| *user == self.user).count()
    }

    /// Returns an operation that this user started, or one of another user.
    fn any(
        &mut self,
        own: bool,
    ) -> Option<String> {
        let started = self.storm.started.lock().unwrap();
        let found: Vec<_> = started.iter().filter(|(user, _)| (*user == self.user) == own).collect();
        let most = u64::try_from(found.len()).unwrap();
        (most > 0).then(|| found[usize::try_from(self.numbers.below(most)).unwrap()].1.clone())
    }

    async fn post(
        &self,
        path: &str,
        body: String,
    ) {
        let (status, started) = self
            .storm
            .server
            .ask_as(&self.token, Method::POST, &format!("/projects/{}/{path}", self.project), body)
            .await;
        match status {
            StatusCode::ACCEPTED => self.keep(&started["operation"]),
            // Too many files, or too many operations of one user.
            refused if refused.is_client_error() => {}
            // Too many operations of all users, which is said with when to try again.
            refused => {
                assert_eq!(refused, StatusCode::SERVICE_UNAVAILABLE, "{started}");
                assert_eq!(started["error"]["code"], "busy", "{started}");
            }
        }
    }

    async fn import(&mut self) {
        let notes = usize::try_from(self.numbers.below(300)).unwrap() + 1;
        self.post("import", file(notes)).await;
    }

    async fn reindex(&mut self) {
        self.post("reindex", String::new()).await;
    }

    async fn export(&mut self) {
        let project = json!({ "project_id": self.project });
        let result = self.storm.server.call(&self.token, "export_project", project).await;
        if result["isError"] != true {
            self.keep(&result["structuredContent"]["operation"]);
        }
    }

    /// Waits for a second at most, over MCP.
    async fn wait(&mut self) {
        let Some(id) = self.any(true) else { return };
        let arguments = json!({ "operation": id, "wait_seconds": 1 });
        let result = self.storm.server.call(&self.token, "wait_for_operation", arguments).await;
        assert_eq!(result["structuredContent"]["operation"], id, "{result}");
    }

    async fn cancel(&mut self) {
        let Some(id) = self.any(true) else { return };
        if self.numbers.below(2) == 0 {
            let result =
                self.storm.server.call(&self.token, "cancel_operation", json!({ "operation": id })).await;
            assert_eq!(result["structuredContent"]["operation"], id, "{result}");
        } else {
            let path = format!("/operations/{id}");
            let (status, shown) =
                self.storm.server.ask_as(&self.token, Method::DELETE, &path, String::new()).await;
            assert_eq!((status, &shown["operation"]), (StatusCode::OK, &json!(id)), "{shown}");
        }
    }

    /// Asks about an operation of somebody else, and about one that never was.
    async fn pry(&mut self) {
        let Some(id) = self.any(false) else { return };
        let nothing = "0".repeat(32);
        for tool in ["wait_for_operation", "cancel_operation"] {
            let foreign = self.storm.server.call(&self.token, tool, json!({ "operation": id })).await;
            let unknown = self.storm.server.call(&self.token, tool, json!({ "operation": nothing })).await;
            for answer in [foreign, unknown] {
                // How many of its own have not finished may stand in the line below.
                let said = text(&answer["content"][0]["text"]);
                assert_eq!(said.lines().next(), Some("not-found: no such operation"), "{answer}");
                assert_eq!(answer["isError"], true);
            }
        }
    }

    /// Reads what finished since it read last.
    async fn look(&mut self) {
        let arguments = self.cursor.as_ref().map_or_else(|| json!({}), |cursor| json!({ "cursor": cursor }));
        let result = self.storm.server.call(&self.token, "operation_status", arguments).await;
        let shown = &result["structuredContent"];
        assert_ne!(shown["gap"], true, "nothing was forgotten: {shown}");
        for operation in shown["finished"].as_array().unwrap() {
            let id = text(&operation["operation"]);
            assert!(self.told.insert(id.clone()), "{id} was told twice");
        }
        self.cursor = Some(text(&shown["cursor"]));
    }
}

/// Returns how each operation ended, when all have: its state, and whether it began.
async fn ended(storm: &Storm) -> BTreeMap<String, (String, bool)> {
    let started = storm.started.lock().unwrap().clone();
    let mut ends = BTreeMap::new();
    for (user, id) in started {
        let path = format!("/operations/{id}?wait_seconds=60");
        let (_, shown) = storm.server.ask_as(&format!("T{user}"), Method::GET, &path, String::new()).await;
        assert_eq!(shown["finished"], true, "{shown}");
        let earlier = ends.insert(id, (text(&shown["state"]), shown.get("started_ms").is_some()));
        assert!(earlier.is_none(), "two calls were answered with one operation");
    }
    ends
}

/// Compares the records with how the operations ended.
fn check_records(
    folder: &Path,
    ends: &BTreeMap<String, (String, bool)>,
) {
    let kept = fs::read_to_string(folder.join("audit.jsonl")).unwrap();
    let records: Vec<Value> = kept.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let of_kind = |kind: &str| -> BTreeMap<String, &Value> {
        let found: Vec<_> = records.iter().filter(|record| record["record"] == kind).collect();
        let by_call: BTreeMap<_, _> = found.iter().map(|record| (text(&record["call"]), *record)).collect();
        assert_eq!(by_call.len(), found.len(), "a call has two records of the kind {kind}");
        by_call
    };
    let (decisions, record_ends) = (of_kind("decision"), of_kind("end"));
    assert!(decisions.keys().eq(record_ends.keys()), "every call that was decided ends once, and no other");

    let is_start = |record: &Value| {
        let tool = record["tool"].as_str().unwrap_or_default();
        record["step"] == "run" && record.get("parent").is_none() && OPERATION_TOOLS.contains(&tool)
    };
    let starts: BTreeMap<_, _> = decisions.iter().filter(|(_, record)| is_start(record)).collect();
    assert_eq!(starts.len(), ends.len(), "every start is an operation");
    let mut ran = BTreeSet::new();
    for (call, run) in decisions.iter().filter(|(_, record)| record.get("parent").is_some()) {
        let parent = text(&run["parent"]);
        let start = starts.get(&parent).unwrap_or_else(|| panic!("{call} ran for nobody"));
        assert_eq!((&start["tool"], &start["caller"]), (&run["tool"], &run["caller"]));
        assert!(ran.insert(parent), "an operation ran twice: {run}");
    }
    let began = ends.values().filter(|(_, began)| *began).count();
    assert_eq!(ran.len(), began, "what began has a record of its run, and nothing else");
    for (id, (state, began)) in ends {
        assert!(["succeeded", "cancelled", "failed"].contains(&state.as_str()), "{id}: {state}");
        assert!(*began || state == "cancelled", "{id} is {state} without having begun");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn fifty_clients_at_random_leave_nothing_lost_doubled_or_foreign() {
    let mut numbers = Numbers::seeded("STORM_SEED");
    let seconds: Option<u64> = std::env::var("STORM_SECONDS").ok().map(|seconds| seconds.parse().unwrap());
    let folder = TempDir::new().unwrap();
    let tokens: Vec<_> = (0..USERS).map(|user| format!("user{user}=T{user}")).collect();
    let audit = folder.path().join("audit.jsonl");
    let server = Server::start_for(&tokens.join(","), folder.path(), &["--audit", audit.to_str().unwrap()]);
    let mut projects = Vec::new();
    for user in 0..USERS {
        let new = json!({ "name": "garden" }).to_string();
        let (_, made) = server.ask_as(&format!("T{user}"), Method::POST, "/projects", new).await;
        projects.push(text(&made["id"]));
    }
    let until = seconds.map(|seconds| Instant::now() + Duration::from_secs(seconds));
    let storm = Arc::new(Storm { server, started: Mutex::default(), until });
    let running: Vec<_> = (0..CLIENTS)
        .map(|client| {
            let user = client % USERS;
            let (storm, project) = (Arc::clone(&storm), projects[user].clone());
            let (token, numbers) = (format!("T{user}"), numbers.branch());
            let client = Client { storm, user, token, project, numbers, cursor: None, told: BTreeSet::new() };
            tokio::spawn(client.run())
        })
        .collect();
    let mut clients = Vec::new();
    for client in running {
        clients.push(client.await.unwrap());
    }

    let ends = ended(&storm).await;
    assert!(ends.len() > CLIENTS, "only {} operations were started", ends.len());
    for client in &mut clients {
        client.look().await;
        let started = storm.started.lock().unwrap();
        let own: BTreeSet<_> =
            started.iter().filter(|(user, _)| *user == client.user).map(|(_, id)| id.clone()).collect();
        assert_eq!(client.told, own, "the cursors of a client tell of each operation of its user once");
    }
    drop(clients);
    let Some(storm) = Arc::into_inner(storm) else { panic!("a client is left") };
    storm.server.stop();
    check_records(folder.path(), &ends);
}
