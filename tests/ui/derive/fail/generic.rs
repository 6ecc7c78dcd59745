use tool_core::Tool;

/// Holds.
#[derive(serde::Deserialize, schemars::JsonSchema, Tool)]
#[serde(deny_unknown_fields)]
struct Holder<T> {
    value: T,
}

fn main() {}
