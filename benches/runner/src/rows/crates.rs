//! How many crates the smallest servers bring along. Who checks arguments against the schema, as ours does, needs a validator; the
//! table says so.

use std::{collections::BTreeSet, path::Path, process::Command};

use crate::{
    Fallible,
    report::{Report, Target},
};

const ROW: &str = "crates";

/// The peers, and what is missing in them for equal function.
const PEERS: [(&str, &str); 3] = [
    ("tower-mcp", "arguments are checked too"),
    ("rmcp", "checks no arguments, has no limits, no records"),
    ("rust-mcp-sdk", "checks no arguments, has no limits, no records"),
];

pub(crate) fn run(report: &mut Report) -> Fallible<()> {
    for transport in ["stdio", "http"] {
        let ours = tree(&format!("smallest-ours-{transport}"))?;
        for (peer, note) in PEERS {
            let theirs = tree(&format!("smallest-{peer}-{transport}"))?;
            let target = if note.contains("too") { Target::AtMost(0.0) } else { Target::None };
            let more = ours.len() as f64 - theirs.len() as f64;
            let detail = format!("{} crates, theirs {}; {note}", ours.len(), theirs.len());
            report.add(ROW, format!("{transport}, more than {peer}"), (more, ""), target, detail);
        }
    }
    Ok(())
}

/// Returns the crates of a package that are compiled into or for it, itself included; each once for each version.
fn tree(package: &str) -> Fallible<BTreeSet<String>> {
    let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).join("../Cargo.toml");
    let mut cargo = Command::new("cargo");
    cargo.args([
        "tree", "--quiet", "--locked", "-e", "normal", "--prefix", "none", "-f", "{p}", "-p", package,
    ]);
    let output = cargo.arg("--manifest-path").arg(workspace).output()?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned().into());
    }
    let name = |line: &str| line.split_whitespace().take(2).collect::<Vec<_>>().join(" ");
    Ok(String::from_utf8(output.stdout)?.lines().filter(|line| !line.is_empty()).map(name).collect())
}
