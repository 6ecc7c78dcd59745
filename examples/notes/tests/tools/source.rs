//! The seam between the application and the tools: function files know the attribute and nothing else.

use std::{fs, path::Path};

/// The files that hold the application's functions.
const FUNCTION_FILES: [&str; 6] =
    ["export.rs", "import.rs", "notes.rs", "projects.rs", "reindex.rs", "session.rs"];

/// The lines that mention a crate of the tool layer, without the import of the attribute.
fn mentions(source: &str) -> Vec<&str> {
    let layer = ["tool_core", "tool_mcp", "rmcp", "crate::tools", "crate::mcp"];
    let mentions = |line: &&str| layer.iter().any(|name| line.contains(name));
    source.lines().filter(mentions).filter(|line| *line != "use tool_core::tool;").collect()
}

fn source(file: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("src").join(file)).unwrap()
}

#[test]
fn the_functions_take_no_type_of_the_tool_layer() {
    for file in FUNCTION_FILES {
        let source = source(file);
        assert_eq!(mentions(&source), Vec::<&str>::new(), "{file}");
        assert!(source.contains("#[tool("), "{file} holds no tool");
    }
}

#[test]
fn a_planted_mention_is_found() {
    let planted = "use tool_core::tool;\nuse tool_core::ToolCall;\nfn f(call: rmcp::Peer) {}";
    assert_eq!(mentions(planted), ["use tool_core::ToolCall;", "fn f(call: rmcp::Peer) {}"]);
}

#[test]
fn the_value_that_rest_asks_about_owners_is_the_one_that_the_surface_asks() {
    let tools = source("tools.rs");
    assert!(tools.contains("impl Ownership for ProjectOwners {"));
    assert!(tools.contains("surfaces_with(service, Arc::clone(&service.owners))"));
    assert!(source("rest/owned.rs").contains("service.owners.owned_project("));
}
