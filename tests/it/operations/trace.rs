//! The run of an operation is in the trace of the caller that started it, however long it waits.

use std::sync::{Arc, Mutex};

use serde_json::json;
use tool_core::{Caller, InProcessQueue, TraceContext};

use super::{Held, Stage};
use crate::observed::Observed;

const PARENT: &str = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";

#[tokio::test(start_paused = true)]
async fn the_run_goes_on_in_the_callers_trace() {
    let mut held = Held::new();
    let adopted = Arc::new(Mutex::new(Vec::new()));
    let into = Arc::clone(&adopted);
    let queue = Arc::new(InProcessQueue::builder().build());
    let stage = Stage::with([held.operation("work", |host| host)], queue, |builder| {
        builder.trace_parent(move |_, context| into.lock().unwrap().push(context.traceparent().to_owned()))
    });
    let (_observed, _guard) = Observed::start();
    let context = TraceContext::parse(PARENT, Some("rojo=1")).unwrap();
    let request = stage.surface.request(Caller::new("alice"), "work", Some(json!({})));
    stage.surface.call(request.with_trace_context(context)).await;
    held.begun().await;
    assert_eq!(*adopted.lock().unwrap(), [PARENT, PARENT], "the call and the run");
    held.end_one();
    stage.start("alice", "work", json!({})).await;
    held.begun().await;
    assert_eq!(adopted.lock().unwrap().len(), 2, "who says no trace is in none");
}
