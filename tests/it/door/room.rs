//! How many calls run at once, who waits for whom, and who never waits.

use std::{
    num::NonZeroUsize,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use serde_json::json;
use tokio_util::sync::CancellationToken;
use tool_core::{
    Answer, Available, BoxError, Caller, Concurrency, Control, Effect, Invoker, Parallelism, Registered,
    Surface, testing::TestSurface,
};

use super::{Held, call, code, settle};
use crate::support::{Fixture, Projects, outside, registry};

fn surface(concurrency: Concurrency, tools: impl IntoIterator<Item = Fixture>) -> Surface {
    let invoker = Invoker::builder(registry(tools))
        .unlimited()
        .ownership(Projects)
        .concurrency(concurrency)
        .build()
        .unwrap();
    outside(&invoker)
}

fn room(running: usize, waiting: usize) -> Concurrency {
    Concurrency::default().with_running(NonZeroUsize::new(running).unwrap()).with_waiting(waiting)
}

#[tokio::test(start_paused = true)]
async fn a_call_waits_for_its_turn_and_then_runs() {
    let mut held = Held::new();
    let surface = surface(room(1, 1), [held.tool("work", |host| host)]);
    let first = call(&surface, "alice", "work", json!({ "key": "1" }));
    assert_eq!(held.begun().await, "1");
    let second = call(&surface, "bob", "work", json!({ "key": "2" }));
    settle().await;
    assert!(held.none_begun(), "the second one waits");
    held.end_one();
    assert_eq!(code(&first.await.unwrap()), "completed");
    assert_eq!(held.begun().await, "2");
    held.end_one();
    assert_eq!(code(&second.await.unwrap()), "completed");
}

#[tokio::test(start_paused = true)]
async fn a_full_line_refuses_at_once_and_says_when_to_come_back() {
    let mut held = Held::new();
    let surface = surface(room(1, 1), [held.tool("work", |host| host)]);
    let _running = call(&surface, "alice", "work", json!({}));
    held.begun().await;
    let _waiting = call(&surface, "alice", "work", json!({}));
    settle().await;
    let before = tokio::time::Instant::now();
    let answer = TestSurface::new(&surface).call("work", json!({})).await;
    assert_eq!(answer.text(), "busy: too much is running at present; try again in 1 second");
    assert_eq!(answer.reply().retry_after, Some(Duration::from_secs(1)));
    assert_eq!(before.elapsed(), Duration::ZERO);
}

#[tokio::test(start_paused = true)]
async fn nobody_waits_longer_than_the_patience_and_a_place_in_line_is_given_back() {
    let mut held = Held::new();
    let patience = Duration::from_secs(3);
    let surface = surface(room(1, 1).with_patience(patience), [held.tool("work", |host| host)]);
    let _running = call(&surface, "alice", "work", json!({}));
    held.begun().await;
    for _ in 0..3 {
        let before = tokio::time::Instant::now();
        assert_eq!(TestSurface::new(&surface).call("work", json!({})).await.code().as_deref(), Some("busy"));
        assert_eq!(before.elapsed(), patience);
    }
}

#[tokio::test(start_paused = true)]
async fn who_waits_and_gives_up_is_cancelled_and_leaves_the_line() {
    let mut held = Held::new();
    let surface = surface(room(1, 1), [held.tool("work", |host| host)]);
    let running = call(&surface, "alice", "work", json!({ "key": "1" }));
    held.begun().await;
    let token = CancellationToken::new();
    let request =
        surface.request(Caller::new("bob"), "work", Some(json!({}))).with_cancellation(token.clone());
    let (answer, ()) = tokio::join!(surface.call(request), async {
        settle().await;
        token.cancel();
    });
    assert!(matches!(answer, Answer::Cancelled), "{answer:?}");
    let next = call(&surface, "bob", "work", json!({ "key": "3" }));
    settle().await;
    held.end_one();
    held.end_one();
    assert_eq!(held.begun().await, "3", "the place in line was free");
    running.await.unwrap();
    next.await.unwrap();
}

#[tokio::test(start_paused = true)]
async fn listing_and_control_never_wait() {
    let mut held = Held::new();
    let stop = Fixture::new("stop").host(|host| host.with_control(Control::Acts));
    let status = Fixture::new("status").host(|host| host.with_control(Control::Waits));
    let surface = surface(room(1, 0), [held.tool("work", |host| host), stop, status]);
    let _running = call(&surface, "alice", "work", json!({}));
    held.begun().await;
    let alice = TestSurface::new(&surface).as_caller("alice");
    assert_eq!(alice.call("work", json!({})).await.code().as_deref(), Some("busy"));
    assert_eq!(alice.names(), ["status", "stop", "work"]);
    assert_eq!(alice.call("stop", json!({})).await.text(), "ran");
    assert_eq!(alice.call("status", json!({})).await.text(), "ran");
}

#[tokio::test(start_paused = true)]
async fn a_caller_has_16_waiting_calls_and_they_are_its_own() {
    let mut held = Held::new();
    let stop = Fixture::new("stop").host(|host| host.with_control(Control::Acts));
    let wait = held.tool("wait", |host| host.with_control(Control::Waits).with_effect(Effect::ReadOnly));
    let surface = surface(room(1, 0), [wait, stop]);
    for _ in 0..16 {
        call(&surface, "alice", "wait", json!({}));
        held.begun().await;
    }
    let alice = TestSurface::new(&surface).as_caller("alice");
    let refused = alice.call("wait", json!({})).await;
    assert_eq!(refused.code().as_deref(), Some("busy"));
    assert!(refused.reply().retry_after.is_some());
    assert_eq!(alice.call("stop", json!({})).await.text(), "ran", "what acts is not counted");
    let bobs = call(&surface, "bob", "wait", json!({}));
    held.begun().await;
    (0..17).for_each(|_| held.end_one());
    assert_eq!(code(&bobs.await.unwrap()), "completed");
    settle().await;
    let again = call(&surface, "alice", "wait", json!({}));
    held.begun().await;
    held.end_one();
    assert_eq!(code(&again.await.unwrap()), "completed", "an ended wait is given back");
}

#[tokio::test(start_paused = true)]
async fn an_exclusive_tool_runs_one_call_and_keeps_nobody_else_out() {
    let mut held = Held::new();
    let exclusive = held.tool("migrate", |host| host.with_parallelism(Parallelism::Exclusive));
    let surface = surface(room(2, 16), [exclusive, Fixture::new("plain")]);
    let first = call(&surface, "alice", "migrate", json!({ "key": "1" }));
    assert_eq!(held.begun().await, "1");
    let rest: Vec<_> = (0..5).map(|_| call(&surface, "bob", "migrate", json!({ "key": "2" }))).collect();
    settle().await;
    assert!(held.none_begun());
    // Those who wait for the lane take no room.
    assert_eq!(TestSurface::new(&surface).call("plain", json!({})).await.text(), "ran");
    for _ in 0..5 {
        held.end_one();
        assert_eq!(held.begun().await, "2");
        settle().await;
        assert!(held.none_begun(), "never two at once");
    }
    held.end_one();
    assert_eq!(code(&first.await.unwrap()), "completed");
    for call in rest {
        assert_eq!(code(&call.await.unwrap()), "completed");
    }
}

#[tokio::test(start_paused = true)]
async fn calls_of_one_value_run_one_by_one_and_of_another_beside_them() {
    let mut held = Held::new();
    let serial = held.tool("write", |host| host.with_parallelism(Parallelism::SerialBy("key".into())));
    let surface = surface(room(8, 8), [serial]);
    let _a = call(&surface, "alice", "write", json!({ "key": "a" }));
    assert_eq!(held.begun().await, "a");
    let _again = call(&surface, "bob", "write", json!({ "key": "a" }));
    let _b = call(&surface, "alice", "write", json!({ "key": "b" }));
    assert_eq!(held.begun().await, "b");
    let _absent = call(&surface, "alice", "write", json!({}));
    assert_eq!(held.begun().await, json!(null));
    settle().await;
    assert!(held.none_begun(), "the second one of `a` waits");
    held.end_one();
    held.end_one();
    held.end_one();
    assert_eq!(held.begun().await, "a");
}

#[tokio::test(start_paused = true)]
async fn calls_about_one_target_run_one_by_one() {
    let mut held = Held::new();
    let serial =
        held.tool("write", |host| host.with_target("project").with_parallelism(Parallelism::SerialByTarget));
    let invoker = Invoker::builder(registry([serial])).unlimited().ownership(Projects).build().unwrap();
    let surface = outside(&invoker);
    let _alice = call(&surface, "alice", "write", json!({ "project_id": "p-alice", "key": "1" }));
    assert_eq!(held.begun().await, "1");
    let _again = call(&surface, "alice", "write", json!({ "project_id": "p-alice", "key": "2" }));
    let _bob = call(&surface, "bob", "write", json!({ "project_id": "p-bob", "key": "3" }));
    assert_eq!(held.begun().await, "3");
    settle().await;
    assert!(held.none_begun());
    held.end_one();
    held.end_one();
    assert_eq!(held.begun().await, "2");
}

#[tokio::test(start_paused = true)]
async fn a_write_that_nobody_waits_for_keeps_its_room() {
    let mut held = Held::new();
    let surface = surface(room(1, 0), [held.tool("work", |host| host)]);
    let left = call(&surface, "alice", "work", json!({}));
    held.begun().await;
    left.abort();
    assert!(left.await.unwrap_err().is_cancelled());
    let alice = TestSurface::new(&surface);
    assert_eq!(alice.call("work", json!({})).await.code().as_deref(), Some("busy"));
    held.end_one();
    settle().await;
    let next = call(&surface, "alice", "work", json!({}));
    held.begun().await;
    held.end_one();
    assert_eq!(code(&next.await.unwrap()), "completed");
}

#[tokio::test(start_paused = true)]
async fn what_changed_while_a_call_stood_in_line_is_asked_again() {
    let mut held = Held::new();
    let waiting = Fixture::new("waiting");
    let runs = waiting.runs();
    let surface = surface(room(1, 2), [held.tool("work", |host| host), waiting]);
    let first = call(&surface, "alice", "work", json!({}));
    held.begun().await;
    let late = call(&surface, "alice", "waiting", json!({}));
    settle().await;
    surface.invoker().registry().disable("waiting", "incident 42").unwrap();
    held.end_one();
    first.await.unwrap();
    assert_eq!(code(&late.await.unwrap()), "unavailable");
    assert_eq!(runs.count(), 0);
}

#[tokio::test(start_paused = true)]
async fn availability_that_ends_while_a_call_stands_in_line_is_asked_again() {
    let mut held = Held::new();
    let waiting = Fixture::new("waiting");
    let (runs, open) = (waiting.runs(), Arc::new(AtomicBool::new(true)));
    let asked = Arc::clone(&open);
    let availability = move |_: &Caller, _: &Registered| -> Result<Available, BoxError> {
        let open = asked.load(Ordering::SeqCst);
        Ok(if open { Available::Visible } else { Available::Unavailable("closed".into()) })
    };
    let invoker = Invoker::builder(registry([held.tool("work", |host| host), waiting]))
        .unlimited()
        .availability(availability)
        .concurrency(room(1, 2))
        .build()
        .unwrap();
    let surface = outside(&invoker);
    let first = call(&surface, "alice", "work", json!({}));
    held.begun().await;
    let late = call(&surface, "alice", "waiting", json!({}));
    settle().await;
    open.store(false, Ordering::SeqCst);
    held.end_one();
    first.await.unwrap();
    assert_eq!(code(&late.await.unwrap()), "unavailable");
    assert_eq!(runs.count(), 0);
}
