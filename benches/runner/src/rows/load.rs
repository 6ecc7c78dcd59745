//! A server under load for a while, with clients that send nonsense and clients that go away: everything else is answered, and the memory
//! stays what it was.

use std::time::{Duration, Instant};

use serde_json::json;
use tokio::task::LocalSet;

use crate::{
    Fallible,
    client::{self, Connection},
    load,
    report::{Report, Target},
    server::Server,
};

const ROW: &str = "load";
const CONNECTIONS: usize = 64;
const WARM: Duration = Duration::from_secs(3);
const LOAD: Duration = Duration::from_secs(15);

pub(crate) fn run(report: &mut Report) -> Fallible<()> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let server = Server::start("subject-ours", "serve", 100)?;
    let call = client::call();
    runtime.block_on(async {
        load::run(&server, &call, CONNECTIONS, WARM).await?;
        let before = server.process.resident_kib()?;
        let tasks = LocalSet::new();
        let (sample, faults) = tasks
            .run_until(async {
                let address = server.address;
                let faulty = tokio::task::spawn_local(faulty(address, Instant::now() + LOAD));
                let sample = load::run(&server, &call, CONNECTIONS, LOAD).await?;
                Fallible::Ok((sample, faulty.await??))
            })
            .await?;
        let after = server.process.resident_kib()?;
        let detail = format!(
            "{} calls, all answered, at {:.0}/s; {faults} faulty ones between them; {before} KiB before, {after} KiB after",
            sample.calls,
            sample.per_second()
        );
        report.add(ROW, "memory after 15 s of calls, beside before", (after as f64 / before as f64, " ×"), Target::AtMost(1.1), detail);
        // Whoever was refused and whoever went away left nothing behind: the same call has the same answer.
        server.result(&call).await?;
        Ok(())
    })
}

/// Sends what no server can do anything with, and goes away in the middle of calls, until the end. Returns how often.
async fn faulty(address: std::net::SocketAddr, end: Instant) -> Result<u64, String> {
    let unknown = client::request("tools/call", json!({ "name": "nobody", "arguments": {} }));
    let misfit =
        client::request("tools/call", json!({ "name": "find_notes", "arguments": { "limit": "many" } }));
    let broken = String::from_utf8_lossy(&client::call()).replacen("{\"id\"", "{\"id: \"", 1).into_bytes();
    let mut faults = 0;
    while Instant::now() < end {
        for request in [&unknown, &misfit, &broken] {
            let mut connection = Connection::open(address).await.map_err(|error| error.to_string())?;
            let (status, _) = connection.ask(request).await.map_err(|error| error.to_string())?;
            if status >= 500 {
                return Err(format!("a faulty request was answered with {status}"));
            }
            faults += 1;
        }
        let mut leaves = Connection::open(address).await.map_err(|error| error.to_string())?;
        leaves.send(&client::call()).await.map_err(|error| error.to_string())?;
        drop(leaves);
        faults += 1;
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    Ok(faults)
}
