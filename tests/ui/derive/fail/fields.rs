use tool_core::Tool;

#[derive(serde::Deserialize, schemars::JsonSchema)]
struct Page {
    limit: u32,
}

/// Lists.
#[derive(serde::Deserialize, schemars::JsonSchema, Tool)]
#[serde(deny_unknown_fields)]
#[tool(title = "List", exposure = both)]
struct List {
    query: String,
    /// Words.
    #[serde(alias = "w")]
    words: String,
    /// Page.
    #[serde(flatten)]
    page: Page,
}

fn main() {}
