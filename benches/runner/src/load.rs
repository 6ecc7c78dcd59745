//! So many connections, each with one request after the other, for a while.

use std::{
    rc::Rc,
    time::{Duration, Instant},
};

use tokio::task::JoinSet;

use crate::{Fallible, client::Connection, server::Server};

/// What one server did in one round.
pub(crate) struct Sample {
    pub(crate) calls: u64,
    pub(crate) elapsed: Duration,
    /// What its threads had of the processors meanwhile.
    pub(crate) cpu_ns: u64,
}

impl Sample {
    pub(crate) fn per_second(&self) -> f64 {
        self.calls as f64 / self.elapsed.as_secs_f64()
    }

    pub(crate) fn cpu_ns_per_call(&self) -> f64 {
        self.cpu_ns as f64 / self.calls as f64
    }
}

/// Asks a server for a while, over connections that are open before it begins.
pub(crate) async fn run(
    server: &Server,
    request: &[u8],
    connections: usize,
    time: Duration,
) -> Fallible<Sample> {
    let mut open = Vec::with_capacity(connections);
    for _ in 0..connections {
        open.push(Connection::open(server.address).await?);
    }
    let request: Rc<[u8]> = request.into();
    let tasks = tokio::task::LocalSet::new();
    let cpu_before = server.process.cpu_ns()?;
    let start = Instant::now();
    let calls = tasks.run_until(async {
        let mut running = JoinSet::new();
        for connection in open {
            running.spawn_local(ask_until(connection, Rc::clone(&request), start + time));
        }
        let mut calls = 0;
        while let Some(ended) = running.join_next().await {
            calls += ended.map_err(|error| error.to_string())??;
        }
        Ok::<_, String>(calls)
    });
    let calls = calls.await.map_err(|error| format!("{}: {error}", server.name))?;
    Ok(Sample { calls, elapsed: start.elapsed(), cpu_ns: server.process.cpu_ns()? - cpu_before })
}

/// Every answer has to be as long as the first one: a refusal that a busy server writes is no call that it made.
async fn ask_until(mut connection: Connection, request: Rc<[u8]>, end: Instant) -> Result<u64, String> {
    let (mut calls, mut length) = (0, None);
    while Instant::now() < end {
        let (status, body) = connection.ask(&request).await.map_err(|error| error.to_string())?;
        if status != 200 || *length.get_or_insert(body.len()) != body.len() {
            return Err(format!("answered with {status}: {}", String::from_utf8_lossy(body)));
        }
        calls += 1;
    }
    Ok(calls)
}
