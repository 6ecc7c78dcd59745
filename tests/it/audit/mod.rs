//! The audit log as its reader finds it: what is in the file for every way in which a call can go.

mod content;
mod decided;
mod durable;
mod ended;
mod events;
mod full;
mod restart;

use std::{
    fs, io,
    path::{Path, PathBuf},
    sync::{Arc, Mutex, mpsc},
};

use serde_json::{Value, json};
use tempfile::TempDir;
use tool_core::{
    Allow, Answer, AuditLog, AuditRecord, AuditSink, AuditTarget, Caller, Invoker, InvokerBuilder, JsonLines,
    Surface,
};

use crate::support::{Fixture, Projects, project_id, registry};

/// A surface whose calls are recorded in a file.
struct Audited {
    directory: TempDir,
    log: AuditLog,
    surface: Surface,
}

impl Audited {
    fn new(tools: impl IntoIterator<Item = Fixture>) -> Self {
        Self::with(tools, |builder| builder)
    }

    fn with(
        tools: impl IntoIterator<Item = Fixture>,
        decide: impl FnOnce(InvokerBuilder) -> InvokerBuilder,
    ) -> Self {
        let directory = tempfile::tempdir().unwrap();
        let log = AuditLog::to(JsonLines::append(path_in(&directory)).unwrap()).start().unwrap();
        let builder = Invoker::builder(registry(tools)).unlimited().ownership(Projects).audit(log.clone());
        let surface = surface(&decide(builder).build().unwrap());
        Self { directory, log, surface }
    }

    fn path(&self) -> PathBuf {
        path_in(&self.directory)
    }

    async fn call(&self, tool: &str, arguments: Value) -> Answer {
        self.surface.call(self.surface.request(Caller::new("alice"), tool, Some(arguments))).await
    }

    /// Returns every record.
    async fn records(&self) -> Vec<Value> {
        self.log.flush().await;
        records(&self.path())
    }

    /// Returns the decision and the end of the only call there was.
    async fn only_call(&self) -> (Value, Value) {
        let mut pairs = paired(&self.records().await);
        assert_eq!(pairs.len(), 1, "{pairs:?}");
        pairs.remove(0)
    }
}

fn path_in(directory: &TempDir) -> PathBuf {
    directory.path().join("audit.jsonl")
}

fn surface(invoker: &Invoker) -> Surface {
    let snapshot = invoker.registry().snapshot();
    let names = snapshot.iter().map(|tool| tool.name().to_string()).filter(|name| name != "elsewhere");
    Surface::outside("outside", invoker, Allow::only(names)).target_argument(project_id()).build().unwrap()
}

fn records(path: &Path) -> Vec<Value> {
    fs::read_to_string(path).unwrap().lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// Returns each decision with its end, and fails unless each has exactly one, behind it.
fn paired(records: &[Value]) -> Vec<(Value, Value)> {
    let of = |kind: &str, call: Option<&Value>| -> Vec<(usize, &Value)> {
        let wanted =
            |record: &Value| record["record"] == kind && call.is_none_or(|call| record["call"] == *call);
        records.iter().enumerate().filter(|(_, record)| wanted(record)).collect()
    };
    let decisions = of("decision", None);
    assert_eq!(decisions.len(), of("end", None).len(), "{records:#?}");
    let pair = |(at, decision): &(usize, &Value)| {
        assert_eq!(of("decision", Some(&decision["call"])).len(), 1, "{records:#?}");
        let ends = of("end", Some(&decision["call"]));
        assert_eq!(ends.len(), 1, "{records:#?}");
        assert!(ends[0].0 > *at, "{records:#?}");
        ((*decision).clone(), ends[0].1.clone())
    };
    decisions.iter().map(pair).collect()
}

/// A target that a test holds up, lets write, or lets fail: it says how many records it is about to write, and asks.
struct Gate {
    asks: mpsc::Sender<usize>,
    answers: mpsc::Receiver<io::Result<()>>,
    written: Arc<Mutex<Vec<Value>>>,
}

/// The test's end of a [`Gate`]. Dropped, it lets everything through.
struct Keeper {
    asked: mpsc::Receiver<usize>,
    answer: mpsc::Sender<io::Result<()>>,
    written: Arc<Mutex<Vec<Value>>>,
}

fn gate() -> (Gate, Keeper) {
    let ((asks, asked), (answer, answers)) = (mpsc::channel(), mpsc::channel());
    let written = Arc::<Mutex<Vec<Value>>>::default();
    (Gate { asks, answers, written: Arc::clone(&written) }, Keeper { asked, answer, written })
}

impl AuditTarget for Gate {
    fn write(&mut self, records: &[AuditRecord]) -> io::Result<()> {
        if self.asks.send(records.len()).is_ok() {
            self.answers.recv().unwrap_or(Ok(()))?;
        }
        self.written.lock().unwrap().extend(records.iter().map(|record| json!(record)));
        Ok(())
    }
}

impl Keeper {
    /// Waits until the target is about to write.
    fn asked(&self) -> usize {
        self.asked.recv().unwrap()
    }

    fn let_through(&self) {
        self.answer.send(Ok(())).unwrap();
    }

    fn fail(&self) {
        self.answer.send(Err(disk_full())).unwrap();
    }

    fn written(&self) -> Vec<Value> {
        self.written.lock().unwrap().clone()
    }
}

fn disk_full() -> io::Error {
    io::Error::new(io::ErrorKind::StorageFull, "no space left on device")
}
