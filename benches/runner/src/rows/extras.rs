//! What is switched on, beside the same without it, over HTTP.

use std::time::Duration;

use super::http::detail;
use crate::{
    Fallible, client,
    load::{self, Sample},
    report::{Report, Target},
    rounds::{interleaved, paired},
    server::Server,
};

const ROW: &str = "extras";
const ROUNDS: usize = 15;
const ROUND: Duration = Duration::from_millis(300);
const EXTRAS: [&str; 4] = ["footer", "audit", "metrics", "telemetry"];

pub(crate) fn run(report: &mut Report) -> Fallible<()> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let mut servers = vec![Server::start("subject-ours", "serve", 30)?];
    for extra in EXTRAS {
        servers.push(Server::start("subject-ours", &format!("serve-{extra}"), 30)?);
    }
    let call = client::call();
    for connections in [1, 16] {
        let measure = |server: &mut Server| runtime.block_on(load::run(server, &call, connections, ROUND));
        let samples = interleaved(&mut servers, ROUNDS, measure)?;
        for (extra, with) in EXTRAS.iter().zip(&samples[1..]) {
            let slower = |with: &Sample, without: &Sample| without.per_second() / with.per_second();
            let ratio = paired(with, &samples[0], slower);
            report.add(
                ROW,
                format!("{extra} on, {connections} connections: time of a call"),
                (ratio, " ×"),
                Target::AtMost(1.05),
                detail(with, &samples[0]).replace("theirs", "without"),
            );
        }
    }
    Ok(())
}
