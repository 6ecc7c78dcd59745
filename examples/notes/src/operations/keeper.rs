//! The one task of a process that looks after the queue: takes what has its turn, and sees each second what other
//! processes did, or left behind. What becomes of either is in the files beside this one.

use super::{Shared, bounds::Bounds, end, fault::Fault, orphans, rows, run, take};
use crate::store::Ended;
use rusqlite::{Connection, ToSql};
use std::{
    sync::{Arc, Weak},
    time::Duration,
};
use tokio::{
    sync::Notify,
    time::{MissedTickBehavior, interval},
};
use tokio_util::sync::CancellationToken;
use tool_core::OperationId;

/// How often a process looks what others did: the longest that a waiter learns too late of an end elsewhere.
const POLL: Duration = Duration::from_secs(1);

/// What was seen when this process last looked.
#[derive(Clone, Copy, Default)]
struct Seen {
    /// SQLite's own number, which changes when another connection has written.
    version: Option<i64>,
    /// The last change of an operation.
    change: i64,
}

/// What other processes did.
struct News {
    seen: Seen,
    changed: Vec<OperationId>,
    to_stop: Vec<OperationId>,
    /// All processes that use the database, or did.
    others: Vec<String>,
    /// Whether something finished too long ago to be kept.
    is_old: bool,
}

/// Looks after a queue until it is closed or dropped.
pub(super) async fn keep(
    queue: Weak<Shared>,
    work: Arc<Notify>,
    closed: CancellationToken,
) {
    let mut ticks = interval(POLL);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut seen = Seen::default();
    loop {
        let look = tokio::select! {
            () = closed.cancelled() => return,
            () = work.notified() => false,
            _ = ticks.tick() => true,
        };
        let Some(shared) = queue.upgrade() else { return };
        if look {
            match look_around(&shared, seen).await {
                Ok(now) => seen = now,
                Err(fault) => tracing::error!(?fault, "the queue of operations cannot be read"),
            }
        }
        if let Err(fault) = take_up(&shared).await {
            tracing::error!(?fault, "no operation can be taken from the queue");
        }
    }
}

/// Runs what has its turn, as much as this process may.
async fn take_up(shared: &Arc<Shared>) -> Result<(), Fault> {
    let Some(runner) = shared.runner.get() else { return Ok(()) };
    while shared.running.count() < shared.bounds.running && !shared.closed.is_cancelled() {
        let (worker, bounds) = (shared.worker(), shared.bounds);
        let next = shared.store.write(move |connection| take::next(connection, &worker, &bounds)).await?;
        let Some(call) = next else { break };
        run::start(shared, runner, call);
    }
    Ok(())
}

/// Sees what other processes did, and tells the waiters of this one; takes up what ended ones left behind.
async fn look_around(
    shared: &Arc<Shared>,
    seen: Seen,
) -> Result<Seen, Fault> {
    let (worker, bounds) = (shared.worker(), shared.bounds);
    let news = shared.store.read(move |connection| news(connection, &worker, &bounds, seen)).await?;
    if seen.version.is_none() {
        shared.waiters.tell_all();
    }
    for id in &news.changed {
        shared.waiters.tell(id);
    }
    for id in &news.to_stop {
        shared.running.cancel(id);
    }
    for other in news.others {
        if let Some(ended) = shared.store.presence().ended(&other) {
            inherit(shared, other, ended).await?;
        }
    }
    write_progress(shared).await?;
    if news.is_old {
        shared.store.write(move |connection| end::forget_old(connection, &bounds)).await?;
    }
    shared.waiters.tidy();
    Ok(news.seen)
}

fn news(
    connection: &Connection,
    worker: &str,
    bounds: &Bounds,
    seen: Seen,
) -> Result<News, Fault> {
    let texts = |sql: &str, parameter: &dyn ToSql| -> Result<Vec<String>, Fault> {
        let mut statement = connection.prepare_cached(sql)?;
        let found = statement.query_map([parameter], |row| row.get(0))?;
        Ok(found.collect::<Result<_, _>>()?)
    };
    let ids = |sql: &str, parameter: &dyn ToSql| -> Result<Vec<OperationId>, Fault> {
        texts(sql, parameter)?.iter().map(|text| rows::id(text)).collect()
    };
    let one = |sql: &str| connection.query_row(sql, [], |row| row.get::<_, i64>(0));
    let version = one("PRAGMA data_version")?;
    let (mut change, mut changed) = (seen.change, Vec::new());
    if seen.version != Some(version) {
        change = one("SELECT latest FROM operation_changes")?;
        if seen.version.is_some() {
            changed = ids("SELECT id FROM operations WHERE change > ?1", &seen.change)?;
        }
    }
    Ok(News {
        seen: Seen { version: Some(version), change },
        changed,
        to_stop: ids(
            "SELECT id FROM operations WHERE state = 'running' AND worker = ?1 AND cancel_requested",
            &worker,
        )?,
        others: texts("SELECT id FROM workers WHERE id <> ?1", &worker)?,
        is_old: end::is_old(connection, bounds)?,
    })
}

/// Takes up what a process left behind, and then removes its sign.
async fn inherit(
    shared: &Shared,
    worker: String,
    ended: Ended,
) -> Result<(), Fault> {
    let bounds = shared.bounds;
    let changed =
        shared.store.write(move |connection| orphans::take_up(connection, &worker, &bounds)).await?;
    for id in &changed {
        shared.waiters.tell(id);
    }
    ended.forget();
    Ok(())
}

/// Writes down how far the operations of this process are, for the others.
async fn write_progress(shared: &Shared) -> Result<(), Fault> {
    let news = shared.running.news();
    if news.is_empty() {
        return Ok(());
    }
    shared
        .store
        .write(move |connection| {
            let write = "UPDATE operations SET progress = ?2 WHERE id = ?1 AND state = 'running'";
            let mut statement = connection.prepare_cached(write)?;
            for (id, update) in news {
                statement.execute([id.as_str(), &rows::write_progress(&update)])?;
            }
            Ok(())
        })
        .await
}
