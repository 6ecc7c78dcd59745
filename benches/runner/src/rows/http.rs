//! `tools/call` over HTTP, beside everybody who serves it.

use std::time::Duration;

use serde_json::Value;

use crate::{
    Fallible, client,
    load::{self, Sample},
    report::{Report, Target},
    rounds::{interleaved, median, paired},
    server::Server,
};

const ROW: &str = "http";
const ROUNDS: usize = 9;
const ROUND: Duration = Duration::from_millis(250);

/// Who serves with how many tools. The floor and the bare handler look at no tool.
const SERVERS: [(&str, &str, &[usize]); 6] = [
    ("subject-axum", "floor", &[1]),
    ("subject-rmcp", "bare", &[1]),
    ("subject-rmcp", "kept", &[1, 30, 100]),
    ("subject-rmcp", "rebuilt", &[1, 30, 100]),
    ("subject-rust-mcp-sdk", "serve", &[1, 30, 100]),
    ("subject-tower-mcp", "serve", &[1, 30, 100]),
];

pub(crate) fn run(report: &mut Report) -> Fallible<()> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let mut servers = Vec::new();
    for tools in [1, 30, 100] {
        servers.push(Server::start("subject-ours", "serve", tools)?);
    }
    for (program, what, sizes) in SERVERS {
        for &tools in sizes {
            servers.push(Server::start(program, what, tools)?);
        }
    }
    let call = client::call();
    runtime.block_on(require_one_answer(&servers, &call))?;
    for connections in [1, 16, 256] {
        let measure = |server: &mut Server| runtime.block_on(load::run(server, &call, connections, ROUND));
        let samples = interleaved(&mut servers, ROUNDS, measure)?;
        compare(report, &servers, &samples, connections);
    }
    Ok(())
}

/// Ours with 1, 30 and 100 tools come first: each peer is compared with ours of as many tools.
fn compare(report: &mut Report, servers: &[Server], samples: &[Vec<Sample>], connections: usize) {
    for (server, theirs) in servers.iter().zip(samples).skip(3) {
        let ours = match server.name.rsplit_once(", ").map_or("", |(_, tools)| tools) {
            "100 tools" => &samples[2],
            "30 tools" => &samples[1],
            _ => &samples[0],
        };
        let is_bare = server.name.contains("bare");
        let target = match () {
            () if is_bare => Target::AtLeast(0.95),
            () if server.name.starts_with("axum") || server.name.ends_with(" 1 tools") => Target::None,
            () => Target::AtLeast(1.0),
        };
        let ratio = paired(ours, theirs, |ours, theirs| ours.per_second() / theirs.per_second());
        report.add(
            ROW,
            format!("{connections} connections, calls a second beside {}", server.name),
            (ratio, " ×"),
            target,
            detail(ours, theirs),
        );
    }
}

/// Calls a second, and the processor time of the server for one call, which a busy machine does not change as much.
pub(crate) fn detail(ours: &[Sample], theirs: &[Sample]) -> String {
    let speed = |samples: &[Sample]| median(samples.iter().map(Sample::per_second));
    let cpu = |samples: &[Sample]| median(samples.iter().map(Sample::cpu_ns_per_call)) / 1000.0;
    format!(
        "{:.0}/s, {:.1} µs of processor; theirs {:.0}/s, {:.1} µs",
        speed(ours),
        cpu(ours),
        speed(theirs),
        cpu(theirs)
    )
}

async fn require_one_answer(servers: &[Server], call: &[u8]) -> Fallible<()> {
    let part = |result: &Value| (result["structuredContent"].clone(), result["content"].clone());
    let first = part(&servers[0].result(call).await?);
    for server in servers {
        let result = server.result(call).await?;
        if !same(&part(&result), &first) {
            return Err(format!("{} answers {result}", server.name).into());
        }
    }
    Ok(())
}

/// The order of members is not a difference, in the text neither.
fn same((structured, content): &(Value, Value), (first, first_content): &(Value, Value)) -> bool {
    let text =
        |content: &Value| serde_json::from_str::<Value>(content[0]["text"].as_str().unwrap_or_default()).ok();
    structured == first && text(content).is_some() && text(content) == text(first_content)
}
