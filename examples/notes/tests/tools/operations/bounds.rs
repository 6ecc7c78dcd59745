//! What the queue holds, whose turn it is, and what it remembers: asked of the queue itself, with tools that a test holds.

use notes::{
    operations::{Bounds, StoredQueue},
    store::NoteStore,
};
use serde_json::json;
use std::{path::Path, sync::Arc, time::Duration};
use tempfile::TempDir;
use tokio::sync::{Semaphore, mpsc};
use tool_core::{
    Allow, Answer, Caller, Effect, Exposure, HostMetadata, Invoker, Kind, OperationId, OperationQueue,
    Registry, Reply, Request, Surface, Tool, ToolCall, ToolDefinition, ToolError, ToolOutput, async_trait,
};

/// A tool that says when it begins, and ends when a test lets it.
#[derive(Clone)]
struct Held {
    begun: mpsc::UnboundedSender<String>,
    may_end: Arc<Semaphore>,
}

#[async_trait]
impl Tool for Held {
    fn definition(&self) -> ToolDefinition {
        ToolDefinition::new("work", "Works.")
    }

    fn host(&self) -> HostMetadata {
        let host = HostMetadata::default().with_title("Work").with_exposure(Exposure::Both);
        host.with_kind(Kind::Operation).with_effect(Effect::Additive)
    }

    async fn call(
        &self,
        call: ToolCall<'_>,
    ) -> Result<ToolOutput, ToolError> {
        self.begun.send(call.caller().id().to_owned()).unwrap();
        self.may_end.acquire().await.unwrap().forget();
        Ok(ToolOutput::json(json!({})))
    }
}

/// A queue with the tool, as one process has it.
struct Stage {
    queue: StoredQueue,
    surface: Surface,
    begun: mpsc::UnboundedReceiver<String>,
    may_end: Arc<Semaphore>,
}

impl Stage {
    fn new(
        folder: &Path,
        bounds: Bounds,
    ) -> Self {
        let (says, begun) = mpsc::unbounded_channel();
        let may_end = Arc::new(Semaphore::new(0));
        let queue = StoredQueue::new(NoteStore::open(&folder.join("notes.db")).unwrap(), bounds);
        let registry = Registry::builder(()).register(Held { begun: says, may_end: Arc::clone(&may_end) });
        let invoker = Invoker::builder(registry.build().unwrap()).unlimited().operations(queue.clone());
        let surface =
            Surface::outside("outside", &invoker.build().unwrap(), Allow::exposed()).build().unwrap();
        queue.begin();
        Self { queue, surface, begun, may_end }
    }

    async fn reply(
        &self,
        caller: &str,
        with: impl FnOnce(Request) -> Request,
    ) -> Reply {
        let request = with(self.surface.request(Caller::new(caller), "work", Some(json!({}))));
        match self.surface.call(request).await {
            Answer::Reply(reply) => reply,
            other => panic!("{other:?}"),
        }
    }

    async fn start(
        &self,
        caller: &str,
    ) -> OperationId {
        id(&self.reply(caller, |request| request).await)
    }

    async fn begun(&mut self) -> String {
        self.begun.recv().await.unwrap()
    }

    /// Lets one end, and waits until its end is written.
    async fn end(
        &self,
        caller: &str,
        id: &OperationId,
    ) {
        self.may_end.add_permits(1);
        self.ended(caller, id).await;
    }

    async fn ended(
        &self,
        caller: &str,
        id: &OperationId,
    ) {
        let mut changes = self.queue.subscribe(caller, id).await.unwrap();
        while !self.queue.get(caller, id).await.unwrap().unwrap().is_finished() {
            changes.changed().await;
        }
    }
}

fn id(reply: &Reply) -> OperationId {
    let fields = reply.structured.as_ref().unwrap_or_else(|| panic!("{}", reply.text()));
    OperationId::parse(fields["operation"].as_str().unwrap()).unwrap()
}

fn one_at_a_time() -> Bounds {
    Bounds { running: 1, ..Bounds::default() }
}

#[tokio::test]
async fn who_queued_many_waits_behind_who_queued_one() {
    let folder = TempDir::new().unwrap();
    let mut stage = Stage::new(folder.path(), one_at_a_time());
    stage.start("alice").await;
    let mut order = vec![stage.begun().await];
    for caller in ["alice", "alice", "bob", "carol"] {
        stage.start(caller).await;
    }
    for _ in 0..4 {
        stage.may_end.add_permits(1);
        order.push(stage.begun().await);
    }
    assert_eq!(order, ["alice", "bob", "carol", "alice", "alice"]);
}

#[tokio::test]
async fn one_caller_cannot_hold_every_worker() {
    let folder = TempDir::new().unwrap();
    let mut stage =
        Stage::new(folder.path(), Bounds { running: 2, running_per_caller: 1, ..Bounds::default() });
    for caller in ["alice", "alice", "bob"] {
        stage.start(caller).await;
    }
    let mut first_two = [stage.begun().await, stage.begun().await];
    first_two.sort();
    assert_eq!(first_two, ["alice", "bob"]);
}

