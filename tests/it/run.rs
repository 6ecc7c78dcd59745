//! Around a run: panics, deadlines, callers that give up, and what is true afterwards.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use serde_json::json;
use tokio::sync::Notify;
use tokio_util::sync::CancellationToken;
use tool_core::{Answer, Caller, Effect, Surface, ToolError, ToolOutput, testing::TestSurface};

use crate::support::{Fixture, invoker, outside, reply};

/// A tool that starts, waits for a permission to end, and remembers that it ended.
struct Slow {
    started: Arc<Notify>,
    may_end: Arc<Notify>,
    ended: Arc<AtomicBool>,
    end: Arc<Notify>,
}

impl Slow {
    fn new() -> Self {
        Self { started: Arc::default(), may_end: Arc::default(), ended: Arc::default(), end: Arc::default() }
    }

    fn tool(&self, effect: Effect) -> Fixture {
        let (started, may_end) = (Arc::clone(&self.started), Arc::clone(&self.may_end));
        let (ended, end) = (Arc::clone(&self.ended), Arc::clone(&self.end));
        Fixture::new("slow").host(|host| host.with_effect(effect)).body(move |_| {
            let (started, may_end) = (Arc::clone(&started), Arc::clone(&may_end));
            let (ended, end) = (Arc::clone(&ended), Arc::clone(&end));
            async move {
                started.notify_one();
                may_end.notified().await;
                ended.store(true, Ordering::SeqCst);
                end.notify_one();
                Ok(ToolOutput::text("ran to its end"))
            }
        })
    }
}

async fn call_with(surface: &Surface, token: CancellationToken) -> Answer {
    let request = surface.request(Caller::new("alice"), "slow", Some(json!({}))).with_cancellation(token);
    surface.call(request).await
}

#[tokio::test]
async fn a_panic_is_an_answer_for_its_caller_and_nobody_else() {
    let panics = Fixture::new("panics").body(|_| async { panic!("secret of the tool") });
    let surface = TestSurface::new(&outside(&invoker([panics, Fixture::new("plain")])));
    let answer = surface.call("panics", json!({})).await;
    assert_eq!(answer.code().as_deref(), Some("internal"));
    assert!(answer.text().contains("correlation id"), "{}", answer.text());
    assert!(!answer.text().contains("secret"), "{}", answer.text());
    assert_eq!(surface.call("plain", json!({})).await.text(), "ran");
}

#[tokio::test]
async fn a_panic_after_an_await_is_caught_too() {
    let panics = Fixture::new("panics").body(|_| async {
        tokio::task::yield_now().await;
        panic!("late")
    });
    let surface = TestSurface::new(&outside(&invoker([panics])));
    assert_eq!(surface.call("panics", json!({})).await.code().as_deref(), Some("internal"));
}

#[tokio::test]
async fn an_authored_error_reaches_the_caller_and_an_internal_one_does_not() {
    let authored =
        Fixture::new("authored").body(|_| async { Err(ToolError::new("name-taken", "choose another name")) });
    let hidden =
        Fixture::new("hidden").body(|_| async { Err(ToolError::internal("postgres://user:pw@db failed")) });
    let surface = TestSurface::new(&outside(&invoker([authored, hidden])));
    assert_eq!(surface.call("authored", json!({})).await.text(), "name-taken: choose another name");
    let answer = surface.call("hidden", json!({})).await;
    assert_eq!(answer.code().as_deref(), Some("internal"));
    assert!(!answer.text().contains("postgres"), "{}", answer.text());
}

#[tokio::test(start_paused = true)]
async fn a_caller_that_gives_up_drops_a_read() {
    let slow = Slow::new();
    let surface = outside(&invoker([slow.tool(Effect::ReadOnly)]));
    let token = CancellationToken::new();
    let (answer, ()) = tokio::join!(call_with(&surface, token.clone()), async {
        slow.started.notified().await;
        token.cancel();
    });
    assert!(matches!(answer, Answer::Cancelled), "{answer:?}");
    slow.may_end.notify_one();
    tokio::task::yield_now().await;
    assert!(!slow.ended.load(Ordering::SeqCst));
}

#[tokio::test(start_paused = true)]
async fn a_write_that_ends_within_the_grace_period_tells_its_result() {
    let slow = Slow::new();
    let surface = outside(&invoker([slow.tool(Effect::Additive)]));
    let token = CancellationToken::new();
    let (answer, ()) = tokio::join!(call_with(&surface, token.clone()), async {
        slow.started.notified().await;
        token.cancel();
        slow.may_end.notify_one();
    });
    assert_eq!(reply(answer).text(), "ran to its end");
}

#[tokio::test(start_paused = true)]
async fn a_write_that_ignores_its_token_is_indeterminate_and_still_ends() {
    let slow = Slow::new();
    let surface = outside(&invoker([slow.tool(Effect::Destructive)]));
    let token = CancellationToken::new();
    let (answer, ()) = tokio::join!(call_with(&surface, token.clone()), async {
        slow.started.notified().await;
        token.cancel();
    });
    assert_eq!(reply(answer).code.as_deref(), Some("indeterminate"));
    slow.may_end.notify_one();
    slow.end.notified().await;
}

