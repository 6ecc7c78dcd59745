use tool_core::tool;

#[derive(serde::Deserialize, schemars::JsonSchema)]
struct Page {
    limit: u32,
}

/// Lists.
#[tool]
fn list(#[serde(flatten)] page: Page, query: String) -> String {
    format!("{query}{}", page.limit)
}

fn main() {}