#[tokio::test]
async fn a_full_line_is_busy_for_that_caller_and_a_full_queue_for_all() {
    let folder = TempDir::new().unwrap();
    let mut stage =
        Stage::new(folder.path(), Bounds { waiting: 3, waiting_per_caller: 2, ..one_at_a_time() });
    stage.start("alice").await;
    stage.begun().await;
    for _ in 0..2 {
        stage.start("alice").await;
    }
    let full = stage.reply("alice", |request| request).await;
    assert_eq!((full.code.as_deref(), full.retry_after), (Some("busy"), Some(Duration::from_secs(5))));
    stage.start("bob").await;
    assert_eq!(stage.reply("carol", |request| request).await.code.as_deref(), Some("busy"));
}

#[tokio::test]
async fn an_equal_call_under_the_same_key_is_the_same_operation() {
    let folder = TempDir::new().unwrap();
    let stage = Stage::new(folder.path(), Bounds::default());
    let keyed = |request: Request| request.with_idempotency_key("upload-81");
    let first = id(&stage.reply("alice", keyed).await);
    assert_eq!(id(&stage.reply("alice", keyed).await), first);
    assert_ne!(id(&stage.reply("bob", keyed).await), first);
    assert_ne!(stage.start("alice").await, first);
    stage.end("alice", &first).await;
    assert_eq!(id(&stage.reply("alice", keyed).await), first, "it is known as long as it is kept");
}

#[tokio::test]
async fn cursors_part_what_finished_without_a_gap_and_without_repetition() {
    let folder = TempDir::new().unwrap();
    let mut stage = Stage::new(folder.path(), Bounds { kept_per_caller: 3, ..one_at_a_time() });
    let (mut started, mut told, mut cursor) = (Vec::new(), Vec::new(), None::<String>);
    for round in 0..6 {
        started.push(stage.start("alice").await);
        let others = stage.start("bob").await;
        for _ in 0..2 {
            stage.begun().await;
            stage.may_end.add_permits(1);
        }
        stage.ended("alice", &started[round]).await;
        stage.ended("bob", &others).await;
        if round % 2 == 1 {
            let survey = stage.queue.survey("alice", cursor.as_deref()).await.unwrap();
            assert!(!survey.gap && survey.unfinished.is_empty());
            told.extend(survey.finished.into_iter().map(|operation| operation.id));
            // Alice's own count, in which nothing of bob's is.
            assert_eq!(survey.cursor, (round + 1).to_string());
            cursor = Some(survey.cursor);
        }
    }
    assert_eq!(told, started);
    // The latest three are left, so whoever has read two or fewer has missed some.
    for (place, gap, left) in [
        ("0", true, 3),
        ("2", true, 3),
        ("3", false, 3),
        ("5", false, 1),
        ("6", false, 0),
        ("7", true, 3),
        ("x", true, 3),
    ] {
        let survey = stage.queue.survey("alice", Some(place)).await.unwrap();
        assert_eq!((survey.gap, survey.finished.len()), (gap, left), "{place}");
    }
    assert!(stage.queue.get("alice", &started[2]).await.unwrap().is_none());
    let nobody = stage.queue.survey("carol", Some("0")).await.unwrap();
    assert_eq!((nobody.gap, nobody.cursor.as_str()), (false, "0"));
}

#[tokio::test]
async fn a_wait_in_one_process_ends_for_what_ends_in_another() {
    let folder = TempDir::new().unwrap();
    let mut first = Stage::new(folder.path(), Bounds::default());
    let operation = first.start("alice").await;
    first.begun().await;
    let second = Stage::new(folder.path(), Bounds::default());
    let mut changes = second.queue.subscribe("alice", &operation).await.unwrap();
    assert!(!second.queue.get("alice", &operation).await.unwrap().unwrap().is_finished());
    first.may_end.add_permits(1);
    tokio::time::timeout(Duration::from_secs(30), changes.changed()).await.unwrap();
    second.ended("alice", &operation).await;
}

#[tokio::test]
async fn what_waits_survives_a_stop_in_order() {
    let folder = TempDir::new().unwrap();
    let mut stage = Stage::new(folder.path(), one_at_a_time());
    stage.start("alice").await;
    stage.begun().await;
    let waits = stage.start("alice").await;
    stage.may_end.add_permits(1);
    let report = stage.surface.invoker().shutdown(Duration::from_secs(30)).await;
    assert!(report.is_clean(), "{report:?}");
    drop(stage);

    let mut again = Stage::new(folder.path(), one_at_a_time());
    assert_eq!(again.begun().await, "alice");
    again.end("alice", &waits).await;
}
