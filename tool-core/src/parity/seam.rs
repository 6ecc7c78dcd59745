//! The dependency seam: the crates that hold the application do not know the protocol.

use std::{
    collections::{BTreeMap, BTreeSet},
    path::Path,
    process::Command,
};

use serde_json::Value;

/// Asserts that a package does not depend on any of these crates, directly or through others.
///
/// Development and build dependencies do not count. Reads `cargo metadata`, so it needs cargo where the tests run.
///
/// ```no_run
/// tool_core::parity::assert_dependency_seam(env!("CARGO_MANIFEST_DIR"), &["tool-mcp", "rmcp", "axum"]);
/// ```
///
/// # Panics
///
/// When it depends on one; the message shows the way there. Also when cargo cannot say.
#[track_caller]
pub fn assert_dependency_seam(manifest_dir: impl AsRef<Path>, forbidden: &[&str]) {
    let manifest = manifest_dir.as_ref().join("Cargo.toml");
    let graph = Graph::read(&manifest);
    let ways: Vec<_> = forbidden.iter().filter_map(|name| graph.way_to(name)).collect();
    assert!(ways.is_empty(), "the seam is broken:\n- {}", ways.join("\n- "));
}

/// Which package depends on which, by package id.
struct Graph {
    root: String,
    names: BTreeMap<String, String>,
    edges: BTreeMap<String, Vec<String>>,
}

impl Graph {
    #[track_caller]
    fn read(manifest: &Path) -> Self {
        // For this platform only: packages of others need not be on the machine.
        let metadata = cargo(
            ["metadata", "--format-version", "1", "--filter-platform", &host(), "--manifest-path"],
            manifest,
        );
        let metadata: Value = serde_json::from_slice(&metadata).expect("cargo writes JSON");

        let packages = metadata["packages"].as_array().into_iter().flatten();
        let names = packages.map(|package| (text(&package["id"]), text(&package["name"]))).collect();
        let nodes = metadata["resolve"]["nodes"].as_array().into_iter().flatten();
        let edges = nodes.map(|node| (text(&node["id"]), normal_dependencies(node))).collect();
        Self { root: text(&metadata["resolve"]["root"]), names, edges }
    }

    /// Returns the shortest chain of names from the package to a crate of this name.
    fn way_to(&self, forbidden: &str) -> Option<String> {
        let mut seen = BTreeSet::from([&self.root]);
        let mut ways = std::collections::VecDeque::from([vec![&self.root]]);
        while let Some(way) = ways.pop_front() {
            let here = way.last()?;
            if way.len() > 1 && self.names.get(*here).is_some_and(|name| name == forbidden) {
                let names: Vec<_> =
                    way.iter().filter_map(|id| self.names.get(*id)).map(String::as_str).collect();
                return Some(names.join(" -> "));
            }
            for next in self.edges.get(*here).into_iter().flatten() {
                if seen.insert(next) {
                    ways.push_back(way.iter().copied().chain([next]).collect());
                }
            }
        }
        None
    }
}

/// Returns the platform that this cargo builds for when nobody says otherwise.
#[track_caller]
fn host() -> String {
    let version = cargo(["--version", "--verbose"], Path::new(""));
    let version = String::from_utf8_lossy(&version);
    version.lines().find_map(|line| line.strip_prefix("host: ")).expect("cargo names its host").to_owned()
}

/// Runs cargo with these arguments and a last one, unless that is empty.
#[track_caller]
fn cargo<const N: usize>(arguments: [&str; N], last: &Path) -> Vec<u8> {
    let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".into());
    let last = Some(last).filter(|last| !last.as_os_str().is_empty());
    let output = Command::new(cargo).args(arguments).args(last).output().expect("cargo runs");
    assert!(
        output.status.success(),
        "cargo {} failed: {}",
        arguments[0],
        String::from_utf8_lossy(&output.stderr)
    );
    output.stdout
}

fn normal_dependencies(node: &Value) -> Vec<String> {
    let is_normal = |dependency: &&Value| {
        dependency["dep_kinds"].as_array().into_iter().flatten().any(|kind| kind["kind"].is_null())
    };
    node["deps"]
        .as_array()
        .into_iter()
        .flatten()
        .filter(is_normal)
        .map(|dependency| text(&dependency["pkg"]))
        .collect()
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}
