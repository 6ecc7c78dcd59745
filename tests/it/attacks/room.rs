//! Whatever a caller sets going and leaves behind counts in the room, and is not more than a caller's share.

use std::{
    sync::{Arc, Mutex, mpsc},
    time::Duration,
};

use serde_json::json;
use tokio::sync::mpsc::UnboundedSender;
use tokio_util::sync::CancellationToken;
use tool_core::{Caller, Concurrency, Control, Effect, Invoker, Parallelism, Registry, Surface, tool};

use super::{Fan, at_once, begun, few};
use crate::{
    door::{Held, call, code, settle},
    support::{Fixture, outside},
};

fn surface(
    concurrency: Concurrency,
    fans: impl IntoIterator<Item = Fan>,
    tools: impl IntoIterator<Item = Fixture>,
) -> Surface {
    let builder = fans.into_iter().fold(Registry::builder(()), |builder, fan| builder.register(fan));
    let registry = tools.into_iter().fold(builder, |builder, tool| builder.register(tool)).build().unwrap();
    outside(&Invoker::builder(registry).unlimited().concurrency(concurrency).build().unwrap())
}

fn read_only(name: &'static str, inner: &'static str, times: usize) -> Fan {
    Fan::new(name, inner, times).host(|host| host.with_effect(Effect::ReadOnly))
}

#[tokio::test(start_paused = true)]
async fn writes_that_outlive_the_call_that_made_them_keep_its_place() {
    let mut held = Held::new();
    let surface = surface(few(1, 0), [read_only("fan", "write", 16)], [held.tool("write", |host| host)]);
    let left = call(&surface, "alice", "fan", json!({}));
    assert_eq!(begun(&mut held).await, 16);
    left.abort();
    assert!(left.await.unwrap_err().is_cancelled());
    for _ in 0..3 {
        assert_eq!(code(&at_once(call(&surface, "alice", "fan", json!({}))).await), "busy");
    }
    (0..15).for_each(|_| held.end_one());
    settle().await;
    assert_eq!(code(&at_once(call(&surface, "alice", "fan", json!({}))).await), "busy", "one still runs");
    held.end_one();
    settle().await;
    let _next = call(&surface, "alice", "fan", json!({}));
    assert_eq!(begun(&mut held).await, 16, "all have ended, so there is room");
}

/// A place where bodies block until a test lets them go.
struct Blocked {
    begun: UnboundedSender<()>,
    may_end: Mutex<mpsc::Receiver<()>>,
}

/// Reads something slow.
#[tool(title = "Read", exposure = both, blocking, effect = read_only)]
fn read(#[state] blocked: &Arc<Blocked>) {
    blocked.begun.send(()).unwrap();
    // A test that fails drops the other end, which lets the body go too.
    let _ = blocked.may_end.lock().unwrap().recv();
}

#[tokio::test(start_paused = true)]
async fn blocking_bodies_that_outlive_the_call_that_made_them_keep_its_place() {
    let ((sent, mut begun), (keeper, may_end)) = (tokio::sync::mpsc::unbounded_channel(), mpsc::channel());
    let blocked = Arc::new(Blocked { begun: sent, may_end: Mutex::new(may_end) });
    let registry =
        Registry::builder(blocked).register(read_only("fan", "read", 4)).tool(read_tool()).build().unwrap();
    let invoker = Invoker::builder(registry).unlimited().concurrency(few(1, 0)).build().unwrap();
    let surface = outside(&invoker);
    let token = CancellationToken::new();
    let request = surface.request(Caller::new("alice"), "fan", None).with_cancellation(token.clone());
    let (answer, ()) = tokio::join!(surface.call(request), async {
        for _ in 0..4 {
            begun.recv().await.unwrap();
        }
        token.cancel();
    });
    assert_eq!(code(&answer), "cancelled");
    for _ in 0..3 {
        assert_eq!(code(&at_once(call(&surface, "alice", "fan", json!({}))).await), "busy");
    }
    assert!(begun.try_recv().is_err(), "a room for one call has the threads of one call");
    drop(keeper);
    assert!(invoker.shutdown(Duration::from_mins(1)).await.is_clean(), "their threads ended");
}

#[tokio::test(start_paused = true)]
async fn all_that_comes_of_one_call_is_16_calls_at_once() {
    let mut held = Held::new();
    let leaf = held.tool("leaf", |host| host.with_effect(Effect::ReadOnly));
    let surface =
        surface(few(1, 0), [read_only("tree", "branch", 4), read_only("branch", "leaf", 8)], [leaf]);
    let _running = call(&surface, "alice", "tree", json!({}));
    // The first branch calls all its leaves before there is a second one, and that takes what is left.
    assert_eq!(begun(&mut held).await, 14, "two branches and 14 leaves");
}

#[tokio::test(start_paused = true)]
async fn what_a_control_tool_calls_takes_room() {
    let mut held = Held::new();
    let leaf = held.tool("leaf", |host| host.with_effect(Effect::ReadOnly));
    let poke = read_only("poke", "leaf", 1).host(|host| host.with_control(Control::Acts));
    let surface = surface(few(1, 100), [poke], [leaf]);
    let calls: Vec<_> = (0..10).map(|_| call(&surface, "alice", "poke", json!({}))).collect();
    for _ in 0..10 {
        assert_eq!(begun(&mut held).await, 1, "there is room for one");
        held.end_one();
    }
    for running in calls {
        assert_eq!(code(&at_once(running).await), "completed");
    }
}

#[tokio::test(start_paused = true)]
async fn one_caller_does_not_take_the_whole_room() {
    let mut held = Held::new();
    let slow = held.tool("slow", |host| host.with_effect(Effect::ReadOnly));
    let surface = surface(few(8, 8), [], [slow, Fixture::new("quick")]);
    let mallorys: Vec<_> = (0..6).map(|_| call(&surface, "mallory", "slow", json!({}))).collect();
    assert_eq!(begun(&mut held).await, 6, "three quarters");
    for tool in ["slow", "quick"] {
        assert_eq!(code(&at_once(call(&surface, "mallory", tool, json!({}))).await), "busy");
    }
    assert_eq!(code(&at_once(call(&surface, "alice", "quick", json!({}))).await), "completed");
    held.end_one();
    settle().await;
    assert_eq!(code(&at_once(call(&surface, "mallory", "quick", json!({}))).await), "completed");
    drop(mallorys);
}

#[tokio::test(start_paused = true)]
async fn one_caller_does_not_take_the_whole_line() {
    let mut held = Held::new();
    let exclusive = |name| held.tool(name, |host| host.with_parallelism(Parallelism::Exclusive));
    let surface = surface(few(8, 8), [], [exclusive("slow"), exclusive("other")]);
    let _mallory: Vec<_> = (0..5).map(|_| call(&surface, "mallory", "slow", json!({ "key": "m" }))).collect();
    assert_eq!(begun(&mut held).await, 1, "the other four wait, half of the line");
    let _bob = call(&surface, "bob", "other", json!({ "key": "b" }));
    assert_eq!(begun(&mut held).await, 1);
    for tool in ["slow", "other"] {
        assert_eq!(code(&at_once(call(&surface, "mallory", tool, json!({}))).await), "busy");
    }
    let alices = call(&surface, "alice", "other", json!({ "key": "a" }));
    settle().await;
    assert!(!alices.is_finished(), "there is a place in line");
    (0..8).for_each(|_| held.end_one());
    assert_eq!(code(&at_once(alices).await), "completed");
}
