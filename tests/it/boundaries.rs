//! Who may depend on what, read from the real build graph.

use std::collections::BTreeSet;

use cargo_metadata::{CargoOpt, DependencyKind, Metadata, MetadataCommand};

fn metadata() -> Metadata {
    MetadataCommand::new()
        .manifest_path(concat!(env!("CARGO_MANIFEST_DIR"), "/../Cargo.toml"))
        .features(CargoOpt::AllFeatures)
        // Packages of other platforms need not be on the machine.
        .other_options(["--filter-platform".to_owned(), host()])
        .exec()
        .unwrap()
}

fn host() -> String {
    let output = std::process::Command::new(env!("CARGO")).args(["--version", "--verbose"]).output().unwrap();
    let version = String::from_utf8(output.stdout).unwrap();
    version.lines().find_map(|line| line.strip_prefix("host: ")).unwrap().to_owned()
}

/// Returns the crates that a package names itself, without those for its tests.
fn direct(metadata: &Metadata, package: &str) -> BTreeSet<String> {
    let package = metadata.packages.iter().find(|candidate| candidate.name.as_str() == package).unwrap();
    let normal = package.dependencies.iter().filter(|dependency| dependency.kind == DependencyKind::Normal);
    normal.map(|dependency| dependency.name.clone()).collect()
}

#[test]
fn arrows_between_our_crates_point_down_only() {
    let metadata = metadata();
    let ours = |package: &str| -> BTreeSet<String> {
        direct(&metadata, package).into_iter().filter(|name| name.starts_with("tool-")).collect()
    };
    assert_eq!(ours("tool-derive"), BTreeSet::new());
    assert_eq!(ours("tool-core"), BTreeSet::from(["tool-derive".to_owned()]));
    assert_eq!(ours("tool-mcp"), BTreeSet::from(["tool-core".to_owned()]));
    assert_eq!(ours("tool-providers"), BTreeSet::from(["tool-core".to_owned()]));
    assert_eq!(ours("tool-command"), BTreeSet::from(["tool-core".to_owned()]));
    let below = ["tool-command", "tool-core", "tool-mcp"].map(str::to_owned);
    assert_eq!(ours("tool-serve"), BTreeSet::from(below));
}

#[test]
fn the_core_knows_no_protocol_and_no_transport() {
    let core = concat!(env!("CARGO_MANIFEST_DIR"), "/../tool-core");
    tool_core::parity::assert_dependency_seam(
        core,
        &["rmcp", "http", "hyper", "axum", "tower", "tower-service"],
    );
    let mcp = concat!(env!("CARGO_MANIFEST_DIR"), "/../tool-mcp");
    tool_core::parity::assert_dependency_seam(mcp, &["axum", "rusqlite", "rmcp-macros"]);
    // A host brings its own client, and its keys.
    let providers = concat!(env!("CARGO_MANIFEST_DIR"), "/../tool-providers");
    tool_core::parity::assert_dependency_seam(providers, &["rmcp", "http", "hyper", "reqwest"]);
    // A tool never names a transport.
    let command = concat!(env!("CARGO_MANIFEST_DIR"), "/../tool-command");
    tool_core::parity::assert_dependency_seam(command, &["rmcp", "http", "hyper", "axum", "tool-mcp"]);
}

#[test]
fn rmcp_is_asked_for_a_server_and_two_transports_and_nothing_else() {
    let metadata = metadata();
    let mcp = metadata.packages.iter().find(|package| package.name.as_str() == "tool-mcp").unwrap();
    let rmcp = mcp.dependencies.iter().find(|dependency| dependency.name == "rmcp").unwrap();
    assert!(!rmcp.uses_default_features);
    let features: BTreeSet<&str> = rmcp.features.iter().map(String::as_str).collect();
    assert_eq!(features, BTreeSet::from(["server", "transport-io", "transport-streamable-http-server"]));

    // Features are unified over a build, and `local` would take the HTTP transport away from everybody.
    let resolved = metadata.resolve.as_ref().unwrap();
    let names = |id| metadata[id].name.as_str();
    let node = resolved.nodes.iter().find(|node| names(&node.id) == "rmcp").unwrap();
    assert!(node.features.iter().all(|feature| feature.as_str() != "local" && feature.as_str() != "macros"));
}

#[test]
fn every_dependency_of_a_published_crate_has_its_reason() {
    let manifest = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../Cargo.toml")).unwrap();
    let metadata = metadata();
    for package in ["tool-derive", "tool-core", "tool-mcp", "tool-providers", "tool-command", "tool-serve"] {
        for dependency in direct(&metadata, package).iter().filter(|name| !name.starts_with("tool-")) {
            let line = manifest.lines().find(|line| line.starts_with(&format!("{dependency} = "))).unwrap();
            assert!(line.contains('#'), "{dependency} has no reason in the root Cargo.toml");
        }
    }
}

#[test]
fn the_version_that_is_promised_is_the_one_that_the_gate_runs() {
    let toolchain = include_str!("../../rust-toolchain.toml");
    let channel =
        toolchain.lines().find_map(|line| line.strip_prefix("channel = ")).unwrap().trim_matches('"');
    for package in metadata().workspace_packages() {
        let promised = package.rust_version.as_ref().map(ToString::to_string).unwrap_or_default();
        assert!(channel.starts_with(promised.trim_end_matches(".0")), "{} promises {promised}", package.name);
        assert!(!promised.is_empty(), "{} promises none", package.name);
    }
}
