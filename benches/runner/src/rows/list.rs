//! `tools/list` over HTTP, beside everybody who serves it. Names, titles, descriptions, schemas and hints are in all lists.

use std::time::Duration;

use serde_json::Value;

use super::http::detail;
use crate::{
    Fallible, client, load,
    report::{Report, Target},
    rounds::{interleaved, paired},
    server::Server,
};

const ROW: &str = "list";
const ROUNDS: usize = 9;
const ROUND: Duration = Duration::from_millis(250);
const CONNECTIONS: usize = 16;

const PEERS: [(&str, &str); 5] = [
    ("subject-axum", "floor"),
    ("subject-rmcp", "bare"),
    ("subject-rmcp", "kept"),
    ("subject-rust-mcp-sdk", "serve"),
    ("subject-tower-mcp", "serve"),
];

pub(crate) fn run(report: &mut Report) -> Fallible<()> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let list = client::list();
    for tools in [10, 100, 1_000] {
        let mut servers = vec![Server::start("subject-ours", "serve", tools)?];
        for (program, what) in PEERS {
            servers.push(Server::start(program, what, tools)?);
        }
        if tools <= 100 {
            servers.push(Server::start("subject-rmcp", "rebuilt", tools)?);
        }
        let sizes = runtime.block_on(require_same_names(&servers, &list, tools))?;
        let measure = |server: &mut Server| runtime.block_on(load::run(server, &list, CONNECTIONS, ROUND));
        let samples = interleaved(&mut servers, ROUNDS, measure)?;
        for ((server, theirs), size) in servers.iter().zip(&samples).zip(&sizes).skip(1) {
            let ratio = paired(&samples[0], theirs, |ours, theirs| ours.per_second() / theirs.per_second());
            let target = if server.name.starts_with("axum") { Target::None } else { Target::AtLeast(1.0) };
            let detail = format!("{}; {} bytes, theirs {size}", detail(&samples[0], theirs), sizes[0]);
            report.add(ROW, format!("lists a second beside {}", server.name), (ratio, " ×"), target, detail);
        }
    }
    Ok(())
}

/// Returns how long each list is as text.
async fn require_same_names(servers: &[Server], list: &[u8], tools: usize) -> Fallible<Vec<usize>> {
    let mut sizes = Vec::new();
    for server in servers {
        let result = server.result(list).await?;
        let names = names(&result);
        if names.len() != tools
            || !names.contains(&"find_notes")
            || !names.contains(&&*bench_source::name(tools - 1))
        {
            return Err(format!(
                "{} lists {} tools, of which some have other names",
                server.name,
                names.len()
            )
            .into());
        }
        sizes.push(result.to_string().len());
    }
    Ok(sizes)
}

fn names(result: &Value) -> Vec<&str> {
    result["tools"].as_array().into_iter().flatten().filter_map(|tool| tool["name"].as_str()).collect()
}
