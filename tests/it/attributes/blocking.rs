//! A body that blocks cannot be stopped. It keeps its place in the room until it ends, whoever has gone before.

use std::{
    num::NonZeroUsize,
    sync::{Arc, Mutex, mpsc::Receiver},
    time::Duration,
};

use serde_json::json;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender};
use tokio_util::sync::CancellationToken;
use tool_core::{Answer, Caller, Concurrency, Invoker, Registry, Surface, testing::TestSurface, tool};

use crate::support::first_party;

/// A place where bodies block until a test lets them go.
struct Gate {
    events: UnboundedSender<&'static str>,
    open: Mutex<Receiver<()>>,
}

/// Reads something slow.
#[tool(blocking, effect = read_only)]
fn read(#[state] gate: &Arc<Gate>) {
    gate.events.send("begins").unwrap();
    // A test that fails drops the other end, which lets the body go too.
    let _ = gate.open.lock().unwrap().recv();
    gate.events.send("ends").unwrap();
}

/// A room for one call, with this many places in line.
struct Small {
    surface: Surface,
    invoker: Invoker,
    events: UnboundedReceiver<&'static str>,
    open: std::sync::mpsc::Sender<()>,
}

impl Small {
    fn new(line: usize) -> Self {
        let (sent, events) = tokio::sync::mpsc::unbounded_channel();
        let (open, opened) = std::sync::mpsc::channel();
        let gate = Arc::new(Gate { events: sent, open: Mutex::new(opened) });
        let one = Concurrency::default()
            .with_running(NonZeroUsize::MIN)
            .with_waiting(line)
            .with_patience(Duration::from_mins(5));
        let registry = Registry::builder(gate).tool(read_tool()).build().unwrap();
        let invoker = Invoker::builder(registry).unlimited().concurrency(one).build().unwrap();
        let surface = first_party(&invoker);
        Self { surface, invoker, events, open }
    }

    /// Makes a call whose caller goes as soon as its body has begun.
    async fn abandon(&mut self) {
        let token = CancellationToken::new();
        let request = self.surface.request(Caller::new("alice"), "read", Some(json!({})));
        let (answer, ()) = tokio::join!(self.surface.call(request.with_cancellation(token.clone())), async {
            assert_eq!(self.events.recv().await, Some("begins"));
            token.cancel();
        });
        assert!(matches!(answer, Answer::Cancelled), "{answer:?}");
    }
}

#[tokio::test]
async fn a_body_whose_caller_has_gone_still_takes_room() {
    let mut small = Small::new(0);
    small.abandon().await;
    let surface = TestSurface::new(&small.surface);
    tokio::select! {
        answer = surface.call("read", json!({})) => assert_eq!(answer.code().as_deref(), Some("busy")),
        event = small.events.recv() => panic!("a second body {event:?} beside the first"),
    }
    small.open.send(()).unwrap();
    // The room is empty, and the invoker clean, only when the body has given its place back.
    assert!(small.invoker.shutdown(Duration::from_mins(5)).await.is_clean());
    assert_eq!(small.events.recv().await, Some("ends"));
}

#[tokio::test]
async fn the_next_call_has_its_turn_when_the_body_has_ended() {
    let mut small = Small::new(1);
    small.abandon().await;
    let surface = TestSurface::new(&small.surface);
    let (answer, events) = tokio::join!(surface.call("read", json!({})), async {
        small.open.send(()).unwrap();
        let events = [small.events.recv().await, small.events.recv().await].map(Option::unwrap);
        small.open.send(()).unwrap();
        events
    });
    assert_eq!(events, ["ends", "begins"]);
    assert_eq!(answer.code(), None);
}
