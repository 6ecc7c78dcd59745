use tool_core::Tool;

/// Deletes.
#[derive(serde::Deserialize, schemars::JsonSchema, Tool)]
struct DeleteNote {
    note: String,
}

fn main() {}
