use tool_core::Tool;

#[derive(serde::Deserialize, schemars::JsonSchema, Tool)]
#[serde(deny_unknown_fields)]
#[tool]
#[tool(blocking, error = explain)]
struct DeleteNote {
    note: String,
}

fn main() {}
