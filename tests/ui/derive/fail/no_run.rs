use tool_core::{Registry, Tool};

struct App;

/// Deletes.
#[derive(serde::Deserialize, schemars::JsonSchema, Tool)]
#[serde(deny_unknown_fields)]
struct DeleteNote {
    note: String,
}

fn register() {
    let _ = Registry::builder(App).tool(DeleteNote::tool());
}

fn main() {}