#[tokio::test(start_paused = true)]
async fn a_write_goes_on_when_whoever_waited_for_it_is_dropped() {
    let slow = Slow::new();
    let surface = outside(&invoker([slow.tool(Effect::Additive)]));
    tokio::select! {
        answer = call_with(&surface, CancellationToken::new()) => panic!("{answer:?}"),
        () = slow.started.notified() => {}
    }
    slow.may_end.notify_one();
    slow.end.notified().await;
}

#[tokio::test(start_paused = true)]
async fn a_read_that_is_late_says_so_and_a_write_that_is_late_is_indeterminate() {
    for (effect, code) in [(Effect::ReadOnly, "timeout"), (Effect::Additive, "indeterminate")] {
        let slow = Slow::new();
        let tool = slow.tool(effect).host(|host| host.with_timeout(Duration::from_secs(3)));
        let surface = outside(&invoker([tool]));
        let answer = call_with(&surface, CancellationToken::new()).await;
        assert_eq!(reply(answer).code.as_deref(), Some(code));
    }
}

#[tokio::test(start_paused = true)]
async fn a_late_tool_sees_its_token_cancelled() {
    let tool =
        Fixture::new("slow").host(|host| host.with_timeout(Duration::from_secs(3))).body(|seen| async move {
            seen.cancellation.cancelled().await;
            Ok(ToolOutput::text("stopped in time"))
        });
    let answer = call_with(&outside(&invoker([tool])), CancellationToken::new()).await;
    assert_eq!(reply(answer).text(), "stopped in time");
}

#[tokio::test]
async fn a_request_that_is_cancelled_already_runs_no_read() {
    let slow = Slow::new();
    let tool = slow.tool(Effect::ReadOnly);
    let token = CancellationToken::new();
    token.cancel();
    assert!(matches!(call_with(&outside(&invoker([tool])), token).await, Answer::Cancelled));
}

#[tokio::test]
async fn a_request_that_is_cancelled_already_runs_no_write_either() {
    let tool = Fixture::new("slow");
    let runs = tool.runs();
    let token = CancellationToken::new();
    token.cancel();
    assert!(matches!(call_with(&outside(&invoker([tool])), token).await, Answer::Cancelled));
    assert_eq!(runs.count(), 0);
}

#[tokio::test(start_paused = true)]
async fn a_write_whose_caller_is_dropped_sees_its_token_cancelled() {
    let (started, stopped) = (Arc::new(Notify::new()), Arc::new(Notify::new()));
    let tool = {
        let (started, stopped) = (Arc::clone(&started), Arc::clone(&stopped));
        Fixture::new("slow").body(move |seen| {
            let (started, stopped) = (Arc::clone(&started), Arc::clone(&stopped));
            async move {
                started.notify_one();
                seen.cancellation.cancelled().await;
                stopped.notify_one();
                Ok(ToolOutput::empty())
            }
        })
    };
    let surface = outside(&invoker([tool]));
    tokio::select! {
        answer = call_with(&surface, CancellationToken::new()) => panic!("{answer:?}"),
        () = started.notified() => {}
    }
    stopped.notified().await;
}

#[test]
fn a_write_that_is_dropped_outside_the_runtime_still_ends() {
    let runtime =
        tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_time().build().unwrap();
    let slow = Slow::new();
    let surface = outside(&invoker([slow.tool(Effect::Additive)]));
    let mut call = Box::pin(call_with(&surface, CancellationToken::new()));
    runtime.block_on(async {
        tokio::select! {
            answer = &mut call => panic!("{answer:?}"),
            () = slow.started.notified() => {}
        }
    });
    drop(call);
    slow.may_end.notify_one();
    runtime.block_on(slow.end.notified());
}

/// Panics when it is dropped.
struct Bomb;

impl Drop for Bomb {
    fn drop(&mut self) {
        assert!(std::thread::panicking(), "dropped");
    }
}

#[tokio::test(start_paused = true)]
async fn what_panics_while_it_is_dropped_stays_behind_the_wall() {
    let payload = Fixture::new("slow").body(|_| async { std::panic::panic_any(Bomb) });
    let answer = call_with(&outside(&invoker([payload])), CancellationToken::new()).await;
    assert_eq!(reply(answer).code.as_deref(), Some("internal"));

    let local = Fixture::new("slow")
        .host(|host| host.with_effect(Effect::ReadOnly).with_timeout(Duration::from_secs(1)));
    let local = local.body(|_| async {
        let _bomb = Bomb;
        std::future::pending().await
    });
    let answer = call_with(&outside(&invoker([local])), CancellationToken::new()).await;
    assert_eq!(reply(answer).code.as_deref(), Some("timeout"));
}
