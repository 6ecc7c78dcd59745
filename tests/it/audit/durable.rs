//! What is on the disk when: before a tool that may change something runs, and what becomes of calls that do not wait.

use std::{
    fs,
    future::{Future, poll_fn},
    pin::pin,
    sync::{Arc, Mutex},
    task::Poll,
};

use serde_json::{Value, json};
use tokio_util::sync::CancellationToken;
use tool_core::{
    Answer, AuditLog, AuditSink, Caller, Concurrency, Effect, Invoker, JsonLines, Surface, ToolOutput,
};

use super::{Gate, Keeper, gate, paired, path_in, records, surface};
use crate::support::{Fixture, registry};

pub(super) fn reading() -> Fixture {
    Fixture::new("reads").host(|host| host.with_effect(Effect::ReadOnly))
}

pub(super) fn writing() -> Fixture {
    Fixture::new("writes")
}

pub(super) fn on(log: &AuditLog, tools: impl IntoIterator<Item = Fixture>) -> Surface {
    surface(&Invoker::builder(registry(tools)).unlimited().audit(log.clone()).build().unwrap())
}

pub(super) async fn call(surface: &Surface, tool: &str) -> Answer {
    surface.call(surface.request(Caller::new("alice"), tool, None)).await
}

/// Looks at a future once, and says whether it is ready.
pub(super) async fn once<F: Future>(mut future: std::pin::Pin<&mut F>) -> Option<F::Output> {
    poll_fn(|context| match future.as_mut().poll(context) {
        Poll::Ready(output) => Poll::Ready(Some(output)),
        Poll::Pending => Poll::Ready(None),
    })
    .await
}

fn gated() -> (AuditLog, Keeper) {
    let (target, keeper): (Gate, Keeper) = gate();
    (AuditLog::to(target).start().unwrap(), keeper)
}

#[tokio::test]
async fn the_decision_is_in_the_file_before_the_body_of_a_write_runs() {
    let directory = tempfile::tempdir().unwrap();
    let path = path_in(&directory);
    let log = AuditLog::to(JsonLines::append(&path).unwrap()).start().unwrap();
    let seen = Arc::<Mutex<Vec<Value>>>::default();
    let (keeps, of_body) = (Arc::clone(&seen), path.clone());
    let writes = Fixture::new("writes").body(move |_| {
        let now = records(&of_body);
        keeps.lock().unwrap().extend(now);
        async { Ok(ToolOutput::text("written")) }
    });
    call(&on(&log, [writes]), "writes").await;
    let seen = seen.lock().unwrap().clone();
    assert_eq!((seen.len(), &seen[0]["record"], &seen[0]["step"]), (1, &json!("decision"), &json!("run")));
}

#[tokio::test]
async fn a_write_waits_for_the_target_and_a_read_does_not() {
    let (log, keeper) = gated();
    let (writes, reads) = (writing(), reading());
    let runs = writes.runs();
    let surface = on(&log, [writes, reads]);
    let mut write = pin!(call(&surface, "writes"));
    assert!(once(write.as_mut()).await.is_none());
    keeper.asked();
    assert!(once(write.as_mut()).await.is_none(), "the target has not written it yet");
    assert!(matches!(call(&surface, "reads").await, Answer::Reply(_)), "a read goes by");
    assert_eq!((runs.count(), keeper.written().len()), (0, 0));
    keeper.let_through();
    assert!(matches!(write.await, Answer::Reply(_)));
    assert_eq!(runs.count(), 1);
    drop(keeper.answer);
    log.flush().await;
    assert_eq!(paired(&keeper.written.lock().unwrap()).len(), 2);
}

#[tokio::test]
async fn a_call_that_is_dropped_while_its_decision_is_written_ends_as_cancelled_and_never_runs() {
    let (log, keeper) = gated();
    let writes = writing();
    let runs = writes.runs();
    let surface = on(&log, [writes]);
    {
        let mut write = pin!(call(&surface, "writes"));
        assert!(once(write.as_mut()).await.is_none());
        keeper.asked();
    }
    drop(keeper.answer);
    log.flush().await;
    let (_, end) = paired(&keeper.written.lock().unwrap()).remove(0);
    assert_eq!((runs.count(), &end["outcome"]), (0, &json!("cancelled")));
}

#[tokio::test]
async fn a_caller_that_gives_up_does_not_wait_for_a_target_that_is_stuck() {
    let (log, keeper) = gated();
    let writes = writing();
    let runs = writes.runs();
    let surface = on(&log, [writes]);
    let token = CancellationToken::new();
    let request = surface.request(Caller::new("alice"), "writes", None).with_cancellation(token.clone());
    let mut write = pin!(surface.call(request));
    assert!(once(write.as_mut()).await.is_none());
    keeper.asked();
    token.cancel();
    assert!(matches!(write.await, Answer::Cancelled));
    drop(keeper.answer);
    log.flush().await;
    let (_, end) = paired(&keeper.written.lock().unwrap()).remove(0);
    assert_eq!((runs.count(), &end["outcome"]), (0, &json!("cancelled")));
}

#[tokio::test]
async fn calls_that_wait_together_are_written_together() {
    let (log, keeper) = gated();
    let many = Concurrency::default().with_running(1000.try_into().unwrap());
    let invoker = Invoker::builder(registry([writing()])).unlimited().concurrency(many).audit(log.clone());
    let surface = surface(&invoker.build().unwrap());
    let mut first = pin!(call(&surface, "writes"));
    assert!(once(first.as_mut()).await.is_none());
    assert_eq!(keeper.asked(), 1);
    let mut others: Vec<_> = (0..300).map(|_| Box::pin(call(&surface, "writes"))).collect();
    for other in &mut others {
        assert!(once(other.as_mut()).await.is_none());
    }
    keeper.let_through();
    assert_eq!(keeper.asked(), 256, "a batch is bounded");
    keeper.let_through();
    assert_eq!(keeper.asked(), 44, "the rest");
    drop(keeper.answer);
    first.await;
    for other in others {
        other.await;
    }
    log.flush().await;
    assert_eq!(paired(&keeper.written.lock().unwrap()).len(), 301);
}

/// It is not tied to any runtime: the decision is awaited by hand here, and the writer is a plain thread.
#[test]
fn it_works_on_whatever_runtime_and_ends_with_its_last_handle() {
    let directory = tempfile::tempdir().unwrap();
    let path = path_in(&directory);
    for runtime in [
        tokio::runtime::Builder::new_current_thread().build().unwrap(),
        tokio::runtime::Builder::new_multi_thread().worker_threads(2).build().unwrap(),
    ] {
        // The lock on the file says that the thread before has ended, and taken its file with it.
        let log = AuditLog::to(JsonLines::append(&path).unwrap()).start().unwrap();
        let surface = on(&log, [reading(), writing()]);
        runtime.block_on(async {
            call(&surface, "writes").await;
            call(&surface, "reads").await;
        });
        drop((surface, log));
    }
    assert_eq!(paired(&records(&path)).len(), 4, "what was queued is written before it ends");
}

#[cfg(unix)]
#[test]
fn a_new_file_is_for_its_owner_only() {
    use std::os::unix::fs::PermissionsExt;
    let directory = tempfile::tempdir().unwrap();
    let path = path_in(&directory);
    drop(JsonLines::append(&path).unwrap());
    assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
}
