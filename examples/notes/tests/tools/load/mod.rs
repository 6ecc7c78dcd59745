//! The service under load, beside clients that misbehave: it answers everybody else, and keeps nothing of them.
//!
//! `LOAD_SECONDS=600` makes it a soak; `LOAD_SEED` repeats a run.

mod bad;
mod good;
mod level;

use self::level::Level;
use crate::{
    numbers::Numbers,
    server::{Client, Server},
};
use notes::{Service, limits::PerMinute, mcp, store::NoteStore, tools};
use std::{
    net::SocketAddr,
    sync::Arc,
    time::{Duration, Instant},
};
use tempfile::TempDir;
use tokio::{net::TcpListener, runtime, sync::oneshot, task::JoinSet};
use tool_mcp::http::Hosts;

/// How many clients of each kind there are at once.
const CLIENTS: usize = 8;

/// So often that no client comes near.
const MANY: &str = "100000000";

/// How long the load lasts, and how long before what is left is looked at for the first time: until then the allocator and
/// the caches grow.
fn seconds() -> (u64, u64) {
    let seconds = std::env::var("LOAD_SECONDS").map_or(4, |seconds| seconds.parse().unwrap());
    (seconds, (seconds / 4).min(60))
}

/// Lets everybody at the service for a while, and returns when the last of them is gone.
async fn storm(
    address: SocketAddr,
    numbers: &mut Numbers,
    seconds: u64,
) -> good::Done {
    let until = Instant::now() + Duration::from_secs(seconds);
    let mut clients = JoinSet::new();
    for _ in 0..CLIENTS {
        clients.spawn(good::client(address, numbers.branch(), until));
    }
    let mut others = JoinSet::new();
    for _ in 0..CLIENTS {
        others.spawn(bad::client(address, numbers.branch(), until));
    }
    others.join_all().await;
    clients.join_all().await.into_iter().sum()
}

/// Waits until the service has noticed that its clients are gone, as another one sees it.
async fn until_noticed(
    client: &Client,
    is_over: impl Fn() -> bool,
) {
    let deadline = Instant::now() + Duration::from_secs(40);
    while !is_over() && Instant::now() < deadline {
        client.get("/health").await;
        tokio::task::yield_now().await;
    }
}

#[cfg(target_os = "linux")] // what a process has is read from /proc
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_process_has_as_much_after_a_storm_as_before() {
    let folder = TempDir::new().unwrap();
    let flags = ["--demo-data", "--reads-per-minute", MANY, "--writes-per-minute", MANY];
    let server = Server::start_for("alice=T1,bob=T2", folder.path(), &flags);
    let address: SocketAddr = server.address().parse().unwrap();
    let mut numbers = Numbers::seeded("LOAD_SEED");
    let (seconds, warm_up) = seconds();

    let level = || Level::of(server.id());
    let idle = level();
    storm(address, &mut numbers, warm_up).await;
    until_noticed(&server, || level().files <= idle.files + 1).await;
    let before = level();
    let done = storm(address, &mut numbers, seconds).await;
    // The connection on which it is asked about stays open.
    until_noticed(&server, || level().files <= before.files).await;
    let after = level();

    good::report(&done, &before, &after);
    assert!(after.files <= idle.files + 1, "{idle:?} {before:?} {after:?}");
    // The pool for what blocks keeps its threads for ten seconds.
    assert!(after.threads <= idle.threads + CLIENTS as u64, "{idle:?} {after:?}");
    // A run of seconds still grows: 5 % is for one that lasts.
    let allowed = if seconds >= 60 { before.memory_kb / 20 } else { before.memory_kb / 4 };
    assert!(after.memory_kb <= before.memory_kb + allowed, "{before:?} {after:?}");
}

#[test]
fn no_task_is_left_of_a_storm() {
    let folder = TempDir::new().unwrap();
    let serving = runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
    let limits = PerMinute { reads: u32::MAX, writes: u32::MAX };
    let store = NoteStore::open(&folder.path().join("notes.db")).unwrap();
    let service = Service::new(store, &"alice=T1,bob=T2".parse().unwrap(), limits.quotas().unwrap());
    let (address, stop) = serving.block_on(async {
        notes::demo_data::fill(&service.store, ["alice", "bob"].map(|user| user.parse().unwrap()).to_vec())
            .await
            .unwrap();
        let surfaces = tools::surfaces(&service).unwrap();
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let app = mcp::app(&service, surfaces, Hosts::bound_to(address));
        let (stop, stopped) = oneshot::channel::<()>();
        let serve = axum::serve(listener, app).with_graceful_shutdown(async move {
            let _ = stopped.await;
        });
        tokio::spawn(async move { serve.await.unwrap() });
        (address, stop)
    });
    let tasks = Arc::new(serving.metrics());
    let calling = runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
    calling.block_on(async {
        let client = Client::of(format!("http://{address}"));
        client.get("/health").await;
        let mut numbers = Numbers::seeded("LOAD_SEED");
        until_noticed(&client, || tasks.num_alive_tasks() <= 3).await;
        let before = tasks.num_alive_tasks();
        storm(address, &mut numbers, 2).await;
        until_noticed(&client, || tasks.num_alive_tasks() <= before).await;
        assert!(tasks.num_alive_tasks() <= before, "{before} then {}", tasks.num_alive_tasks());
    });
    drop(stop);
}
